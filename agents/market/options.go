package market

import (
	"math"
	"math/rand/v2"

	"sitegraph/config"
)

const maxAmount = 1 << 50

type scheme struct {
	common   bool                           // a URL is given to one agent only
	assigned bool                           // a URL belongs to its first finder, then to whom it is sold
	everyone bool                           // a URL is in the queues of all to whom it is relevant
	trade    func(*Agents, Market) Clearing // nil without markets
}

var schemes = map[string]scheme{
	"market":   {common: true, assigned: true, trade: byMatching},
	"random":   {common: true, assigned: true, trade: (*Agents).byChance},
	"separate": {},
	"shared":   {common: true},
	"pool":     {common: true, everyone: true},
}

// New returns agents without URLs, at time 0. The seed is for scheme random.
//
// "market" is the document's system: an agent keeps what it finds and sells what it cannot fetch. "random" leaves to
// chance who gets what in its markets. "separate" is the document's comparison: each agent for itself, even if another
// one has fetched a URL. "shared" keeps separate queues and one set of visited URLs. "pool", not of the document, shows
// all URLs to all agents: an idle one takes the best for it that is left.
func New(o config.Topics, seed uint64) *Agents {
	c := &Agents{
		options: o, scheme: schemes[o.Scheme], matching: Matchings[o.Matching],
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
