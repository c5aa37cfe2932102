// Package page decides which page of a site to read next. It has OPIC, the online computation of page importance
// (Abiteboul, Preda, Cobena, "Adaptive On-Line Page Importance Computation", WWW 2003). It also has better policies for
// crawlers that keep the links of read pages, and simple rules for comparison. It knows neither HTTP nor files: the
// caller reports its findings and asks for a page.
//
//	policy.Discovered(0)
//	for page, ok := policy.Next(); ok; page, ok = policy.Next() {
//		links := read(page)
//		for each link to a page not seen before { policy.Discovered(next) }
//		policy.Read(page, links)
//	}
//
// The caller numbers pages from 0 in order of discovery, and need not know how many there are. It may ask for several
// pages before it reports the first. Reports may come late and in any order; a policy does not return a page again
// before it is reported as Read or Gone. Gone means that a page can never be read. The caller does not report a page
// that it will try again.
//
// With the same seed a policy makes the same decisions.
package page

import (
	"container/heap"
	"math"
	"slices"

	"sitegraph/site"
)

// Policy decides which page to read next.
type Policy interface {
	// Discovered reports a new page. Its number is the next one. A known page is ignored.
	Discovered(page uint32)
	// Read reports a read page and the pages it links to, which must all be known. Repeated links count once. When a
	// page is read again, the new links replace the old ones.
	Read(page uint32, links []uint32)
	// Gone reports that a page does not exist or must not be read. Next does not return it again. If it is Read
	// nevertheless, it exists again.
	Gone(page uint32)
	// Next returns a page. It returns none if all pages are gone, asked for but unreported, or already read by a policy
	// that reads each page once.
	Next() (page uint32, ok bool)
	// Importance estimates the importance of the pages with one value for each. The sum is 1; gone pages fade to 0. It
	// returns nil if the policy does not estimate importance (random). It changes nothing.
	Importance() []float64
}

// delta is the share of a page's cash for the virtual page, and the chance to jump in PageRank.
const delta = 0.15

// policies constructs the policies by name and random seed; nothing changes it.
var policies = map[string]func(seed uint64) Policy{
	"auto":              func(uint64) Policy { return newReadOnce(&auto{}) },
	"stored":            func(uint64) Policy { return Stored{newReadOnce(&stored{})} },
	"random":            func(seed uint64) Policy { return newReadOnce(shuffled{seed: seed}) },
	"backlinks":         func(uint64) Policy { return newReadOnce(&backlinks{}) },
	"opic-greedy":       func(uint64) Policy { return &opic{choice: greedy} },
	"opic-cycle":        func(uint64) Policy { return &opic{choice: newCycle()} },
	"opic-random":       func(seed uint64) Policy { return &opic{choice: newUniform(seed)} },
	"pagerank-of-known": func(uint64) Policy { return newReadOnce(&rank{}) },
}

// Known lists the names of the policies.
func Known() []string { return site.Names(policies) }

// New returns the policy with one of the names in [Known]. seed initializes its random numbers.
func New(name string, seed uint64) Policy { return policies[name](seed) }

// split returns the shares of a page's cash for the virtual page and for each of its links.
func split(links int) (virtual, each float64) {
	if links == 0 {
		return 1, 0
	}
	return delta, (1 - delta) / float64(links)
}

// queue holds pages by key, the greatest first. Among equals, the page read longest ago comes first, then the first
// discovered. It is a binary heap in flat arrays. It knows the place of each page, so changing a key takes O(log n).
type queue struct {
	// key has an entry for every page, in the queue or not. After a change, call moved.
	key []float64
	// last is the number of each page's last reading, counting all readings; nil if irrelevant.
	last []uint64
	heap []uint32
	// place is 1 + a page's index in the heap, 0 if it is not there.
	place []uint32
}

func (q *queue) grow() { q.place = append(q.place, 0) }

func (q *queue) has(page uint32) bool { return q.place[page] != 0 }

func (q *queue) before(a, b uint32) bool {
	if q.key[a] != q.key[b] {
		return q.key[a] > q.key[b]
	}
	if q.last != nil && q.last[a] != q.last[b] {
		return q.last[a] < q.last[b]
	}
	return a < b
}

// Len implements container/heap, like the methods below.
func (q *queue) Len() int { return len(q.heap) }

// Less compares two pages by their order in the queue.
func (q *queue) Less(i, j int) bool { return q.before(q.heap[i], q.heap[j]) }

// Swap exchanges two pages.
func (q *queue) Swap(i, j int) {
	q.heap[i], q.heap[j] = q.heap[j], q.heap[i]
	q.place[q.heap[i]], q.place[q.heap[j]] = uint32(i+1), uint32(j+1)
}

// Push adds a page at the end.
func (q *queue) Push(page any) {
	q.heap = append(q.heap, page.(uint32))
	q.place[page.(uint32)] = uint32(len(q.heap))
}

// Pop removes the last page.
func (q *queue) Pop() any {
	last := len(q.heap) - 1
	page := q.heap[last]
	q.heap, q.place[page] = q.heap[:last], 0
	return page
}

func (q *queue) push(page uint32) {
	if !q.has(page) {
		heap.Push(q, page)
	}
}

func (q *queue) remove(page uint32) {
	if q.has(page) {
		heap.Remove(q, int(q.place[page])-1)
	}
}

func (q *queue) moved(page uint32) {
	if q.has(page) {
		heap.Fix(q, int(q.place[page])-1)
	}
}

// order restores the heap in O(n) after all keys changed. It does not change a valid heap.
func (q *queue) order() { heap.Init(q) }

type pageState uint8

const (
	unread pageState = iota
	read
	gone // does not exist, or must not be read

	states = 3
)

// pageStates keeps the states of all pages for every policy.
type pageStates struct {
	state   []pageState
	count   [states]int
	scratch []uint32
}

func (b *pageStates) len() int { return len(b.state) }

func (b *pageStates) live() int { return b.count[unread] + b.count[read] }

func (b *pageStates) add(page uint32) (added bool) {
	if int(page) < b.len() {
		return false
	}
	b.state = append(b.state, unread)
	b.count[unread]++
	return true
}

// set changes a page's state.
func (b *pageStates) set(page uint32, s pageState) {
	b.count[b.state[page]]--
	b.count[s]++
	b.state[page] = s
}

// distinct returns the links sorted and without repetitions. The slice is valid until the next call.
func (b *pageStates) distinct(links []uint32) []uint32 {
	b.scratch = append(b.scratch[:0], links...)
	slices.Sort(b.scratch)
	return slices.Compact(b.scratch)
}

// compensated sums floats in any order with hardly any rounding error (Neumaier 1974).
type compensated struct{ high, low float64 }

func (s *compensated) add(x float64) {
	t := s.high + x
	if math.Abs(s.high) >= math.Abs(x) {
		s.low += (s.high - t) + x
	} else {
		s.low += (x - t) + s.high
	}
	s.high = t
}

func (s compensated) value() float64 { return s.high + s.low }

// shares divides all values by their sum. If the sum is 0, all pages that are not gone get equal values.
func (b *pageStates) shares(values []float64) []float64 {
	var total compensated
	for _, v := range values {
		total.add(v)
	}
	t := total.value()
	for i := range values {
		switch {
		case t > 0:
			values[i] /= t
		case b.state[i] != gone:
			values[i] = 1 / float64(b.live())
		}
	}
	return values
}
