package stats

import "math"

// changeDays estimates the mean time between two changes of a page, in days, from the checks of pages that are taken
// to change alike: at random moments, with one rate. A check after d days then finds a change with the probability
// 1 - exp(-rate d), however often the page has changed in between; the rate is the one that makes what the checks
// found most likely (Cho and Garcia-Molina, "Estimating frequency of change", ACM TOIT 3(3), 2003). It is 0 if no
// check found a change, or if each did: then any long, or short, time would do.
func changeDays(pages []history) float64 {
	changes, watched, still := 0.0, 0.0, 0.0
	for _, p := range pages {
		if p.days > 0 {
			changes += p.changes
			watched += p.checks * p.days
			still += (p.checks - p.changes) * p.days
		}
	}
	if changes == 0 || still == 0 {
		return 0
	}
	// The slope of the likelihood falls with the rate, ever less steeply: Newton's steps stay below its zero.
	rate := changes / watched // as if each interval had one change at most
	for range mostSteps {
		slope, bend := -still, 0.0
		for _, p := range pages {
			if p.days > 0 && p.changes > 0 {
				odds := 1 / math.Expm1(rate*p.days) // of a check that finds no change
				slope += p.changes * p.days * odds
				bend += p.changes * p.days * p.days * odds * (1 + odds)
			}
		}
		step := slope / bend
		rate += step
		if !(step > rate*1e-12) {
			break
		}
	}
	return Round(1 / rate)
}

// mostSteps bounds Newton's steps; there are hardly ever more than twenty.
const mostSteps = 100

// wilson returns the ends of the 95 % interval of a share (Wilson, "Probable inference", JASA 22, 1927): the shares of
// which part/whole is not too unlikely a sample. The members of the sample are taken to be independent.
func wilson(part, whole int) (low, high float64) {
	if whole == 0 {
		return 0, 1
	}
	const z = 1.959963984540054 // of the normal distribution, 2.5 % lie beyond it
	n, p := float64(whole), float64(part)/float64(whole)
	middle, half := p+z*z/(2*n), z*math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	low, high = Round((middle-half)/(1+z*z/n)), Round((middle+half)/(1+z*z/n))
	if part == 0 {
		low = 0 // but for rounding
	}
	if part == whole {
		high = 1
	}
	return low, high
}
