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
package market

import (
	"math"
	"slices"
)

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

// grains is the number of units of mode exact in 1. With twelve decimals all sums are whole numbers, so sums that are
// equal on paper, such as 0.1 + 0.2 and 0.3, are ties. The greatest value, 2^16, has less than 2^56 grains.
const grains = 1e12

func inGrains(v float64) int64 { return int64(math.Round(v * grains)) }

// clearExact adds the buyers one by one and finds the cheapest way to serve each (R. Jonker, A. Volgenant, "A shortest
// augmenting path algorithm for dense and sparse linear assignment problems", 1987). Prices rise from 0 only for URLs
// that too many buyers want, so they end at the least prices that clear the market. Time is at most buyers *
// (buyers + URLs) * URLs.
func clearExact(m Market, _ float64) Clearing {
	x := newExchange(m, inGrains)
	s := &search{exchange: x, length: make([]int64, m.Sellers), done: make([]bool, m.Sellers)}
	for q := range m.Buyers {
		s.cheapest(q)
	}
	x.settle()
	return x.clearing(func(price int64) float64 { return float64(price) / grains })
}

// search finds the cheapest way to serve one more buyer. Lengths of paths are the losses of buyers who would get URLs
// that they do not prefer.
type search struct {
	*exchange
	// length has the length of the shortest path to each URL. done marks final lengths.
	length     []int64
	done       []bool
	exit       int // buyer at the end of the shortest path to buying nothing
	exitLength int64
}

// far is longer than every path, but sums with lengths do not overflow.
const far = math.MaxInt64 / 4

// cheapest finds a URL for buyer q, or a buyer who had better buy nothing.
func (s *search) cheapest(q int) {
	for p := range s.Sellers {
		s.length[p], s.done[p] = far, false
	}
	s.exit, s.exitLength = q, s.best(q)
	s.reach(q, 0, s.exitLength)
	p := s.nearest()
	for p >= 0 && s.sold[p] >= 0 {
		s.done[p] = true
		owner := s.sold[p]
		payoff := s.gain(owner, p)
		if way := s.length[p] + payoff; way < s.exitLength {
			s.exit, s.exitLength = owner, way
		}
		s.reach(owner, s.length[p], payoff)
		p = s.nearest()
	}
	last, end := s.exit, s.exitLength
	if p >= 0 {
		last, end = s.from[p], s.length[p]
	}
	// Raise the prices of the URLs passed, so that the path taken costs nothing.
	for p, done := range s.done {
		if done {
			s.prices[p] += max(0, end-s.length[p])
		}
	}
	s.shift(q, last, p)
}

// reach extends the paths from a buyer, given the length of the path to it and its payoff.
func (s *search) reach(q int, length, payoff int64) {
	for p := range s.Sellers {
		if way := length + payoff - s.gain(q, p); way < s.length[p] && !s.done[p] {
			s.length[p], s.from[p] = way, q
		}
	}
}

// nearest returns the URL with the shortest path that is not done, or -1 if buying nothing is nearer.
func (s *search) nearest() int {
	nearest, least := -1, s.exitLength
	for p, way := range s.length {
		if !s.done[p] && (way < least || way == least && nearest < 0) {
			nearest, least = p, way
		}
	}
	return nearest
}

// clearAuction runs the ascending auction on values rounded down to multiples of the step. Each round draws lines from
// the buyers to the URLs of their greatest payoff. If the lines cannot serve all buyers, the URLs on the paths of the
// first unserved buyer are a constricted set (fewer URLs than buyers who want nothing else), and their prices rise by a
// step. A buyer whose payoff is 0 is content with nothing. A buyer once served stays served, since the prices of all
// URLs that it prefers rise alike.
//
// The book's last step subtracts the least price from all if it is above 0. It never applies. While a buyer is
// unserved, some URL is unsold at price 0, or there are fewer URLs than buyers and their prices make the surplus buyers
// content.
func clearAuction(m Market, step float64) Clearing {
	x := newExchange(m, func(v float64) int64 { return steps(v, step) })
	for x.round() {
	}
	x.settle()
	return x.clearing(func(price int64) float64 { return float64(price) * step })
}

// steps counts the whole steps in a value. It tolerates errors in the last digits, so 0.3 has three steps of 0.1.
func steps(v, step float64) int64 { return int64(math.Floor(float64(v/step*(1+1e-12)) + 1e-12)) }

// round serves the buyers that it can. It raises the prices of a constricted set, or returns false if it finds none.
func (x *exchange) round() bool {
	x.rounds++
	urls := make([]int, 0, x.Sellers)
	preferred := func(q int) ([]int, bool) {
		best := x.best(q)
		urls = urls[:0]
		for p := range x.Sellers {
			if x.gain(q, p) == best {
				urls = append(urls, p)
			}
		}
		return urls, best == 0
	}
	for q := range x.Buyers {
		if x.buys[q] < 0 && !x.serve(q, preferred) {
			for _, p := range x.passed {
				x.prices[p]++
			}
			return true
		}
	}
	return false
}

// literalRounds is the number of rounds after which mode literal gives up.
const literalRounds = 1000

// literalError is the maximum difference of equal payoffs after many steps.
const literalError = 1e-9

// clearLiteral is the document's own loop (section 2.3), for comparison. It draws lines from each buyer to all its best
// URLs. It ends when the number of URLs with a line reaches the number of buyers or of URLs. Otherwise each URL with
// several lines costs a step more. The loop has two faults. Lines to enough URLs do not prove that all can be served,
// and it may never end if values are no multiples of the step. After 1000 rounds mode exact takes over.
//
// The document covers equal numbers only. We do not wait for a buyer that wants no URL. In the end we serve buyers on
// the lines as well as possible, lowest buyers first, without lines whose payoff is below 0. Values are not rounded.
// Prices stay as the loop leaves them, even for unsold URLs.
func clearLiteral(m Market, step float64) Clearing {
	l := &lines{
		Market: m, prices: make([]float64, m.Sellers),
		of: make([][]int, m.Buyers), counts: make([]int, m.Sellers),
	}
	for round := 1; round <= literalRounds; round++ {
		if l.draw() {
			return Clearing{Buys: l.serve(), Prices: l.prices, Rounds: round}
		}
		for p, n := range l.counts {
			if n > 1 {
				l.prices[p] += step
			}
		}
	}
	r := clearExact(m, step)
	r.Rounds, r.GaveUp = literalRounds, true
	return r
}

// lines is the document's bipartite graph. of has the URLs of each buyer's lines.
type lines struct {
	Market
	prices []float64
	of     [][]int
	counts []int // number of lines to each URL
}

// draw draws the lines, counts the lines to each URL, and reports whether enough URLs have one.
func (l *lines) draw() (enough bool) {
	clear(l.counts)
	bidders, lined := 0, 0
	for q := range l.of {
		l.of[q] = l.of[q][:0]
		values := l.Values[q*l.Sellers:][:l.Sellers]
		best := math.Inf(-1) // payoff, may be below 0
		for p, v := range values {
			if v >= 0 && v-l.prices[p] > best {
				best = v - l.prices[p]
			}
		}
		for p, v := range values {
			if v >= 0 && v-l.prices[p] >= best-literalError {
				l.of[q] = append(l.of[q], p)
				if l.counts[p]++; l.counts[p] == 1 {
					lined++
				}
			}
		}
		if len(l.of[q]) > 0 {
			bidders++
		}
	}
	return lined >= min(bidders, l.Sellers)
}

func (l *lines) serve() []int {
	for q := range l.of {
		l.of[q] = slices.DeleteFunc(l.of[q], func(p int) bool { return l.value(q, p) < l.prices[p]-literalError })
	}
	a := newAssignment(l.Market)
	for q := range l.of {
		a.serve(q, func(q int) ([]int, bool) { return l.of[q], false })
	}
	return a.buys
}
