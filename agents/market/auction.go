package market

import "math"

// clearAuction is the ascending auction on values rounded down to multiples of the step. Every round draws
// the lines from the buyers to the URLs that give them the greatest payoff; if not everybody can be served
// along the lines, the URLs that the first unserved buyer's paths lead to are a constricted set (fewer URLs
// than buyers who want nothing else), and their prices rise by one step. A buyer whose payoff has come down
// to 0 is content with nothing. Every buyer of a raised URL still prefers it, since all that it prefers is
// raised alike, so a buyer that was served stays served.
//
// The last step of the book's procedure, to subtract the least price from all when it is above 0, never
// applies: while a buyer is unserved, a URL is unsold and its price 0, or there are fewer URLs than buyers
// and the prices are those that make the surplus buyers content.
func clearAuction(m Market, step float64) Clearing {
	x := newExchange(m, func(v float64) int64 { return steps(v, step) })
	for x.round() {
	}
	x.settle()
	return x.clearing(func(price int64) float64 { return float64(price) * step })
}

// steps counts the whole steps in a value. A value that is a multiple of the step but for the error of its
// last digits counts as one: 0.3 has three steps of 0.1, though the quotient is below 3.
func steps(v, step float64) int64 {
	return int64(math.Floor(float64(v/step*(1+1e-12)) + 1e-12))
}

// round serves whom it can at these prices and raises those of a constricted set; it returns false if there is none.
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
