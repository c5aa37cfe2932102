package extractor

import (
	"cmp"
	"context"
	"slices"

	"sitegraph/extractor/evidence"
	"sitegraph/extractor/graph"
	"sitegraph/extractor/identity"
	"sitegraph/site"
)

// A crawl with key stable fetches its frontier in portions. What is learnt of the
// site when a portion is closed decides what the next one is.

// learning is what a walk with key stable keeps beside evidence.
type learning struct {
	same     *identity.Identity // tells pages apart; nil for other keys
	lessons  int                // how often a crawl in an order has learnt
	twinning bool               // requests are second ones
	yields   *identity.Yields   // what shapes of URL gave
	counted  yieldsSoFar        // for that
	whole    bool               // the last plan had all that is known
	fetched  []fetchedBy        // when the portions of this run were there
	opened   *openDepth         // where the graph can go on, nil if nowhere
}

// leastPortion is the least size of a portion.
const leastPortion = 64

// portionOf is the size of the next portion after that many answers: a quarter of
// them, later half of them. Building anew for each portion costs a few passes
// over all answers then.
func portionOf(answers int) int {
	if answers < 4096 {
		return answers / 4
	}
	return answers / 2
}

// tellApart makes what key stable needs; the site is settled.
func (w *walk) tellApart() {
	w.same, w.yields = identity.NewIdentity(w.known, w.parts.Journal), identity.NewYields(w.known.URLs)
	w.counted = yieldsSoFar{}
}

// portions fetches and closes portion after portion.
func (w *walk) portions(ctx context.Context) error {
	w.tellApart()
	for w.stop == "" { // else it never began
		keys, err := w.plan()
		if err != nil {
			return err
		}
		if w.checkStop(); w.stop != "" {
			break
		}
		late := len(keys) == 0
		if late && w.known.Late || w.build.Limited() {
			break
		}
		if err := w.portion(ctx, keys, late); err != nil {
			return err
		}
	}
	return w.settle()
}

// plan learns from the closed portions, builds the graph of them, and returns the
// keys of the next portion.
func (w *walk) plan() ([]evidence.URLID, error) {
	n := w.known
	n.Horizon = max(n.Closed, 1)
	defer func() { n.Horizon = 0 }()
	if err := w.same.Learn(n.Closed); err != nil {
		return nil, err
	}
	if err := w.countYields(); err != nil {
		return nil, err
	}
	missing := w.buildStable(false)
	w.whole = len(missing) == 0 && !n.Hides() && w.same.Asked == len(n.Twins)
	if w.build.RefusesTooMuch() {
		w.stop = site.EndedRefused
	}
	w.expect(missing)
	return w.choose(missing), nil
}

// portion fetches the keys of a portion, then some pages for the second time, and
// closes it. A late one has no keys.
func (w *walk) portion(ctx context.Context, keys []evidence.URLID, late bool) error {
	w.whole = false
	if err := w.fetch(ctx, keys); err != nil || w.stop != "" {
		return cmp.Or(err, w.noteCut())
	}
	w.fetched = append(w.fetched, fetchedBy{w.known.Records, w.parts.Now()})
	if err := w.askTwins(ctx, late); err != nil || w.stop != "" {
		return cmp.Or(err, w.noteCut())
	}
	r := w.known.Recalled
	r.Late = late
	return w.note(evidence.KindPortion, r)
}

// noteCut notes what was recalled in a portion that is not done, or beside the graph, for what is built from the
// journal alone.
func (w *walk) noteCut() error {
	r, was := w.known.Recalled, w.known.Cut
	if slices.Equal(r.Recalled, was.Recalled) && slices.Equal(r.Twins, was.Twins) {
		return nil
	}
	r.Open = true
	return w.note(evidence.KindPortion, r)
}

// settle builds the graph of all that is known, by what was learnt from the
// closed portions, unless the last plan has.
func (w *walk) settle() error {
	if !w.whole {
		if err := w.same.Learn(w.known.Closed); err != nil {
			return err
		}
		if err := w.countYields(); err != nil {
			return err
		}
		w.buildStable(true)
	}
	if w.build.Limited() && w.stop == "" {
		w.stop = site.EndedMaxPages
	}
	w.same.FindSoft()
	w.same.Freeze()
	w.opened = nil
	w.build.Arrange()
	return nil
}

// buildStable builds the graph of the visible answers, depth by depth. It returns
// the keys that are missing in the order of their hashes, those of the least depth
// at which any are, less those of shapes that are put off; these come when there are
// no others. With a budget it returns those of all depths if some have had their
// share, which wait then. A whole graph goes as far as answers reach.
func (w *walk) buildStable(whole bool) (missing []evidence.URLID) {
	from := w.reopen(whole)
	b := from.b
	w.build = b
	var deferred []evidence.URLID
	nearest := 0 // that many are missing at the least depth
	frontier := from.keys
	for depth := from.depth; len(frontier) > 0 && depth <= b.LastDepth; depth++ {
		w.status.depth = depth
		keys := frontier
		waiting := b.ToFetch(keys)
		if !whole {
			w.same.Shuffle(waiting)
		}
		first, counted := len(b.Pages), [2]int{b.Answers, b.Refused}
		found := b.TakePages(depth, keys)
		missing = append(missing, slices.DeleteFunc(slices.Clone(waiting), w.yields.Deferred)...)
		if len(missing) > 0 && !whole && w.limits.SiteBudget == 0 && !b.LimitReached() {
			b.LookAheadLater(depth, keys, first, waiting)
			if len(deferred) == 0 {
				w.opened = w.openAt(b, depth, keys, first, found, counted)
			}
			return missing
		}
		if frontier = b.FollowLinks(depth, keys, first); b.LimitReached() && len(waiting)+len(frontier) > 0 {
			leaveOut(b, depth, keys)
			return nil
		}
		if nearest == 0 {
			nearest = len(missing)
		}
		if len(deferred) == 0 {
			deferred = waiting
		}
	}
	switch {
	case len(missing) == 0:
		return deferred
	case w.yields.Crowded(missing, 0):
		return missing
	}
	return missing[:nearest]
}

// leaveOut leaves out the keys of a depth that no page of the limit stands for.
func leaveOut(b *graph.Builder, depth int, keys []evidence.URLID) {
	b.LeaveOut(depth, slices.DeleteFunc(keys, func(k evidence.URLID) bool { return b.CanonicalPage(k) >= 0 }))
}

// choose returns the next portion of the missing keys. Of URLs that the rules make
// one it takes the plainest.
func (w *walk) choose(missing []evidence.URLID) []evidence.URLID {
	size := max(leastPortion, portionOf(w.known.Visible()))
	if limit := w.limits.MaxPages; limit > 0 {
		size = min(size, max(limit-len(w.build.Pages), portion))
	}
	urls := w.known.URLs
	missing = w.same.Plainest(missing)
	chosen := w.yields.Choose(missing, size, w.limits.SiteBudget > 0)
	urls.Sort(chosen)
	return slices.Compact(chosen) // redirects at two depths may lead to one key
}

// yieldsSoFar is what was counted of the closed portions.
type yieldsSoFar struct {
	classes []int32              // by which pages were told apart
	seen    map[site.Digest]bool // classes of pages
	closed  int                  // portions
}

// countYields counts what each shape gave, portion by portion: anew if pages of closed
// portions are told apart in another way than before.
func (w *walk) countYields() error {
	n, c := w.known, &w.counted
	now := w.same.Classes
	if before := len(c.classes); c.seen == nil || len(now) < before || !slices.Equal(c.classes, now[:before]) {
		*c = yieldsSoFar{seen: map[site.Digest]bool{}}
		w.yields.Reset()
	}
	for ; c.closed < len(n.Portions); c.closed++ {
		for _, key := range n.Portions[c.closed] {
			if a := n.Answer(key); a == nil || a.Outcome == evidence.OutForbidden {
				continue
			}
			fresh := false
			if w.same.Page(int(n.Of.Get(key)-1)) != nil {
				class := w.same.Class(key)
				fresh = !c.seen[class]
				c.seen[class] = true
			}
			w.yields.Count(key, fresh)
		}
		w.yields.Close()
	}
	c.classes = now
	w.yields.Pool()
	return w.yields.FindBarren(w.same)
}
