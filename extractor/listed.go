package extractor

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"sitegraph/site"
)

// listed is what the sitemaps of a site list.
type listed struct {
	known  bool // they were read
	record int  // the place of the record that says so
	sitemapsRecord
	entries []listedURL
}

// listedURL is an entry of a sitemap: its URL, the place of the file, and whether it is
// one of the site's own.
type listedURL struct {
	url    urlID
	file   int
	inside bool
}

// sitemapsRecord says which sitemaps were read. Records with so many entries follow it.
type sitemapsRecord struct {
	Files  []site.SitemapFile `json:"files"`
	Cut    string             `json:"cut,omitempty"`
	Listed int                `json:"listed"`
	Start  bool               `json:"start,omitempty"`
}

// listedRecord has entries.
type listedRecord struct {
	URLs, Keys []string
	Files      []int
	Inside     []bool
}

// takeSitemaps takes one of these records. A list that a kill cut is read anew.
func (n *known) takeSitemaps(record []byte) error {
	l := &n.listed
	if record[0] == kindSitemaps {
		if l.Start {
			n.keepListedStarts()
		}
		*l = listed{record: n.records - 1}
		err := readEvent(record, &l.sitemapsRecord)
		l.known = l.Listed == 0
		return err
	}
	var r listedRecord
	if err := readEvent(record, &r); err != nil {
		return err
	}
	if len(r.URLs) != len(r.Keys) || len(r.URLs) != len(r.Files) || len(r.URLs) != len(r.Inside) {
		return fmt.Errorf("%w: sitemaps", errRecord)
	}
	for i, url := range r.URLs {
		if r.Files[i] < 0 || r.Files[i] >= len(l.sitemapsRecord.Files) {
			return fmt.Errorf("%w: sitemaps", errRecord)
		}
		l.entries = append(l.entries, listedURL{n.urls.add(url, r.Keys[i]), r.Files[i], r.Inside[i]})
	}
	l.known = len(l.entries) == l.Listed
	return nil
}

// keepListedStarts keeps what sitemaps listed as start pages, since other ones follow: what a crawl began at stays a
// start page.
func (n *known) keepListedStarts() {
	for _, e := range n.listed.entries {
		if e.inside {
			n.listedStarts = append(n.listedStarts, e.url)
		}
	}
	slices.Sort(n.listedStarts)
	n.listedStarts = slices.Compact(n.listedStarts)
}

// readSitemaps reads the site's sitemaps, unless that is done or not wanted, and begins
// anew with what they list if these are start pages.
func (w *walk) readSitemaps(ctx context.Context) error {
	again := w.parts.Watch != nil && w.known.ended() // the next iteration reads them
	if w.parts.Sitemaps == nil || w.known.listed.known || again || w.stop != "" {
		return nil
	}
	if err := w.listSitemaps(ctx); err != nil || w.stop != "" || !w.parts.SitemapStarts {
		return err
	}
	return w.setStart()
}

// readAgain reads the sitemaps in an iteration, once.
func (w *walk) readAgain(ctx context.Context) error {
	if w.parts.Sitemaps == nil || w.known.listed.record > w.known.watching.last().record {
		return nil
	}
	return w.listSitemaps(ctx)
}

// listSitemaps notes what sitemaps list, unless the walk is stopped before.
func (w *walk) listSitemaps(ctx context.Context) error {
	var list sitemapsRead
	rules, text := w.rules().Rules, w.known.robots().Text
	err := w.ask(ctx, func(ctx context.Context) func() error {
		list = w.parts.listAll(ctx, w.origin, rules, text)
		return nil
	})
	if err != nil || w.stop != "" {
		return err // or cut off
	}
	return w.noteListing(list, w.visitor.resolve)
}

// sitemapsRead is what the sitemaps of all hosts of a site list, and the robots.txt of those beside the first one.
type sitemapsRead struct {
	SitemapList
	robots map[string]RobotsAnswer
}

// listAll reads the sitemaps of a site: those of its origin, and of the hosts of an entity that have a name. Of a URL
// that several list the first one counts.
func (p *Parts) listAll(ctx context.Context, origin site.URL, rules Rules, robots string) sitemapsRead {
	first := p.Sitemaps(ctx, p.Downloader, rules, origin, robots)
	all := sitemapsRead{SitemapList: first, robots: map[string]RobotsAnswer{}}
	listed := map[string]bool{}
	for _, e := range all.Entries {
		listed[e.URL] = true
	}
	for _, other := range p.otherOrigins(origin) {
		r := p.Robots.Fetch(ctx, p.Downloader, other)
		if ctx.Err() != nil {
			return all
		}
		if r.Retry {
			continue // it is asked for again when a link leads there
		}
		all.robots[other.Origin()] = r
		more := p.Sitemaps(ctx, p.Downloader, r.Rules, other, r.Seen.Text)
		for _, e := range more.Entries {
			if e.File += len(all.Files); !listed[e.URL] {
				all.Entries, listed[e.URL] = append(all.Entries, e), true
			}
		}
		all.Files, all.Cut = append(all.Files, more.Files...), cmp.Or(all.Cut, more.Cut)
	}
	return all
}

// otherOrigins are those beside the first one that have sitemaps: of a list those of its URLs.
func (p *Parts) otherOrigins(but site.URL) (all []site.URL) {
	if !p.List || p.Members == nil {
		return p.Members.Origins(but)
	}
	seen := map[string]bool{but.Origin(): true}
	for _, u := range p.Further {
		if !seen[u.Origin()] {
			seen[u.Origin()] = true
			all = append(all, site.URL{Scheme: u.Scheme, Host: u.Host, Port: u.Port, Path: "/"})
		}
	}
	return all
}

// noteListing notes in the journal what sitemaps list, and the robots.txt that were asked for.
func (w *walk) noteListing(l sitemapsRead, resolve func(site.URL, string, func(string) []byte) target) error {
	for _, origin := range site.Names(l.robots) {
		if err := w.keepRobots(origin, l.robots[origin]); err != nil {
			return err
		}
	}
	return w.noteSitemaps(l.SitemapList, resolve)
}

// noteSitemaps notes in the journal what sitemaps list.
func (w *walk) noteSitemaps(list SitemapList, resolve func(site.URL, string, func(string) []byte) target) error {
	var entries []listedRecord
	count := 0
	for some := range slices.Chunk(list.Entries, startsAtOnce) {
		var r listedRecord
		for _, e := range some {
			t := resolve(w.origin, e.URL, nil)
			if t.Fault.Failed() {
				continue
			}
			r.URLs, r.Keys = append(r.URLs, t.URL), append(r.Keys, t.Key)
			r.Files, r.Inside = append(r.Files, e.File), append(r.Inside, t.Internal)
		}
		entries, count = append(entries, r), count+len(r.URLs)
	}
	head := sitemapsRecord{Files: list.Files, Cut: list.Cut, Listed: count, Start: w.parts.SitemapStarts}
	if err := w.note(kindSitemaps, head); err != nil {
		return err
	}
	for _, r := range entries {
		if err := w.note(kindListed, r); err != nil {
			return err
		}
	}
	return nil
}

// startAtListed makes what sitemaps list start pages, as far as links there would be
// followed.
func (b *builder) startAtListed() {
	l, urls := &b.known.listed, slices.Clone(b.known.listedStarts)
	for _, e := range l.entries {
		if e.inside && l.Start && l.known {
			urls = append(urls, e.url)
		}
	}
	for _, url := range urls {
		key := b.known.urls.key(url)
		if (b.inScope(key) || b.scope.judge(key, url) == inScope) && b.found.link(key, url, 0) {
			b.starts = append(b.starts, key)
		}
	}
	b.known.urls.sort(b.starts)
}

// markEntries marks the pages at which the crawl began, and those of them that sitemaps
// gave.
func (b *builder) markEntries(g *site.Graph) {
	typed := map[urlID]bool{}
	for _, url := range b.known.starts {
		typed[b.follow(b.known.urls.key(url)).key] = true
	}
	for i, p := range b.pages {
		switch {
		case p.depth > 0:
		case typed[p.key]:
			g.Pages[i].Entry = site.EntryStart
		default:
			g.Pages[i].Entry = site.EntrySitemap
		}
	}
}

// conclusive reports whether the walk went wherever links lead, so that what it did not
// reach is reached by none.
func (b *builder) conclusive() bool {
	if !b.complete() {
		return false
	}
	for k := range urlID(b.known.urls.Len()) {
		m := b.found.mark(k)
		if b.tooDeep(k) || m != inScope && m != excluded && m != fileEnding {
			return false
		}
	}
	return !slices.ContainsFunc(b.pages, func(p page) bool { return p.answer.counts.dropped > 0 })
}

// unlinked returns the keys that sitemaps list and no link led to, of a walk that is
// conclusive, with the URLs by which they are fetched.
func (b *builder) unlinked() (keys []urlID) {
	l := &b.known.listed
	if !l.known || l.Start || b.known.site.List || !b.conclusive() {
		return nil
	}
	for _, e := range l.entries {
		key := b.known.urls.key(e.url)
		if !e.inside || b.found.seen(key) || b.scope.judge(key, e.url) != inScope ||
			b.known.checkedAgain() && b.known.answer(key) != nil { // an iteration looks at those that are new
			continue
		}
		if keys = append(keys, key); b.found.fetchURL(key) == noURL {
			b.found.setFetchAs(key, e.url)
		}
		b.found.prefer(key, e.url)
	}
	slices.Sort(keys)
	keys = slices.Compact(keys)
	b.known.urls.sort(keys)
	return keys
}

// checkListed fetches what sitemaps list and no link leads to, to see what it is. It is
// no part of the graph.
func (w *walk) checkListed(ctx context.Context) error {
	if w.stop != "" && w.stop != site.EndedWorkDone {
		return nil
	}
	keys := w.build.unlinked()
	if !w.build.missing(keys) {
		return nil
	}
	w.stop, w.status.checking = "", true // that the graph is done is no reason to stop
	defer func() { w.status.checking = false }()
	if err := w.rounds(ctx, keys); err != nil || w.same == nil {
		return err
	}
	w.whole = false // pages that came tell what others are
	return w.settle()
}

// unchecked reports whether an entry of a sitemap is still to be looked at.
func (b *builder) unchecked() bool { return b.missing(b.unlinked()) }
