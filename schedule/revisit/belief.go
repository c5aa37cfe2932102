package revisit

import (
	"math"
)

// grid is the number of rates that learned distinguishes: never, and 2 to the powers of slowest, slowest+1, ... changes
// per period.
const (
	grid    = 13
	slowest = -9
)

// belief is a distribution over the rates of the grid for one page.
type belief [grid]float64

func (b *belief) norm() {
	sum := 0.0
	for _, share := range b {
		sum += share
	}
	for g := range b {
		b[g] /= sum
	}
}

func (b *belief) changed(periods float64) float64 {
	chance, sum := changes(periods), 0.0
	for g := 1; g < grid; g++ {
		sum += float64(b[g] * chance[g])
	}
	return sum
}

// meanRate is the expected rate, in changes per period, if the page changes at all.
func (b *belief) meanRate() float64 {
	rate, sum := 0.0, 0.0
	for g := 1; g < grid; g++ {
		rate += float64(b[g] * rateOf(g))
		sum += b[g]
	}
	return rate / sum
}

// hint returns the belief after a hint that multiplies the odds of a change in these periods by a factor.
func (b belief) hint(periods, factor float64) belief {
	chance := changes(periods)
	for g := range b {
		b[g] *= 1 + float64((factor-1)*chance[g])
	}
	b.norm()
	return b
}

// changes returns, for each rate of the grid, the probability that a page changes within these periods. It is also
// exact for small ones.
func changes(periods float64) [grid]float64 {
	var chance [grid]float64
	chance[1] = -math.Expm1(-math.Ldexp(periods, slowest))
	for g := 2; g < grid; g++ {
		chance[g] = chance[g-1] * (2 - chance[g-1])
	}
	return chance
}

// rateOf returns rate g of the grid, in changes per period.
func rateOf(g int) float64 {
	if g == 0 {
		return 0
	}
	return math.Ldexp(1, slowest+g-1)
}

// Past opens an iteration whose pages were chosen elsewhere, perhaps by another policy. Saw reports its results, and
// End closes it. A policy that got a site's history decides as if it had always been in use.
//
//	for _, page := range hinted { policy.Hint(page, newer(page)) }
//	policy.Past(then)
//	for _, page := range visited { policy.Saw(page, result(page)) }
//	policy.End()
func (p *Policy) Past(now float64) {
	p.open(now)
	p.rule.past(p)
}

// Left takes page i off the list, such as a page without links to it. It is not chosen again, and the policy learns
// nothing from it. A page that comes back is added as a new one.
func (p *Policy) Left(i int) {
	if p.has(i) {
		p.count(i, -1)
		p.pages[i].left = true
	}
}

// Hint reports, before Begin or Past, whether the site's sitemap.xml calls page i modified after its last check. It
// holds for this iteration. Only learned uses it.
func (p *Policy) Hint(i int, newer bool) {
	if p.has(i) && !p.pages[i].new {
		p.rule.hint(i, newer)
	}
}

// Chance is the estimated probability that page i has changed since its last check, at the last Begin or Past. It is 1
// for a page never fetched and 0 for one that left. It comes from learned, or from the rates of scent-2 and
// proportional. Other policies learn no rates and return 0.
func (p *Policy) Chance(i int) float64 {
	switch {
	case !p.has(i):
		return 0
	case p.pages[i].new:
		return 1
	}
	return min(max(0, p.rule.chance(p, i)), 1)
}

// Index is the number by which pages are chosen after Begin and before the first report, the greatest first. It is
// finite, in the policy's own unit.
func (p *Policy) Index(i int) float64 {
	if !p.has(i) {
		return 0
	}
	index := p.rule.index(p, i)
	if math.IsNaN(index) {
		return 0
	}
	return min(max(-math.MaxFloat64, index), math.MaxFloat64)
}

// Age is the time since the last check of page i, in periods, at the last Begin or Past; 0 for a page never fetched.
func (p *Policy) Age(i int) float64 {
	if !p.has(i) || p.pages[i].new {
		return 0
	}
	return min(p.age(i)/p.options.Period, math.MaxFloat64)
}

func (p *Policy) has(i int) bool { return i >= 0 && i < len(p.pages) && !p.pages[i].left }

// Form is a form of formula (1) of S. L. Sotnik, "The crawling algorithm S.C.E.N.T.". It gives the value of a page in
// the index from the text that is still on the site (actual) and the text that only one of the two versions has
// (deleted). Sizes may be words or characters, but always the same unit.
type Form string

// The forms of formula (1). FormLog is the reconstruction ln(1+actual) - ln(1+deleted). FormRatio is ln(1 +
// actual/(1+deleted)), and FormClip is FormLog cut at 0. These two are never negative.
const (
	FormLog   Form = "log"
	FormRatio Form = "ratio"
	FormClip  Form = "clip"
)

// forms holds the formulas by name; nothing changes it.
var forms = map[Form]func(actual, deleted float64) float64{
	FormLog:   logForm,
	FormRatio: func(actual, deleted float64) float64 { return math.Log1p(actual / (1 + deleted)) },
	FormClip:  func(actual, deleted float64) float64 { return max(0, logForm(actual, deleted)) },
}

func logForm(actual, deleted float64) float64 { return math.Log1p(actual) - math.Log1p(deleted) }

// Value returns a page's value by form f. Negative sizes count as 0.
func (f Form) Value(actual, deleted float64) float64 {
	return forms[f](max(0, actual), max(0, deleted))
}

// Gain returns the value that a check adds to the index. The page changed from before words to now words, and only one
// version has difference words. Gain is never negative.
func (f Form) Gain(before, now, difference float64) float64 {
	common := (before + now - difference) / 2
	return max(0, f.Value(now, 0)-f.Value(common, difference))
}

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
