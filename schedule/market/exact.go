package market

import "math"

// grains are the units of mode exact in 1: values are rounded to twelve
// decimals, so that all sums are whole numbers, and sums of decimal numbers that
// are equal on paper, as 0.1 + 0.2 and 0.3, are ties. 2^16, the greatest value,
// is less than 2^56 of them.
const grains = 1e12

// inGrains is a value in whole grains.
func inGrains(v float64) int64 { return int64(math.Round(v * grains)) }

// clearExact lets the buyers into the market one by one and finds the cheapest
// way to serve each (R. Jonker, A. Volgenant, "A shortest augmenting path
// algorithm for dense and sparse linear assignment problems", 1987). Prices
// begin at 0 and rise only for URLs that more want than can have them, so they
// end at the least that clear the market. Time is at most
// buyers * (buyers + URLs) * URLs.
func clearExact(c Case, _ float64) Clearing {
	l := newExchange(c, inGrains)
	s := newSearch(l)
	for q := range l.buyers {
		s.serve(q)
	}
	l.settle()
	return l.clearing(c, func(price int64) float64 { return float64(price) / grains })
}

// search is a search for the cheapest way to serve one more buyer. All lengths
// are slacks: what a buyer would lose if it had to take a URL that it does not
// prefer.
type search struct {
	*exchange
	// length is that of the shortest way to each URL, from the buyer before it
	// on the way.
	length []int64
	from   []int
	done   []bool
	// exit is the buyer that the shortest way to buying nothing ends at.
	exit       int
	exitLength int64
}

func newSearch(l *exchange) *search {
	return &search{
		exchange: l,
		length:   make([]int64, l.sellers),
		from:     make([]int, l.sellers),
		done:     make([]bool, l.sellers),
	}
}

// far is longer than every way, and sums with lengths do not overflow.
const far = math.MaxInt64 / 4

// serve finds a URL for buyer q, or that somebody had better buy nothing.
func (s *search) serve(q int) {
	for p := range s.sellers {
		s.length[p], s.done[p] = far, false
	}
	s.exit, s.exitLength = q, s.best(q)
	s.reach(q, 0, s.exitLength)
	p := s.nearest()
	for p >= 0 && s.sold[p] >= 0 {
		s.done[p] = true
		owner := s.sold[p]
		payoff, _ := s.gain(owner, p)
		if way := s.length[p] + payoff; way < s.exitLength {
			s.exit, s.exitLength = owner, way
		}
		s.reach(owner, s.length[p], payoff)
		p = s.nearest()
	}
	end := s.exitLength
	if p >= 0 {
		end = s.length[p]
	}
	s.raise(end)
	s.shift(q, p)
}

// reach notes the ways on from a buyer, which is reached at a length and whose
// payoff is known.
func (s *search) reach(q int, length, payoff int64) {
	for p := range s.sellers {
		g, ok := s.gain(q, p)
		if !ok || s.done[p] {
			continue
		}
		if way := length + payoff - g; way < s.length[p] {
			s.length[p], s.from[p] = way, q
		}
	}
}

// nearest is the URL with the shortest way among those not done, -1 if buying
// nothing is nearer than all.
func (s *search) nearest() int {
	nearest, least := -1, s.exitLength
	for p, way := range s.length {
		if !s.done[p] && (way < least || way == least && nearest < 0) {
			nearest, least = p, way
		}
	}
	return nearest
}

// raise raises the prices of the URLs passed, so that the way taken costs
// nothing.
func (s *search) raise(end int64) {
	for p, done := range s.done {
		if done {
			s.prices[p] += max(0, end-s.length[p])
		}
	}
}

// shift moves everybody on the way to URL p, or to buying nothing, one on.
func (s *search) shift(root, p int) {
	q := s.exit
	if p >= 0 {
		q = s.from[p]
	}
	s.exchange.shift(s.from, root, q, p)
}
