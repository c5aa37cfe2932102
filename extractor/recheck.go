package extractor

import (
	"cmp"
	"context"

	"sitegraph/site"
)

// An iteration of a site that is crawled in an order, or with key stable, has two parts. The checks are made as on
// other sites; when those of all sites are done, the crawl is decided anew: it goes through what is known by now, and
// what new links lead to is requested, in an order as far as it wants that and the budget allows.

// CheckAgain makes the checks of an iteration of such a site, if one is due. It returns nil if they are done, so that
// the order can decide; otherwise the crawl as it is known: the checks were stopped, or the files of an iteration
// before are still to be written.
func CheckAgain(ctx context.Context, start site.URL, p Parts, l Limits) (*site.Crawl, error) {
	if p.Watch == nil {
		return nil, nil // nothing is left to check
	}
	w := newWalk(p, l)
	w.live, w.checksFirst, w.known.keepWords = true, true, true
	if err := w.known.load(p.Journal, always); err != nil {
		return nil, err
	}
	n := w.known
	if n.site.Origin == "" || !n.iterating() && !n.ended() || n.iterating() && n.watching.last().judged {
		return nil, nil
	}
	w.ordered = n.site.Ordered
	w.startEngine()
	defer w.engine.End()
	if err := w.resume(ctx, start); err != nil {
		return nil, err
	}
	stop := w.stop
	if err := w.buildNow(); err != nil {
		return nil, err
	}
	if w.stop = stop; w.rules().Retry {
		w.stop = cmp.Or(w.stop, n.endingOfSilence())
	}
	w.visitor = w.newVisitor(w.parse)
	if unwritten := p.Watch.Unwritten; !n.iterating() && unwritten != nil && unwritten(n.lastIteration()) {
		w.stop = n.end.Reason
		return w.crawl()
	}
	if !n.iterating() && w.stop == "" {
		if err := w.nextIteration(ctx, w.build); err != nil {
			return nil, err
		}
	}
	if err := w.check(ctx); err != nil || w.stop == "" {
		return nil, err
	}
	stop = w.stop
	if err := w.buildNow(); err != nil {
		return nil, err
	}
	w.stop = stop
	if err := w.finish(); err != nil {
		return nil, err
	}
	return w.crawl()
}

// noteSettled notes which keys count by now, before a watched site is decided anew.
func (n *known) noteSettled() {
	if n.settled = nil; n.watching == nil {
		return
	}
	for key, place := range n.of {
		if place > 0 {
			n.settled.set(urlID(key), 1, n.urls.Len())
		}
	}
	for _, c := range n.commits {
		if c.key != noURL && c.kind == ofAnswer {
			n.settled.set(c.key, 1, n.urls.Len())
		}
	}
}

// stale reports whether the answer of a key that waits for its decision is from before the iteration, in which it did
// not count: it is asked for anew.
func (n *known) stale(key urlID) bool {
	place := n.held.get(key)
	return place > 0 && n.watching != nil && n.anew && n.settled.get(key) == 0 &&
		n.watching.histories[place-1].tried < int32(n.lastIteration())
}

// DecideAgain has such a site be decided anew, after its checks.
func DecideAgain(p Parts, l Limits) error {
	w := newWalk(p, l)
	if err := w.known.load(p.Journal, always); err != nil {
		return err
	}
	w.ordered = w.known.site.Ordered
	if n := w.known; !n.iterating() || !n.watching.last().judged || n.anewFrom > n.watching.last().record {
		return nil
	}
	return w.noteAnew()
}
