package market

import (
	"fmt"
	"math"

	"sitegraph/site"
)

// Case is a market to be cleared: URLs for sale and what each buyer thinks
// them worth.
type Case struct {
	// Buyers and Sellers are their numbers; every seller has one URL.
	Buyers, Sellers int
	// Values holds v(q,p), the value of URL p to buyer q, at q*Sellers+p: a
	// similarity from 0 to 1, in general any number up to MaxValue. A buyer
	// never gets a URL whose value is below 0.
	Values []float64
	// Owners holds the buyer who sells URL p, who never gets it; -1 where the
	// seller is none of the buyers. Nil if none is.
	Owners []int
}

// Bounds of a case.
const (
	// MaxValue bounds the size of a value.
	MaxValue = 1 << 16
	// maxCells bounds buyers times URLs.
	maxCells = 1 << 24
)

// Clearing says how a market was cleared.
type Clearing struct {
	// Buys holds, for every buyer, the URL it buys, or -1. No URL is bought
	// twice.
	Buys []int
	// Prices holds the price of every URL; 0 for those not sold, except in
	// mode literal.
	Prices []float64
	// Value is the sum of the real values of what is bought.
	Value float64
	// Rounds counts how often the lines from buyers to their preferred URLs
	// were drawn, the last time included; 0 in mode exact.
	Rounds int
	// GaveUp: mode literal came to its limit and left the market to mode exact.
	GaveUp bool
}

// MatchingOptions are the settings of a matching.
type MatchingOptions struct {
	// Step is the document's delta2, by which prices rise in the modes auction
	// and literal; 0.001 to MaxValue, default 0.10.
	Step float64
}

// DefaultStep is the document's delta2.
const DefaultStep = 0.10

const leastStep = 0.001

// Matching clears markets. It keeps nothing from one to the next.
type Matching struct {
	name  string
	step  float64
	clear func(Case, float64) Clearing
}

// The modes of matching.
const (
	Exact   = "exact"
	Auction = "auction"
	Literal = "literal"
)

// matchings holds the modes by name; it is never written to.
var matchings = map[string]func(Case, float64) Clearing{
	Exact:   clearExact,
	Auction: clearAuction,
	Literal: clearLiteral,
}

// KnownMatchings returns the names of the modes, sorted.
func KnownMatchings() []string { return site.Names(matchings) }

// NewMatching returns the matching of that name.
//
// "exact" finds an assignment of greatest value and the least prices that
// clear the market, by shortest augmenting paths on the values to twelve
// decimals; prices are the dual variables. Least prices are what the buyers
// together like best, and each buyer pays exactly what its presence costs the
// others (H. B. Leonard, "Elicitation of honest preferences for the assignment
// of individuals to positions", 1983).
//
// "auction" is the ascending auction of G. Demange, D. Gale, M. Sotomayor,
// "Multi-item auctions", 1986, in the account of D. Easley, J. Kleinberg, "Networks,
// crowds, and markets", 2010, chapter 10: the same for values rounded down to
// multiples of Step. Down, so that nobody pays more than its real value.
//
// "literal" is the document's loop, for comparison: see clearLiteral.
//
// All give, among equally good assignments, the one that serves the lowest
// buyer with its first URL, then the next buyer, and so on; buying nothing
// comes last.
func NewMatching(name string, o MatchingOptions) (*Matching, error) {
	run, err := site.Lookup("matching", name, matchings)
	if err != nil {
		return nil, err
	}
	if o.Step == 0 {
		o.Step = DefaultStep
	}
	if !(o.Step >= leastStep && o.Step <= MaxValue) {
		return nil, fmt.Errorf("matching %s: the step is %v; it must be from %v to %v",
			name, o.Step, leastStep, MaxValue)
	}
	return &Matching{name: name, step: o.Step, clear: run}, nil
}

// Clear clears a market. Without buyers or URLs nothing is sold.
func (m *Matching) Clear(c Case) (Clearing, error) {
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

// check returns an error if the case makes no sense.
func (c Case) check() error {
	switch {
	case c.Buyers < 0 || c.Sellers < 0:
		return fmt.Errorf("%d buyers, %d URLs", c.Buyers, c.Sellers)
	case c.Sellers > 0 && c.Buyers > maxCells/c.Sellers:
		return fmt.Errorf("%d buyers for %d URLs are more than %d pairs", c.Buyers, c.Sellers, maxCells)
	case len(c.Values) != c.Buyers*c.Sellers:
		return fmt.Errorf("%d values for %d buyers and %d URLs", len(c.Values), c.Buyers, c.Sellers)
	case c.Owners != nil && len(c.Owners) != c.Sellers:
		return fmt.Errorf("%d owners of %d URLs", len(c.Owners), c.Sellers)
	}
	for i, v := range c.Values {
		if !(math.Abs(v) <= MaxValue) {
			return fmt.Errorf("buyer %d values URL %d at %v; it must be a number up to %d",
				i/c.Sellers, i%c.Sellers, v, MaxValue)
		}
	}
	return nil
}

// value is v(q,p).
func (c Case) value(q, p int) float64 { return c.Values[q*c.Sellers+p] }

// wanted reports whether buyer q may get URL p at all.
func (c Case) wanted(q, p int) bool {
	return c.value(q, p) >= 0 && (c.Owners == nil || c.Owners[p] != q)
}

// unwanted stands for the worth of what a buyer may not have.
const unwanted = math.MinInt64

// exchange is a market in whole numbers, so that sums are exact and ties are
// ties.
type exchange struct {
	buyers, sellers int
	// worth holds the values at q*sellers+p, 0 or greater, or unwanted.
	worth  []int64
	prices []int64
	// buys holds the URL of every buyer, sold the buyer of every URL; -1 for
	// none.
	buys, sold []int
	rounds     int
}

// newExchange opens a market at prices 0; whole turns a value into a number.
func newExchange(c Case, whole func(float64) int64) *exchange {
	l := &exchange{
		buyers: c.Buyers, sellers: c.Sellers,
		worth:  make([]int64, len(c.Values)),
		prices: make([]int64, c.Sellers),
		buys:   nothing(c.Buyers), sold: nothing(c.Sellers),
	}
	for i := range l.worth {
		l.worth[i] = unwanted
		if q, p := i/c.Sellers, i%c.Sellers; c.wanted(q, p) {
			l.worth[i] = whole(c.Values[i])
		}
	}
	return l
}

// nothing returns n times -1.
func nothing(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = -1
	}
	return all
}

// gain is the payoff of buyer q if it buys URL p, and whether it may.
func (l *exchange) gain(q, p int) (int64, bool) {
	w := l.worth[q*l.sellers+p]
	if w == unwanted {
		return 0, false
	}
	return w - l.prices[p], true
}

// best is the greatest payoff that buyer q can have; buying nothing gives 0.
func (l *exchange) best(q int) int64 {
	best := int64(0)
	for p := range l.sellers {
		if g, ok := l.gain(q, p); ok && g > best {
			best = g
		}
	}
	return best
}

// trade gives URL p to buyer q, who gives up what it has.
func (l *exchange) trade(q, p int) {
	if old := l.buys[q]; old >= 0 && l.sold[old] == q {
		l.sold[old] = -1
	}
	l.buys[q] = p
	if p >= 0 {
		l.sold[p] = q
	}
}

// shift lets buyer q, at the end of the way from root, have URL p, the one
// before it what q had, and so on. from holds the buyer before each URL on the
// way; a p of -1 is buying nothing.
func (l *exchange) shift(from []int, root, q, p int) {
	for {
		before := l.buys[q]
		l.trade(q, p)
		if q == root {
			return
		}
		p, q = before, from[before]
	}
}

// clearing puts the result into values again; real turns a whole price into
// one. What rounding has put on top is taken off, so that nobody pays more than
// its value by a last digit: three steps of 0.1 are more than 0.3.
func (l *exchange) clearing(c Case, real func(price int64) float64) Clearing {
	r := Clearing{Buys: l.buys, Prices: make([]float64, l.sellers), Rounds: l.rounds}
	for p, price := range l.prices {
		r.Prices[p] = real(price)
		if q := l.sold[p]; q >= 0 {
			r.Prices[p] = min(r.Prices[p], c.value(q, p))
		}
	}
	return r
}
