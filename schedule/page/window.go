package page

import (
	"math"
	"slices"
)

// window forgets what is older than its length (Abiteboul et al., section 5).
type window struct {
	// length is how long history counts; infinite is plain OPIC.
	length float64
	// sweeps, if not 0, sets the length to a multiple of the median time of a
	// sweep, in which every live page is read.
	sweeps float64
	// times are those of the last sweeps.
	times []float64
	// begun is when the sweep began, mark the count of readings then, and left
	// the number of live pages not read since.
	begun float64
	mark  uint64
	left  int
}

// remembered is the number of sweeps whose median is taken.
const remembered = 9

// visit returns a page's history after a reading that finds the cash gathered in the time since the last one.
func (w *window) visit(history, cash, since float64) float64 {
	switch {
	case math.IsInf(w.length, 1):
		return history + cash
	case w.length < since:
		return cash * w.length / since
	}
	return float64(history*((w.length-since)/w.length)) + cash
}

// swept begins a new sweep when the last one is complete.
func (w *window) swept(now float64, readings uint64, live int) {
	if w.left > 0 {
		return
	}
	w.times = append(w.times, now-w.begun)
	if len(w.times) > remembered {
		w.times = slices.Delete(w.times, 0, 1)
	}
	w.begun, w.mark, w.left = now, readings, live
	if w.sweeps == 0 {
		return
	}
	sorted := slices.Sorted(slices.Values(w.times))
	if median := sorted[len(sorted)/2]; median > 0 {
		w.length = w.sweeps * median
	}
}
