package extractor

import (
	"context"
	"slices"
	"time"

	"sitegraph/extractor/evidence"
	"sitegraph/site"
)

// RobotsValidity is how long a robots.txt is valid (RFC 9309 section 2.4).
const RobotsValidity = 24 * time.Hour

// robotsRetry is the pause before requesting a robots.txt again that was not available.
const robotsRetry = time.Hour

// robotsAtOnce limits the concurrent requests for robots.txt.
const robotsAtOnce = 64

// KeptRobots returns a fetch time with which a robots.txt expires after robotsRetry. If a host does not answer, its old
// robots.txt stays valid for that long.
func KeptRobots(now time.Time) time.Time { return now.Add(robotsRetry - RobotsValidity) }

// aged reports whether a robots.txt must be requested again.
func aged(seen site.RobotsSeen, now time.Time) bool {
	validity := RobotsValidity
	if seen.Access == site.RobotsForbid {
		validity = robotsRetry
	}
	return now.Sub(seen.Fetched) >= validity
}

// hosts manages the robots.txt of the origins that the crawl of a site uses. The journal has their texts.
type hosts struct {
	parts  *Parts
	known  *evidence.Known
	memory *memory
	judged map[string]RobotsAnswer // by origin
	asking map[string]bool         // origins whose robots.txt is being requested
}

func (h *hosts) of(origin string) RobotsAnswer {
	if _, judged := h.judged[origin]; !judged && h.parts.Robots != nil {
		if _, seen := h.known.Ruled[origin]; seen {
			h.apply(origin)
		}
	}
	return h.judged[origin]
}

func (h *hosts) apply(origin string) {
	if h.parts.Robots != nil {
		h.goBy(origin, h.parts.Robots.Judge(h.known.Ruled[origin]))
	}
}

func (h *hosts) goBy(origin string, r RobotsAnswer) {
	h.judged[origin] = r
	if u, err := site.Parse(origin + "/"); err == nil && h.parts.SetDelay != nil {
		h.parts.SetDelay(u, r.Delay)
	}
}

// forget drops the robots.txt of an origin.
func (h *hosts) forget(origin string) {
	delete(h.judged, origin)
	delete(h.known.Ruled, origin)
}

// unruled reports whether an origin has no usable robots.txt so far.
func (h *hosts) unruled(origin string) bool {
	r := h.of(origin)
	return r.Rules == nil || r.Retry
}

// due reports whether the robots.txt of an origin must be requested before its next URL. Origins other than the site's
// own may lack a usable one, but then nothing is requested from them.
func (h *hosts) due(origin string) bool {
	seen, known := h.known.Ruled[origin]
	known = known && (origin != h.known.Site.Origin || !h.unruled(origin))
	return !h.asking[origin] && (!known || aged(seen, h.parts.Now()))
}

func (h *hosts) own() RobotsAnswer { return h.of(h.known.Site.Origin) }

// stayUnruled records, for this run only, that the site's own robots.txt is not available.
func (h *hosts) stayUnruled(r RobotsAnswer) {
	r.Seen.Fetched = h.parts.Now().UTC()
	h.known.Ruled[h.known.Site.Origin] = r.Seen
	h.goBy(h.known.Site.Origin, r)
}

// keepRobots records the answer for the robots.txt of an origin and obeys it. Without an answer, an old one stays valid
// for a while.
func (h *hosts) keepRobots(origin string, r RobotsAnswer) error {
	if old, known := h.known.Ruled[origin]; r.Retry && known && old.Access != site.RobotsForbid {
		old.Fetched = KeptRobots(h.parts.Now())
		h.known.Ruled[origin] = old
		return nil
	}
	record := evidence.RobotsRecord{Seen: r.Seen, Text: []byte(r.Seen.Text)}
	if origin != h.known.Site.Origin {
		record.Origin = origin
	}
	if err := h.memory.note(evidence.KindRobots, record); err != nil {
		return err
	}
	h.apply(origin)
	return nil
}

// schemeOpen reports whether the scheme of the site is still open because the user gave none and the site has never
// answered.
func (h *hosts) schemeOpen() bool {
	seen := h.known.Robots()
	return h.parts.SchemeOpen && len(h.known.Site.Passed) == 0 &&
		(seen.Fetched.IsZero() || seen.Access == site.RobotsForbid)
}

// fetchRobots requests the robots.txt of an origin and sets the time.
func (p *Parts) fetchRobots(ctx context.Context, origin site.URL) RobotsAnswer {
	r := p.Robots.Fetch(ctx, p.Downloader, origin)
	r.Seen.Fetched = p.Now().UTC()
	return r
}

// firstRobots requests the robots.txt of an origin. If its scheme is open and nothing listens for https, it also tries
// http, which counts if it answers.
func (p *Parts) firstRobots(ctx context.Context, origin site.URL, open bool) (RobotsAnswer, site.URL) {
	r := p.fetchRobots(ctx, origin)
	if !open || origin.Scheme != "https" || r.Seen.Why != site.RobotsNoAnswer || !r.Seen.Failure.NoServer() {
		return r, origin
	}
	plain := origin
	plain.Scheme = "http"
	if other := p.fetchRobots(ctx, plain); other.Seen.Why != site.RobotsNoAnswer {
		return other, plain
	}
	return r, origin
}

// sitemapsRead holds the sitemaps of an origin and its robots.txt.
type sitemapsRead struct {
	SitemapList
	origin site.URL
	robots RobotsAnswer
	asked  bool // robots.txt was also requested
	cut    bool // the sitemaps were not read to their end
}

// sitemapsSince returns the origins whose sitemaps were not read since a record, with their known robots.txt.
func (w *walk) sitemapsSince(record int) (missing []sitemapsRead) {
	for _, origin := range w.known.ListedSince(record) {
		u, err := site.Parse(origin + "/")
		if err != nil {
			continue // cannot happen, because the URL of an origin is valid
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

// listAll reads the sitemaps of origins, after requesting unknown robots.txt files. It returns the origins that it
// finished before ctx ended.
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
			continue // it will be requested again when a link leads there
		}
		o.SitemapList = p.Sitemaps(ctx, p.Downloader, o.robots.Rules, o.origin, o.robots.Seen.Text)
		if o.cut = ctx.Err() != nil; o.cut {
			return origins[:i+1]
		}
	}
	return origins
}

// otherOrigins returns the further origins whose sitemaps count: an entity's named hosts, or the hosts of the URLs in a
// list.
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
