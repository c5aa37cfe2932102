package extractor

import (
	"slices"

	"sitegraph/extractor/evidence"
	"sitegraph/site"
)

// Traps are put off under every order. What the order decides about a URL of a kind that gave too little, or that has
// had its share of a budget, waits until nothing else is left; then such URLs come in portions.

// putOff are the URLs of a site that wait, by number, and those whose turn has come.
type putOff struct {
	waiting []uint32
	due     map[uint32]bool
}

// putsOff reports whether a decision is to wait, and tells the order so.
func (o *Ordered) putsOff(i int, page uint32) (bool, error) {
	if o.Agents != nil || !o.standings[i].stable || !o.standings[i].opened {
		return false, nil
	}
	is := &o.standings[i].putOff
	s, err := o.site(i)
	if err != nil || is.due[page] {
		return false, err
	}
	key := s.keys[page]
	if s.known.Of.Get(key) != 0 || !o.chooses(s) && !s.isTrap(key) {
		return false, nil
	}
	is.waiting = append(is.waiting, page)
	return true, o.Order.Done(i, page, site.Outcome{Kind: site.OutcomeLeft, Free: true})
}

// chooses reports whether the URLs of a depth are no queue: with a budget, each kind has its share of a portion.
func (o *Ordered) chooses(s *orderedSite) bool { return o.Found != nil && s.limits.Budget > 0 }

// isTrap reports whether a URL is of a kind that gave too little, or that has had its share of a budget.
func (s *orderedSite) isTrap(key evidence.URLID) bool {
	return s.yields.Deferred(key) || s.yields.Crowds(key)
}

// release has the order decide about the next portion of what waits and is no trap.
func (o *Ordered) release() error { return o.releaseSome(false) }

// releaseTraps does so with all that waits.
func (o *Ordered) releaseTraps() error { return o.releaseSome(true) }

func (o *Ordered) releaseSome(traps bool) error {
	waits := func(is *standing) bool { return len(is.putOff.waiting) > 0 }
	return o.eachSite(waits, func(i int, s *orderedSite) error {
		if s.stop != "" || s.full() {
			return nil
		}
		is := &o.standings[i].putOff
		var keys []evidence.URLID
		for _, page := range is.waiting {
			if key := s.keys[page]; traps || !s.isTrap(key) {
				keys = append(keys, key)
			}
		}
		s.same.Shuffle(keys)
		size := max(leastPortion, portionOf(s.counted))
		if o.Found != nil {
			size = s.epochs.next - s.counted
		}
		chosen := s.yields.Choose(s.same.Plainest(keys), size, s.limits.Budget > 0)
		s.known.URLs.Sort(chosen)
		if is.due == nil {
			is.due = map[uint32]bool{}
		}
		for _, key := range chosen[:min(size, len(chosen))] {
			page := uint32(s.numbers.Get(key) - 1)
			is.due[page] = true
			o.Again(i, page)
		}
		is.waiting = slices.DeleteFunc(is.waiting, func(page uint32) bool { return is.due[page] })
		return nil
	})
}

// countPortions counts what the URLs of the site gave that were committed up to a number, epoch by epoch; the last one
// need not be over if all is counted.
// The end of a depth after the commit with that number counts if again says so.
func (w *walk) countPortions(number int, again, all bool) error {
	w.known.Portions = nil
	var e epochs
	e.next = leastPortion
	var portion []evidence.URLID
	for _, c := range w.known.Commits {
		if c.Number > number {
			break
		}
		if c.Kind == evidence.OfDepth && (c.Number < number || again) && e.countDepth() {
			w.known.Portions = append(w.known.Portions, w.known.URLs.Distinct(portion))
			portion = nil
		}
		if c.Kind != evidence.OfAnswer && c.Kind != evidence.OfRule || c.Key == evidence.NoURL {
			continue
		}
		if w.known.Of.Get(c.Key) != 0 {
			portion = append(portion, c.Key)
		}
		if e.count() {
			w.known.Portions = append(w.known.Portions, w.known.URLs.Distinct(portion))
			portion = nil
		}
	}
	if all && len(portion) > 0 {
		w.known.Portions = append(w.known.Portions, w.known.URLs.Distinct(portion))
	}
	return w.countYields()
}
