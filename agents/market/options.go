package market

import (
	"math"
	"math/rand/v2"

	"sitegraph/config"
)

const maxAmount = 1 << 50

type scheme struct {
	// common: a URL that one agent was given is given to no other.
	common bool
	// assigned: a URL belongs to one agent, the one that finds it first, and then to whom it is sold.
	assigned bool
	// everyone: a URL is in the queues of all agents to whom it is relevant.
	everyone bool
	// trade matches buyers and URLs; nil where there are no markets.
	trade func(*Agents, Market) Clearing
}

// schemes holds the schemes by name; it is never written to.
var schemes = map[string]scheme{
	"market":   {common: true, assigned: true, trade: (*Agents).byMatching},
	"random":   {common: true, assigned: true, trade: (*Agents).byChance},
	"separate": {},
	"shared":   {common: true},
	"pool":     {common: true, everyone: true},
}

// New returns agents without URLs, at time 0, in a scheme; the seed is that of scheme random.
//
// "market" is the document's system: an agent keeps what it finds and sells what it cannot fetch. "random" holds the
// same markets, and chance decides who gets what. "separate" is the document's comparison: each agent for itself,
// also when another one has fetched a URL already. "shared" keeps separate queues and one set of visited URLs.
// "pool", not of the document, shows all agents every URL found: an idle one takes the best for it that is left.
func New(o config.Topics, seed uint64) *Agents {
	c := &Agents{
		options: o, scheme: schemes[o.Scheme], matching: matchings[o.Matching],
		index:  map[key]int{},
		due:    o.Interval,
		random: rand.New(rand.NewPCG(seed, 0x6d61726b6574)),
	}
	for _, e := range o.Agents {
		c.agents = append(c.agents, agent{energy: e.Energy, target: e.Target, ends: o.Lifetime, space: o.Space})
	}
	return c
}

// similarity puts a number into [0,1]; NaN becomes 0.
func similarity(v float64) float64 {
	if math.IsNaN(v) {
		return 0
	}
	return min(max(v, 0), 1)
}
