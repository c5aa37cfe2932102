package market

import (
	"math"
	"slices"
)

type assignment struct {
	// buys has each buyer's URL, sold each URL's buyer; -1 means none.
	buys, sold []int
	// from has the buyer before each URL on a path, or -1. passed has the URLs on the paths of the last serve.
	from, passed []int
}

func newAssignment(m Market) assignment {
	none := []int{-1}
	return assignment{buys: slices.Repeat(none, m.Buyers), sold: slices.Repeat(none, m.Sellers),
		from: make([]int, m.Sellers)}
}

// serve finds, breadth first, an alternating path from a buyer without a URL to an unsold URL, or to a buyer content
// with nothing, and moves all buyers on it (H. W. Kuhn, 1955). wants returns the URLs that a buyer can have, and
// whether it is content without one. If no path exists, passed has fewer URLs than buyers who want nothing else.
func (a *assignment) serve(root int, wants func(q int) (urls []int, content bool)) bool {
	a.passed = a.passed[:0]
	for p := range a.from {
		a.from[p] = -1
	}
	for q, next := root, 0; ; next++ {
		urls, content := wants(q)
		for _, p := range urls {
			if a.from[p] >= 0 {
				continue
			}
			a.from[p] = q
			if a.sold[p] < 0 {
				a.shift(root, q, p)
				return true
			}
			a.passed = append(a.passed, p)
		}
		if content {
			a.shift(root, q, -1)
			return true
		}
		if next == len(a.passed) {
			return false
		}
		q = a.sold[a.passed[next]]
	}
}

// shift gives URL p (-1 for nothing) to buyer q at the end of the path from root, q's old URL to the buyer before it,
// and so on.
func (a *assignment) shift(root, q, p int) {
	for {
		before := a.buys[q]
		a.trade(q, p)
		if q == root {
			return
		}
		p, q = before, a.from[before]
	}
}

func (a *assignment) trade(q, p int) {
	if old := a.buys[q]; old >= 0 && a.sold[old] == q {
		a.sold[old] = -1
	}
	a.buys[q] = p
	if p >= 0 {
		a.sold[p] = q
	}
}

// exchange is a market in whole numbers, so that sums are exact and ties are found.
type exchange struct {
	Market
	assignment
	worth  []int64 // at q*Sellers+p, unwanted or at least 0
	prices []int64
	rounds int
}

// unwanted is the worth of a URL that a buyer may not have. It is less than any sum of others.
const unwanted = math.MinInt64 / 2

// newExchange opens a market with all prices 0. whole turns a value into a whole number.
func newExchange(m Market, whole func(float64) int64) *exchange {
	x := &exchange{
		Market: m, assignment: newAssignment(m),
		worth: make([]int64, len(m.Values)), prices: make([]int64, m.Sellers),
	}
	for i, v := range m.Values {
		x.worth[i] = unwanted
		if v >= 0 {
			x.worth[i] = whole(v)
		}
	}
	return x
}

// gain returns buyer q's payoff for URL p, far below 0 if it may not have it.
func (x *exchange) gain(q, p int) int64 { return x.worth[q*x.Sellers+p] - x.prices[p] }

// best returns buyer q's greatest payoff. Buying nothing gives 0.
func (x *exchange) best(q int) int64 {
	best := int64(0)
	for p := range x.Sellers {
		best = max(best, x.gain(q, p))
	}
	return best
}

// clearing turns whole numbers back into values. It caps prices, because with rounding a buyer could pay more than its
// value. Three steps of 0.1, for instance, are more than 0.3.
func (x *exchange) clearing(real func(price int64) float64) Clearing {
	r := Clearing{Buys: x.buys, Prices: make([]float64, x.Sellers), Rounds: x.rounds}
	for p, price := range x.prices {
		r.Prices[p] = real(price)
		if q := x.sold[p]; q >= 0 {
			r.Prices[p] = min(r.Prices[p], x.value(q, p))
		}
	}
	return r
}

// judge returns the value of a clearing and the greatest value of any assignment. At any prices, no assignment exceeds
// their sum plus the buyers' best payoffs (weak duality). At the prices of mode exact, one reaches it.
func (c Market) judge(r Clearing) (value, optimum float64) {
	sum := int64(0)
	for q, p := range r.Buys {
		if p >= 0 {
			sum += inGrains(c.value(q, p))
		}
	}
	bound := c.bound(r.Prices)
	if bound != sum {
		bound = c.bound(clearExact(c, 0).Prices)
	}
	return float64(sum) / grains, float64(bound) / grains
}

// bound returns the sum of all prices plus the buyers' best payoffs, in grains.
func (c Market) bound(prices []float64) (sum int64) {
	x := newExchange(c, inGrains)
	for p, price := range prices {
		x.prices[p] = inGrains(price)
		sum += x.prices[p]
	}
	for q := range c.Buyers {
		sum += x.best(q)
	}
	return sum
}

// settle picks the first of all equally good assignments. The lowest buyer gets the first URL that it has in any, then
// the next buyer does; buying nothing comes last. An assignment is equally good if it gives each buyer a preferred URL,
// or nothing if its payoff is 0, and sells every URL with a price.
func (x *exchange) settle() {
	t := &ties{exchange: x, best: make([]int64, x.Buyers), tried: make([]bool, x.Sellers)}
	for q := range x.Buyers {
		t.best[q] = x.best(q)
	}
	for q := range x.Buyers {
		t.improve(q)
	}
}

// ties looks for other assignments at the same prices. They differ by circles, in which each buyer takes the URL of the
// next one, and the last takes the URL that the first leaves. The pool can be a member too. It has the unsold URLs, and
// takes any URL of price 0, or the place of a buyer with nothing.
type ties struct {
	*exchange
	best []int64
	// first is the buyer to improve. It would leave the URL left, or -1. Buyers before it keep their URLs.
	first, left int
	// tried marks URLs whose owners were already asked to move. triedPool says so of the pool.
	tried     []bool
	triedPool bool
}

// improve gives buyer q the first URL that it can have at its best payoff.
func (t *ties) improve(q int) {
	t.first, t.left, t.triedPool = q, t.buys[q], false
	clear(t.tried)
	for p := range t.Sellers {
		if p == t.left {
			return
		}
		if t.gain(q, p) == t.best[q] && t.free(p) {
			t.trade(q, p)
			return
		}
	}
}

// free moves the owner of URL p if that closes a circle.
func (t *ties) free(p int) bool {
	if t.tried[p] {
		return false
	}
	t.tried[p] = true
	owner := t.sold[p]
	if owner < 0 {
		return t.refill()
	}
	return owner > t.first && t.move(owner)
}

// move gives buyer r another URL, or nothing, if that closes a circle.
func (t *ties) move(r int) bool {
	for p := range t.Sellers {
		if t.gain(r, p) == t.best[r] && (p == t.left || t.free(p)) {
			t.trade(r, p)
			return true
		}
	}
	if t.best[r] == 0 && t.refill() {
		t.trade(r, -1)
		return true
	}
	return false
}

// refill gives the pool the URL that the first buyer leaves, or the URL of another buyer, who moves.
func (t *ties) refill() bool {
	if t.left < 0 || t.prices[t.left] == 0 {
		return true
	}
	if t.triedPool {
		return false
	}
	t.triedPool = true
	for r := t.first + 1; r < t.Buyers; r++ {
		held := t.buys[r]
		if held >= 0 && (t.prices[held] > 0 || t.tried[held]) {
			continue
		}
		if held >= 0 {
			t.tried[held] = true
		}
		if t.move(r) {
			return true
		}
	}
	return false
}
