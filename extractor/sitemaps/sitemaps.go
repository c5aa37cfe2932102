package sitemaps

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"sitegraph/site"
)

const (
	// maxRedirects is how many are followed for one sitemap.
	maxRedirects = 5
	// maxDepth is how deep an index may be in other indexes. Sitemaps.org allows no index in an index.
	maxDepth = 3
	// longest is the greatest length of a URL, in bytes; sitemaps.org allows 2,047.
	longest = 2048
)

// Read reads the sitemaps of an origin; robots is the text of its robots.txt. The function get fetches one
// URL, whatever the type of its body. It waits, asks again and refuses what robots.txt forbids as it likes.
// The entries are sorted by URL, each URL once, with the latest date that was given for it.
func Read(ctx context.Context, get func(context.Context, site.URL) site.Response, origin site.URL, robots string,
	limits Limits) ([]Entry, Report) {
	r := reader{get: get, origin: origin, limits: limits, known: map[string]bool{}}
	for _, named := range namedBy(robots) {
		u, err := origin.Resolve(named, nil)
		if err == nil {
			r.named = append(r.named, u)
			r.queue(place{url: u})
		}
	}
	if len(r.waiting) == 0 || limits.Usual {
		r.queue(place{url: site.URL{Scheme: origin.Scheme, Host: origin.Host, Port: origin.Port, Path: "/sitemap.xml"}})
	}
	for !r.ended(ctx) && len(r.waiting) > 0 {
		next := r.waiting[0]
		r.waiting = r.waiting[1:]
		r.read(ctx, next)
	}
	return merged(r.entries), r.report
}

// namedBy returns the sitemaps that a robots.txt names. Such a line belongs to no group.
func namedBy(robots string) (named []string) {
	endsLine := func(c rune) bool { return c == '\n' || c == '\r' }
	for line := range strings.FieldsFuncSeq(strings.TrimPrefix(robots, "\ufeff"), endsLine) {
		key, value, _ := strings.Cut(line, ":")
		value, _, _ = strings.Cut(value, "#")
		value, key = strings.TrimSpace(value), strings.TrimSpace(key)
		if value != "" && (strings.EqualFold(key, "sitemap") || strings.EqualFold(key, "site-map")) {
			named = append(named, value)
		}
	}
	return named
}

// merged returns the entries sorted by URL, of each URL the latest one.
func merged(entries []Entry) []Entry {
	slices.SortFunc(entries, func(a, b Entry) int {
		return cmp.Or(strings.Compare(a.URL, b.URL), b.Modified.Compare(a.Modified), cmp.Compare(a.File, b.File))
	})
	return slices.CompactFunc(entries, func(a, b Entry) bool { return a.URL == b.URL })
}

// place is where a sitemap is, and in how many indexes.
type place struct {
	url   site.URL
	depth int
}

type reader struct {
	get     func(context.Context, site.URL) site.Response
	origin  site.URL
	named   []site.URL // by robots.txt
	limits  Limits
	waiting []place
	known   map[string]bool // that waited once: an index may name itself
	bytes   int64
	entries []Entry
	report  Report
}

func (r *reader) queue(p place) {
	name := p.url.String()
	switch {
	case r.known[name]:
	case len(r.known) >= r.limits.Files:
		r.limit(limitFiles)
	default:
		r.known[name] = true
		r.waiting = append(r.waiting, p)
	}
}

// limit notes what ended the reading; the first limit stays.
func (r *reader) limit(l string) { r.report.Limit = cmp.Or(r.report.Limit, l) }

func (r *reader) ended(ctx context.Context) bool {
	switch {
	case ctx.Err() != nil:
		r.limit(limitStopped)
	case r.bytes >= r.limits.Bytes:
		r.limit(limitBytes)
	case len(r.entries) >= r.limits.Entries:
		r.limit(limitEntries)
	default:
		return false
	}
	return true
}

func (r *reader) read(ctx context.Context, p place) {
	f := file{SitemapFile: site.SitemapFile{URL: p.url.String()}}
	if answer, ok := r.fetch(ctx, &p, &f); ok {
		text, whole := unzipped(answer.Body, r.limits.Bytes-r.bytes)
		r.bytes += int64(len(text))
		readText(r.limits.Text(text, answer.ContentType), whole, &f, func(location, modified string) bool {
			r.take(p, &f, location, modified)
			return len(r.entries) < r.limits.Entries
		})
		if !whole {
			f.Fault = cmp.Or(f.Fault, faultCut)
		}
	}
	r.report.Files = append(r.report.Files, f.SitemapFile)
}

// fetch returns the answer that has a sitemap and moves its place after redirects.
func (r *reader) fetch(ctx context.Context, p *place, f *file) (answer site.Response, ok bool) {
	f.Fault = faultRedirect
	for range maxRedirects + 1 {
		answer = r.get(ctx, p.url)
		f.Status = answer.Status
		if answer.Failure.Failed() || !site.IsRedirect(answer.Status) {
			f.Fault = answer.Failure.String()
			return answer, answer.Status == 200 && f.Fault == ""
		}
		next, err := p.url.Resolve(answer.Location, nil)
		if err != nil {
			break
		}
		if !r.trusts(next) {
			f.Fault = site.SitemapElsewhere
			break
		}
		p.url = next
	}
	return answer, false
}

// trusts reports whether sitemaps of an origin count: the site's own, and those of which robots.txt names one
// (https://www.sitemaps.org/protocol.html#sitemaps_cross_submits).
func (r *reader) trusts(u site.URL) bool {
	return site.SameSite(u, r.origin) ||
		slices.ContainsFunc(r.named, func(n site.URL) bool { return site.SameSite(u, n) })
}

// take keeps a URL that a list has, or queues a sitemap that an index has.
func (r *reader) take(at place, f *file, location, modified string) {
	u, err := at.url.Resolve(location, nil)
	switch {
	case err != nil, location == "", len(location) > longest:
		f.Invalid++
	case f.format == formatIndex && !r.trusts(u):
		f.Foreign++
		f.Fault = site.SitemapElsewhere
	case f.format != formatIndex && !site.SameSite(u, r.origin):
		if f.Foreign++; r.limits.Foreign {
			r.keep(u, modified)
		}
	case f.format != formatIndex:
		f.Listed++
		r.keep(u, modified)
	case at.depth == maxDepth:
		f.Fault = faultDepth
	default:
		f.Listed++
		r.queue(place{url: u, depth: at.depth + 1})
	}
}

func (r *reader) keep(u site.URL, modified string) {
	r.entries = append(r.entries, Entry{URL: u.String(), File: len(r.report.Files),
		Modified: parseDate(modified, r.limits.Latest)})
}

// Entry is a URL of the site that a sitemap lists.
type Entry struct {
	URL  string // in one piece, not normalized; without fragment
	File int    // the place in Report.Files of the sitemap that lists it
	// Modified is when the sitemap says that the page was modified last; zero if it does not, or not
	// believably. Of a date without a time of day it is the last second, but never later than Limits.Latest:
	// the page may have been modified until then. A time without a zone counts as UTC.
	Modified time.Time
}

// Limits bound the reading of a site's sitemaps.
type Limits struct {
	// Files is the number of sitemaps fetched; each may take five redirects more.
	Files   int
	Bytes   int64 // of all sitemaps together, decompressed
	Entries int   // of all sitemaps together
	// Usual reads /sitemap.xml too where robots.txt names others. Foreign keeps the entries of other origins.
	Usual, Foreign bool
	// Text makes text in UTF-8 of a file, whatever its character set.
	Text   func(body []byte, contentType string) string
	Latest time.Time // the last time that is believed; later ones have not been yet
}

// Report says what was read.
type Report struct {
	Files []site.SitemapFile // in the order in which they were fetched; each with a fault, or why it was not answered
	Limit string             // what ended the reading early; "" if nothing did
}

type file struct {
	site.SitemapFile
	format string // the name of its root element, or formatText; "" if it is no sitemap
}

const (
	formatList  = "urlset"
	formatIndex = "sitemapindex"
	formatText  = "text"
)

// What was wrong with a sitemap that was fetched; of those elsewhere it is site.SitemapElsewhere.
const (
	faultRedirect = "redirect" // too many, or to no URL
	faultFormat   = "format"   // no sitemap, such as an HTML page
	faultCut      = "cut"      // it breaks off, or is broken gzip; what came before counts
	faultDepth    = "depth"    // an index too deep in indexes
)

// What ended the reading early. limitStopped is the end of the context.
const (
	limitFiles   = "files"
	limitBytes   = "bytes"
	limitEntries = "entries"
	limitStopped = "stopped"
)
