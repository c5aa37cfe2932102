package revisit

import "math"

// Past opens an iteration whose pages were chosen elsewhere, perhaps by another policy. Saw reports its results, and
// End closes it. A policy that got a site's history decides as if it had been in use all the time.
//
//	for _, page := range hinted { policy.Hint(page, newer(page)) }
//	policy.Past(then)
//	for _, page := range visited { policy.Saw(page, result(page)) }
//	policy.End()
func (p *Policy) Past(now float64) {
	p.open(now)
	p.rule.past(p)
}

// Left takes page i off the list, such as one that no link leads to any more: it is not chosen again, and
// nothing is learnt from it. A page that comes back is added as a new one.
func (p *Policy) Left(i int) {
	if p.has(i) {
		p.count(i, -1)
		p.pages[i].left = true
	}
}

// Hint reports, before Begin or Past opens an iteration, whether the site's sitemap.xml says that page i was modified
// after its last check. It holds for that iteration. Policies other than learned ignore it.
func (p *Policy) Hint(i int, newer bool) {
	if p.has(i) && !p.pages[i].new {
		p.rule.hint(i, newer)
	}
}

// Chance is the believed probability that page i has changed since its last check, at the time of the last
// Begin or Past: 1 for a page never fetched, 0 for one that left. It is that of learned; scent-2 and
// proportional believe in their own rates, and other policies, which learn none, always say 0.
func (p *Policy) Chance(i int) float64 {
	switch {
	case !p.has(i):
		return 0
	case p.pages[i].new:
		return 1
	}
	return min(max(0, p.rule.chance(p, i)), 1)
}

// Index is what the pages are chosen by after Begin, before the first report:
// the greatest first. Its unit is the policy's own; it is finite.
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

// Age is the time since page i was last checked, in periods, at the time of the
// last Begin or Past; 0 for a page never fetched.
func (p *Policy) Age(i int) float64 {
	if !p.has(i) || p.pages[i].new {
		return 0
	}
	return min(p.age(i)/p.options.Period, math.MaxFloat64)
}

func (p *Policy) has(i int) bool {
	return i >= 0 && i < len(p.pages) && !p.pages[i].left
}
