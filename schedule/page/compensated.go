package page

import "math"

// compensated adds floats with next to no error, in any order (Neumaier 1974).
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

// shares divides the values of all pages by their sum, or gives all that are
// not gone the same if there is nothing to divide.
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
