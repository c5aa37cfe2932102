package page

import (
	"slices"
)

// rank reads the page with the greatest PageRank in the known graph, which has the links of all read pages. A page
// without links, or not read, passes its value equally to all known pages.
//
// pace decides when to iterate; power iteration starts from the last values. In between, a read page at once gives its
// new links their part, like cash.
type rank struct {
	links links
	x     []float64
	// even is the part of its value that a page has without links.
	even float64
	// due is the number of read pages at the next iteration.
	due int
}

func (k *rank) discovered(*readOnce, uint32) float64 {
	k.links.grow()
	k.x = append(k.x, k.even)
	return k.even
}

func (k *rank) read(o *readOnce, page uint32, list []uint32) {
	before := k.links.lists[page]
	k.links.set(page, list)
	part := float64(k.x[page] * ((1 - delta) / float64(max(len(list), 1))))
	for _, t := range list {
		if _, had := slices.BinarySearch(before, t); had {
			continue
		}
		k.x[t] += part
		if o.state[t] == unread {
			o.want(t, k.x[t])
		}
	}
}

func (k *rank) lost(_ *readOnce, page uint32) {
	k.links.set(page, nil)
	k.x[page] = 0
}

func (k *rank) revived(_ *readOnce, page uint32) { k.x[page] = k.even }

func (k *rank) settle(o *readOnce) {
	if rounds := k.rounds(o); rounds > 0 {
		k.x, k.even = knownRank(o, k.links.lists, k.x, rounds)
		o.rekey(k.x)
	}
}

// rounds returns how many rounds of power iteration are due.
func (k *rank) rounds(o *readOnce) int {
	if o.count[read] < k.due {
		return 0
	}
	rounds, wait := pace(o.count[read])
	k.due = o.count[read] + wait
	return rounds
}

// pace returns the number of rounds after this many read pages, and how many pages later to iterate again. It iterates
// at every reading up to 40 pages, then after another twentieth, and beyond 400 after another fifth. Iterating eight
// times as often changes the found mass by a thousandth and costs four times as much.
func pace(done int) (rounds, wait int) {
	switch {
	case done < 40:
		return 25, 1
	case done < 400:
		return 12, 1 + done/20
	}
	return 6, 1 + done/5
}

// importance returns the PageRank of the known graph, to about 1e-7 in sum.
func (k *rank) importance(o *readOnce) []float64 {
	x, _ := knownRank(o, k.links.lists, k.x, 100)
	return x
}

// knownRank returns the PageRank of the known graph after some rounds of power iteration, and the part that every page
// has without links.
func knownRank(o *readOnce, lists [][]uint32, from []float64, rounds int) (x []float64, even float64) {
	x, y := slices.Clone(from), make([]float64, o.len())
	o.shares(x)
	d, live := 1-delta, float64(o.live())
	for range rounds {
		even = (delta + float64(d*flow(o, lists, x, y))) / live
		for i := range y {
			if o.state[i] == gone {
				y[i] = 0
			} else {
				y[i] = even + float64(d*y[i])
			}
		}
		o.shares(y)
		x, y = y, x
	}
	return x, even
}

// flow moves all values along the links, and returns the rest, which all pages share equally.
func flow(o *readOnce, lists [][]uint32, x, y []float64) (lost float64) {
	clear(y)
	for i, v := range x {
		list := lists[i]
		if o.state[i] == unread || len(list) == 0 {
			lost += v
			continue
		}
		part := v / float64(len(list))
		for _, t := range list {
			y[t] += part
		}
	}
	for i, s := range o.state {
		if s == gone {
			lost += y[i]
		}
	}
	return lost
}

// iteration is the power iteration of auto. Read pages pass their value along their links, unread ones by the link
// model.
type iteration struct {
	*auto
	o     *readOnce
	model linkModel
	// unseen is the expected number of unseen pages behind each page. all is the number of all pages, seen and unseen.
	unseen []float64
	all    float64
	// narrow sums 1/length over the lists with a page.
	narrow []float64
	// x is the value of each page, and unseenX the value of the unseen pages behind it. Each round computes nextX and
	// nextUnseen from them.
	x, unseenX, nextX, nextUnseen []float64

	portion []portion
	// all pages share lost equally. even is the share of each.
	lost, even float64
}

// portion is the value that an unread page passes by each of its lists. alike applies if all lists count the same.
// short is multiplied by the inverse length of the list if short lists count more.
type portion struct{ alike, short float64 }

func newIteration(e *auto, o *readOnce, h linkModel) *iteration {
	n := o.len()
	s := &iteration{
		auto: e, o: o, model: h, unseen: e.unseen(o), narrow: make([]float64, n), portion: make([]portion, n),
		x: slices.Clone(e.x), unseenX: slices.Clone(e.unseenX),
		nextX: make([]float64, n), nextUnseen: make([]float64, n),
	}
	var all compensated
	for _, v := range s.unseen {
		all.add(v)
	}
	s.all = float64(o.live()) + all.value()
	for _, list := range e.links.lists {
		for _, t := range list {
			s.narrow[t] += 1 / float64(len(list))
		}
	}
	s.normalise()
	return s
}

func (s *iteration) round() {
	clear(s.nextX)
	clear(s.nextUnseen)
	s.lost = 0
	for i := range s.x {
		s.alone(uint32(i))
	}
	for i, list := range s.links.lists {
		if len(list) > 0 {
			s.pass(uint32(i), list)
		}
	}
	s.jump()
	s.x, s.nextX = s.nextX, s.x
	s.unseenX, s.nextUnseen = s.nextUnseen, s.unseenX
	s.normalise()
}

// alone moves the value that a page passes on without lists.
func (s *iteration) alone(page uint32) {
	v, hidden, h := s.x[page], s.unseenX[page], &s.model
	switch {
	case s.o.state[page] == unread && s.in[page] > 0:
		s.portion[page] = portion{alike: v / float64(s.in[page]), short: v / s.narrow[page]}
		s.nextX[0] += float64((v + hidden) * h[toStart])
		s.nextX[page] += float64(v * h[toItself])
		s.find(page, float64(v*h[toFinder]))
		// Unseen pages behind a page have it as parent and finder, and share lists with each other.
		s.nextX[page] += float64(hidden * (h[toParent] + h[toFinder]))
		stay := h[toList] + h[toShortList] + h[toItself] + h[toNew]
		s.nextUnseen[page] = float64(v*h[toNew]) + float64(hidden*stay)
	case len(s.links.lists[page]) == 0:
		s.lost += v + hidden
	}
}

func (s *iteration) find(page uint32, v float64) {
	if finder := s.finder[page]; finder != nobody {
		s.nextX[finder] += v
	} else {
		s.lost += v
	}
}

// pass moves the value of a read page along its links. It also moves the value that the list's unread pages pass to it
// and to each other.
func (s *iteration) pass(parent uint32, list []uint32) {
	alike, short := 0.0, 0.0
	for _, t := range list {
		if s.o.state[t] == unread {
			alike += s.portion[t].alike
			short += s.portion[t].short
		}
	}
	inverse := 1 / float64(len(list))
	s.nextX[parent] += float64(alike * s.model[toParent])
	v := s.x[parent] + float64(alike*s.model[toList]) + float64(short*inverse*s.model[toShortList])
	v = float64(v * inverse)
	for _, t := range list {
		s.nextX[t] += v
	}
}

// jump spreads all value that does not move along links over all pages, seen and unseen.
func (s *iteration) jump() {
	for i, state := range s.o.state {
		if state == gone {
			s.lost += s.nextX[i]
		}
	}
	const d = 1 - delta
	s.even = (delta + float64(d*s.lost)) / s.all
	for i, state := range s.o.state {
		if state == gone {
			s.nextX[i], s.nextUnseen[i] = 0, 0
			continue
		}
		s.nextX[i] = s.even + float64(d*s.nextX[i])
		s.nextUnseen[i] = float64(s.even*s.unseen[i]) + float64(d*s.nextUnseen[i])
	}
}

func (s *iteration) normalise() {
	var all compensated
	for i := range s.x {
		all.add(s.x[i])
		all.add(s.unseenX[i])
	}
	total := all.value()
	for i := range s.x {
		switch {
		case total > 0:
			s.x[i] /= total
			s.unseenX[i] /= total
		case s.o.state[i] != gone:
			s.x[i], s.unseenX[i] = 1/float64(s.o.live()), 0
		}
	}
}
