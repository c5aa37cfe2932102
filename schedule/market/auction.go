package market

import "math"

// clearAuction is the ascending auction on values rounded down to multiples of
// the step. Every round draws the lines from the buyers to the URLs that give
// them the greatest payoff; if not everybody can be served along the lines,
// the URLs that the first unserved buyer's way leads to are a constricted set
// (fewer URLs than buyers who want nothing else), and their prices rise by one
// step. A buyer whose payoff has come down to 0 is content with nothing.
//
// The last step of the book's procedure, to subtract the least price from all
// when it is above 0, never applies: while a buyer is unserved, a URL is
// unsold and its price 0, or there are fewer URLs than buyers and the prices
// are those that make the surplus buyers content.
func clearAuction(c Case, step float64) Clearing {
	l := newExchange(c, func(v float64) int64 { return steps(v, step) })
	b := &bidding{exchange: l, from: make([]int, l.sellers), content: make([]bool, l.buyers)}
	for b.round() {
	}
	l.settle()
	return l.clearing(c, func(price int64) float64 { return float64(price) * step })
}

// steps counts the whole steps in a value. A value that is a multiple of the
// step but for the error of its last digits counts as one: 0.3 has three steps
// of 0.1, though the quotient is below 3.
func steps(v, step float64) int64 {
	return int64(math.Floor(float64(v/step*(1+1e-12)) + 1e-12))
}

// bidding is an auction between two rounds.
type bidding struct {
	*exchange
	// from holds the buyer before each URL on the way from an unserved one, or
	// -1; line the URLs on the way.
	from []int
	line []int
	// content marks buyers who chose to buy nothing.
	content []bool
}

// round serves whom it can at these prices and raises those of a constricted
// set; it returns false if there is none.
func (b *bidding) round() bool {
	b.rounds++
	for q := range b.buyers {
		if b.buys[q] < 0 && !b.content[q] && !b.serve(q) {
			for _, p := range b.line {
				b.prices[p]++
			}
			return true
		}
	}
	return false
}

// serve looks for an alternating way from an unserved buyer to an unsold URL
// or to a buyer who is content with nothing. If there is none, line holds the
// constricted set. Every buyer of a raised URL still prefers it, since all
// that it prefers is raised alike, so nobody who was served is unserved later.
func (b *bidding) serve(root int) bool {
	b.line = b.line[:0]
	for p := range b.from {
		b.from[p] = -1
	}
	for q, next := root, 0; ; next++ {
		best := b.best(q)
		for p := range b.sellers {
			if g, ok := b.gain(q, p); ok && g == best && b.from[p] < 0 {
				b.from[p] = q
				if b.sold[p] < 0 {
					b.shift(b.from, root, q, p)
					return true
				}
				b.line = append(b.line, p)
			}
		}
		if best == 0 {
			b.content[q] = true
			b.shift(b.from, root, q, -1)
			return true
		}
		if next == len(b.line) {
			return false
		}
		q = b.sold[b.line[next]]
	}
}
