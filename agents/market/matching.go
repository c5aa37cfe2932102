// Package market decides which of several crawling agents fetches what: URLs that an agent cannot fetch
// itself are sold, in a market, to agents that have reached their target (Liu Jia, Du Yajun, "System of
// intelligent crawler based on multi-Agent", 2016). It knows nothing of HTTP or files.
//
// Three parts, each of use without the others:
//
//   - A [Matching] clears one market: given what every buyer thinks a URL
//     worth, it decides who buys what at which price. [NewMatching].
//   - [Agents] are the document's HostAgent with its agents: their energy,
//     lifetime, queues and markets. [New].
//   - A [Scorer] measures how near a page or a link is to the topic of each
//     agent, from 0 to 1: what the agents' valuations are made of. [NewScorer].
//
// The loop, for any agent that is idle:
//
//	url, _, ok := agents.Next(agent, now)
//	agents.Report(agent, url, fetch(url))
//
// and, whenever now reaches Due, agents.Hold(now). Reports may come late, several at once and in any order; a
// URL that was given out stays so until it is reported, and must be reported as Failed if it will never be
// fetched. The number of pages need not be known. Everything is deterministic.
//
//	matching.go  a market to clear, the modes by name
//	assignment.go a market in whole numbers; the first of equally good assignments
//	exact.go     mode exact: shortest augmenting paths
//	auction.go   mode auction: ascending prices, constricted sets
//	literal.go   mode literal: the document's own loop
//	options.go   the agents' parameters, the schemes by name
//	agents.go    agents: asked for a URL, given a page
//	queue.go     the URLs of the agents, best first
//	trade.go     sellers, buyers and sales
//	demand.go    which of many URLs and buyers come to a market
//	state.go     what agents have left and what waits for them
//	words.go     text to words and n-grams; languages, their stemmers and stop words
//	lexicon.go   texts to terms
//	topic.go     what an agent searches for
//	scorer.go    what pages and links are worth to the agents
//	counted.go   how often each term occurs in a text
package market

import (
	"fmt"
	"math"

	"sitegraph/site"
)

// Market is a market to be cleared: URLs for sale and what each buyer thinks them worth.
type Market struct {
	// Buyers and Sellers are their numbers; every seller has one URL.
	Buyers, Sellers int
	// Values holds v(q,p), the value of URL p to buyer q, at q*Sellers+p: a similarity from 0 to 1, in
	// general any number up to 65536. A buyer never gets a URL whose value is below 0.
	Values []float64
}

// Bounds of a market.
const (
	// maxValue bounds the size of a value.
	maxValue = 1 << 16
	// maxCells bounds buyers times URLs.
	maxCells = 1 << 24
)

// Clearing is how a market was cleared.
type Clearing struct {
	// Buys holds, for every buyer, the URL it buys, or -1. No URL is bought twice.
	Buys []int
	// Prices holds the price of every URL; 0 for those not sold, except in mode literal.
	Prices []float64
	// Value is the sum of the real values of what is bought.
	Value float64
	// Rounds counts how often the lines from buyers to their preferred URLs
	// were drawn, the last time included; 0 in mode exact.
	Rounds int
	// GaveUp: mode literal came to its limit and left the market to mode exact.
	GaveUp bool
}

// DefaultStep is the document's delta2.
const DefaultStep = 0.10

const leastStep = 0.001

// Matching clears markets. It keeps nothing from one to the next.
type Matching struct {
	name  string
	step  float64
	clear func(Market, float64) Clearing
}

// The modes of matching.
const (
	Exact   = "exact"
	Auction = "auction"
	Literal = "literal"
)

// matchings holds the modes by name; it is never written to.
var matchings = map[string]func(Market, float64) Clearing{
	Exact:   clearExact,
	Auction: clearAuction,
	Literal: clearLiteral,
}

// NewMatching returns the matching of that name. In the modes auction and
// literal prices rise by step, 0.001 to 65536.
//
// "exact" finds an assignment of greatest value and the least prices that clear the market, by shortest
// augmenting paths on the values to twelve decimals; prices are the dual variables. Least prices are what the
// buyers together like best, and each buyer pays exactly what its presence costs the others (H. B. Leonard,
// "Elicitation of honest preferences for the assignment of individuals to positions", 1983).
//
// "auction" is the ascending auction of G. Demange, D. Gale, M. Sotomayor, "Multi-item auctions", 1986, as
// told by D. Easley, J. Kleinberg, "Networks, crowds, and markets", 2010, chapter 10: the same for values
// rounded down to multiples of the step. Down, so that no buyer pays more than its real value.
//
// "literal" is the document's loop, for comparison: see clearLiteral.
//
// All give, among equally good assignments, the one that serves the lowest buyer with its first URL, then the
// next buyer, and so on; buying nothing comes last.
func NewMatching(name string, step float64) (*Matching, error) {
	run, err := site.Lookup("matching", name, matchings)
	if err != nil {
		return nil, err
	}
	if !(step >= leastStep && step <= maxValue) {
		return nil, fmt.Errorf("matching %s: the step is %v; it must be from %v to %v", name, step, leastStep, maxValue)
	}
	return &Matching{name: name, step: step, clear: run}, nil
}

// Clear clears a market. Without buyers or URLs nothing is sold.
func (m *Matching) Clear(c Market) (Clearing, error) {
	if err := c.check(); err != nil {
		return Clearing{}, fmt.Errorf("matching %s: %w", m.name, err)
	}
	r := m.clear(c, m.step)
	for q, p := range r.Buys {
		if p >= 0 {
			r.Value += c.value(q, p)
		}
	}
	return r, nil
}

func (c Market) check() error {
	switch {
	case c.Buyers < 0 || c.Sellers < 0:
		return fmt.Errorf("%d buyers, %d URLs", c.Buyers, c.Sellers)
	case c.Sellers > 0 && c.Buyers > maxCells/c.Sellers:
		return fmt.Errorf("%d buyers for %d URLs are more than %d pairs", c.Buyers, c.Sellers, maxCells)
	case len(c.Values) != c.Buyers*c.Sellers:
		return fmt.Errorf("%d values for %d buyers and %d URLs", len(c.Values), c.Buyers, c.Sellers)
	}
	for i, v := range c.Values {
		if !(math.Abs(v) <= maxValue) {
			return fmt.Errorf("buyer %d values URL %d at %v; it must be a number up to %d",
				i/c.Sellers, i%c.Sellers, v, maxValue)
		}
	}
	return nil
}

func (c Market) value(q, p int) float64 { return c.Values[q*c.Sellers+p] }
