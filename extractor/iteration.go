package extractor

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"sitegraph/extractor/evidence"
	"sitegraph/extractor/scope"
	"sitegraph/site"
)

// An iteration of a watched site has two parts. First it checks pages. When the checks of all sites are done, the crawl
// is decided again from the known answers, and the targets of new links are requested if the order and the budget
// allow it.

// checkAgain performs the checks of a site's iteration, if one is due. It returns nil if they are done and the crawl
// can be decided again. If the checks were stopped, or the files of an earlier iteration are not written yet, it
// returns the walk so far.
func checkAgain(ctx context.Context, start site.URL, p Parts, l scope.Limits) (*walk, error) {
	if p.Watch == nil {
		return nil, nil // nothing is left to check
	}
	w := &checker{walk: newWalk(p, l)}
	w.begins.live, w.known.KeepWords = true, true
	if err := w.known.Load(p.Journal, nil); err != nil {
		return nil, err
	}
	n := w.known
	begun := n.Phase()
	if n.Site.Origin == "" || begun != evidence.Checking && begun != evidence.Done {
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
	if w.stop = stop; w.hosts.own().Retry {
		w.stop = cmp.Or(w.stop, n.EndingOfSilence())
	}
	w.visitor = w.newVisitor(w.parse)
	if unwritten := p.Watch.Unwritten; begun == evidence.Done && unwritten != nil && unwritten(n.LastIteration()) {
		w.stop = n.End.Reason
		return w.walk, nil
	}
	if begun == evidence.Done && w.stop == "" {
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
	return w.walk, w.finish()
}

// decideAgain records that a site must be decided again after its checks.
func decideAgain(p Parts, l scope.Limits) error {
	w := newWalk(p, l)
	if err := w.known.Load(p.Journal, nil); err != nil {
		return err
	}
	if w.known.Phase() != evidence.Checked {
		return nil
	}
	return w.begins.noteAnew()
}

// iterate performs the checks that are due. When those of all sites are done, it has the sites decided again. Otherwise
// it returns the walk of each site.
func iterate(ctx context.Context, sites []OrderedSite, atOnce int) (checked []*walk, err error) {
	checked = make([]*walk, len(sites))
	errs := make([]error, len(sites))
	slots := make(chan struct{}, atOnce)
	var all site.Group
	for i, in := range sites {
		if !in.Kept {
			continue // nothing is left to check
		}
		slots <- struct{}{}
		all.Go(func() {
			defer func() { <-slots }()
			errs[i] = site.Safely(func() (err error) {
				return in.with(func(p Parts, l scope.Limits) error {
					checked[i], err = checkAgain(ctx, in.Start, p, l)
					return err
				})
			})
		})
	}
	if all.Wait(); errors.Join(errs...) != nil {
		return nil, errors.Join(errs...)
	}
	if slices.ContainsFunc(checked, func(w *walk) bool { return w != nil }) {
		return checked, nil
	}
	for _, in := range sites {
		if !in.Kept {
			continue
		}
		if err := in.with(decideAgain); err != nil {
			return nil, err
		}
	}
	return nil, nil
}

func (in *OrderedSite) with(f func(Parts, scope.Limits) error) error {
	p, l, err := in.Open()
	if err != nil {
		return err
	}
	defer in.Close()
	return f(p, l)
}

// Checked reports whether the walk was over before any decision, because checks were stopped or the files of an earlier
// iteration are not written yet. It also returns the ending for a site.
func (o *Ordered) Checked(i int) (ending site.Ending, over bool) {
	if o.checked == nil || o.checked[i] == nil {
		return "", o.checked != nil
	}
	return o.checked[i].stop, true
}

// resume resumes the site of the journal, whose origin may differ from the start page's. It requests robots.txt for a
// new iteration, or if no run has received an answer.
func (c *checker) resume(ctx context.Context, start site.URL) error {
	if err := errors.Join(c.begins.fits(), c.begins.completeStarts()); err != nil {
		return err
	}
	if c.taken(start) || c.known.Site.Search { // a search requests robots.txt when it is due
		return nil
	}
	again := c.known.Phase() == evidence.Done // for the next iteration
	if c.known.Robots().Fetched.IsZero() || again {
		if err := c.setStart(); err != nil {
			return err
		}
		if err := c.fetchRobots(ctx, c.origin); err != nil || !again || c.hosts.own().Retry || c.stop != "" {
			return err
		}
		return c.retryFailed(false) // an iteration checks them like any other URLs
	}
	c.hosts.apply(c.known.Site.Origin)
	return c.retryFailed(c.parts.RetryFailed || c.known.End.Reason == site.EndedRefused && c.known.LastIteration() == 1)
}

// retryFailed voids the failures of earlier runs if all should be retried or if there are only failures, because a
// crawl whose home page was down is not finished.
func (c *checker) retryFailed(all bool) error {
	failures := c.known.Retriable()
	if failures == 0 || !all && failures < c.known.Fetched+c.known.Barred {
		return nil
	}
	return c.memory.note(evidence.KindAgain, evidence.AgainRecord{At: c.parts.Now().UTC()})
}

// fetchRobots requests the site's own robots.txt and stores the answer, if any.
func (c *checker) fetchRobots(ctx context.Context, origin site.URL) error {
	var r RobotsAnswer
	at, open := origin, c.hosts.schemeOpen()
	err := c.ask(ctx, func(ctx context.Context) func() error {
		r, at = c.parts.firstRobots(ctx, origin, open)
		return nil
	})
	if err != nil {
		return err
	}
	if at.Scheme != origin.Scheme && c.stop == "" {
		if moved, err := c.moveTo(at, yieldsTo); err != nil || !moved {
			return err
		}
	}
	if !r.Retry {
		return c.hosts.keepRobots(at.Origin(), r)
	}
	if c.stop == "" { // otherwise it was cut off and nothing is known
		c.hosts.stayUnruled(r)
	}
	return nil
}

func (c *checker) readAgain(ctx context.Context) error {
	missing := c.sitemapsSince(c.known.Watching.Last().Record)
	if c.parts.Sitemaps == nil || len(missing) == 0 {
		return nil
	}
	var lists []sitemapsRead
	err := c.ask(ctx, func(ctx context.Context) func() error {
		lists = c.parts.listAll(ctx, missing)
		return nil
	})
	if err != nil {
		return err
	}
	return c.noteListing(lists)
}
