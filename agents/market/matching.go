// Package market decides which crawling agent fetches which URL. An agent sells the URLs that it cannot fetch
// itself, in a market, to agents that have reached their target (Liu Jia, Du Yajun, "System of intelligent
// crawler based on multi-Agent", 2016). The package knows nothing of HTTP or files.
//
// It has three parts:
//
//   - A matching clears one market. It decides who buys what at which price.
//   - [Agents], made by [New], are the document's HostAgent with its agents.
//     They have energy, lifetime, queues and markets.
//   - A [Scorer], made by [NewScorer], measures how near a page or a link is to
//     the topic of each agent, from 0 to 1. Agents value URLs by this.
//
// Loop over idle agents:
//
//	url, _, ok := agents.Next(agent, now)
//	agents.Report(agent, url, fetch(url))
//
// Call agents.Hold(now) whenever now reaches Due. Reports may come late, several at once and in any order. A URL
// given out stays so until it is reported. Report it as Failed if it will never be fetched. The number of pages
// need not be known. Everything is deterministic.
//
//	matching.go  a market to clear; modes by name
//	assignment.go a market in whole numbers; choice among equally good assignments
//	exact.go     mode exact: shortest augmenting paths; mode auction: ascending prices, constricted sets;
//	             mode literal, the document's own loop
//	agents.go    agents, which give out URLs and take pages; schemes by name
//	queue.go     the URLs of the agents, best first
//	trade.go     sellers, buyers and sales; which of many come to a market; what agents have left, and URLs that wait
//	words.go     languages with their stemmers and stop words
//	lexicon.go   topics; terms of texts, and their counts
//	scorer.go    worth of pages and links to the agents
package market

// Market is a market to clear, with URLs for sale and their values to each buyer.
type Market struct {
	// Buyers and Sellers are counts. Each seller has one URL.
	Buyers, Sellers int
	// Values has v(q,p), the value of URL p to buyer q, at q*Sellers+p. It is 0 to 1 for a similarity, up to 65536 in
	// general, and below 0 for a URL that the buyer never gets.
	Values []float64
}

// Clearing is the result of clearing a market.
type Clearing struct {
	Buys   []int     // each buyer's URL, or -1; no URL is bought twice
	Prices []float64 // prices of the URLs; 0 if unsold, except in mode literal
	// Rounds counts how often lines were drawn, including the last time; 0 in mode exact.
	Rounds int
	GaveUp bool // mode literal left the market to mode exact
}

// matchings has the ways to clear a market, by name. Prices rise by the step, except in mode exact. Among equally good
// assignments, exact and auction choose the one that gives the lowest buyer its first URL, then the next buyer, and so
// on. Buying nothing comes last.
//
// "exact" finds an assignment of greatest value and the least prices that clear the market. It uses shortest augmenting
// paths on the values to twelve decimals; prices are the dual variables. Least prices are best for all buyers together,
// and each buyer pays exactly the cost of its presence to the others (H. B. Leonard, "Elicitation of honest preferences
// for the assignment of individuals to positions", 1983).
//
// "auction" is the ascending auction of G. Demange, D. Gale, M. Sotomayor, "Multi-item auctions", 1986, as described by
// D. Easley, J. Kleinberg, "Networks, crowds, and markets", 2010, chapter 10. It finds the same as "exact" for values
// rounded down to multiples of the step, so that no buyer pays more than its real value.
//
// "literal" is the document's loop, for comparison; see clearLiteral.
var matchings = map[string]func(m Market, step float64) Clearing{
	"exact":   clearExact,
	"auction": clearAuction,
	"literal": clearLiteral,
}

// Matching returns the named way to clear a market.
func Matching(name string) func(m Market, step float64) Clearing { return matchings[name] }

func (c Market) value(q, p int) float64 { return c.Values[q*c.Sellers+p] }
