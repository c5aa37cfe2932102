package market

import "math"

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
