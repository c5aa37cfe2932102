package extractor

import (
	"cmp"
	"context"
	"errors"

	"sitegraph/extractor/scope"
	"sitegraph/site"
)

// An iteration of a site that is crawled in an order, of a search, or of a site with key stable, has two parts. The
// checks are made as on other sites; when those of all sites are done, the crawl is decided anew: it goes through what
// is known by now, and what new links lead to is requested, in an order as far as it wants that and the budget allows.

// checkAgain makes the checks of an iteration of such a site, if one is due. It returns nil if they are done, so that
// the crawl can be decided; otherwise the walk as far as it came, whose crawl is that of what is known: the checks were
// stopped, or the files of an iteration before are still to be written.
func checkAgain(ctx context.Context, start site.URL, p Parts, l scope.Limits) (*walk, error) {
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
		return w, nil
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
	return w, w.finish()
}

// decideAgain has such a site be decided anew, after its checks.
func decideAgain(p Parts, l scope.Limits) error {
	w := newWalk(p, l)
	if err := w.known.Load(p.Journal, always); err != nil {
		return err
	}
	if n := w.known; !n.Undecided() || !n.Watching.Last().Judged {
		return nil
	}
	return w.noteAnew()
}

// iterate makes the checks that are due, and has the sites be decided anew when those of all are done; else the walk is
// over.
func (o *Ordered) iterate(ctx context.Context) (done bool, err error) {
	o.checked = make([]*walk, len(o.input))
	errs := make([]error, len(o.input))
	slots := make(chan struct{}, o.ChecksAtOnce)
	var all site.Group
	for i, in := range o.input {
		if !in.Kept {
			continue // nothing is left to check
		}
		slots <- struct{}{}
		all.Go(func() {
			defer func() { <-slots }()
			errs[i] = site.Safely(func() error { return o.check(ctx, i) })
		})
	}
	if all.Wait(); errors.Join(errs...) != nil {
		return false, errors.Join(errs...)
	}
	for _, w := range o.checked {
		if w != nil {
			return false, nil
		}
	}
	o.checked = nil
	for _, in := range o.input {
		if !in.Kept {
			continue
		}
		p, l, err := in.Open()
		if err == nil {
			err = decideAgain(p, l)
		}
		if in.Close(); err != nil {
			return false, err
		}
	}
	return true, nil
}

// check makes the checks of a site.
func (o *Ordered) check(ctx context.Context, i int) error {
	p, l, err := o.input[i].Open()
	if err != nil {
		return err
	}
	defer o.input[i].Close()
	o.checked[i], err = checkAgain(ctx, o.input[i].Start, p, l)
	return err
}

// Checked reports whether the walk ended before it decided anything, while it made checks or since files of an
// iteration before are still to be written, and how that ended for a site.
func (o *Ordered) Checked(i int) (ending site.Ending, over bool) {
	if o.checked == nil || o.checked[i] == nil {
		return "", o.checked != nil
	}
	return o.checked[i].stop, true
}
