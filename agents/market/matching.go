// Package market decides which of several crawling agents fetches what: URLs that an agent cannot fetch
// itself are sold, in a market, to agents that have reached their target (Liu Jia, Du Yajun, "System of
// intelligent crawler based on multi-Agent", 2016). It knows nothing of HTTP or files.
//
// Three parts:
//
//   - A matching clears one market: it decides who buys what at which price.
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
//	lexicon.go   what an agent searches for; texts to terms, and how often each occurs
//	scorer.go    what pages and links are worth to the agents
package market

// Market is a market to be cleared: URLs for sale and what each buyer thinks them worth.
type Market struct {
	// Buyers and Sellers are numbers; every seller has one URL.
	Buyers, Sellers int
	// Values has v(q,p), the value of URL p to buyer q, at q*Sellers+p: 0 to 1 for a similarity, up to 65536 in
	// general, and below 0 for a URL that the buyer never gets.
	Values []float64
}

// Clearing is how a market was cleared.
type Clearing struct {
	Buys   []int     // each buyer's URL, or -1; none is bought twice
	Prices []float64 // of the URLs; 0 if unsold, except in mode literal
	// Rounds counts how often lines were drawn, the last time included; 0 in mode exact.
	Rounds int
	GaveUp bool // mode literal left the market to mode exact
}

// Matchings are the ways to clear a market, by name. Prices rise by the step, except in mode exact. Of equally good
// assignments each gives the one that serves the lowest buyer with its first URL, then the next buyer, and so on;
// buying nothing comes last.
//
// "exact" finds an assignment of greatest value and the least prices that clear the market, by shortest augmenting
// paths on the values to twelve decimals; prices are the dual variables. The buyers together like least prices best,
// and each pays exactly what its presence costs the others (H. B. Leonard, "Elicitation of honest preferences for the
// assignment of individuals to positions", 1983).
//
// "auction" is the ascending auction of G. Demange, D. Gale, M. Sotomayor, "Multi-item auctions", 1986, as told by D.
// Easley, J. Kleinberg, "Networks, crowds, and markets", 2010, chapter 10: the same for values rounded down to
// multiples of the step, so that no buyer pays more than its real value.
//
// "literal" is the document's loop, for comparison: see clearLiteral.
var Matchings = map[string]func(m Market, step float64) Clearing{
	"exact":   clearExact,
	"auction": clearAuction,
	"literal": clearLiteral,
}

// Matching returns the way of that name to clear a market.
func Matching(name string) func(m Market, step float64) Clearing { return Matchings[name] }

func (c Market) value(q, p int) float64 { return c.Values[q*c.Sellers+p] }
