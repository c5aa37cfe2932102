package extractor

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"sitegraph/site"
)

// robotsValidity is how long a robots.txt counts (RFC 9309 section 2.4).
const robotsValidity = 24 * time.Hour

// open brings the walk to its first level: robots.txt, then the home page. A
// home page that redirects to another host or scheme makes that the site
// (spec 1.9). Where the journal has answers already they are used.
func (w *walk) open(ctx context.Context, start site.URL) error {
	if w.mem.site.Origin == "" {
		if err := w.begin(ctx, start, nil, nil); err != nil {
			return err
		}
	} else if err := w.resume(ctx, start); err != nil {
		return err
	}
	for {
		if err := w.settle(); err != nil || w.stop != "" {
			return err
		}
		w.man()
		away, err := w.home(ctx)
		if err != nil || away == nil {
			return err
		}
		if adopted, err := w.adopt(ctx, *away); err != nil || !adopted {
			return err
		}
	}
}

// begin starts the site anew at an address: a site record, then robots.txt.
func (w *walk) begin(ctx context.Context, start site.URL, passed, notes []string) error {
	started := w.mem.site.Started
	if started.IsZero() {
		started = w.begun.UTC()
	}
	address := w.parts.Normaliser.Address(start)
	r := siteRecord{Origin: start.Origin(), Start: address, Key: w.parts.Normaliser.KeyOf(start, address),
		Passed: passed, Notes: notes, Started: started, Settings: w.parts.Settings}
	fromHTTP := slices.ContainsFunc(passed, func(p string) bool { return strings.HasPrefix(p, "http://") })
	if fromHTTP && w.limits.RewriteScheme && start.Scheme == "https" && start.Port == "" {
		r.Rewrite = "http://" + start.Host + "/"
	}
	if err := w.note(kindSite, r); err != nil {
		return err
	}
	return w.fetchRobots(ctx, start)
}

// resume takes up a site that the journal knows, which need not be the one of
// the start page; robots.txt is asked for again only if no run has had an
// answer.
func (w *walk) resume(ctx context.Context, start site.URL) error {
	if err := w.fits(); err != nil {
		return err
	}
	if origin := w.mem.site.Origin; origin != start.Origin() && w.parts.Claim != nil && !w.parts.Claim(origin) {
		w.claimed(start.Origin(), origin)
		return nil
	}
	if w.mem.robots.Fetched.IsZero() {
		if err := w.settle(); err != nil {
			return err
		}
		return w.fetchRobots(ctx, w.site)
	}
	w.judge()
	return w.again()
}

// again voids the failures of earlier runs when that is wanted, and when there
// is nothing but failures: a home page that was down is no finished crawl.
func (w *walk) again() error {
	failures := w.mem.unlucky()
	if failures == 0 || !w.parts.RetryFailed && failures < w.mem.fetched {
		return nil
	}
	return w.note(kindAgain, againRecord{At: w.parts.Now().UTC()})
}

// fits compares the settings of the journal with those of this run; an empty
// one of this run does not mind.
func (w *walk) fits() error {
	for _, key := range slices.Sorted(maps.Keys(w.parts.Settings)) {
		was, is := w.mem.site.Settings[key], w.parts.Settings[key]
		if was != is && is != "" {
			if was == "" {
				return fmt.Errorf("the state was made without %s: leave that out again, or start anew with --fresh", key)
			}
			return fmt.Errorf("the state was made with %s = %q, now it is %q, which would give another graph: restore it, or start anew with --fresh",
				key, was, is)
		}
	}
	return nil
}

// fetchRobots asks for robots.txt and keeps what came, unless nothing did.
func (w *walk) fetchRobots(ctx context.Context, origin site.URL) error {
	r := w.askRobots(ctx, origin)
	if r.Retry && w.stop != "" {
		return nil // cut off: nothing is known
	}
	if r.Retry {
		w.robot = r
		w.mem.robots = r.Seen
		return nil
	}
	return w.keepRobots(r.Seen)
}

// keepRobots notes a robots.txt in the journal and goes by it.
func (w *walk) keepRobots(seen site.RobotsSeen) error {
	if err := w.note(kindRobots, robotsRecord{Seen: seen, Text: []byte(seen.Text)}); err != nil {
		return err
	}
	w.judge()
	return nil
}

// askRobots asks for robots.txt. What ends the walk ends this too: a server
// that never answers must not outlast a stop.
func (w *walk) askRobots(ctx context.Context, origin site.URL) RobotsAnswer {
	asking, cancel := context.WithCancel(ctx)
	defer cancel()
	w.asking = true
	defer func() { w.asking = false }()
	answer := make(chan RobotsAnswer, 1)
	go func() { answer <- w.parts.Robots.Fetch(asking, w.parts.Downloader, origin) }()
	for {
		select {
		case r := <-answer:
			if r.Retry && w.stop == "" && ctx.Err() != nil {
				w.stop = site.EndingOf(context.Cause(ctx))
			}
			return r
		case <-w.crew.tick.C:
			if w.consultAndHurry(); w.stop != "" {
				cancel()
			}
		}
	}
}

// judge reads the rules again from what the journal has.
func (w *walk) judge() {
	w.robot = w.parts.Robots.Judge(w.mem.robots)
	if w.parts.SetDelay != nil {
		w.parts.SetDelay(w.robot.Delay)
	}
}

// settle reads the site's facts from memory.
func (w *walk) settle() error {
	u, err := site.Parse(w.mem.site.Start)
	if err != nil {
		return fmt.Errorf("start page in the state: %w", err)
	}
	w.site = u
	address := w.mem.book.find(w.mem.site.Start)
	w.start = w.mem.book.key(address)
	w.found.set(w.start, 1, w.mem.book.Len())
	w.via.set(w.start, int32(address)+1, w.mem.book.Len())
	return nil
}

// man tells the workers what site they work for.
func (w *walk) man() {
	v := &visitor{parts: &w.parts, limits: &w.limits, origin: w.site, prefix: w.site.Origin() + "/", parse: w.crew.parse}
	if w.mem.site.Rewrite != "" {
		v.rewrite, _ = site.Parse(w.mem.site.Rewrite)
	}
	w.crew.visitor.Store(v)
}

// home follows the home page's redirects, and returns the address at which
// they leave the site, if they do.
func (w *walk) home(ctx context.Context) (away *site.URL, err error) {
	if w.robot.Retry {
		w.stop = site.EndedRobotsUnavailable
		if w.mem.robots.Why == site.RobotsNoAnswer {
			w.stop = site.EndedUnreachable
		}
		return nil, nil
	}
	if err := w.rounds(ctx, []addressID{w.start}); err != nil {
		return nil, err
	}
	e := w.follow(w.start)
	if e.state != site.StateRedirectOut {
		return nil, nil
	}
	u, err := site.Parse(w.mem.book.String(w.mem.answer(e.key).location))
	if err != nil {
		return nil, nil
	}
	return &u, nil
}

// adopt makes another origin the site, if no other walk of this run has it and
// the home pages do not lead in a circle.
func (w *walk) adopt(ctx context.Context, u site.URL) (adopted bool, err error) {
	m := &w.mem.site
	passed := append(slices.Clip(m.Passed), m.Start)
	if len(passed) > w.limits.MaxRedirects || slices.Contains(passed, w.parts.Normaliser.Address(u)) {
		w.remark(fmt.Sprintf("%s redirects to %s: a circle, or more than %d sites", m.Origin, u, w.limits.MaxRedirects))
		return false, nil
	}
	ours := slices.ContainsFunc(passed, func(p string) bool { return strings.HasPrefix(p, u.Origin()+"/") })
	if !ours && w.parts.Claim != nil && !w.parts.Claim(u.Origin()) {
		w.claimed(m.Origin, u.Origin())
		return false, nil
	}
	notes := append(slices.Clip(m.Notes), fmt.Sprintf("%s redirects to %s, which became the site", m.Origin, u))
	w.via, w.found = nil, nil
	return true, w.begin(ctx, u, passed, notes)
}

// claimed ends the walk because another one has its site.
func (w *walk) claimed(from, to string) {
	w.remark(fmt.Sprintf("%s redirects to %s, which is a site of this run already", from, to))
	w.stop = site.EndedAnotherSite
}

// remark adds a note that this run alone shows.
func (w *walk) remark(note string) {
	w.mem.site.Notes = append(slices.Clip(w.mem.site.Notes), note)
}

// refreshRobots asks again for a robots.txt that is too old (RFC 9309 section
// 2.4: 24 hours). When there is no answer the old one goes on for a while.
func (w *walk) refreshRobots(ctx context.Context) error {
	if w.parts.Now().Sub(w.mem.robots.Fetched) < robotsValidity {
		return nil
	}
	r := w.askRobots(ctx, w.site)
	if r.Retry {
		w.mem.robots.Fetched = w.parts.Now().Add(time.Hour - robotsValidity)
		return nil
	}
	return w.keepRobots(r.Seen)
}
