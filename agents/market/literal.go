package market

import (
	"math"
	"slices"
)

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
