package extractor

import (
	"slices"

	"sitegraph/extractor/evidence"
	"sitegraph/extractor/identity"
	"sitegraph/site"
)

// A crawl with key stable fetches its frontier in portions. What is learnt of the
// site when a portion is closed decides what the next one is.

// learning is what a walk with key stable keeps beside evidence.
type learning struct {
	same    *identity.Identity // tells pages apart; nil for other keys
	lessons int                // how often a crawl in an order has learnt
	yields  *identity.Yields   // what shapes of URL gave
	counted yieldsSoFar        // for that
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
