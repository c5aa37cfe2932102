package revisit

import "math"

// hints weighs what a site's sitemap.xml says about its pages: that a page was modified after its last check (newer),
// or was not. Each of the two hints multiplies the odds of a change, which follow from the page's rate, by a factor.
// Logistic regression estimates the factors from the checks of pages with hints. A factor is 1 if hints say nothing, as
// when every page has today's date, or none ever changes. Old checks are forgotten, so a site may lose its credit, or
// gain it.
type hints struct {
	// given are the hints of this iteration, by page: 0 for none, 1 and 2 for an index of factor, and 1.
	given []uint8
	// factor is what the hints older and newer multiply the odds by.
	factor [2]float64
	// seen counts the checks of pages with hints, by hint and logarithm of the odds.
	seen [2][buckets]hinted
	// older is how long after its last check the site last said that a page was unchanged, in periods.
	older []float64
}

// hinted is the number of checks of pages with a hint, of those that found a
// change, and the sum of the logarithms of their odds.
type hinted struct{ checks, changed, odds float64 }

const (
	// buckets are of the logarithms of odds -buckets/4 to buckets/4.
	buckets = 32
	// trust bounds the factors: the page that the site says is unchanged is checked now and then. forget is what an
	// iteration leaves of what was seen before. A factor whose logarithm is less than noise counts as 1.
	trust, forget, noise = 100, 0.95, 0.1
)

func newHints() hints { return hints{factor: [2]float64{1, 1}} }

func (h *hints) added() {
	h.given = append(h.given, 0)
	h.older = append(h.older, 0)
}

func (h *hints) hint(i int, newer bool) {
	h.given[i] = 1
	if newer {
		h.given[i] = 2
	}
}

// begin keeps the ages at which pages are said to be unchanged.
func (h *hints) begin(age func(i int) float64) {
	for i, given := range h.given {
		if given == 1 {
			h.older[i] = age(i)
		}
	}
}

// of is what the hint on page i multiplies the odds of a change by; 1 if there is none.
func (h *hints) of(i int) float64 {
	if h.given[i] == 0 {
		return 1
	}
	return h.factor[h.given[i]-1]
}

// saw learns from a check of page i, which by its rate had changed with that chance.
func (h *hints) saw(i int, chance float64, changed bool) {
	if h.given[i] == 0 {
		return
	}
	odds := math.Log(max(chance, 1e-9) / max(1-chance, 1e-9))
	bucket := min(max(0, int(math.Round(2*odds))+buckets/2), buckets-1)
	seen := &h.seen[h.given[i]-1][bucket]
	seen.checks++
	seen.odds += odds
	if changed {
		seen.changed++
	}
}

// end forgets the hints of this iteration, and weighs the next again.
func (h *hints) end() {
	clear(h.given)
	for kind := range h.seen {
		for b := range h.seen[kind] {
			s := &h.seen[kind][b]
			*s = hinted{s.checks * forget, s.changed * forget, s.odds * forget}
		}
		h.factor[kind] = h.fit(kind)
		if math.Abs(math.Log(h.factor[kind])) < noise {
			h.factor[kind] = 1
		}
	}
}

// fit returns the likeliest factor, by bisection of its logarithm. What is believed before anything was seen
// is one check that found half a change where half a one was expected.
func (h *hints) fit(kind int) float64 {
	low, high := -math.Log(trust), math.Log(trust)
	for range 20 {
		middle := (low + high) / 2
		excess := 0.5 - logistic(middle)
		for _, seen := range h.seen[kind] {
			if seen.checks > 0 {
				excess += seen.changed - float64(seen.checks*logistic(seen.odds/seen.checks+middle))
			}
		}
		if excess > 0 {
			low = middle
		} else {
			high = middle
		}
	}
	return math.Exp((low + high) / 2)
}

// logistic is the probability of those logarithmic odds.
func logistic(x float64) float64 { return 1 / (1 + math.Exp(-x)) }
