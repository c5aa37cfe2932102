package revisit

import (
	"math"
	"slices"
)

const (
	// patience is the number of rounds of the site after which a page is overdue. A round is the number of iterations
	// for checking as many pages as there are.
	patience = 8
	// overdueShare is the share of the budget for overdue pages.
	overdueShare = 0.5
)

// wait is the number of iterations since page i was last checked, answered or not.
func (p *Policy) wait(i int) float64 { return float64(p.turn - p.pages[i].turn) }

// round is the number of iterations in a round of the site.
func (p *Policy) round() float64 { return float64(p.known) / p.pace }

// keepPace records how many pages an iteration checked.
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

// putFirst puts the pages that waited longest first in the plan. They get the budget's share that the rule wants, and
// overdue pages get half of the budget. An overdue page that is too long for this is checked in every second iteration.
// confirm handles pages that are gone.
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

// portion is a multiple of step for this iteration. Over many iterations the portions have this mean.
func (p *Policy) portion(mean, step float64) float64 {
	steps := mean / step
	if !(steps < 1e6) {
		return mean
	}
	due := func(turn int32) float64 { return math.Floor(float64(steps*float64(turn)) + 0.5) }
	return step * (due(p.turn) - due(p.turn-1))
}

// line sorts the pages that may be checked, the longest waiting first. It takes all pages, or those that waited for at
// least this many iterations.
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

// yields compares two kinds of checks by the changes they find: checks of pages that waited for a round of the site or
// longer, as in round-robin, and earlier ones. If the longer waiting pages yield more, learned checks more of them,
// until both kinds find the same. So it never falls far behind round-robin, even if its beliefs are wrong or it aims at
// something else than changes.
type yields struct{ sooner, later yield }

type yield struct{ checks, found float64 }

const (
	// yieldMemory is the number of checks after which findings count less, but at most by a tenth per iteration.
	yieldMemory, yieldForget = 64, 0.9
	// The prior of each kind is yieldPrior checks that find as much as the mean of both kinds. The prior of the sooner
	// kind is a little lower.
	yieldPrior, yieldDoubt = 4, 0.9
	// yieldPower sets how small a difference decides between the kinds. A share below minShare counts as 0.
	yieldPower, minShare = 8, 0.2
)

// saw records a check. waited is true if the page waited for a round.
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

// end fades the checks after an iteration that checked this many pages.
func (y *yields) end(checks float64) {
	left := max(yieldForget, 1-checks/yieldMemory)
	for _, kind := range []*yield{&y.sooner, &y.later} {
		kind.checks *= left
		kind.found *= left
	}
}

// share returns the budget's share for the pages that waited longest.
func (y *yields) share() float64 {
	mean := (y.sooner.found + y.later.found + 0.5) / (y.sooner.checks + y.later.checks + 1)
	ratio := y.sooner.rate(mean*yieldDoubt) / y.later.rate(mean)
	share := 1 / (1 + math.Pow(ratio, yieldPower))
	return max(0, share-minShare) / (1 - minShare)
}

// rate returns the share of checks that find a change, with believed as the prior.
func (y yield) rate(believed float64) float64 {
	return (y.found + float64(yieldPrior*believed)) / (y.checks + yieldPrior)
}
