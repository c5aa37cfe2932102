package page

import "slices"

// iteration is the power iteration of auto: read pages pass their value along
// their links, unread ones as the link model says.
type iteration struct {
	*auto
	o     *readOnce
	model linkModel
	// unseen is the number of unseen pages expected behind each page, all that
	// of all pages.
	unseen []float64
	all    float64
	// narrow is the sum of the inverse lengths of the lists a page stands in.
	narrow  []float64
	x, y    []guess
	portion []portion
	// lost goes to all pages alike, even is what each has of it.
	lost, even float64
}

// portion is what an unread page passes by each of its lists: alike if all
// count the same, short times the inverse length of the list.
type portion struct{ alike, short float64 }

func newIteration(e *auto, o *readOnce, h linkModel) *iteration {
	n := o.len()
	s := &iteration{auto: e, o: o, model: h, unseen: e.unseen(o), narrow: make([]float64, n),
		x: slices.Clone(e.x), y: make([]guess, n), portion: make([]portion, n)}
	var all compensated
	for _, v := range s.unseen {
		all.add(v)
	}
	s.all = float64(o.live()) + all.value()
	for p, size := range e.links.size {
		for _, t := range e.links.of(uint32(p)) {
			s.narrow[t] += 1 / float64(size)
		}
	}
	s.normalise(s.x)
	return s
}

// round takes one step; the values are in x.
func (s *iteration) round() {
	clear(s.y)
	s.lost = 0
	for i := range s.x {
		s.alone(uint32(i))
	}
	for i, size := range s.links.size {
		if size > 0 {
			s.pass(uint32(i), s.links.of(uint32(i)))
		}
	}
	s.jump()
	s.normalise(s.y)
	s.x, s.y = s.y, s.x
}

// alone moves what a page passes without regard to lists.
func (s *iteration) alone(page uint32) {
	v, h := s.x[page], &s.model
	switch {
	case s.o.state[page] == unread && s.in[page] > 0:
		s.portion[page] = portion{alike: v.page / float64(s.in[page]), short: v.page / s.narrow[page]}
		s.y[0].page += float64((v.page + v.behind) * h[toStart])
		s.y[page].page += float64(v.page * h[toItself])
		s.find(page, float64(v.page*h[toFinder]))
		// The unseen pages behind a page have it for parent and finder, and
		// stand in lists with each other.
		s.y[page].page += float64(v.behind * (h[toParent] + h[toFinder]))
		stay := h[toList] + h[toShortList] + h[toItself] + h[toNew]
		s.y[page].behind = float64(v.page*h[toNew]) + float64(v.behind*stay)
	case s.links.size[page] == 0:
		s.lost += v.page + v.behind
	}
}

// find moves what a page passes to its finder.
func (s *iteration) find(page uint32, v float64) {
	if finder := s.finder[page]; finder != nobody {
		s.y[finder].page += v
	} else {
		s.lost += v
	}
}

// pass moves the value of a page read along its links, with what the unread
// pages of the list pass to it and to each other.
func (s *iteration) pass(parent uint32, list []uint32) {
	alike, short := 0.0, 0.0
	for _, t := range list {
		if s.o.state[t] == unread {
			alike += s.portion[t].alike
			short += s.portion[t].short
		}
	}
	inverse := 1 / float64(len(list))
	s.y[parent].page += float64(alike * s.model[toParent])
	v := s.x[parent].page + float64(alike*s.model[toList]) + float64(short*inverse*s.model[toShortList])
	v = float64(v * inverse)
	for _, t := range list {
		s.y[t].page += v
	}
}

// jump gives all pages, seen and unseen, what does not go along links.
func (s *iteration) jump() {
	for i, state := range s.o.state {
		if state == gone {
			s.lost += s.y[i].page
		}
	}
	delta := s.o.options.Delta
	d := 1 - delta
	s.even = (delta + float64(d*s.lost)) / s.all
	for i, state := range s.o.state {
		if state == gone {
			s.y[i] = guess{}
			continue
		}
		s.y[i].page = s.even + float64(d*s.y[i].page)
		s.y[i].behind = float64(s.even*s.unseen[i]) + float64(d*s.y[i].behind)
	}
}

// normalise divides the values by their sum.
func (s *iteration) normalise(x []guess) {
	var all compensated
	for _, v := range x {
		all.add(v.page)
		all.add(v.behind)
	}
	total := all.value()
	for i := range x {
		switch {
		case total > 0:
			x[i] = guess{x[i].page / total, x[i].behind / total}
		case s.o.state[i] != gone:
			x[i] = guess{page: 1 / float64(s.o.live())}
		}
	}
}
