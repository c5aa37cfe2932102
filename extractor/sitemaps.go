package extractor

import (
	"context"
	"slices"

	"sitegraph/extractor/evidence"
	"sitegraph/site"
)

// sitemapsRead is what the sitemaps of an origin list, and its robots.txt.
type sitemapsRead struct {
	SitemapList
	origin site.URL
	robots RobotsAnswer
	asked  bool // robots.txt was asked for, too
	cut    bool // and no more than that
}

// sitemapsSince are the origins whose sitemaps were not read since a record, with the robots.txt that are known.
func (w *walk) sitemapsSince(record int) (missing []sitemapsRead) {
	for _, origin := range w.known.ListedSince(record) {
		u, err := site.Parse(origin + "/")
		if err != nil {
			continue // the origin of a URL can be read
		}
		seen, known := w.known.Ruled[origin]
		r := sitemapsRead{origin: u, robots: w.hosts.of(origin), asked: !known || aged(seen, w.parts.Now())}
		if origin == w.known.Site.Origin {
			r.origin, r.asked = w.origin, false
		}
		missing = append(missing, r)
	}
	return missing
}

// listAll reads the sitemaps of origins, and robots.txt before where it is not known. It returns those that it was not
// cut off from.
func (p *Parts) listAll(ctx context.Context, origins []sitemapsRead) []sitemapsRead {
	for i := range origins {
		o := &origins[i]
		if o.asked {
			o.robots = p.fetchRobots(ctx, o.origin)
		}
		if ctx.Err() != nil {
			return origins[:i]
		}
		if o.robots.Rules == nil || o.asked && o.robots.Retry {
			continue // it is asked for again when a link leads there
		}
		o.SitemapList = p.Sitemaps(ctx, p.Downloader, o.robots.Rules, o.origin, o.robots.Seen.Text)
		if o.cut = ctx.Err() != nil; o.cut {
			return origins[:i+1]
		}
	}
	return origins
}

// otherOrigins are those beside the first one that have sitemaps, the hosts of an entity that have a name: of a list
// those of its URLs.
func (p *Parts) otherOrigins(but site.URL) (all []string) {
	if !p.List || p.Members == nil {
		for _, u := range p.Members.Origins(but) {
			all = append(all, u.Origin())
		}
		return all
	}
	seen := map[string]bool{but.Origin(): true}
	for _, u := range p.Further {
		if origin := u.Origin(); !seen[origin] {
			seen[origin] = true
			all = append(all, origin)
		}
	}
	return all
}

// noteListing notes in the journal what sitemaps list, and the robots.txt that were asked for.
func (w *walk) noteListing(lists []sitemapsRead) error {
	for _, l := range lists {
		if l.asked && (!l.robots.Retry || w.known.Site.Search) {
			if err := w.hosts.keepRobots(l.origin.Origin(), l.robots); err != nil {
				return err
			}
		}
		if l.cut {
			break
		}
		if err := w.noteSitemaps(l.origin.Origin(), l.SitemapList); err != nil {
			return err
		}
	}
	return nil
}

func (w *walk) noteSitemaps(origin string, list SitemapList) error {
	var entries []evidence.ListedRecord
	count := 0
	for some := range slices.Chunk(list.Entries, startsAtOnce) {
		var r evidence.ListedRecord
		for _, e := range some {
			t := w.visitor.resolve(w.origin, e.URL, nil)
			if t.Fault.Failed() {
				continue
			}
			r.URLs, r.Keys = append(r.URLs, t.URL), append(r.Keys, t.Key)
			r.Files = append(r.Files, e.File)
		}
		entries, count = append(entries, r), count+len(r.URLs)
	}
	head := evidence.SitemapsRecord{Origin: origin, Files: list.Files, Cut: list.Cut, Listed: count}
	if err := w.memory.note(evidence.KindSitemaps, head); err != nil {
		return err
	}
	for _, r := range entries {
		if err := w.memory.note(evidence.KindListed, r); err != nil {
			return err
		}
	}
	return nil
}
