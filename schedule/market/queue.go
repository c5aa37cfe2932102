package market

import (
	"cmp"
	"container/heap"
	"slices"
)

// place is a URL's place in an agent's queue. When a URL is given out, sold,
// or gains in value, its old place stays in the queue and is skipped later.
type place struct {
	value float64
	lot   int
}

// compare orders a queue: by value, falling, then as found.
func (p place) compare(q place) int {
	return cmp.Or(cmp.Compare(q.value, p.value), cmp.Compare(p.lot, q.lot))
}

// queue is a heap of places, by container/heap.
type queue []place

func (q queue) Len() int           { return len(q) }
func (q queue) Less(i, j int) bool { return q[i].compare(q[j]) < 0 }
func (q queue) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }
func (q *queue) Push(x any)        { *q = append(*q, x.(place)) }
func (q *queue) Pop() any {
	last := len(*q) - 1
	p := (*q)[last]
	*q = (*q)[:last]
	return p
}

// longestURL bounds a URL in bytes.
const longestURL = 1 << 16

// found notes a link of an agent. A known URL takes the greater of the values
// it was found with.
func (c *Agents) found(agent int, l Link, seed bool) {
	if len(l.URL) > longestURL {
		return
	}
	values := make([]float64, len(c.agents))
	for q := range min(len(values), len(l.Values)) {
		values[q] = similarity(l.Values[q])
	}
	at := c.key(agent, l.URL)
	if i, ok := c.index[at]; ok {
		c.again(i, values)
		return
	}
	owner, value := agent, values[agent]
	if c.scheme.everyone {
		owner, value = nobody, slices.Max(values)
	}
	if !seed && value < c.options.Understanding {
		return
	}
	i := len(c.urls)
	c.index[at] = i
	c.urls = append(c.urls, lot{url: l.URL, values: values, owner: owner})
	c.enqueue(i)
}

// again notes that a URL was found once more.
func (c *Agents) again(i int, values []float64) {
	l := &c.urls[i]
	if l.state != queued {
		return
	}
	more := false
	for q, v := range values {
		if v > l.values[q] {
			l.values[q], more = v, true
		}
	}
	if more {
		c.enqueue(i)
	}
}

// has reports whether a URL is in an agent's queue: it is the owner's, or where
// all agents see it, theirs to whom it is relevant (a seed relevant to nobody
// is everybody's).
func (c *Agents) has(agent int, l *lot) bool {
	if l.state != queued || l.owner != nobody {
		return l.state == queued && l.owner == agent
	}
	u := c.options.Understanding
	return l.values[agent] >= u || slices.Max(l.values) < u
}

// enqueue puts a URL into the queues it belongs to.
func (c *Agents) enqueue(i int) {
	for q := range c.agents {
		if l := &c.urls[i]; c.has(q, l) {
			heap.Push(&c.agents[q].queue, place{l.values[q], i})
		}
	}
}

// current reports whether a place is still that of its URL.
func (c *Agents) current(agent int, p place) bool {
	l := &c.urls[p.lot]
	return c.has(agent, l) && l.values[agent] == p.value
}

// pop takes the best URL from an agent's queue.
func (c *Agents) pop(agent int) (int, bool) {
	q := &c.agents[agent].queue
	for q.Len() > 0 {
		p := heap.Pop(q).(place)
		if c.current(agent, p) && c.take(p.lot) {
			return p.lot, true
		}
	}
	return 0, false
}

// take reserves a URL that several agents may have in their queues; it returns
// false if another agent was given it.
func (c *Agents) take(i int) bool {
	if !c.scheme.common || c.scheme.assigned || c.scheme.everyone {
		return true
	}
	at := key{nobody, c.urls[i].url}
	if _, taken := c.index[at]; taken {
		c.urls[i].state, c.urls[i].values = done, nil
		return false
	}
	c.index[at] = i
	return true
}

// tidy drops the places that are no longer current and returns the others, best
// first.
func (c *Agents) tidy(agent int) []place {
	a := &c.agents[agent]
	a.queue = slices.DeleteFunc(a.queue, func(p place) bool { return !c.current(agent, p) })
	slices.SortFunc(a.queue, place.compare)
	a.queue = slices.Compact(a.queue) // sorted, it is a heap too
	return a.queue
}
