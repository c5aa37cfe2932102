package extractor

import (
	"cmp"
	"context"

	"sitegraph/extractor/scope"
	"sitegraph/site"
)

// An iteration of a site that is crawled in an order, or with key stable, has two parts. The checks are made as on
// other sites; when those of all sites are done, the crawl is decided anew: it goes through what is known by now, and
// what new links lead to is requested, in an order as far as it wants that and the budget allows.

// CheckAgain makes the checks of an iteration of such a site, if one is due. It returns nil if they are done, so that
// the order can decide; otherwise the crawl as it is known: the checks were stopped, or the files of an iteration
// before are still to be written.
func CheckAgain(ctx context.Context, start site.URL, p Parts, l scope.Limits) (*site.Crawl, error) {
	if p.Watch == nil {
		return nil, nil // nothing is left to check
	}
	w := newWalk(p, l)
	w.live, w.checksFirst, w.known.KeepWords = true, true, true
	if err := w.known.Load(p.Journal, always); err != nil {
		return nil, err
	}
	n := w.known
	if n.Site.Origin == "" || !n.Iterating() && !n.Ended() || n.Iterating() && n.Watching.Last().Judged {
		return nil, nil
	}
	w.ordered = n.Site.Ordered
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
		w.stop = cmp.Or(w.stop, n.EndingOfSilence())
	}
	w.visitor = w.newVisitor(w.parse)
	if unwritten := p.Watch.Unwritten; !n.Iterating() && unwritten != nil && unwritten(n.LastIteration()) {
		w.stop = n.End.Reason
		return w.crawl()
	}
	if !n.Iterating() && w.stop == "" {
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

// DecideAgain has such a site be decided anew, after its checks.
func DecideAgain(p Parts, l scope.Limits) error {
	w := newWalk(p, l)
	if err := w.known.Load(p.Journal, always); err != nil {
		return err
	}
	w.ordered = w.known.Site.Ordered
	if n := w.known; !n.Iterating() || !n.Watching.Last().Judged || n.AnewFrom > n.Watching.Last().Record {
		return nil
	}
	return w.noteAnew()
}
