package extractor

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"slices"

	"sitegraph/dedup"
	"sitegraph/site"
)

// A crawl with key stable fetches its frontier in portions. What is learnt of the
// site when a portion is closed decides what the next one is.

// leastPortion is the least size of a portion.
const leastPortion = 64

// portionOf is the size of the next portion after so many answers: a quarter of
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
	w.same, w.yields = newSameness(w.known, w.parts.Journal), newYields(w.known.urls)
	w.counted = yieldsSoFar{}
}

// portions fetches and closes portion after portion.
func (w *walk) portions(ctx context.Context) error {
	if w.stop != "" {
		return nil // it never began
	}
	w.tellApart()
	for {
		keys, err := w.plan()
		if err != nil {
			return err
		}
		if w.checkStop(); w.stop != "" {
			break
		}
		late := len(keys) == 0
		if late && w.known.late || w.build.limited() {
			break
		}
		if err := w.portion(ctx, keys, late); err != nil {
			return err
		}
		if w.stop != "" {
			break
		}
	}
	return w.settle()
}

// plan learns from the closed portions, builds the graph of them, and returns the
// keys of the next portion.
func (w *walk) plan() ([]urlID, error) {
	n := w.known
	n.horizon = max(n.closed, 1)
	defer func() { n.horizon = 0 }()
	if err := w.same.learn(n.closed); err != nil {
		return nil, err
	}
	w.countYields()
	missing := w.buildStable(false)
	w.whole = len(missing) == 0 && !n.hides() && w.same.asked == len(n.twins)
	if w.build.refusesTooMuch() {
		w.stop = site.EndedRefused
	}
	w.expect(missing)
	return w.choose(missing), nil
}

// portion fetches the keys of a portion, then some pages for the second time, and
// closes it. A late one has no keys.
func (w *walk) portion(ctx context.Context, keys []urlID, late bool) error {
	w.whole = false
	if err := w.fetch(ctx, keys); err != nil || w.stop != "" {
		return err
	}
	w.fetched = append(w.fetched, fetchedBy{w.known.records, w.parts.Now()})
	if err := w.askTwins(ctx, late); err != nil || w.stop != "" {
		return err
	}
	r := w.known.recalled
	r.Late = late
	return w.note(kindPortion, r)
}

// takePortion closes a portion.
func (n *known) takePortion(record []byte) error {
	var r portionRecord
	if err := readEvent(record, &r); err != nil {
		return err
	}
	if n.late, n.lateAt = r.Late, r.Spent; n.site.Ordered {
		return nil
	}
	var keys []urlID
	for _, url := range r.Recalled {
		if int(url) >= n.urls.Len() {
			return fmt.Errorf("%w: portion", errRecord)
		}
		key := n.urls.key(url)
		n.recallNow(key, url)
		keys = append(keys, key)
	}
	for _, key := range r.Twins {
		n.commitTwin(key)
	}
	for key, place := range n.of {
		if place > 0 && int(n.answers[place-1].record) >= n.closed {
			keys = append(keys, urlID(key))
		}
	}
	n.portions = append(n.portions, n.urls.distinct(keys))
	n.recalled, n.closed = portionRecord{}, n.records
	return nil
}

// recallNow has the answer to a URL that is known from before the crawl was decided anew count in the portion that is
// open; it is false if there is none.
func (n *known) recallNow(key, url urlID) bool {
	if n.of.get(key) != 0 || !n.recall(&n.held, key, url) {
		return false
	}
	place := n.held.get(key)
	n.of.set(key, place, n.urls.Len())
	n.held.set(key, 0, n.urls.Len())
	n.spend(&n.answers[place-1])
	return true
}

// spend counts what is recalled as a part of the budget.
func (n *known) spend(a *answer) {
	if int(a.record) < n.anewFrom && !a.free() {
		n.spent++
	}
}

// settle builds the graph of all that is known, by what was learnt from the
// closed portions, unless the last plan has.
func (w *walk) settle() error {
	if !w.whole {
		if err := w.same.learn(w.known.closed); err != nil {
			return err
		}
		w.countYields()
		w.buildStable(true)
	}
	if w.build.limited() && w.stop == "" {
		w.stop = site.EndedMaxPages
	}
	w.same.findSoft()
	w.same.freeze()
	return nil
}

// buildStable builds the graph of the visible answers, depth by depth. It returns
// the keys that are missing in the order of their hashes, those of the least depth
// at which any are, less those of shapes that are put off; these come when there are
// no others. With a budget it returns those of all depths if some have had their
// share, which wait then. A whole graph goes as far as answers reach.
func (w *walk) buildStable(whole bool) (missing []urlID) {
	from := w.reopen(whole)
	b := from.b
	w.build = b
	var deferred []urlID
	nearest := 0 // so many are missing at the least depth
	frontier := from.keys
	for depth := from.depth; len(frontier) > 0 && depth <= b.lastDepth; depth++ {
		w.status.depth = depth
		keys := frontier
		waiting := b.toFetch(keys)
		if !whole {
			b.known.urls.sortByHash(waiting)
		}
		first, counted := len(b.pages), [2]int{b.answers, b.refused}
		found := b.takePages(depth, keys)
		missing = append(missing, slices.DeleteFunc(slices.Clone(waiting), w.yields.deferred)...)
		if len(missing) > 0 && !whole && w.limits.Share == 0 && !b.limitReached() {
			b.lookAheadLater(depth, keys, first, waiting)
			if len(deferred) == 0 {
				w.opened = w.openAt(b, depth, keys, first, found, counted)
			}
			return missing
		}
		if frontier = b.followLinks(depth, keys, first); b.limitReached() && len(waiting)+len(frontier) > 0 {
			b.leaveOut(depth, slices.DeleteFunc(keys, func(k urlID) bool { return b.canonicalPage(k) >= 0 }))
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
	case w.yields.crowded(missing, 0):
		return missing
	}
	return missing[:nearest]
}

// lookAheadLater leaves the links of a depth of which keys wait alone, until one of them
// may choose the URL by which the target of a redirect is fetched.
func (b *builder) lookAheadLater(depth int, keys []urlID, first int, waiting []urlID) {
	b.ahead = func() {
		b.ahead = nil
		b.followLinks(depth, keys, first)
	}
	if slices.ContainsFunc(waiting, func(k urlID) bool { return !b.inScope(k) }) {
		b.ahead()
	}
}

func (b *builder) limitReached() bool {
	return b.limits.MaxPages > 0 && len(b.pages) >= b.limits.MaxPages
}

// choose returns the next portion of the missing keys. Of URLs that the rules make
// one it takes the first.
func (w *walk) choose(missing []urlID) []urlID {
	size := max(leastPortion, portionOf(w.known.visible()))
	if limit := w.limits.MaxPages; limit > 0 {
		size = min(size, max(limit-len(w.build.pages), portion))
	}
	urls := w.known.urls
	if len(w.same.list) > 0 {
		seen := map[string]bool{}
		missing = slices.DeleteFunc(missing, func(key urlID) bool {
			text := urls.String(key)
			reduced, _ := w.same.rules.Reduce(text)
			again := seen[reduced] && !dedup.HeldOut(text)
			seen[reduced] = true
			return again
		})
	}
	chosen := w.yields.choose(missing, size, w.limits.Share > 0)
	urls.sort(chosen)
	return slices.Compact(chosen) // redirects at two depths may lead to one key
}

// sortByHash sorts normalized URLs by their hashes.
func (t *urlTable) sortByHash(ids []urlID) {
	type hashed struct {
		hash uint64
		id   urlID
	}
	all := make([]hashed, len(ids))
	for i, id := range ids {
		all[i] = hashed{hashOf(t.bytes(id)), id}
	}
	slices.SortFunc(all, func(a, b hashed) int {
		return cmp.Or(cmp.Compare(a.hash, b.hash), bytes.Compare(t.bytes(a.id), t.bytes(b.id)))
	})
	for i, h := range all {
		ids[i] = h.id
	}
}

// yieldsSoFar is what was counted of the closed portions.
type yieldsSoFar struct {
	classes []int32              // by which pages were told apart
	seen    map[site.Digest]bool // classes of pages
	closed  int                  // portions
}

// countYields counts what each shape gave, portion by portion: anew if pages of closed
// portions are told apart in another way than before.
func (w *walk) countYields() {
	n, c := w.known, &w.counted
	now := w.same.classes
	if before := len(c.classes); c.seen == nil || len(now) < before || !slices.Equal(c.classes, now[:before]) {
		*c = yieldsSoFar{seen: map[site.Digest]bool{}}
		w.yields.reset()
	}
	for ; c.closed < len(n.portions); c.closed++ {
		for _, key := range n.portions[c.closed] {
			if a := n.answer(key); a == nil || a.outcome == outForbidden {
				continue
			}
			fresh := false
			if w.same.page(int(n.of.get(key)-1)) != nil {
				class := w.same.class(key)
				fresh = !c.seen[class]
				c.seen[class] = true
			}
			w.yields.count(key, fresh)
		}
		w.yields.close()
	}
	c.classes = now
	w.yields.pool()
}

// hides reports whether an answer is hidden.
func (n *known) hides() bool {
	for key, place := range n.of {
		if place > 0 && n.answer(urlID(key)) == nil {
			return true
		}
	}
	return false
}

// visible counts the keys whose answers are not hidden.
func (n *known) visible() (count int) {
	for key, place := range n.of {
		if place > 0 && n.answer(urlID(key)) != nil {
			count++
		}
	}
	return count
}
