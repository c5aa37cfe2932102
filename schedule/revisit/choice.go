package revisit

import (
	"cmp"
	"math"
	"slices"
)

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
