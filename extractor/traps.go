package extractor

import (
	"slices"

	"sitegraph/extractor/evidence"
	"sitegraph/site"
)

// deferral is an order on top of a crawl's order that puts off traps. URLs of kinds that yielded too little, or have
// used up their share of a budget, wait until nothing else is left. Then they come in portions.
type deferral struct {
	crawl *Ordered
	sites map[int]*putOff
}

// putOff holds the waiting URLs of a site, by number, and those whose turn has come.
type putOff struct {
	waiting []uint32
	due     map[uint32]bool
}

// next returns the order's next decision that is not put off, or nil if there is none or the order waits.
func (d *deferral) next() (*decision, error) {
	for {
		i, page, ok := d.crawl.Order.Next()
		if !ok {
			return nil, nil
		}
		waits, err := d.waits(i, page)
		if err != nil {
			return nil, err
		}
		if !waits {
			return &decision{site: i, page: page, key: evidence.NoURL}, nil
		}
		if err := d.crawl.Order.Done(i, page, site.Outcome{Kind: site.OutcomeLeft, Free: true}); err != nil {
			return nil, err
		}
	}
}

func (d *deferral) waits(i int, page uint32) (bool, error) {
	is := &d.crawl.standings[i]
	if d.crawl.Agents != nil || !is.stable || !is.opened {
		return false, nil
	}
	of := d.sites[i]
	if of == nil {
		of = &putOff{due: map[uint32]bool{}}
		d.sites[i] = of
	}
	s, err := d.crawl.site(i)
	if err != nil || of.due[page] {
		return false, err
	}
	key := s.keys[page]
	if s.known.Of.Get(key) != 0 || !d.shares(s) && !s.isTrap(key) {
		return false, nil
	}
	of.waiting = append(of.waiting, page)
	return true, nil
}

// shares reports whether kinds of URLs share portions, as they do in a crawl by depth with a budget.
func (d *deferral) shares(s *orderedSite) bool { return d.crawl.Found != nil && s.limits.Budget > 0 }

// isTrap reports whether a URL is of a kind that yielded too little or has used up its share of a budget.
func (s *orderedSite) isTrap(key evidence.URLID) bool {
	return s.yields.Deferred(key) || s.yields.Crowds(key)
}

// release lets the order decide about the next portion of waiting URLs, traps among them if traps is set.
func (d *deferral) release(traps bool) error {
	for i := range d.crawl.sites {
		of := d.sites[i]
		if of == nil || len(of.waiting) == 0 {
			continue
		}
		if err := d.crawl.at(i, func(i int, s *orderedSite) error { return d.portion(i, s, of, traps) }); err != nil {
			return err
		}
	}
	return nil
}

func (d *deferral) portion(i int, s *orderedSite, of *putOff, traps bool) error {
	if s.stop != "" || s.full() {
		return nil
	}
	var keys, known []evidence.URLID
	for _, page := range of.waiting {
		switch key := s.keys[page]; {
		case s.build.Ruled(key, nil) != evidence.NoURL: // a rule makes it an alias, so it needs no request
			known = append(known, key)
		case traps || !s.isTrap(key):
			keys = append(keys, key)
		}
	}
	keys = s.same.Rules.Plainest(keys)
	s.same.Rules.Shuffle(keys)
	size := max(minPortion, portionOf(s.epochs.counted))
	if d.crawl.Found != nil {
		size = s.epochs.next - s.epochs.counted
	}
	chosen := s.yields.Choose(keys, size, s.limits.Budget > 0)
	s.known.URLs.Sort(chosen)
	s.known.URLs.Sort(known)
	for _, key := range slices.Concat(known, chosen[:min(size, len(chosen))]) {
		page := uint32(s.numbers.Get(key) - 1)
		of.due[page] = true
		d.crawl.Again(i, page)
	}
	of.waiting = slices.DeleteFunc(of.waiting, func(page uint32) bool { return of.due[page] })
	return nil
}
