package extractor

import (
	"context"
	"time"

	"sitegraph/site"
)

// robotsValidity is how long a robots.txt counts (RFC 9309 section 2.4).
const robotsValidity = 24 * time.Hour

// fetchRobots asks for robots.txt and keeps what came, unless nothing did.
func (w *walk) fetchRobots(ctx context.Context, origin site.URL) error {
	r := w.askRobots(ctx, origin)
	if r.Retry && w.stop != "" {
		return nil // cut off: nothing is known
	}
	if r.Retry {
		w.robots = r
		w.known.robots = r.Seen
		return nil
	}
	return w.keepRobots(r.Seen)
}

// keepRobots notes a robots.txt in the journal and goes by it.
func (w *walk) keepRobots(seen site.RobotsSeen) error {
	if err := w.note(kindRobots, robotsRecord{Seen: seen, Text: []byte(seen.Text)}); err != nil {
		return err
	}
	w.applyRobots()
	return nil
}

// askRobots asks for robots.txt. What ends the walk ends this too: a server
// that never answers must not outlast a stop.
func (w *walk) askRobots(ctx context.Context, origin site.URL) RobotsAnswer {
	asking, cancel := context.WithCancel(ctx)
	defer cancel()
	w.status.asking = true
	defer func() { w.status.asking = false }()
	answer := make(chan RobotsAnswer, 1)
	go func() { answer <- w.parts.Robots.Fetch(asking, w.parts.Downloader, origin) }()
	for {
		select {
		case r := <-answer:
			if r.Retry && w.stop == "" && ctx.Err() != nil {
				w.stop = site.EndingOf(context.Cause(ctx))
			}
			return r
		case <-w.workers.tick.C:
			if w.checkStopAndHurry(); w.stop != "" {
				cancel()
			}
		}
	}
}

// applyRobots reads the rules again from what the journal has.
func (w *walk) applyRobots() {
	w.robots = w.parts.Robots.Judge(w.known.robots)
	if w.parts.SetDelay != nil {
		w.parts.SetDelay(w.robots.Delay)
	}
}

// refreshRobots asks again for a robots.txt that is too old. When there is no
// answer the old one stays valid for another hour.
func (w *walk) refreshRobots(ctx context.Context) error {
	if w.parts.Now().Sub(w.known.robots.Fetched) < robotsValidity {
		return nil
	}
	r := w.askRobots(ctx, w.origin)
	if r.Retry {
		w.known.robots.Fetched = w.parts.Now().Add(time.Hour - robotsValidity)
		return nil
	}
	return w.keepRobots(r.Seen)
}
