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
	origins, known := w.listedOrigins()
	err := w.ask(ctx, func(ctx context.Context) func() error {
		list = w.parts.listAll(ctx, origins, known)
		return nil
	})
	if err != nil || w.stop != "" {
		return err // or cut off
	}
	return w.noteListing(list, w.visitor.resolve)
}

// listedOrigins are the origins whose sitemaps are read, and the robots.txt of those that are not to be asked for them:
// of a site its own, of a search all that it knows.
func (w *walk) listedOrigins() (origins []site.URL, known map[string]RobotsAnswer) {
	known = map[string]RobotsAnswer{}
	if !w.known.Site.Search {
		known[w.origin.Origin()] = RobotsAnswer{Rules: w.rules().Rules, Seen: w.known.Robots()}
		return append([]site.URL{w.origin}, w.parts.otherOrigins(w.origin)...), known
	}
	for _, u := range w.parts.SitemapsOf {
		if !w.hosts.due(u.Origin()) {
			known[u.Origin()] = w.hosts.of(u.Origin())
		}
	}
	return w.parts.SitemapsOf, known
}

// sitemapsRead is what the sitemaps of all hosts of a site list, and the robots.txt that were asked for.
type sitemapsRead struct {
	SitemapList
	robots map[string]RobotsAnswer
}

// listAll reads the sitemaps of origins, and asks those for robots.txt of which it is not known. Of a URL that several
// list the first one counts.
func (p *Parts) listAll(ctx context.Context, origins []site.URL, known map[string]RobotsAnswer) sitemapsRead {
	all := sitemapsRead{robots: map[string]RobotsAnswer{}}
	listed := map[string]bool{}
	for _, origin := range origins {
		r, asked := known[origin.Origin()]
		if !asked {
			if r = p.Robots.Fetch(ctx, p.Downloader, origin); ctx.Err() != nil {
				return all
			}
			all.robots[origin.Origin()] = r
		}
		if r.Retry {
			continue
		}
		more := p.Sitemaps(ctx, p.Downloader, r.Rules, origin, r.Seen.Text)
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
			r.Files, r.Inside = append(r.Files, e.File), append(r.Inside, t.Internal)
		}
		entries, count = append(entries, r), count+len(r.URLs)
	}
	head := evidence.SitemapsRecord{Files: list.Files, Cut: list.Cut, Listed: count,
		Start: w.parts.SitemapStarts && !w.known.Site.Search, Of: originsOf(w.parts.SitemapsOf)}
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
