package order

import (
	"cmp"
	"container/heap"

	"sitegraph/site"
)

// byDepth takes the URLs of a depth in the order of their normalized URLs, and
// those of the next depth when all of them are done.
type byDepth struct {
	state []status
	queue depthQueue
	depth int // of the last URL taken
	open  int // URLs taken and not done
}

func (d *byDepth) add(k site.Known) error {
	heap.Push(&d.queue, depthEntry{k, uint32(len(d.state))})
	d.state = append(d.state, waiting)
	return nil
}

func (d *byDepth) ready() bool {
	for len(d.queue) > 0 && d.state[d.queue[0].page] != waiting {
		heap.Pop(&d.queue)
	}
	return len(d.queue) > 0 && (d.open == 0 || d.queue[0].Depth <= d.depth)
}

func (d *byDepth) next() (uint32, bool) {
	if !d.ready() {
		return 0, false
	}
	first := heap.Pop(&d.queue).(depthEntry)
	d.depth = first.Depth
	return first.page, d.take(first.page)
}

func (d *byDepth) take(page uint32) bool {
	if d.state[page] != waiting {
		return false
	}
	d.state[page] = open
	d.open++
	return true
}

func (d *byDepth) done(page uint32, _ site.Outcome) error {
	d.state[page] = done
	d.open--
	return nil
}

func (d *byDepth) again(page uint32) {
	d.state[page] = waiting
	d.take(page)
}

func (d *byDepth) importance() []float64 { return nil }

// depthEntry is a URL that waits, or did.
type depthEntry struct {
	site.Known
	page uint32
}

// depthQueue is a heap by depth and normalized URL.
type depthQueue []depthEntry

// Len implements heap.Interface.
func (q depthQueue) Len() int { return len(q) }

// Less implements heap.Interface.
func (q depthQueue) Less(i, j int) bool {
	return cmp.Or(cmp.Compare(q[i].Depth, q[j].Depth), cmp.Compare(q[i].Key, q[j].Key)) < 0
}

// Swap implements heap.Interface.
func (q depthQueue) Swap(i, j int) { q[i], q[j] = q[j], q[i] }

// Push implements heap.Interface.
func (q *depthQueue) Push(x any) { *q = append(*q, x.(depthEntry)) }

// Pop implements heap.Interface.
func (q *depthQueue) Pop() any {
	last := (*q)[len(*q)-1]
	(*q)[len(*q)-1] = depthEntry{}
	*q = (*q)[:len(*q)-1]
	return last
}
