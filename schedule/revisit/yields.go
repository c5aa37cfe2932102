package revisit

import "math"

// yields compares two kinds of checks by the changes that they find: of pages that waited for a round of the
// site or longer, as round-robin makes them, and of pages that learned returned to sooner. Where the longer
// waiting are worth more, learned takes more of them, until both find as many: so it is never far behind
// round-robin where it believes what is not true, or where what it wants is not changes.
type yields struct{ sooner, later yield }

type yield struct{ checks, found float64 }

const (
	// yieldMemory is the number of checks after which what was found counts less,
	// but not by more than a tenth in an iteration.
	yieldMemory, yieldForget = 64, 0.9
	// Each kind is believed to have found in that many checks what both find in the
	// mean; of those that come sooner, a little less is believed.
	yieldPrior, yieldDoubt = 4, 0.9
	// yieldPower says how little need be between the two to prefer one. A share below leastShare counts as 0.
	yieldPower, leastShare = 8, 0.2
)

// saw takes a check of a page that waited for a round, or not.
func (y *yields) saw(waited, changed bool) {
	kind := &y.sooner
	if waited {
		kind = &y.later
	}
	kind.checks++
	if changed {
		kind.found++
	}
}

// end lets the checks of an iteration fade, in which that many pages are looked at.
func (y *yields) end(checks float64) {
	left := max(yieldForget, 1-checks/yieldMemory)
	for _, kind := range []*yield{&y.sooner, &y.later} {
		kind.checks *= left
		kind.found *= left
	}
}

// share is the share of the budget for the pages that waited longest.
func (y *yields) share() float64 {
	mean := (y.sooner.found + y.later.found + 0.5) / (y.sooner.checks + y.later.checks + 1)
	ratio := y.sooner.rate(mean*yieldDoubt) / y.later.rate(mean)
	share := 1 / (1 + math.Pow(ratio, yieldPower))
	return max(0, share-leastShare) / (1 - leastShare)
}

// rate is the share of the checks that find a change, if that is what is believed of them.
func (y yield) rate(believed float64) float64 {
	return (y.found + float64(yieldPrior*believed)) / (y.checks + yieldPrior)
}
