package chart

import (
	"math"

	"sitegraph/wording"
)

// scale maps values to places along an axis, 0 to 1.
type scale struct {
	logarithmic bool
	min, max    float64
	ticks       []tick
}

// tick is a mark on an axis; one without a label is a line only.
type tick struct {
	at    float64
	label string
}

// place returns where a value stands, kept within the axis.
func (s scale) place(x float64) float64 {
	if s.max <= s.min { // so far from 0 that one value cannot be told from the next
		return 0.5
	}
	if s.logarithmic {
		x = math.Log(max(x, s.min)) - math.Log(s.min)
		return min(1, x/(math.Log(s.max)-math.Log(s.min)))
	}
	return max(0, min(1, (x-s.min)/(s.max-s.min)))
}

// linear returns a scale from 0 to a round number not below the greatest
// value, with about five ticks; step is the least between two of them.
func linear(greatest, step float64, label func(float64) string) scale {
	step = max(step, round125(greatest/5))
	s := scale{max: step * max(1, math.Ceil(greatest/step-1e-9))}
	for i := 0; float64(i)*step <= s.max*(1+1e-9); i++ {
		at := float64(i) * step
		s.ticks = append(s.ticks, tick{at, label(at)})
	}
	return s
}

// round125 returns the least of ..., 1, 2, 5, 10, ... that is not below x, or 0 when x is none above 0.
func round125(x float64) float64 {
	if x <= 0 {
		return 0
	}
	power := math.Pow(10, math.Floor(math.Log10(x)))
	for _, digit := range []float64{1, 2, 5} {
		if digit*power >= x*(1-1e-9) {
			return digit * power
		}
	}
	return 10 * power
}

// logarithm returns a logarithmic scale around two values above 0, with a little room at both ends. Ticks stand at
// powers of ten, or, when there are only few of these, between them too.
func logarithm(least, greatest float64, label func(float64) string) scale {
	s := scale{logarithmic: true, min: least / 1.25, max: greatest * 1.25}
	from, to := int(math.Floor(math.Log10(s.min))), int(math.Ceil(math.Log10(s.max)))
	step := 1 + (to-from)/9
	digits := []float64{1}
	if s.max/s.min < 1000 {
		digits = []float64{1, 2, 5}
	}
	for power := from; power <= to; power++ {
		for _, digit := range digits {
			at := digit * math.Pow(10, float64(power))
			if at < s.min || at > s.max {
				continue
			}
			text := ""
			if power%step == 0 {
				text = label(at)
			}
			s.ticks = append(s.ticks, tick{at, text})
		}
	}
	return s
}

// human writes a count or measure for an axis: 1, 10, 1k, 2.5M.
func human(x float64) string {
	for _, unit := range []struct {
		of   float64
		name string
	}{{1e9, "G"}, {1e6, "M"}, {1e3, "k"}} {
		if math.Abs(x) >= unit.of {
			return short(x/unit.of) + unit.name
		}
	}
	return short(x)
}

// percent writes a share for an axis.
func percent(x float64) string { return short(x*100) + "%" }

// short writes a number with three significant digits and no exponent.
func short(x float64) string { return wording.Plain(wording.Significant(x, 3)) }

// extreme bounds what can be drawn: beyond it, and below its inverse on a
// logarithmic axis, the arithmetic of the axes would overflow.
const extreme = 1e60

// finite reports whether a number can be drawn.
func finite(x float64) bool { return math.Abs(x) < extreme } // false for NaN
