package revisit

import "math"

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
