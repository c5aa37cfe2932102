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

// UsualLimits are enough for all but the largest sites, and few enough to be read
// before each iteration: a site's delay lies between any two files.
func UsualLimits(latest time.Time) Limits {
	return Limits{Files: 50, Bytes: 256 << 20, Entries: 500_000, Latest: latest}
}

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
		r.limit(LimitFiles)
	default:
		r.known[name] = true
		r.waiting = append(r.waiting, p)
	}
}

// limit notes what ended the reading; the first limit stays.
func (r *reader) limit(l Limit) { r.report.Limit = cmp.Or(r.report.Limit, l) }

func (r *reader) ended(ctx context.Context) bool {
	switch {
	case ctx.Err() != nil:
		r.limit(LimitStopped)
	case r.bytes >= r.limits.Bytes:
		r.limit(LimitBytes)
	case len(r.entries) >= r.limits.Entries:
		r.limit(LimitEntries)
	default:
		return false
	}
	return true
}

func (r *reader) read(ctx context.Context, p place) {
	file := File{URL: p.url.String()}
	if answer, ok := r.fetch(ctx, &p, &file); ok {
		text, whole := unzipped(answer.Body, r.limits.Bytes-r.bytes)
		r.bytes += int64(len(text))
		readText(r.limits.Text(text, answer.ContentType), whole, &file, func(location, modified string) bool {
			r.take(p, &file, location, modified)
			return len(r.entries) < r.limits.Entries
		})
		if !whole {
			file.Fault = cmp.Or(file.Fault, FaultCut)
		}
	}
	r.report.Files = append(r.report.Files, file)
}

// fetch returns the answer that has a sitemap and moves its place after redirects.
func (r *reader) fetch(ctx context.Context, p *place, file *File) (answer site.Response, ok bool) {
	file.Fault = FaultRedirect
	for range maxRedirects + 1 {
		answer = r.get(ctx, p.url)
		file.Status, file.Failure = answer.Status, answer.Failure
		if answer.Failure.Failed() || !site.IsRedirect(answer.Status) {
			file.Fault = ""
			return answer, answer.Status == 200 && !answer.Failure.Failed()
		}
		next, err := p.url.Resolve(answer.Location, nil)
		if err != nil {
			break
		}
		if !r.trusts(next) {
			file.Fault = FaultElsewhere
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
func (r *reader) take(at place, file *File, location, modified string) {
	u, err := at.url.Resolve(location, nil)
	switch {
	case err != nil, location == "", len(location) > longest:
		file.Invalid++
	case file.Format == FormatIndex && !r.trusts(u):
		file.Foreign++
		file.Fault = FaultElsewhere
	case file.Format != FormatIndex && !site.SameSite(u, r.origin):
		if file.Foreign++; r.limits.Foreign {
			r.keep(file, u, modified)
		}
	case file.Format != FormatIndex:
		file.Listed++
		r.keep(file, u, modified)
	case at.depth == maxDepth:
		file.Fault = FaultDepth
	default:
		file.Listed++
		r.queue(place{url: u, depth: at.depth + 1})
	}
}

func (r *reader) keep(file *File, u site.URL, modified string) {
	e := Entry{URL: u.String(), File: len(r.report.Files)}
	if modified != "" {
		var ok bool
		if e.Modified, ok = parseDate(modified, r.limits.Latest); !ok {
			file.BadDates++
		}
	}
	r.entries = append(r.entries, e)
}
