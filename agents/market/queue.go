package market

import (
	"cmp"
	"container/heap"
	"slices"
)

// place is a URL's place in an agent's queue. It becomes out of date when the URL is given out, sold or revalued, and
// is skipped later.
type place struct {
	value float64
	lot   int
	spare bool
}

// compare orders a queue with spare URLs last, then by falling value, then in the order found.
func (p place) compare(q place) int {
	if p.spare != q.spare {
		return map[bool]int{false: -1, true: 1}[p.spare]
	}
	return cmp.Or(cmp.Compare(q.value, p.value), cmp.Compare(p.lot, q.lot))
}

// queue is a heap of places for container/heap.
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

const longestURL = 1 << 16

func (c *Agents) found(agent int, l Link, seed bool) {
	if len(l.URL) > longestURL {
		return
	}
	at := c.scheme.key(agent, l.URL)
	if i, ok := c.index[at]; ok {
		c.again(i, agent, l.Values, seed)
		return
	}
	values := make([]float64, len(c.agents))
	for q := range min(len(values), len(l.Values)) {
		values[q] = worth(l.Values[q])
	}
	owner, value := agent, values[agent]
	if c.scheme.everyone {
		owner, value = nobody, slices.Max(values)
	}
	this := lot{url: l.URL, values: values, owner: owner, spare: !c.wants(value, seed)}
	if this.spare && !c.forSale(&this) && (c.options.Strict || value < 0) {
		return
	}
	i := len(c.urls)
	c.index[at] = i
	c.urls = append(c.urls, this)
	c.enqueue(i)
	c.display(i)
}

// forSale reports whether a URL is for sale even if its owner could fetch it.
func (c *Agents) forSale(l *lot) bool {
	return l.spare && c.options.Foreign && c.scheme.trade != nil && slices.Max(l.values) >= c.options.Understanding
}

// display adds a URL for sale to the foreign URLs of its owner.
func (c *Agents) display(i int) {
	if l := &c.urls[i]; c.forSale(l) {
		a := &c.agents[l.owner]
		a.foreign = append(a.foreign, i)
	}
}

// worth returns the value of a link as used in queues.
func worth(v float64) float64 {
	if v < 0 {
		return -1
	}
	return similarity(v)
}

// wants reports whether an agent fetches a URL of this value before spare ones.
func (c *Agents) wants(value float64, seed bool) bool {
	return value >= c.options.Understanding || seed && value >= 0
}

// again notes that an agent found a known URL. If the URL was spare, this agent may want it.
func (c *Agents) again(i, agent int, values []float64, seed bool) {
	l := &c.urls[i]
	if l.state != queued {
		return
	}
	wasSpare, wasForSale := l.spare, c.forSale(l)
	var raised []int
	for q := range min(len(l.values), len(values)) {
		if v := worth(values[q]); v > l.values[q] {
			l.values[q], raised = v, append(raised, q)
		}
	}
	switch {
	case l.spare && c.scheme.everyone:
		l.spare = !c.wants(l.values[agent], seed) && !c.wants(slices.Max(l.values), false)
	case l.spare && c.wants(l.values[agent], seed):
		l.owner, l.spare = agent, false
	case l.spare:
		l.spare = !c.wants(l.values[l.owner], false)
	}
	if wasSpare && !l.spare {
		c.enqueue(i)
		return
	}
	for _, q := range raised { // the other agents' places stay valid
		c.line(q, i)
	}
	if !wasForSale {
		c.display(i)
	}
}

// has reports whether a URL is in an agent's queue. If it has no owner, it is in the queues of the agents that it is
// relevant to, or of all if there are none. Strict agents queue no spare URLs. No agent queues a URL it may not have.
func (c *Agents) has(agent int, l *lot) bool {
	switch {
	case l.state != queued, l.spare && (c.options.Strict || l.values[agent] < 0):
		return false
	case l.owner != nobody:
		return l.owner == agent
	}
	return c.wants(l.values[agent], slices.Max(l.values) < c.options.Understanding)
}

func (c *Agents) enqueue(i int) {
	for q := range c.agents {
		c.line(q, i)
	}
}

func (c *Agents) line(agent, i int) {
	if l := &c.urls[i]; c.has(agent, l) {
		heap.Push(&c.agents[agent].queue, place{l.values[agent], i, l.spare})
	}
}

func (c *Agents) current(agent int, p place) bool {
	l := &c.urls[p.lot]
	return c.has(agent, l) && l.values[agent] == p.value && l.spare == p.spare
}

// pop takes the best URL from an agent's queue. It takes a spare one only if the agent has no fetch to report.
func (c *Agents) pop(agent int) (best place, ok bool) {
	a := &c.agents[agent]
	for a.queue.Len() > 0 && (!a.queue[0].spare || a.away == 0) {
		p := heap.Pop(&a.queue).(place)
		if c.current(agent, p) && c.take(p.lot) {
			return p, true
		}
	}
	return place{}, false
}

// take reserves a URL that several agents may have queued. It returns false if another agent already got the URL.
func (c *Agents) take(i int) bool {
	if c.taken(i) {
		c.urls[i].state, c.urls[i].values = done, nil
		return false
	}
	if c.scheme.contested() {
		c.index[key{nobody, c.urls[i].url}] = i
	}
	return true
}

// contested reports whether several agents may queue a URL that only one of them gets.
func (s scheme) contested() bool { return s.common && !s.assigned && !s.everyone }

func (c *Agents) taken(i int) bool {
	if !c.scheme.contested() {
		return false
	}
	_, taken := c.index[key{nobody, c.urls[i].url}]
	return taken
}

func (c *Agents) keeps(agent, i int) bool {
	l := &c.urls[i]
	return l.state == queued && l.owner == agent && l.spare
}

// tidy drops places that are out of date and returns the others, best first.
func (c *Agents) tidy(agent int) []place {
	a := &c.agents[agent]
	a.queue = slices.DeleteFunc(a.queue, func(p place) bool { return !c.current(agent, p) })
	slices.SortFunc(a.queue, place.compare)
	a.queue = slices.Compact(a.queue) // a sorted list is also a heap
	return a.queue
}
