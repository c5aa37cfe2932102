package market

import "math"

// grains is how many units of mode exact make 1. With twelve decimals all sums are whole numbers, and sums that are
// equal on paper, as 0.1 + 0.2 and 0.3, are ties. The greatest value, 2^16, has less than 2^56.
const grains = 1e12

func inGrains(v float64) int64 { return int64(math.Round(v * grains)) }

// clearExact lets the buyers in one by one and finds the cheapest way to serve each (R. Jonker, A. Volgenant, "A
// shortest augmenting path algorithm for dense and sparse linear assignment problems", 1987). Prices rise from 0 only
// for URLs that more want than can have, so they end at the least that clear the market. Time is at most buyers *
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

// search finds the cheapest way to serve one more buyer. Lengths are what buyers would lose with URLs that they do not
// prefer.
type search struct {
	*exchange
	// length is of the shortest path to each URL; done marks those that are final.
	length     []int64
	done       []bool
	exit       int // ends the shortest path to buying nothing
	exitLength int64
}

// far is longer than every path, and sums with lengths do not overflow.
const far = math.MaxInt64 / 4

// cheapest finds a URL for buyer q, or somebody who had better buy nothing.
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
	// The prices of the URLs passed rise, so that the path taken costs nothing.
	for p, done := range s.done {
		if done {
			s.prices[p] += max(0, end-s.length[p])
		}
	}
	s.shift(q, last, p)
}

// reach notes the paths on from a buyer that is reached at a length and has a payoff.
func (s *search) reach(q int, length, payoff int64) {
	for p := range s.Sellers {
		if way := length + payoff - s.gain(q, p); way < s.length[p] && !s.done[p] {
			s.length[p], s.from[p] = way, q
		}
	}
}

// nearest is the URL with the shortest path of those not done, -1 if buying nothing is nearer.
func (s *search) nearest() int {
	nearest, least := -1, s.exitLength
	for p, way := range s.length {
		if !s.done[p] && (way < least || way == least && nearest < 0) {
			nearest, least = p, way
		}
	}
	return nearest
}
