package revisit

import (
	"cmp"
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

type candidate struct {
	index, tried float64
	page         int
}

// compare sorts by greater index, then by longer time unchecked, then by smaller number.
func (a candidate) compare(b candidate) int {
	return cmp.Or(cmp.Compare(b.index, a.index), cmp.Compare(a.tried, b.tried), cmp.Compare(a.page, b.page))
}

// maxSkips limits the pages skipped in an iteration because they exceed the rest of the budget. The limit is this many
// more than the chosen pages.
const maxSkips = 64

// confirmShare is the share of the budget for confirming that pages are gone. It should be small, since it adds nothing
// to the value of the index.
const confirmShare = 0.1

// choose fills the plan with the first pages in order whose times fit into the budget. It skips a page that does not
// fit, so that the others need not wait.
func (p *Policy) choose(budget float64) {
	if p.rule.confirms() {
		p.confirm(budget)
	}
	p.putFirst(budget)
	least := p.enter()
	slices.SortFunc(p.order, candidate.compare)
	skipped := 0
	for _, next := range p.order {
		if skipped > maxSkips+len(p.plan) {
			return
		}
		first := next.page
		time := p.time(first)
		if len(p.plan) == 0 || time <= budget {
			p.plan = append(p.plan, first)
			budget -= time
		} else {
			skipped++
		}
		if !(least <= budget) {
			return
		}
	}
}

// confirm puts pages first whose last check found them gone, the longest unchecked before the others. So the list soon
// knows whether they exist. They get a tenth of the budget. If one page needs more, it waits until the saved tenths
// suffice. Pages checked within half a period wait. The others are checked when there is time for all pages.
func (p *Policy) confirm(budget float64) {
	var gone []candidate
	for i := range p.pages {
		s := &p.pages[i]
		waits := math.Ldexp(p.options.Period, int(min(s.failed, 60))-1)
		if s.gone > 0 && !s.left && !s.out && !s.new && p.now-s.tried >= waits {
			gone = append(gone, candidate{0, s.tried, i})
		}
	}
	slices.SortFunc(gone, candidate.compare)
	rest := budget * confirmShare
	for k, c := range gone {
		time := p.time(c.page)
		tenth := max(time, budget) * confirmShare
		saved := k == 0 && tenth*(p.now-p.confirmed)/p.options.Period >= time
		if !(time <= rest) && !saved {
			return
		}
		p.pages[c.page].confirm = true
		rest -= time
	}
}

// enter makes all pages candidates that may be chosen, and returns the shortest time for one of them.
func (p *Policy) enter() (least float64) {
	p.order, least = p.order[:0], math.Inf(1)
	for i := range p.pages {
		s := &p.pages[i]
		if s.left || s.out {
			continue
		}
		index := p.Index(i)
		if s.gone > 0 && !s.new && p.rule.confirms() {
			index = 0
		}
		switch {
		case s.confirm:
			index = math.Inf(1)
		case s.first:
			index = math.MaxFloat64
		}
		s.confirm, s.first = false, false
		p.order = append(p.order, candidate{index, s.tried, i})
		least = min(least, p.time(i))
	}
	return least
}

// density is value per time. It is the maximum for a check that takes no time.
func density(value, time float64) float64 {
	switch {
	case value <= 0:
		return 0
	case time <= 0:
		return math.MaxFloat64
	}
	return value / time
}
