package extractor

import (
	"cmp"
	"context"
	"slices"

	"sitegraph/extractor/evidence"
	"sitegraph/site"
)

// readSitemaps reads the site's sitemaps, unless that is done or not wanted, and begins
// anew with what they list if these are start pages.
func (w *walk) readSitemaps(ctx context.Context) error {
	again := w.parts.Watch != nil && w.known.Ended() // the next iteration reads them
	if w.parts.Sitemaps == nil || w.known.Listed.Known || again || w.stop != "" {
		return nil
	}
	if err := w.listSitemaps(ctx); err != nil || w.stop != "" || !w.parts.SitemapStarts {
		return err
	}
	return w.setStart()
}

// readAgain reads the sitemaps in an iteration, once.
func (w *walk) readAgain(ctx context.Context) error {
	if w.parts.Sitemaps == nil || w.known.Listed.Record > w.known.Watching.Last().Record {
		return nil
	}
	return w.listSitemaps(ctx)
}

// listSitemaps notes what sitemaps list, unless the walk is stopped before.
func (w *walk) listSitemaps(ctx context.Context) error {
	var list sitemapsRead
	rules, text := w.rules().Rules, w.known.Robots().Text
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
func (w *walk) noteListing(l sitemapsRead, resolve func(site.URL, string, func(string) []byte) evidence.Target) error {
	for _, origin := range site.Names(l.robots) {
		if err := w.keepRobots(origin, l.robots[origin]); err != nil {
			return err
		}
	}
	return w.noteSitemaps(l.SitemapList, resolve)
}

// noteSitemaps notes in the journal what sitemaps list.
func (w *walk) noteSitemaps(list SitemapList, resolve func(site.URL, string,
	func(string) []byte) evidence.Target) error {
	var entries []evidence.ListedRecord
	count := 0
	for some := range slices.Chunk(list.Entries, startsAtOnce) {
		var r evidence.ListedRecord
		for _, e := range some {
			t := resolve(w.origin, e.URL, nil)
			if t.Fault.Failed() {
				continue
			}
			r.URLs, r.Keys = append(r.URLs, t.URL), append(r.Keys, t.Key)
			r.Files = append(r.Files, e.File)
		}
		entries, count = append(entries, r), count+len(r.URLs)
	}
	head := evidence.SitemapsRecord{Files: list.Files, Cut: list.Cut, Listed: count, Start: w.parts.SitemapStarts}
	if err := w.note(evidence.KindSitemaps, head); err != nil {
		return err
	}
	for _, r := range entries {
		if err := w.note(evidence.KindListed, r); err != nil {
			return err
		}
	}
	return nil
}

// checkListed fetches what sitemaps list and no link leads to, to see what it is. It is
// no part of the graph.
func (w *walk) checkListed(ctx context.Context) error {
	if w.stop != "" && w.stop != site.EndedWorkDone {
		return nil
	}
	keys := w.build.Unlinked()
	if !w.build.Missing(keys) {
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
