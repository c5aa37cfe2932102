package page

import "math"

// stored is OPIC with stored links, so that only unread pages cost a download: between downloads the cash of the pages
// read moves on along their links until hardly any rests on them, and the next page to read is the unread one with most
// cash. This is PageRank of the known graph by pushing residuals (Berkhin, "Bookmark-coloring algorithm", Internet
// Mathematics 3, 2006): a page's history and cash add up to its PageRank, unnormalised.
//
// The virtual page gives every page one unit when it is discovered, and gets what pages give it. Its balance and
// the cash of all pages always add up to 0. If it passed on what it gets, all values would grow by the same factor,
// so it does not. When a page's links change, what it gave along the old ones is taken back and given along the new
// ones; cash may be negative for a while.
type stored struct {
	links         links
	cash, history []float64
	virtual       compensated
	// active is the queue of the pages read whose cash exceeds the limit, from
	// head on; waiting marks those that are in it.
	active  []uint32
	head    int
	waiting []bool
	limit   float64
	// due is the number of pages read at which cash moves again. Keys of unread
	// pages are stale when they changed since the queue was last put in order.
	due   int
	stale bool
}

// rest is the share of all credit that may rest on a page that was read.
const rest = 1e-5

// storedPace is the number of pages read for one more that may be read before
// cash moves again: up to this number it moves every time, beyond that it would cost ever more and change little.
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

// lost takes back the page's unit and what it gave along its links. What others
// gave it, and give it from now on, rests on it and counts as nobody's.
func (s *stored) lost(o *readOnce, page uint32) {
	s.give(o, page, -s.history[page])
	s.links.set(page, nil)
	s.cash[page] += s.history[page] - 1
	s.virtual.add(1)
	s.history[page] = 0
}

// revived gives the page a unit again; what others gave it is there.
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

// push moves cash until no page that was read has more than the limit.
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

// Settle moves cash until no page that was read has more than this share of all credit, so that Importance is
// exact: its error in sum is then below the number of pages * rest / Delta.
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
