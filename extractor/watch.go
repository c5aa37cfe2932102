package extractor

import (
	"cmp"
	"context"
	"slices"

	"sitegraph/extractor/evidence"
	"sitegraph/extractor/graph"
	"sitegraph/extractor/scope"
	"sitegraph/site"
)

// hints compares the dates in sitemaps with the last checks.
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

// nextIteration begins an iteration: it updates the list of pages, reads the sitemaps, and chooses the checks.
func (c *checker) nextIteration(ctx context.Context, before *graph.Builder) error {
	n := c.known
	a := graph.ArrivalsOf(n, before)
	n.Watch()
	it := evidence.Iteration{Number: n.Watching.Last().Number + 1, At: n.Watching.NextTime(c.parts.Now()), Left: a.Left,
		Policy: c.parts.Watch.Policy}
	keys := slices.Concat(n.Watching.Keys, a.Joined)
	var err error
	if it.Hints, err = c.askSitemaps(ctx, a); err != nil || c.stop != "" {
		return err
	}
	others := graph.Others(n, before)
	h := n.History(a, len(others), &it)
	choice := c.parts.Watch.Choose(h)
	for _, page := range choice.Pages {
		it.Plan = append(it.Plan, keys[page])
	}
	it.Plan = append(it.Plan, others[:min(choice.Others, len(others))]...)
	return c.memory.append(evidence.EncodeIteration(&it, a.Joined, n.URLs))
}

func (c *checker) askSitemaps(ctx context.Context, a evidence.Arrivals) ([]evidence.Hint, error) {
	ask := c.parts.Watch.Sitemaps
	if ask == nil {
		return nil, nil
	}
	c.checking = true
	defer func() { c.checking = false }()
	var all []Modified
	rules, text := c.hosts.own().Rules, c.known.Robots().Text
	err := c.ask(ctx, func(ctx context.Context) func() error {
		all = ask(ctx, c.parts.Downloader, rules, c.origin, text)
		return nil
	})
	return hints(c.known, all, a, c.parts.Normaliser), err
}

// check performs the remaining checks of an iteration and judges which pages are gone.
func (c *checker) check(ctx context.Context) error {
	n := c.known
	if c.stop != "" || n.Phase() != evidence.Checking {
		return nil
	}
	it := n.Watching.Last()
	if err := c.readAgain(ctx); err != nil || c.stop != "" {
		return err
	}
	c.checking, c.again = true, true
	defer func() { c.checking, c.again = false, false }()
	var todo []evidence.URLID
	for _, key := range it.Plan {
		if place := n.Place(key); place > 0 && n.Watching.Histories[place-1].Tried < int32(it.Number) {
			todo = append(todo, key)
		}
	}
	if err := c.checkAll(ctx, todo); err != nil || c.stop != "" {
		return err
	}
	verdict := evidence.VerdictUsual
	switch {
	case c.parts.Watch.AcceptGone:
		verdict = evidence.VerdictAccepted
	case it.IsOutage():
		verdict = evidence.VerdictOutage
	}
	return c.memory.append([]byte{evidence.KindJudged, byte(verdict)})
}

// checkAll performs checks in portions, each as large as all earlier ones together. It stops the walk only after a
// portion, if the site refuses too much, so that the result does not depend on when answers came.
func (c *checker) checkAll(ctx context.Context, todo []evidence.URLID) error {
	asked, refused := c.status.asked, c.status.refused
	for done := 0; len(todo) > 0; {
		size := min(len(todo), max(done, scope.RefusedPortion))
		c.status.waiting = size
		order := &checks{checker: c, keys: slices.Clone(todo[:size]), unruled: c.unruledOf(todo[:size]),
			busy: map[string]int{}}
		if err := c.engine.Run(ctx, order); err != nil || c.stop != "" {
			return err
		}
		todo, done = todo[size:], done+size
		if scope.TooManyRefused(c.limits.Refused, c.status.refused-refused, c.status.asked-asked) {
			c.stop = site.EndedRefused
			return nil
		}
	}
	return nil
}
