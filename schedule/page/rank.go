package page

import "slices"

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
