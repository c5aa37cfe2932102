package page

import (
	"math"
)

// stored is OPIC with stored links, so only unread pages cost a download. Between downloads, the cash of read pages
// moves along their links until hardly any rests on them. The next page is the unread one with the most cash. This is
// PageRank of the known graph by pushing residuals (Berkhin, "Bookmark-coloring algorithm", Internet Mathematics 3,
// 2006): a page's history plus cash is its unnormalised PageRank.
//
// The virtual page gives every page one unit at discovery, and receives its part from pages. Its balance and the cash
// of all pages always sum to 0. It does not pass on what it receives, since this would only scale all values by the
// same factor. When a page's links change, it takes back its gifts along the old ones and gives them along the new
// ones. Cash may be negative for a while.
type stored struct {
	links         links
	cash, history []float64
	virtual       compensated
	// active queues the read pages with more cash than limit, from head on. waiting marks the pages in it.
	active  []uint32
	head    int
	waiting []bool
	limit   float64
	// due is the number of read pages when cash moves again. stale means that keys of unread pages changed since the
	// queue was last ordered.
	due   int
	stale bool
}

// rest is the maximum share of all credit on one read page.
const rest = 1e-5

// storedPace read pages lengthen the pause between moves of cash by one page. Until then cash moves after every page;
// later moves cost ever more and change little.
const storedPace = 300

func (s *stored) discovered(o *readOnce, page uint32) float64 {
	s.links.grow()
	s.cash = append(s.cash, 1)
	s.history = append(s.history, 0)
	s.waiting = append(s.waiting, false)
	s.virtual.add(-1)
	s.limit = rest * float64(o.len())
	return 1
}

func (s *stored) read(o *readOnce, page uint32, list []uint32) {
	if h := s.history[page]; h != 0 {
		s.give(o, page, -h)
		s.links.set(page, list)
		s.give(o, page, h)
	} else {
		s.links.set(page, list)
	}
	s.wake(page)
}

// lost takes back the page's unit and its gifts along links. Gifts from others, now and later, rest on it and count for
// nobody.
func (s *stored) lost(o *readOnce, page uint32) {
	s.give(o, page, -s.history[page])
	s.links.set(page, nil)
	s.cash[page] += s.history[page] - 1
	s.virtual.add(1)
	s.history[page] = 0
}

// revived gives the page a unit again. Gifts from others are still there.
func (s *stored) revived(_ *readOnce, page uint32) {
	s.cash[page]++
	s.virtual.add(-1)
}

// give moves cash along the links of a page.
func (s *stored) give(o *readOnce, page uint32, c float64) {
	list := s.links.lists[page]
	virtual, each := split(len(list))
	s.virtual.add(float64(c * virtual))
	part := float64(c * each)
	for _, t := range list {
		s.cash[t] += part
		switch o.state[t] {
		case read:
			s.wake(t)
		case unread:
			if o.count[read] < storedPace {
				o.want(t, s.cash[t])
			} else {
				o.front.key[t], s.stale = s.cash[t], true
			}
		}
	}
}

// wake makes a page active if it has cash to move.
func (s *stored) wake(page uint32) {
	if !s.waiting[page] && math.Abs(s.cash[page]) > s.limit {
		s.waiting[page] = true
		s.active = append(s.active, page)
	}
}

func (s *stored) settle(o *readOnce) {
	if done := o.count[read]; done >= s.due {
		s.due = done + 1 + done/storedPace
		s.push(o)
	}
	if s.stale {
		o.front.order()
		s.stale = false
	}
}

// push moves cash until no read page has more than the limit.
func (s *stored) push(o *readOnce) {
	for ; s.head < len(s.active); s.head++ {
		page := s.active[s.head]
		s.waiting[page] = false
		if c := s.cash[page]; o.state[page] == read && math.Abs(c) > s.limit {
			s.cash[page] = 0
			s.history[page] += c
			s.give(o, page, c)
		}
		if s.head > len(s.cash) {
			s.active, s.head = append(s.active[:0], s.active[s.head+1:]...), -1
		}
	}
	s.active, s.head = s.active[:0], 0
}

// Stored is the policy stored.
type Stored struct{ *readOnce }

// Settle moves cash until no read page has more than this share of all credit. This makes Importance exact, with an
// error in sum below number of pages * rest / delta.
func (p Stored) Settle(rest float64) {
	s := p.rule.(*stored)
	before := s.limit
	s.limit = rest * float64(p.len())
	for i, state := range p.state {
		if state == read {
			s.wake(uint32(i))
		}
	}
	s.push(p.readOnce)
	s.limit = before
}

func (s *stored) importance(o *readOnce) []float64 {
	x := make([]float64, o.len())
	for i := range x {
		if o.state[i] != gone {
			x[i] = max(0, s.history[i]+s.cash[i])
		}
	}
	return o.shares(x)
}

// auto reads the page that is worth most if unread pages link like read ones. It takes the unread page with the
// greatest PageRank in the graph of known links and of expected links from unread pages. It regularly learns which
// shares of the latter lead to pages in the same lists, to the pages that link to them, and so on; see linkModel.
//
// An unread page should lead to as many unseen pages as others found through the same page did. The unseen pages pass
// their value back to it, and to its parents as it would. So the edge of a large unknown part is worth more than the
// last page in a small corner.
//
// Otherwise it works like rank, on these expected values.
type auto struct {
	rank
	// unseenX is the value of the unseen pages behind each page.
	unseenX []float64
	// in counts the read pages that link to a page.
	in []uint32
	// finder is the page whose links made a page known, or nobody.
	finder []uint32
	// model tells how unread pages link. It is learnt again once modelDue pages are read.
	model    linkModel
	modelDue int
}

const nobody = math.MaxUint32

func (e *auto) discovered(o *readOnce, page uint32) float64 {
	e.unseenX = append(e.unseenX, 0)
	e.in = append(e.in, 0)
	e.finder = append(e.finder, nobody)
	return e.rank.discovered(o, page)
}

func (e *auto) read(o *readOnce, page uint32, list []uint32) {
	e.forget(page)
	e.rank.read(o, page, list)
	for _, t := range list {
		e.in[t]++
		if o.state[t] == unread && e.finder[t] == nobody {
			e.finder[t] = page
		}
	}
}

// forget removes a page's links from the counts.
func (e *auto) forget(page uint32) {
	for _, t := range e.links.lists[page] {
		e.in[t]--
	}
}

func (e *auto) lost(o *readOnce, page uint32) {
	e.forget(page)
	e.rank.lost(o, page)
	e.unseenX[page] = 0
}

func (e *auto) settle(o *readOnce) {
	rounds := e.rounds(o)
	if rounds == 0 {
		return
	}
	if done := o.count[read]; done >= e.modelDue {
		e.model = fit(e.samples(o))
		if done >= 40 { // before that it learns at every reading
			e.modelDue = done + 1 + done/4
		}
	}
	s := newIteration(e, o, e.model)
	for range rounds {
		s.round()
	}
	e.x, e.unseenX, e.even = s.x, s.unseenX, s.even
	o.rekey(e.x)
}

// unseen returns the expected number of unseen pages behind each unread page. This is the mean number found through
// read pages with the same finder. It is shrunk towards the mean of all finders, which counts as unseenTrust pages.
func (e *auto) unseen(o *readOnce) []float64 {
	found, sums, counts := make([]float64, o.len()), make([]float64, o.len()), make([]float64, o.len())
	for i, f := range e.finder {
		if f != nobody && o.state[i] != gone {
			found[f]++
		}
	}
	for i, f := range e.finder {
		if f != nobody && o.state[i] == read {
			sums[f] += found[i]
			counts[f]++
		}
	}
	mean, finders := 0.0, 0.0
	for f, n := range counts {
		if n > 0 {
			mean += sums[f] / n
			finders++
		}
	}
	mean /= max(finders, 1)
	for i, f := range e.finder {
		found[i] = 0
		if f != nobody && o.state[i] == unread && e.in[i] > 0 {
			found[i] = (sums[f] + float64(unseenTrust*mean)) / (counts[f] + unseenTrust)
		}
	}
	return found
}

// unseenTrust is the number of pages that the mean of all finders counts as.
const unseenTrust = 8
