package market

import (
	"slices"

	"sitegraph/site"
)

// State is the state of an agent.
type State struct {
	// Energy is the energy left. Ends is the end of its life, on the clock of Next.
	Energy, Ends float64
	// Stored counts its relevant pages. Used is their size in bytes.
	Stored int
	Used   int64
	// Waiting counts the URLs in its queue.
	Waiting int
}

// Lacks returns the reason why an agent cannot fetch anything, or "".
func (c *Agents) Lacks(agent int, now float64) site.Ending {
	switch a := &c.agents[agent]; {
	case !(now < a.ends):
		return site.EndedLifetime
	case !c.lives(agent, now):
		return site.EndedSpace
	case c.pagesLeft(agent, now) == 0:
		return site.EndedEnergy
	}
	return ""
}

// State returns an agent's state. This takes a millisecond for a hundred thousand queued URLs.
func (c *Agents) State(agent int) State {
	a, waiting := &c.agents[agent], 0
	for _, p := range a.queue {
		if c.waits(agent, p) {
			waiting++
		}
	}
	return State{c.energy(agent), a.ends, a.stored, a.used, waiting}
}

// Queued is a URL that waits for an agent.
type Queued struct {
	URL     string  // as in Link
	Value   float64 // value to the agent, 0 to 1
	Foreign bool    // the agent keeps it only to sell it
}

// Waiting returns the URLs in an agent's queue, best first, then URLs kept only for sale, in the order found. A URL
// that several agents may take is in all their queues.
func (c *Agents) Waiting(agent int) (all []Queued) {
	for _, p := range c.queued(agent) {
		all = append(all, Queued{URL: c.urls[p.lot].url, Value: p.value})
	}
	for _, i := range c.agents[agent].foreign {
		if l := &c.urls[i]; c.keeps(agent, i) && !c.has(agent, l) {
			all = append(all, Queued{l.url, max(0, l.values[agent]), true})
		}
	}
	return all
}

func (c *Agents) waits(agent int, p place) bool { return c.current(agent, p) && !c.taken(p.lot) }

func (c *Agents) queued(agent int) []place {
	return slices.DeleteFunc(slices.Clone(c.tidy(agent)), func(p place) bool { return c.taken(p.lot) })
}
