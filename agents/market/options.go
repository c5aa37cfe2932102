package market

import (
	"math"
	"math/rand/v2"

	"sitegraph/config"
)

const maxAmount = 1 << 50

type scheme struct {
	common   bool                           // only one agent gets a URL
	assigned bool                           // a URL belongs to its first finder, then to its buyer
	everyone bool                           // a URL is in the queues of all agents that it is relevant to
	trade    func(*Agents, Market) Clearing // nil without markets
}

var schemes = map[string]scheme{
	"market":   {common: true, assigned: true, trade: byMatching},
	"random":   {common: true, assigned: true, trade: (*Agents).byChance},
	"separate": {},
	"shared":   {common: true},
	"pool":     {common: true, everyone: true},
}

// New returns agents without URLs, at time 0. Only scheme random uses the seed.
//
// "market" is the document's system, where an agent keeps the URLs that it finds and sells those it cannot fetch.
// "random" lets chance decide who gets what in its markets. "separate" is the document's comparison, where agents
// ignore each other and may fetch the same URL. "shared" has separate queues but one set of visited URLs. "pool" is not
// in the document. It shows all URLs to all agents, and an idle agent takes the best one left for it.
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

// similarity clamps a number to [0,1]; NaN becomes 0.
func similarity(v float64) float64 {
	if math.IsNaN(v) {
		return 0
	}
	return min(max(v, 0), 1)
}
