package page

import (
	"cmp"
	"math"
	"math/rand/v2"
)

// credit is the total cash.
const credit = 1

// opic is OPIC with a virtual page. A read page gives its cash to its links and the virtual page, and the virtual page
// gives its own to all pages. It reads pages again and again, for endless crawls.
//
// The virtual page can give without a loop over the pages. The two groups, unread and read, each have a counter of the
// cash that every member was given. The stored value of a page is its cash minus its group's counter. A gift does not
// change the order within a group, so each group has its own queue.
type opic struct {
	pageStates
	choice choice
	// base is a page's cash minus its group's given. history is the total cash at its readings.
	base, history []float64
	last          []uint64 // number of a page's last reading, or 0
	given         [2]float64
	purse         compensated // the virtual page's cash
	virtualLast   uint64
	// front holds the pages that may be asked for, by group.
	front    [2]queue
	readings uint64
	started  bool
}

func (o *opic) cash(page uint32) float64 { return o.base[page] + o.given[o.state[page]] }

// waiting returns the number of pages that may be asked for.
func (o *opic) waiting() int { return o.front[unread].Len() + o.front[read].Len() }

// Discovered implements Policy.
func (o *opic) Discovered(page uint32) {
	if !o.add(page) {
		return
	}
	o.base = append(o.base, -o.given[unread])
	o.history = append(o.history, 0)
	o.last = append(o.last, 0)
	for g := range o.front { // append may have moved the arrays
		o.front[g].key, o.front[g].last = o.base, o.last
		o.front[g].grow()
	}
	o.front[unread].push(page)
}

// start divides the credit equally among the known pages and the virtual page.
func (o *opic) start() {
	if o.started || o.live() == 0 {
		return
	}
	o.started = true
	share := credit / float64(o.live()+1)
	for i, s := range o.state {
		if s != gone {
			o.gain(uint32(i), share)
		}
	}
	o.purse.add(share)
}

// gain gives cash to a page. A gone page leaves it to the virtual page.
func (o *opic) gain(page uint32, cash float64) {
	s := o.state[page]
	if s == gone {
		o.purse.add(cash)
		return
	}
	o.base[page] += cash
	o.front[s].moved(page)
}

// Read implements Policy.
func (o *opic) Read(page uint32, links []uint32) {
	o.start()
	cash := 0.0
	if s := o.state[page]; s != gone {
		cash = o.cash(page)
		o.front[s].remove(page)
	}
	o.history[page] += cash
	o.set(page, read)
	o.base[page] = -o.given[read]
	o.readings++
	o.last[page] = o.readings
	o.front[read].push(page)
	o.give(o.distinct(links), cash)
}

func (o *opic) give(links []uint32, cash float64) {
	virtual, each := split(len(links))
	o.purse.add(float64(cash * virtual))
	part := float64(cash * each)
	for _, t := range links {
		o.gain(t, part)
	}
}

// Gone implements Policy. It gives the page's cash to the virtual page.
func (o *opic) Gone(page uint32) {
	if o.state[page] == gone {
		return
	}
	s := o.state[page]
	o.start()
	o.front[s].remove(page)
	o.purse.add(o.cash(page))
	o.set(page, gone)
	o.base[page] = 0
	o.last[page] = 0
}

// Next implements Policy. The virtual page's turn costs no download.
func (o *opic) Next() (page uint32, ok bool) {
	o.start()
	for o.waiting() > 0 {
		page, virtual := o.choice(o)
		if virtual {
			o.spread()
			continue
		}
		o.front[o.state[page]].remove(page)
		return page, true
	}
	return 0, false
}

// spread gives the virtual page's cash to all pages.
func (o *opic) spread() {
	o.readings++
	o.virtualLast = o.readings
	each := o.purse.value() / float64(o.live())
	o.purse = compensated{}
	for g := range o.given {
		o.given[g] += each
	}
	if (o.given[unread]+o.given[read])*float64(o.live()) > 64*credit {
		o.rebase()
	}
}

// rebase sets the counters back to 0 before rounding errors grow. It corrects the virtual page's cash by the rounding
// errors so far.
func (o *opic) rebase() {
	rest := compensated{high: credit}
	for i, s := range o.state {
		if s != gone {
			o.base[i] = o.cash(uint32(i))
			rest.add(-o.base[i])
		}
	}
	o.given = [2]float64{}
	o.purse = compensated{high: max(0, rest.value())}
	for g := range o.front {
		o.front[g].order()
	}
}

// richest returns the page with the most cash among those that may be asked for.
func (o *opic) richest() (page uint32, cash float64) {
	cash = math.Inf(-1)
	for g := range o.front {
		if o.front[g].Len() == 0 {
			continue
		}
		p := o.front[g].heap[0]
		earlier := cmp.Or(cmp.Compare(o.last[p], o.last[page]), cmp.Compare(p, page)) < 0
		if c := o.cash(p); c > cash || c == cash && earlier {
			page, cash = p, c
		}
	}
	return page, cash
}

// Importance implements Policy by history plus cash, as if every page were read now.
func (o *opic) Importance() []float64 {
	x := make([]float64, o.len())
	for i, s := range o.state {
		cash := 0.0
		if s != gone {
			cash = o.cash(uint32(i))
		}
		x[i] = max(0, o.history[i]+cash)
	}
	return o.shares(x)
}

// choice chooses the page that OPIC reads, or the virtual page. It is called only if there is a page to choose.
type choice func(o *opic) (page uint32, virtual bool)

// greedy chooses the page with the most cash. Among equals it chooses the least recently read, then the first
// discovered, and the virtual page last.
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
			if page = uint32(next); o.state[page] != gone && o.front[o.state[page]].has(page) {
				next++
				return page, false
			}
		}
		next = 0
		return 0, true
	}
}

// newUniform takes any page or the virtual page with equal chance.
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
