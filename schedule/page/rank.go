package page

import "slices"

// rank reads the page of greatest PageRank in the known graph: that of the links of the pages read. A page not
// read, or without links, passes its value to all known pages alike.
//
// Power iteration starts from the last values, as often as pace has it. In
// between, a page read gives its new links their part at once, like cash.
type rank struct {
	links links
	x     []float64
	// even is the part of its value that every page has regardless of links.
	even float64
	// due is the number of pages read at which to iterate again.
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

// rounds returns how many rounds of power iteration are due, if any.
func (k *rank) rounds(o *readOnce) int {
	if o.count[read] < k.due {
		return 0
	}
	rounds, wait := pace(o.count[read])
	k.due = o.count[read] + wait
	return rounds
}

// pace returns how many rounds of power iteration follow when that many pages are read, and after how many more the
// next: at every reading up to 40, then whenever a twentieth more is read, beyond 400 a fifth more. Iterating eight
// times as often moves the mass found by a thousandth and costs four times as much.
func pace(done int) (rounds, wait int) {
	switch {
	case done < 40:
		return 25, 1
	case done < 400:
		return 12, 1 + done/20
	}
	return 6, 1 + done/5
}

// importance is the PageRank of the known graph, to about 1e-7 in sum.
func (k *rank) importance(o *readOnce) []float64 {
	x, _ := knownRank(o, k.links.lists, k.x, 100)
	return x
}

// knownRank returns the PageRank of the known graph after some rounds of power
// iteration, and the part of it that every page has regardless of links.
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

// flow moves all values along the links and returns what is left to be shared by all pages alike.
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
