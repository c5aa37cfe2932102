package revisit

import (
	"math"
	"slices"
)

const (
	// patience is how many rounds of the site a page waits until it is overdue. A round is the number of
	// iterations that it takes to check as many pages as there are.
	patience = 8
	// overdueShare is the share of the budget for pages that are overdue.
	overdueShare = 0.5
)

// wait is the number of iterations since page i was last looked at, whether it answered or not.
func (p *Policy) wait(i int) float64 { return float64(p.turn - p.pages[i].turn) }

// round is the number of iterations that a round of the site takes.
func (p *Policy) round() float64 { return float64(p.known) / p.pace }

// keepPace notes at the end of an iteration how many pages it looked at.
func (p *Policy) keepPace() {
	looked := float64(p.looked)
	switch {
	case p.looked == 0:
	case p.pace == 0:
		p.pace = looked
	default:
		p.pace += float64(0.2 * (looked - p.pace))
	}
	p.looked = 0
}

// putFirst gives pages that waited longest the first places of the plan: as many as go into the share of the
// budget that the rule wants for them, and into half the budget those that are overdue. An overdue page that
// is too long for that is taken in every second iteration. Pages that are gone have confirm.
func (p *Policy) putFirst(budget float64) {
	share, overdue := p.rule.oldest(), math.Inf(1)
	if p.options.Bounded {
		overdue = patience * p.round()
	}
	used := 0.0
	p.line(share > 0, overdue)
	for _, first := range p.order {
		time := p.time(first.page)
		must := first.index >= overdue && (used+time <= overdueShare*budget || used == 0 && p.turn%2 == 1)
		if used += time; !must && !(used <= p.portion(share*budget, time)) {
			return
		}
		p.pages[first.page].first = true
	}
}

// portion is a number of steps for this iteration, such that the portions of many have that mean.
func (p *Policy) portion(mean, step float64) float64 {
	steps := mean / step
	if !(steps < 1e6) {
		return mean
	}
	due := func(turn int32) float64 { return math.Floor(float64(steps*float64(turn)) + 0.5) }
	return step * (due(p.turn) - due(p.turn-1))
}

// line sorts the pages that may be checked, the one that waited longest first: all, or those that
// waited for that many iterations.
func (p *Policy) line(all bool, least float64) {
	p.order = p.order[:0]
	for i := range p.pages {
		s := &p.pages[i]
		if s.left || s.out || s.new || s.gone > 0 && s.failed == 0 && p.rule.confirms() {
			continue
		}
		if wait := p.wait(i); all || wait >= least {
			p.order = append(p.order, candidate{wait, s.tried, i})
		}
	}
	slices.SortFunc(p.order, candidate.compare)
}

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
	// yieldPower says how little need be between the two to prefer one. A share below minShare counts as 0.
	yieldPower, minShare = 8, 0.2
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
	return max(0, share-minShare) / (1 - minShare)
}

// rate is the share of the checks that find a change, if that is what is believed of them.
func (y yield) rate(believed float64) float64 {
	return (y.found + float64(yieldPrior*believed)) / (y.checks + yieldPrior)
}
