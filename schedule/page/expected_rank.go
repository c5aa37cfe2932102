package page

import "slices"

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
