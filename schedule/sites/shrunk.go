package sites

import (
	"cmp"
	"math"
)

// shrunk is the mean of a site, shrunk towards a number z common to all sites:
//
//	(w s + (1-w) d + p k z) / (w t + (1-w) e + p)
//
// s and t are the links and pages of the site, d and e the same with a fading memory. The last terms credit every site
// with p pages that are k times as good as z.
type shrunk struct {
	policy *Policy
	recent []fading // d and e
	keep   float64  // factor of the fading memory, gamma
	long   float64  // w
	prior  float64  // p
	hope   float64  // k
}

// fading is a mean over the past. A value k pages ago counts keep^k.
type fading struct{ sum, weight float64 }

func (f *fading) add(x, keep float64) {
	f.sum = float64(keep*f.sum) + x
	f.weight = float64(keep*f.weight) + 1
}

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

// r4 is R4. It takes the greatest mean shrunk towards the mean of all sites' pages. The credited pages, four times as
// good, prevent giving up a site early.
func r4(p *Policy) rule {
	s := &shrunk{policy: p, keep: 0.98, long: 0.02, prior: 40, hope: 4}
	return s.rule(func() float64 { return (float64(p.found) + 0.5) / float64(max(1, p.reported)) })
}

// optimism is the expected yield of a site while we know little about it.
type optimism struct {
	// links and pages count all reports. firstLinks and firstPages count the first pages of each site.
	links, pages           int
	firstLinks, firstPages int
}

const (
	firsts     = 3  // number of first pages of a site
	firstDoubt = 30 // credited first pages at the mean
)

// add counts the links on the nth page of a site.
func (o *optimism) add(links, nth int) {
	o.links += links
	o.pages++
	if nth <= firsts {
		o.firstLinks += links
		o.firstPages++
	}
}

// averages returns g and f, the means over all pages and over first pages.
func (o *optimism) averages() (g, f float64) {
	g = (float64(o.links) + 0.5) / (float64(o.pages) + 1)
	return g, (float64(o.firstLinks) + float64(firstDoubt*g)) / (float64(o.firstPages) + firstDoubt)
}

// ofSites is v in the site rule auto, k g r.
func (o *optimism) ofSites() float64 {
	const k, least, most = 3, 0.4, 1.5
	g, f := o.averages()
	return k * g * max(least, min(g/f, most))
}

// ofPages is v in the page policy auto, k g (g/f)^a.
func (o *optimism) ofPages() float64 {
	const k, a = 1.5, 0.8
	g, f := o.averages()
	return k * g * math.Pow(g/f, a)
}
