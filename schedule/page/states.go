package page

import (
	"math"
	"slices"
)

type pageState uint8

const (
	unread pageState = iota
	read
	gone // does not exist, or must not be read

	states = 3
)

// pageStates keeps the states of all pages for every policy.
type pageStates struct {
	state   []pageState
	count   [states]int
	scratch []uint32
}

func (b *pageStates) len() int { return len(b.state) }

func (b *pageStates) live() int { return b.count[unread] + b.count[read] }

func (b *pageStates) add(page uint32) (added bool) {
	if int(page) < b.len() {
		return false
	}
	b.state = append(b.state, unread)
	b.count[unread]++
	return true
}

// set changes a page's state.
func (b *pageStates) set(page uint32, s pageState) {
	b.count[b.state[page]]--
	b.count[s]++
	b.state[page] = s
}

// distinct returns the links sorted and without repetitions. The slice is valid until the next call.
func (b *pageStates) distinct(links []uint32) []uint32 {
	b.scratch = append(b.scratch[:0], links...)
	slices.Sort(b.scratch)
	return slices.Compact(b.scratch)
}

// compensated sums floats in any order with hardly any rounding error (Neumaier 1974).
type compensated struct{ high, low float64 }

func (s *compensated) add(x float64) {
	t := s.high + x
	if math.Abs(s.high) >= math.Abs(x) {
		s.low += (s.high - t) + x
	} else {
		s.low += (x - t) + s.high
	}
	s.high = t
}

func (s compensated) value() float64 { return s.high + s.low }

// shares divides all values by their sum. If the sum is 0, all pages that are not gone get equal values.
func (b *pageStates) shares(values []float64) []float64 {
	var total compensated
	for _, v := range values {
		total.add(v)
	}
	t := total.value()
	for i := range values {
		switch {
		case t > 0:
			values[i] /= t
		case b.state[i] != gone:
			values[i] = 1 / float64(b.live())
		}
	}
	return values
}
