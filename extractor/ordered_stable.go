package extractor

import (
	"math"
	"slices"
)

// A crawl in the order of decisions with key stable learns at epochs: after a number of commits of a site, which
// grows with it. Its graph is built anew by what was learnt, and from then on that decides which URLs are one page.
// What was decided before stays decided. Second requests are decisions of which the order is not told.

// epochs say when a site of an ordered crawl learns.
type epochs struct {
	counted, next int     // commits that the order knows of; after how many of them it learns
	untold        []urlID // keys that became known, of which the order is not told yet
}

// count counts a commit; it is true at the end of an epoch.
func (e *epochs) count() bool {
	if e.counted++; e.counted < e.next {
		return false
	}
	e.next = e.counted + max(leastPortion, portionOf(e.counted))
	return true
}

// stabilise has a site tell pages apart by key stable, if that is wanted.
func (w *walk) stabilise() error {
	if !w.known.site.Stable {
		return nil
	}
	w.known.closed = math.MaxInt
	w.tellApart()
	w.build.same = w.same
	return w.same.learn(w.known.closed)
}

// allAnswered are the keys with an answer, sorted.
func (n *known) allAnswered() (keys []urlID) {
	for key, place := range n.of {
		if place > 0 {
			keys = append(keys, urlID(key))
		}
	}
	n.urls.sort(keys)
	return keys
}

// hold has the answers that were committed wait for their commits again.
func (n *known) hold() {
	for key, place := range n.of {
		if place != 0 {
			n.held.set(urlID(key), place, n.urls.Len())
		}
	}
	clear(n.of)
	n.heldTwins, n.twins = append(n.twins, n.heldTwins...), nil
}

// heldTwin returns the place among the held ones of the first second request for a key, -1 if there is none.
func (n *known) heldTwin(key urlID) int {
	return slices.IndexFunc(n.heldTwins, func(t twin) bool { return t.key == key })
}

// commitTwin has a second request for a key count.
func (n *known) commitTwin(key urlID) {
	if at := n.heldTwin(key); at >= 0 {
		n.twins = append(n.twins, n.heldTwins[at])
		n.spend(&n.heldTwins[at].answer)
		n.heldTwins = slices.Delete(n.heldTwins, at, at+1)
	}
}

// relearn learns from what is committed up to a number, and builds the graph anew. It returns what became known on
// the way.
func (w *walk) relearn(number int) (fresh []urlID, err error) {
	if err := w.same.learn(w.known.closed); err != nil {
		return nil, err
	}
	w.known.hold()
	w.build = newBuilder(w.known, &w.limits)
	w.build.same = w.same
	if err := w.setStart(); err != nil {
		return nil, err
	}
	w.sequence = newSequence(w.build)
	for _, c := range w.known.commits {
		if c.number > number {
			break
		}
		fresh = append(fresh, w.sequence.repeat(c).fresh...)
	}
	return fresh, w.sequence.fault
}

// learnInTurn counts a commit and learns when it ends an epoch, which it reports.
func (s *orderedSite) learnInTurn(c commit) (learns bool, err error) {
	counts := c.kind == ofAnswer || c.kind == ofRule
	if s.same == nil || !counts || s.sequence.beside.get(c.key) != 0 || !s.epochs.count() {
		return false, nil
	}
	return true, s.learnNow(c.number)
}

func (s *orderedSite) learnNow(number int) error {
	if err := s.save(); err != nil {
		return err
	}
	fresh, err := s.relearn(number)
	for _, k := range fresh {
		if s.numbers.get(k) == 0 && !slices.Contains(s.untold, k) {
			s.untold = append(s.untold, k)
		}
	}
	return err
}

// tell returns the keys of which the order is to be told with a commit, which made some known.
func (s *orderedSite) tell(fresh []urlID) []urlID {
	fresh = slices.Concat(s.withStarts(fresh), s.untold)
	s.untold = nil
	return fresh
}

// arrange puts the finished graph in order, by what all commits up to a number tell.
func (w *walk) arrange(number int) error {
	if w.same != nil {
		if _, err := w.relearn(number); err != nil {
			return err
		}
		w.known.portions = [][]urlID{w.known.allAnswered()}
		w.countYields()
		w.same.findSoft()
		w.same.freeze()
	}
	w.sequence.arrange()
	return nil
}

// learntAll reports whether a crawl with key stable has asked for pages once more when all others were there.
func (w *walk) learntAll() bool {
	return w.known.late && (w.limits.Budget == 0 || w.known.lateAt <= w.limits.Budget)
}

// reconsider decides again about URLs that had no answer of their own, and need one now, which it reports. It asks
// for pages once more, as many as are due.
func (o *Ordered) reconsider(i int, s *orderedSite, late bool) (asksAgain bool) {
	again := map[urlID]bool{}
	for _, c := range s.known.commits {
		if c.number > o.number || c.kind < ofRule || again[c.key] {
			continue
		}
		if n := s.numbers.get(c.key); n != 0 && s.build.found.fetchURL(c.key) != noURL && s.build.unanswered(c.key) {
			again[c.key] = true
			o.Again(i, uint32(n-1))
		}
	}
	asksAgain = len(again) > 0
	pending := func(d *decision) bool { return d.site == i && d.kind == ofTwin }
	if slices.ContainsFunc(o.open, pending) || slices.ContainsFunc(o.beside, pending) {
		return asksAgain
	}
	for _, key := range s.twinsDue(late) {
		d := &decision{site: i, page: noPage, key: key, url: s.known.answer(key).url, kind: ofTwin}
		o.beside = append(o.beside, d)
	}
	return asksAgain
}

// learnLast has every site with key stable learn from all there is, when nothing else is left.
func (o *Ordered) learnLast() error {
	changed := func(is *standing) bool { return is.stable && is.learnt <= is.last }
	return o.eachSite(changed, func(i int, s *orderedSite) error {
		if o.standings[i].learnt = o.number + 1; s.stop != "" || s.full() {
			return nil
		}
		if err := s.learnNow(o.number); err != nil {
			return err
		}
		before := len(o.beside)
		asksAgain := o.reconsider(i, s, true)
		for _, key := range s.untold {
			if s.build.unanswered(key) {
				o.decideBeside(i, s, key)
			}
		}
		if s.untold = nil; asksAgain || len(o.beside) > before || s.learntAll() {
			return nil
		}
		return s.note(kindPortion, portionRecord{Late: true, Spent: o.spent})
	})
}
