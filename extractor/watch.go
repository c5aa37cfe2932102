package extractor

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"sitegraph/extractor/evidence"
	"sitegraph/extractor/graph"
	"sitegraph/extractor/scope"
	"sitegraph/site"
)

// iterate does what is left of an iteration, or the next one: it checks the pages
// that are chosen, then fetches what new links lead to. A site that was not
// crawled yet, or not to the end, is crawled; that is its first iteration.
func (w *walk) iterate(ctx context.Context) error {
	n := w.known
	var since *graph.Since
	if n.Iterating() {
		before, err := w.graphBefore(n.Watching.Last())
		if err != nil {
			return err
		}
		w.build, since = before, graph.NewSince(before)
	} else {
		if err := w.depths(ctx); err != nil || w.stopped() || !n.Ended() || w.status.asked > 0 {
			return err // this run is for the crawl itself
		}
		if unwritten := w.parts.Watch.Unwritten; unwritten != nil && unwritten(n.LastIteration()) {
			return nil // this run is for the files
		}
		w.stop, since = "", graph.NewSince(w.build)
		if err := w.nextIteration(ctx, w.build); err != nil {
			return err
		}
	}
	if err := w.check(ctx); err != nil {
		return err
	}
	if n.Iterating() && n.Watching.Last().Judged && w.stop == "" {
		if err := w.again(ctx, since); err != nil || !w.stopped() {
			return err
		}
	}
	return w.again(ctx, nil)
}

// again builds the graph again from what is known now. With since it fetches
// what new links lead to; without, in a run that was stopped, the graph is that of
// all that is known.
func (w *walk) again(ctx context.Context, since *graph.Since) error {
	w.build = graph.NewBuilder(w.known, &w.limits)
	w.build.Since = since
	if err := w.setStart(); err != nil {
		return err
	}
	return w.depths(ctx)
}

// graphBefore builds the graph as it was when an iteration began.
func (w *walk) graphBefore(it *evidence.Iteration) (*graph.Builder, error) {
	b := newWalk(Parts{Journal: w.parts.Journal, Now: w.parts.Now}, w.limits)
	if err := b.known.Load(w.parts.Journal, func() bool { return b.known.Records < it.Record }); err != nil {
		return nil, err
	}
	if err := errors.Join(b.setStart(), b.depths(context.Background())); err != nil {
		return nil, err
	}
	return b.build, nil
}

// nextIteration begins an iteration: it settles which pages are on the list, asks the
// sitemaps, and chooses what is checked.
func (w *walk) nextIteration(ctx context.Context, before *graph.Builder) error {
	n := w.known
	a := graph.ArrivalsOf(n, before)
	n.Watch()
	it := evidence.Iteration{Number: n.Watching.Last().Number + 1, At: n.NextTime(w.parts.Now()), Left: a.Left,
		Policy: w.parts.Watch.Policy}
	keys := slices.Concat(n.Watching.Keys, a.Joined)
	var err error
	if it.Hints, err = w.askSitemaps(ctx, a); err != nil || w.stop != "" {
		return err
	}
	others := graph.Others(n, before)
	h := n.History(a, len(others), &it)
	choice, err := w.parts.Watch.Choose(h)
	if err != nil {
		return err
	}
	for _, page := range choice.Pages {
		it.Plan = append(it.Plan, keys[page])
	}
	it.Plan = append(it.Plan, others[:min(choice.Others, len(others))]...)
	return w.append(evidence.EncodeIteration(&it, a.Joined, n.URLs))
}

// askSitemaps returns what the site's sitemaps say of the pages of the list.
func (w *walk) askSitemaps(ctx context.Context, a evidence.Arrivals) ([]evidence.Hint, error) {
	ask := w.parts.Watch.Sitemaps
	if ask == nil {
		return nil, nil
	}
	w.status.checking = true
	defer func() { w.status.checking = false }()
	var all []Modified
	rules, text := w.rules().Rules, w.known.Robots().Text
	err := w.ask(ctx, func(ctx context.Context) func() error {
		all = ask(ctx, w.parts.Downloader, rules, w.origin, text)
		return nil
	})
	return hints(w.known, all, a, w.parts.Normaliser), err
}

// hints compares what sitemaps say with the last checks.
func hints(n *evidence.Known, all []Modified, a evidence.Arrivals, normal *site.Normaliser) (hints []evidence.Hint) {
	w := n.Watching
	joined := map[evidence.URLID]int32{}
	for i, key := range a.Joined {
		joined[key] = int32(len(w.Keys) + i)
	}
	hinted := map[int32]bool{}
	for _, m := range all {
		u, err := site.Parse(m.URL)
		if err != nil || m.At.IsZero() {
			continue
		}
		key := n.URLs.Find(normal.KeyOf(u, normal.Address(u)))
		if key == evidence.NoURL {
			continue
		}
		page, ok := joined[key]
		if !ok {
			page = w.On(key)
		}
		if page < 0 || hinted[page] {
			continue
		}
		hinted[page] = true
		checked := w.Histories[n.Place(key)-1].Checked
		hints = append(hints, evidence.Hint{Page: page, Newer: m.At.After(w.Iterations[checked-1].At)})
	}
	slices.SortFunc(hints, func(a, b evidence.Hint) int { return cmp.Compare(a.Page, b.Page) })
	return hints
}

// check makes the checks of an iteration that are left, and judges the pages
// that are gone.
func (w *walk) check(ctx context.Context) error {
	n := w.known
	if w.stop != "" || !n.CheckedAgain() || n.Watching.Last().Judged {
		return nil
	}
	it := n.Watching.Last()
	if err := w.readAgain(ctx); err != nil || w.stop != "" {
		return err
	}
	w.status.checking, w.status.again = true, true
	defer func() { w.status.checking, w.status.again = false, false }()
	var todo []evidence.URLID
	for _, key := range it.Plan {
		if place := n.Place(key); place > 0 && n.Watching.Histories[place-1].Tried < int32(it.Number) {
			todo = append(todo, key)
		}
	}
	if err := w.checkAll(ctx, todo); err != nil || w.stop != "" {
		return err
	}
	verdict := evidence.VerdictUsual
	switch {
	case w.parts.Watch.AcceptGone:
		verdict = evidence.VerdictAccepted
	case it.IsOutage():
		verdict = evidence.VerdictOutage
	}
	return w.append([]byte{evidence.KindJudged, byte(verdict)})
}

// checkAll makes checks in portions, each as large as all before it: after one the walk stops if the site
// refuses too much, whenever answers came.
func (w *walk) checkAll(ctx context.Context, todo []evidence.URLID) error {
	asked, refused := w.status.asked, w.status.refused
	for done := 0; len(todo) > 0; {
		size := min(len(todo), max(done, scope.RefusedPortion))
		if err := w.round(ctx, todo[:size]); err != nil || w.stop != "" {
			return err
		}
		todo, done = todo[size:], done+size
		if w.limits.TooManyRefused(w.status.refused-refused, w.status.asked-asked) {
			w.stop = site.EndedRefused
			return nil
		}
	}
	return nil
}
