// Package sitemaps reads the sitemaps of a site (https://www.sitemaps.org): the URLs that the site claims to have, and
// when it claims that their pages were modified. These claims prove nothing by themselves.
//
// The sitemaps are those in the lines "Sitemap:" of robots.txt, else /sitemap.xml. Redirects are followed. The package
// reads lists and indexes in XML, and plain text, each also as gzip, and ignores the Content-Type. It does not read RSS
// and Atom. It fetches sitemaps of another origin if robots.txt names one there, and only counts URLs of another origin
// unless the caller wants them.
//
// It reads broken files as far as possible. It has its own scanner, since files are foreign and may have 50 MiB.
// encoding/xml keeps all attributes of an element and all open elements in memory, and stops at the first "&" in a URL
// that should be "&amp;".
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
	// maxRedirects limits the redirects for one sitemap.
	maxRedirects = 5
	// maxDepth limits the nesting of indexes. Sitemaps.org allows none.
	maxDepth = 3
	// longest limits a URL, in bytes; sitemaps.org allows 2,047.
	longest = 2048
)

// Read reads the sitemaps of an origin. robots is the text of its robots.txt. get fetches one URL with a body of any
// type, and is free to wait, ask again, or refuse URLs that robots.txt forbids. The entries are sorted by URL. Each URL
// occurs once, with its latest date.
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
	site.Sort(r.entries, func(a, b Entry) int { // the latest entry of a URL comes first and stays
		return cmp.Or(strings.Compare(a.URL, b.URL), b.Modified.Compare(a.Modified), cmp.Compare(a.File, b.File))
	})
	return slices.CompactFunc(r.entries, func(a, b Entry) bool { return a.URL == b.URL }), r.report
}

// namedBy returns the sitemaps in a robots.txt. Their lines belong to no group.
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

// place is a sitemap's URL and its depth in indexes.
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
	known   map[string]bool // queued once, since an index may name itself
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

// limit notes the limit that ended the reading; the first one stays.
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
		take := func(location, modified string) bool {
			r.take(p, &f, location, modified)
			return len(r.entries) < r.limits.Entries
		}
		if text := r.limits.Text(text, answer.ContentType); strings.HasPrefix(strings.TrimLeft(text, " \t\r\n"), "<") {
			parseXML(text, &f, take)
		} else {
			parseText(text, whole, &f, take)
		}
		if !whole {
			f.Fault = cmp.Or(f.Fault, faultCut)
		}
	}
	r.report.Files = append(r.report.Files, f.SitemapFile)
}

// fetch returns the answer with a sitemap. It updates the place after redirects.
func (r *reader) fetch(ctx context.Context, p *place, f *file) (answer site.Response, ok bool) {
	for c := (site.Chain{At: p.url}); ; p.url = c.At {
		answer = r.get(ctx, c.At)
		f.Status = answer.Status
		switch {
		case answer.Failure.Failed() || !site.IsRedirect(answer.Status):
			f.Fault = answer.Failure.String()
			return answer, answer.Status == 200 && f.Fault == ""
		case c.Follow(answer, maxRedirects).Failed():
			f.Fault = faultRedirect
			return answer, false
		case !r.trusts(c.At):
			f.Fault = site.SitemapElsewhere
			return answer, false
		}
	}
}

// trusts reports whether sitemaps of this origin count. These are the site's own, and those of origins in robots.txt
// (https://www.sitemaps.org/protocol.html#sitemaps_cross_submits).
func (r *reader) trusts(u site.URL) bool {
	return site.SameSite(u, r.origin) ||
		slices.ContainsFunc(r.named, func(n site.URL) bool { return site.SameSite(u, n) })
}

// take keeps a URL in a list, or queues a sitemap in an index.
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

// Entry is a URL in a sitemap.
type Entry struct {
	URL  string // not normalized, without fragment
	File int    // index of its sitemap in Report.Files
	// Modified is the page's last modification by the sitemap; zero if missing or implausible. A date without time
	// means its last second, but at most Limits.Latest, since the page may have changed until then. A time without zone
	// is UTC.
	Modified time.Time
}

// Limits limit the reading of a site's sitemaps.
type Limits struct {
	// Files limits the fetched sitemaps; each may take five redirects more.
	Files   int
	Bytes   int64 // of all sitemaps together, decompressed
	Entries int   // of all sitemaps together
	// Usual also reads /sitemap.xml if robots.txt names others. Foreign keeps the entries of other origins.
	Usual, Foreign bool
	// Text converts a file in any character set to UTF-8.
	Text   func(body []byte, contentType string) string
	Latest time.Time // the latest plausible time, since later ones are in the future
}

// Report tells which sitemaps were read, and why reading ended early.
type Report struct {
	Files []site.SitemapFile // in the order of fetching; each may have a fault or the reason of a failed request
	Limit string             // the limit that ended the reading; "" if none did
}

type file struct {
	site.SitemapFile
	format string // the root element's name, or formatText; "" if it is no sitemap
}

const (
	formatList  = "urlset"
	formatIndex = "sitemapindex"
	formatText  = "text"
)

// Faults of fetched sitemaps. site.SitemapElsewhere is another one.
const (
	faultRedirect = "redirect" // too many redirects, or an invalid one
	faultFormat   = "format"   // not a sitemap, such as an HTML page
	faultCut      = "cut"      // broken off, or broken gzip; the part before counts
	faultDepth    = "depth"    // too deep in indexes
)

// Reasons for an early end. limitStopped means that the context ended.
const (
	limitFiles   = "files"
	limitBytes   = "bytes"
	limitEntries = "entries"
	limitStopped = "stopped"
)
