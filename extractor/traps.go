package extractor

import (
	"slices"

	"sitegraph/extractor/evidence"
	"sitegraph/extractor/identity"
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

// learning is the state of key stable in a walk, apart from evidence.
type learning struct {
	known   *evidence.Known
	same    *identity.Identity // identifies pages; nil for other keys
	lessons int                // number of times it has learnt
	yields  *identity.Yields   // number of pages from each shape of URL
	counted yieldsSoFar        // the input that yields has counted
}

const minPortion = 64

// portionOf returns the size of the next portion after a number of answers: a quarter of them, later half of them. So
// all portions together cost only a few passes over the answers.
func portionOf(answers int) int {
	if answers < 4096 {
		return answers / 4
	}
	return answers / 2
}

type yieldsSoFar struct {
	classes []int32              // the classes used
	seen    map[site.Digest]bool // classes with a page
	closed  int                  // number of portions counted
}

// countYields counts the yield of each shape, portion by portion. It starts over if the classes of earlier pages have
// changed.
func (l *learning) countYields() error {
	n, c := l.known, &l.counted
	now := l.same.Classes
	if before := len(c.classes); c.seen == nil || len(now) < before || !slices.Equal(c.classes, now[:before]) {
		*c = yieldsSoFar{seen: map[site.Digest]bool{}}
		l.yields.Reset()
	}
	for ; c.closed < len(n.Portions); c.closed++ {
		for _, key := range n.Portions[c.closed] {
			if a := n.Answer(key); a == nil || a.Outcome == evidence.OutForbidden {
				continue
			}
			fresh := false
			if l.same.IsPage(key) {
				class, _ := l.same.Class(key)
				fresh = !c.seen[class]
				c.seen[class] = true
			}
			l.yields.Count(key, fresh)
		}
		l.yields.Close()
	}
	c.classes = now
	l.yields.Pool()
	return l.yields.FindBarren(l.same)
}

// countPortions counts, epoch by epoch, the yield of the URLs committed up to a number. With all, the last epoch may be
// unfinished. The end of a depth after the commit with that number only counts if again is set.
func (l *learning) countPortions(number int, again, all bool) error {
	l.known.Portions = nil
	var e epochs
	e.next = minPortion
	var portion []evidence.URLID
	end := func() {
		l.known.Portions = append(l.known.Portions, l.known.URLs.Distinct(portion))
		portion = nil
	}
	for _, c := range l.known.Commits {
		if c.Number > number {
			break
		}
		if c.Kind == evidence.OfDepth && (c.Number < number || again) && e.countDepth() {
			end()
		}
		if c.Kind != evidence.OfAnswer || c.Key == evidence.NoURL {
			continue
		}
		if l.known.Of.Get(c.Key) != 0 {
			portion = append(portion, c.Key)
		}
		if e.count() {
			end()
		}
	}
	if all && len(portion) > 0 {
		end()
	}
	return l.countYields()
}

// A site that refuses requests sends the same page for every URL, even the home page, and often with status 200. So if
// unrelated kinds of URL give the same page without links into the site, the home page is requested again. If it also
// gives this page, they are refusals.

// homeDue returns the home page and whether it must be requested again.
func (l *learning) homeDue() (home evidence.URLID, due bool) {
	home = l.same.Home()
	checks := 0
	for _, t := range l.known.Twins {
		if t.Key == home {
			checks++
		}
	}
	a := l.known.Answer(home)
	return home, l.same.Suspect && checks < identity.HomeChecks && a != nil && a.Outcome == evidence.OutPage
}
