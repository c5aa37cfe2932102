package sites

import (
	"cmp"
	"math"
)

// shrunk is the mean of a site, shrunk towards a number z that is common to all
// sites:
//
//	(w s + (1-w) d + p k z) / (w t + (1-w) e + p)
//
// s and t are the links and pages of the site, d and e the same with a fading
// memory. The last terms are p pages, k times as good as z, that every site is
// credited with.
type shrunk struct {
	policy *Policy
	recent []fading // d and e
	keep   float64  // of the fading memory, gamma
	long   float64  // w
	prior  float64  // p
	hope   float64  // k
}

// fading is a mean over the past in which a value k pages back counts keep^k.
type fading struct{ sum, weight float64 }

func (f *fading) add(x, keep float64) {
	f.sum = float64(keep*f.sum) + x
	f.weight = float64(keep*f.weight) + 1
}

// rule is the rule that compares the shrunk means at z.
func (r *shrunk) rule(z func() float64) rule {
	p := r.policy
	r.recent = make([]fading, p.options.Sites)
	return rule{
		start: cmp.Or(p.options.Start, 3), block: 1,
		choose: func() int { return p.greatest(z()) },
		index:  r.index,
		report: func(i int, page Page) { r.recent[i].add(float64(page.New), r.keep) },
	}
}

func (r *shrunk) index(i int) line {
	s, f := &r.policy.sites[i], &r.recent[i]
	pages := float64(r.long*float64(s.reported)) + float64((1-r.long)*f.weight) + r.prior
	links := float64(r.long*float64(s.found)) + float64((1-r.long)*f.sum)
	return line{slope: r.prior * r.hope / pages, base: links / pages}
}

// r4 is R4: the greatest mean shrunk towards the mean of all sites' pages. The
// pages credited, four times as good, keep a site from being given up early.
func r4(p *Policy) rule {
	s := &shrunk{policy: p, keep: 0.98, long: 0.02, prior: 40, hope: 4}
	return s.rule(func() float64 { return (float64(p.found) + 0.5) / float64(max(1, p.reported)) })
}

// autoOptimism is k of the site rule auto.
const autoOptimism = 4

// auto is the rule for sites of an unknown kind. Like R4 it compares shrunk
// means, but towards v = k g (g/f)^a, where g is the mean of all sites' pages
// and f that of their first pages: the optimism depends on what the sites have
// shown together. Where first pages are rich (f > g), poor ones are a reason to
// leave a site; where they are poor everywhere (f < g), they mean little, and a
// site is given more time. This separates institutes, where R2 is right, from
// universities, where R3 is.
func auto(p *Policy) rule {
	var hope optimism
	s := &shrunk{policy: p, keep: 0.99, long: 0.05, prior: 35, hope: 1}
	r := s.rule(func() float64 { return hope.value(autoOptimism) })
	remember := r.report
	r.report = func(i int, page Page) {
		remember(i, page)
		hope.add(page.New, p.sites[i].reported)
	}
	return r
}

// optimism is what a site may be hoped to bring while little is known of it.
type optimism struct {
	// links and pages count all reports, firstLinks and firstPages those of the
	// first pages of each site.
	links, pages           int
	firstLinks, firstPages int
}

const (
	firsts     = 3   // pages of a site that are its first
	firstPower = 0.8 // a
	firstDoubt = 30  // first pages at the mean that are credited
)

// add counts a page with so many links, the nth of its site.
func (o *optimism) add(links, nth int) {
	o.links += links
	o.pages++
	if nth <= firsts {
		o.firstLinks += links
		o.firstPages++
	}
}

// value is v = k g (g/f)^a.
func (o *optimism) value(k float64) float64 {
	g := (float64(o.links) + 0.5) / (float64(o.pages) + 1)
	f := (float64(o.firstLinks) + float64(firstDoubt*g)) / (float64(o.firstPages) + firstDoubt)
	return k * g * math.Pow(g/f, firstPower)
}
