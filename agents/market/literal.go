package market

import (
	"math"
	"slices"
)

// literalRounds is where mode literal gives up.
const literalRounds = 1000

// literalError is how far apart equal payoffs may be after many steps.
const literalError = 1e-9

// clearLiteral is the document's own loop (section 2.3), for comparison: lines from every buyer to all its best URLs,
// an end when as many URLs have a line as there are buyers or URLs, whichever are fewer, else a step more for every URL
// with several lines. It has two faults: lines to enough URLs do not prove that everybody can be served, and the loop
// may never end if values are no multiples of the step. After 1000 rounds mode exact takes over.
//
// The document speaks of equal numbers only. Here a buyer that wants no URL is not waited for. In the end the lines,
// less those whose payoff is below 0, are served as well as possible, lowest buyers first. Values are the real ones.
// Prices stay as the loop leaves them, also of unsold URLs.
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

// lines is the document's bipartite graph: the URLs of each buyer's lines.
type lines struct {
	Market
	prices []float64
	of     [][]int
	counts []int // lines of each URL
}

// draw draws the lines, counts those of each URL, and reports whether enough URLs have one.
func (l *lines) draw() (enough bool) {
	clear(l.counts)
	bidders, lined := 0, 0
	for q := range l.of {
		l.of[q] = l.of[q][:0]
		values := l.Values[q*l.Sellers:][:l.Sellers]
		best := math.Inf(-1) // payoff, below 0 or not
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
		tooDear := func(p int) bool { return l.value(q, p) < l.prices[p]-literalError }
		l.of[q] = slices.DeleteFunc(l.of[q], tooDear)
	}
	a := newAssignment(l.Market)
	for q := range l.of {
		a.serve(q, func(q int) ([]int, bool) { return l.of[q], false })
	}
	return a.buys
}
