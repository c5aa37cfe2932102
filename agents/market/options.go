package market

import (
	"fmt"
	"math"
	"math/rand/v2"

	"sitegraph/site"
)

// Options are the parameters of the agents, in bounds like those of config.Topics.
type Options struct {
	// Agents is what each crawler begins with; there is one at least.
	Agents []Equipment
	// Lifetime is how long an agent lives at first, in seconds.
	Lifetime float64
	// Interval is the time between markets, in seconds.
	Interval float64
	// Understanding is the similarity, 0 to 1, from which a link or a page counts as relevant: a page below
	// it is not stored, and no agent buys a URL below it, and a link below it is followed when nothing better
	// is left, or with Strict, as in the document, never.
	Understanding float64
	Strict        bool
	// PageEnergy is delta1, the energy that a fetch takes, successful or not.
	PageEnergy float64
	// Step is delta2, the step of prices in some ways of matching.
	Step float64
	// WonTime is delta3, the seconds of life, and WonSpace delta4, the bytes of
	// space, that an agent gains with each URL it buys.
	WonTime  float64
	WonSpace int64
	// Space is how many bytes an agent can store at first; 0 is no limit. The document gives no number.
	Space int64
	// Matching is the name of the way to clear a market.
	Matching string
	// Lots is how many markets are held one after the other each time; the
	// document has one, at which a buyer buys one URL at most.
	Lots int
	// Whole lets all buyers and URLs into a market; else it is reduced to equal numbers, as the document
	// does: to the buyers of most energy, or to the URLs of greatest best value.
	Whole bool
	// Foreign lets agents sell also what they find and do not want or may not have themselves, if it is
	// relevant to another agent. The document's agents skip it.
	Foreign bool
	// Seed is that of scheme random.
	Seed uint64
}

// Equipment is what an agent begins with.
type Equipment struct {
	Energy float64 // beta; it is never restored
	Target int     // alpha: an agent that has stored that many pages may buy
}

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

// New returns agents without URLs, at time 0.
//
// "market" is the document's system: an agent keeps what it finds and sells what it cannot fetch. "random" holds the
// same markets, and chance decides who gets what. "separate" is the document's comparison: each agent for itself,
// also when another one has fetched a URL already. "shared" keeps separate queues and one set of visited URLs.
// "pool", not of the document, shows all agents every URL found: an idle one takes the best for it that is left.
func New(name string, o Options) (*Agents, error) {
	s, err := site.Lookup("scheme", name, schemes)
	if err != nil {
		return nil, err
	}
	matching, err := Matching(o.Matching)
	if err != nil {
		return nil, fmt.Errorf("scheme %s: %w", name, err)
	}
	c := &Agents{
		options: o, scheme: s, matching: matching,
		index:  map[key]int{},
		due:    o.Interval,
		random: rand.New(rand.NewPCG(o.Seed, 0x6d61726b6574)),
	}
	for _, e := range o.Agents {
		c.agents = append(c.agents, agent{Equipment: e, ends: o.Lifetime, space: o.Space})
	}
	return c, nil
}

// similarity puts a number into [0,1]; NaN becomes 0.
func similarity(v float64) float64 {
	if math.IsNaN(v) {
		return 0
	}
	return min(max(v, 0), 1)
}
