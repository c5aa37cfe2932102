package page

import "math/rand/v2"

// choice chooses which page OPIC reads, or that it is the virtual page's turn.
// It is asked only if there is at least one page to choose.
type choice func(o *opic) (page uint32, virtual bool)

// greedy chooses what has most cash; of equal ones the least recently read, then the first discovered, and the
// virtual page last.
func greedy(o *opic) (page uint32, virtual bool) {
	page, cash := o.richest()
	v := o.purse.value()
	return page, v > 0 && (v > cash || v == cash && o.virtualLast < o.last[page])
}

// newCycle takes the pages in turn, then the virtual page.
func newCycle() choice {
	next := uint64(0)
	return func(o *opic) (page uint32, virtual bool) {
		for ; next < uint64(o.len()); next++ {
			if page = uint32(next); o.ready(page) {
				next++
				return page, false
			}
		}
		next = 0
		return 0, true
	}
}

// newUniform takes any page, or the virtual one, with equal chance.
func newUniform(seed uint64) choice {
	random := rand.New(rand.NewPCG(seed, 0x5067))
	return func(o *opic) (page uint32, virtual bool) {
		i := random.IntN(o.waiting() + 1)
		for g := range o.front {
			if i < o.front[g].Len() {
				return o.front[g].heap[i], false
			}
			i -= o.front[g].Len()
		}
		return 0, true
	}
}
