package order

import (
	"cmp"
	"container/heap"

	"sitegraph/schedule/page"
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

// byRank uses a policy of schedule/page. If the policy wants to read a page again, it gets the stored links at once. If
// a URL turns out to be an alias, byRank reads the pages that link to it again, and their links then lead to the URL
// that represents it.
type byRank struct {
	policy page.Policy
	links  func(page uint32) []uint32
	state  []status
	wait   int // waiting URLs
	// linking has the read pages that link to a URL, as long as the URL may become an alias.
	linking [][]uint32
}

func (r *byRank) add(site.Known) {
	number := uint32(len(r.state))
	r.state = append(r.state, waiting)
	r.linking = append(r.linking, nil)
	r.wait++
	r.policy.Discovered(number)
}

func (r *byRank) ready() bool { return r.wait > 0 }

func (r *byRank) next() (uint32, bool) {
	for r.wait > 0 {
		page, ok := r.policy.Next()
		if !ok {
			break
		}
		switch r.state[page] {
		case waiting:
			return page, r.take(page)
		case done:
			r.read(page)
		}
	}
	return 0, false
}

func (r *byRank) read(page uint32) { r.policy.Read(page, r.links(page)) }

func (r *byRank) take(page uint32) bool {
	if r.state[page] != waiting {
		return false
	}
	r.state[page] = open
	r.wait--
	return true
}

func (r *byRank) done(page uint32, out site.Outcome) {
	r.state[page] = done
	linking := r.linking[page]
	r.linking[page] = nil
	switch out.Kind {
	case site.OutcomeRead:
		for _, target := range out.Links {
			r.link(page, target)
		}
		r.policy.Read(page, out.Links)
		return
	case site.OutcomeMerged:
		for _, p := range linking {
			r.read(p)
			r.link(p, out.Into)
		}
	}
	r.policy.Gone(page)
}

// link records a link from a page to a URL, which may be a repeated one.
func (r *byRank) link(page, to uint32) {
	l := r.linking[to]
	if r.state[to] != done && (len(l) == 0 || l[len(l)-1] != page) {
		r.linking[to] = append(l, page)
	}
}

func (r *byRank) again(page uint32) {
	r.state[page] = waiting
	r.wait++
	r.take(page)
}

// restExact is the maximum share of all credit on one page when stored estimates the importance.
const restExact = 1e-9

func (r *byRank) importance() []float64 {
	if s, ok := r.policy.(page.Stored); ok {
		s.Settle(restExact)
	}
	return r.policy.Importance()
}
