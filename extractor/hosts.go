package extractor

import (
	"context"
	"time"

	"sitegraph/extractor/evidence"
	"sitegraph/site"
)

// RobotsValidity is how long a robots.txt counts (RFC 9309 section 2.4).
const RobotsValidity = 24 * time.Hour

// robotsRetry is the pause before a robots.txt that could not be had is asked for again.
const robotsRetry = time.Hour

// robotsAtOnce is the number of hosts that are asked for robots.txt at the same time.
const robotsAtOnce = 64

// KeptRobots is when a robots.txt would have been fetched that is asked for again after robotsRetry: an old one stays
// valid for so long where nothing comes.
func KeptRobots(now time.Time) time.Time { return now.Add(robotsRetry - RobotsValidity) }

// aged reports whether a robots.txt is to be asked for again.
func aged(seen site.RobotsSeen, now time.Time) bool {
	validity := RobotsValidity
	if seen.Access == site.RobotsForbid {
		validity = robotsRetry
	}
	return now.Sub(seen.Fetched) >= validity
}

// hosts are the origins that the crawl of a site asks: what their robots.txt allow, and how old these are. What was
// seen is in the journal.
type hosts struct {
	parts  *Parts
	known  *evidence.Known
	memory *memory
	judged map[string]RobotsAnswer // by origin
	asking map[string]bool         // origins whose robots.txt is under way
}

func newHosts(p *Parts, m *memory) *hosts {
	return &hosts{parts: p, known: m.known, memory: m, judged: map[string]RobotsAnswer{}, asking: map[string]bool{}}
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

// forget has the robots.txt of an origin count no more.
func (h *hosts) forget(origin string) {
	delete(h.judged, origin)
	delete(h.known.Ruled, origin)
}

// unruled reports whether there has been no robots.txt of an origin that can be gone by.
func (h *hosts) unruled(origin string) bool {
	r := h.of(origin)
	return r.Rules == nil || r.Retry
}

// due reports whether the robots.txt of an origin is to be asked for before its next URL. Other origins than the
// site's own need not have one that can be gone by: nothing is asked of them then.
func (h *hosts) due(origin string) bool {
	seen, known := h.known.Ruled[origin]
	known = known && (origin != h.known.Site.Origin || !h.unruled(origin))
	return !h.asking[origin] && (!known || aged(seen, h.parts.Now()))
}

func (h *hosts) own() RobotsAnswer { return h.of(h.known.Site.Origin) }

// stayUnruled notes for this run alone that the site's own robots.txt could not be had.
func (h *hosts) stayUnruled(r RobotsAnswer) {
	r.Seen.Fetched = h.parts.Now().UTC()
	h.known.Ruled[h.known.Site.Origin] = r.Seen
	h.goBy(h.known.Site.Origin, r)
}

// keepRobots notes what came of the robots.txt of an origin and goes by it. An old one stays valid for a while where
// nothing came.
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

// schemeOpen reports whether it is open by which scheme the site is crawled: its user did not say, and it never
// answered.
func (h *hosts) schemeOpen() bool {
	seen := h.known.Robots()
	return h.parts.SchemeOpen && len(h.known.Site.Passed) == 0 &&
		(seen.Fetched.IsZero() || seen.Access == site.RobotsForbid)
}

// fetchRobots asks an origin for robots.txt, and notes when.
func (p *Parts) fetchRobots(ctx context.Context, origin site.URL) RobotsAnswer {
	r := p.Robots.Fetch(ctx, p.Downloader, origin)
	r.Seen.Fetched = p.Now().UTC()
	return r
}

// firstRobots asks an origin for robots.txt. If its scheme is open, and nothing listens for https, it asks by http,
// too; where that brings an answer, it counts.
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
