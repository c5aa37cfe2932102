package order

import (
	"cmp"
	"container/heap"

	"sitegraph/site"
)

// byDepth takes the URLs of a depth in the order of their normalized URLs. Once all are done, it takes the targets of
// their redirects, then the next depth.
type byDepth struct {
	state []status
	queue depthQueue
	round round // of the last URL taken
	open  int   // URLs taken but not done
}

// round is a depth and the number of redirects followed in it.
type round struct{ depth, hops int }

func (r round) compare(o round) int {
	return cmp.Or(cmp.Compare(r.depth, o.depth), cmp.Compare(r.hops, o.hops))
}

func (d *byDepth) add(k site.Known) {
	r := round{depth: k.Depth}
	if r.depth <= d.round.depth && len(d.state) > 0 {
		r = round{d.round.depth, d.round.hops + 1}
	}
	heap.Push(&d.queue, depthEntry{k, uint32(len(d.state)), r})
	d.state = append(d.state, waiting)
}

func (d *byDepth) ready() bool {
	for len(d.queue) > 0 && d.state[d.queue[0].page] != waiting {
		heap.Pop(&d.queue)
	}
	return len(d.queue) > 0 && (d.open == 0 || d.queue[0].compare(d.round) <= 0)
}

func (d *byDepth) next() (uint32, bool) {
	if !d.ready() {
		return 0, false
	}
	first := heap.Pop(&d.queue).(depthEntry)
	d.round = first.round
	d.state[first.page] = open
	d.open++
	return first.page, true
}

// take leaves a redirect's target waiting, since other redirects may lead there by a better URL.
func (d *byDepth) take(uint32) bool { return false }

func (d *byDepth) done(page uint32, _ site.Outcome) {
	d.state[page] = done
	d.open--
}

func (d *byDepth) again(page uint32) {
	d.state[page] = open
	d.open++
}

func (d *byDepth) importance() []float64 { return nil }

// depthEntry is a URL in the queue.
type depthEntry struct {
	site.Known
	page uint32
	round
}

// depthQueue is a heap for container/heap, ordered by depth and normalized URL.
type depthQueue []depthEntry

func (q depthQueue) Len() int { return len(q) }
func (q depthQueue) Less(i, j int) bool {
	return cmp.Or(q[i].compare(q[j].round), cmp.Compare(q[i].Key, q[j].Key)) < 0
}
func (q depthQueue) Swap(i, j int) { q[i], q[j] = q[j], q[i] }
func (q *depthQueue) Push(x any)   { *q = append(*q, x.(depthEntry)) }
func (q *depthQueue) Pop() any {
	last := (*q)[len(*q)-1]
	(*q)[len(*q)-1] = depthEntry{}
	*q = (*q)[:len(*q)-1]
	return last
}
