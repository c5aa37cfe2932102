package extractor

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"sitegraph/site"
)

// iterate does what is left of an iteration, or the next one: it checks the pages
// that are chosen, then fetches what new links lead to. A site that was not
// crawled yet, or not to the end, is crawled; that is its first iteration.
func (w *walk) iterate(ctx context.Context) error {
	n := w.known
	var since *since
	if n.iterating() {
		before, err := w.graphBefore(n.watching.last())
		if err != nil {
			return err
		}
		w.build, since = before, newSince(before)
	} else {
		if err := w.depths(ctx); err != nil || w.stopped() || !n.ended() || w.status.asked > 0 {
			return err // this run is for the crawl itself
		}
		if unwritten := w.parts.Watch.Unwritten; unwritten != nil && unwritten(n.lastIteration()) {
			return nil // this run is for the files
		}
		w.stop, since = "", newSince(w.build)
		if err := w.nextIteration(ctx, w.build); err != nil {
			return err
		}
	}
	if err := w.check(ctx); err != nil {
		return err
	}
	if n.iterating() && n.watching.last().judged && w.stop == "" {
		if err := w.again(ctx, since); err != nil || !w.stopped() {
			return err
		}
	}
	return w.again(ctx, nil)
}

// again builds the graph again from what is known now. With since it fetches
// what new links lead to; without, in a run that was stopped, the graph is that of
// all that is known.
func (w *walk) again(ctx context.Context, since *since) error {
	w.build = newBuilder(w.known, &w.limits)
	w.build.since = since
	if err := w.setStart(); err != nil {
		return err
	}
	return w.depths(ctx)
}

// ended reports whether the last iteration, or the crawl itself, is done.
func (n *known) ended() bool {
	if n.watching != nil {
		return n.watching.last().complete
	}
	return n.end.done()
}

// lastIteration is the number of the last iteration; 1 is the crawl itself.
func (n *known) lastIteration() int {
	if n.watching == nil {
		return 1
	}
	return int(n.watching.last().number)
}

// checkedAgain reports whether there was an iteration of checks.
func (n *known) checkedAgain() bool { return n.watching != nil && len(n.watching.iterations) > 1 }

// iterating reports whether an iteration of checks was begun and not ended.
func (n *known) iterating() bool { return n.checkedAgain() && !n.watching.last().complete }

// graphBefore builds the graph as it was when an iteration began.
func (w *walk) graphBefore(it *iteration) (*builder, error) {
	b := newWalk(Parts{Journal: w.parts.Journal, Now: w.parts.Now}, w.limits)
	if err := b.known.load(w.parts.Journal, func() bool { return b.known.records < it.record }); err != nil {
		return nil, err
	}
	if err := errors.Join(b.setStart(), b.depths(context.Background())); err != nil {
		return nil, err
	}
	return b.build, nil
}

// nextIteration begins an iteration: it settles which pages are on the list, asks the
// sitemaps, and chooses what is checked.
func (w *walk) nextIteration(ctx context.Context, before *builder) error {
	n := w.known
	a := n.arrivals(before)
	n.watch()
	it := iteration{number: n.watching.last().number + 1, at: n.nextTime(w.parts.Now()), left: a.left,
		policy: w.parts.Watch.Policy}
	keys := slices.Concat(n.watching.keys, a.joined)
	var err error
	if it.hints, err = w.askSitemaps(ctx, a); err != nil || w.stop != "" {
		return err
	}
	others := n.others(before)
	h := n.history(a, len(others), &it)
	choice, err := w.parts.Watch.Choose(h)
	if err != nil {
		return err
	}
	for _, page := range choice.Pages {
		it.plan = append(it.plan, keys[page])
	}
	it.plan = append(it.plan, others[:min(choice.Others, len(others))]...)
	return w.append(encodeIteration(&it, a.joined, n.urls))
}

// nextTime is the time of an iteration that begins now: in whole seconds, and
// later than all before it, whatever the clock says.
func (n *known) nextTime(now time.Time) time.Time {
	now = now.UTC().Truncate(time.Second)
	if last := n.watching.clock; !now.After(last) {
		return last.Truncate(time.Second).Add(time.Second)
	}
	return now
}

// arrivals are the pages that come onto the list and those that leave it, by
// what the graph has.
type arrivals struct {
	joined []urlID // sorted
	left   []int32
}

func (n *known) arrivals(graph *builder) (a arrivals) {
	on := func(urlID) bool { return false }
	if w := n.watching; w != nil {
		on = func(key urlID) bool { return w.on(key) >= 0 }
		for page, key := range w.keys {
			if w.on(key) == int32(page) && !graph.isPage(key) {
				a.left = append(a.left, int32(page))
			}
		}
	}
	for _, p := range graph.pages {
		if !on(p.key) {
			a.joined = append(a.joined, p.key)
		}
	}
	n.urls.sort(a.joined)
	return a
}

// others are the URLs of a graph that are no pages but have an answer, those
// that were not asked for the longest time first. What robots.txt forbids is not
// among them.
func (n *known) others(graph *builder) (keys []urlID) {
	for key := range urlID(n.urls.Len()) {
		if graph.settled(key) && !graph.isPage(key) {
			keys = append(keys, key)
		}
	}
	tried := func(key urlID) int32 { return n.watching.histories[n.place(key)-1].tried }
	slices.SortFunc(keys, func(a, b urlID) int {
		return cmp.Or(cmp.Compare(tried(a), tried(b)), bytes.Compare(n.urls.bytes(a), n.urls.bytes(b)))
	})
	return keys
}

// askSitemaps returns what the site's sitemaps say of the pages of the list.
func (w *walk) askSitemaps(ctx context.Context, a arrivals) ([]Hint, error) {
	ask := w.parts.Watch.Sitemaps
	if ask == nil {
		return nil, nil
	}
	w.status.checking = true
	defer func() { w.status.checking = false }()
	var all []Modified
	rules, text := w.rules().Rules, w.known.robots().Text
	err := w.ask(ctx, func(ctx context.Context) func() error {
		all = ask(ctx, w.parts.Downloader, rules, w.origin, text)
		return nil
	})
	return w.known.hints(all, a, w.parts.Normaliser), err
}

// hints compares what sitemaps say with the last checks.
func (n *known) hints(all []Modified, a arrivals, normal *site.Normaliser) (hints []Hint) {
	w := n.watching
	joined := map[urlID]int32{}
	for i, key := range a.joined {
		joined[key] = int32(len(w.keys) + i)
	}
	hinted := map[int32]bool{}
	for _, m := range all {
		u, err := site.Parse(m.URL)
		if err != nil || m.At.IsZero() {
			continue
		}
		key := n.urls.find(normal.KeyOf(u, normal.Address(u)))
		if key == noURL {
			continue
		}
		page, ok := joined[key]
		if !ok {
			page = w.on(key)
		}
		if page < 0 || hinted[page] {
			continue
		}
		hinted[page] = true
		checked := w.histories[n.place(key)-1].Checked
		hints = append(hints, Hint{Page: page, Newer: m.At.After(w.iterations[checked-1].at)})
	}
	slices.SortFunc(hints, func(a, b Hint) int { return cmp.Compare(a.Page, b.Page) })
	return hints
}

// check makes the checks of an iteration that are left, and judges the pages
// that are gone.
func (w *walk) check(ctx context.Context) error {
	n := w.known
	it := n.watching.last()
	if w.stop != "" || !n.checkedAgain() || it.judged {
		return nil
	}
	if err := w.readAgain(ctx); err != nil || w.stop != "" {
		return err
	}
	w.status.checking, w.status.again = true, true
	defer func() { w.status.checking, w.status.again = false, false }()
	var todo []urlID
	for _, key := range it.plan {
		if place := n.place(key); place > 0 && n.watching.histories[place-1].tried < int32(it.number) {
			todo = append(todo, key)
		}
	}
	if err := w.checkAll(ctx, todo); err != nil || w.stop != "" {
		return err
	}
	verdict := verdictUsual
	switch {
	case w.parts.Watch.AcceptGone:
		verdict = verdictAccepted
	case it.isOutage():
		verdict = verdictOutage
	}
	return w.append([]byte{kindJudged, byte(verdict)})
}

// checkAll makes checks, in portions of which each is as large as all before it: after one the walk stops if the site
// refuses too much, whenever answers came.
func (w *walk) checkAll(ctx context.Context, todo []urlID) error {
	asked, refused := w.status.asked, w.status.refused
	for done := 0; len(todo) > 0; {
		size := min(len(todo), max(done, refusedPortion))
		if err := w.round(ctx, todo[:size]); err != nil || w.stop != "" {
			return err
		}
		todo, done = todo[size:], done+size
		if w.limits.tooManyRefused(w.status.refused-refused, w.status.asked-asked) {
			w.stop = site.EndedRefused
			return nil
		}
	}
	return nil
}

// unless returns the validators with which a URL is asked for, if it is to be a
// conditional request. Every fifth check of a page is not, beginning with another
// one for each page, so that a site whose validators are always the same is found
// out when a few of its pages were checked; and none if the validators of the site
// had proved wrong three times before the iteration.
func (n *known) unless(a *answer) site.Validators {
	if a == nil || a.version == nil || n.watching == nil || n.watching.lied >= mostLies {
		return site.Validators{}
	}
	key := n.urls.key(a.url)
	turn := uint32(n.watching.histories[n.place(key)-1].Visits)
	for _, b := range n.urls.bytes(key) {
		turn += uint32(b)
	}
	if turn%fullEvery == 0 {
		return site.Validators{}
	}
	return a.version.validators
}

const (
	mostLies  = 3
	fullEvery = 5
)
