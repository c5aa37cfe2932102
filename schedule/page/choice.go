package page

import "math/rand/v2"

// choice says which page OPIC reads. It is asked only if there is at least one
// page to choose.
type choice interface {
	// choose returns a page, or that it is the virtual page's turn.
	choose(o *opic) (page uint32, virtual bool)
}

// greedy chooses what has most cash; of equal ones the least recently read,
// then the first discovered, and the virtual page last. As in the document,
// Paper makes it the first discovered at once.
type greedy struct{}

func (greedy) choose(o *opic) (page uint32, virtual bool) {
	page, cash := o.richest()
	v := o.purse.value()
	return page, v > 0 && (v > cash || v == cash && !o.options.Paper && o.virtualLast < o.last[page])
}

// cycle takes the pages in turn, then the virtual page.
type cycle struct{ next uint64 }

func (c *cycle) choose(o *opic) (page uint32, virtual bool) {
	for {
		if c.next >= uint64(o.len()) {
			c.next = 0
			return 0, true
		}
		page = uint32(c.next)
		c.next++
		if o.ready(page) {
			return page, false
		}
	}
}

// uniform takes any page, or the virtual one, with equal chance.
type uniform struct{ random *rand.Rand }

func newUniform(seed uint64) uniform { return uniform{rand.New(rand.NewPCG(seed, 0x5067))} }

func (d uniform) choose(o *opic) (page uint32, virtual bool) {
	i := d.random.IntN(o.waiting() + 1)
	for g := range o.front {
		if i < o.front[g].len() {
			return o.front[g].heap[i], false
		}
		i -= o.front[g].len()
	}
	return 0, true
}
