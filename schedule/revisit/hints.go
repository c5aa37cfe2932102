package revisit

import "math"

// hints weighs the claims in a site's sitemap.xml that a page was modified after its last check (newer) or was not
// (older). Each of the two hints multiplies the odds of a change, which follow from the page's rate, by a factor.
// Logistic regression estimates the factors from checks of pages with hints. A factor is 1 if hints are useless, as
// when every page has today's date or none ever changes. Old checks fade, so a site may lose or regain its credit.
type hints struct {
	// given has this iteration's hints by page: 0 for none, else 1 + an index of factor.
	given []uint8
	// factor is the factor of the odds for the hints older and newer.
	factor [2]float64
	// seen counts the checks of pages with hints, by hint and logarithmic odds.
	seen [2][buckets]hinted
	// older is the age at which the site last called a page unchanged, in periods since its last check.
	older []float64
}

// hinted is the number of checks of pages with a hint, the number that found a change, and the sum of their logarithmic
// odds.
type hinted struct{ checks, changed, odds float64 }

const (
	// buckets divide logarithmic odds from -buckets/4 to buckets/4.
	buckets = 32
	// trust limits the factors, so that pages which the site calls unchanged are still checked. forget is the part of
	// earlier observations that an iteration keeps. A factor whose logarithm is below noise counts as 1.
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

// begin keeps the ages of pages that the site calls unchanged.
func (h *hints) begin(age func(i int) float64) {
	for i, given := range h.given {
		if given == 1 {
			h.older[i] = age(i)
		}
	}
}

// of returns the factor of page i's hint for the odds of a change; 1 without a hint.
func (h *hints) of(i int) float64 {
	if h.given[i] == 0 {
		return 1
	}
	return h.factor[h.given[i]-1]
}

// saw learns from a check of page i. chance is the probability of a change by its rate.
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

// end forgets this iteration's hints, and estimates the factors again.
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

// fit returns the most likely factor by bisection of its logarithm. The prior is one check that found half a change and
// expected half a change.
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

// logistic is the probability for these logarithmic odds.
func logistic(x float64) float64 { return 1 / (1 + math.Exp(-x)) }
