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

// auto is the rule for sites of an unknown kind. Like R4 it compares shrunk
// means, with three differences, since it depends on the kind of sites whether a
// poor beginning, or a dry stretch, is a reason to leave one:
//
//   - The means are shrunk towards v = k g r, where g is the mean of all sites'
//     pages, f that of their first pages, and r is g/f within 0.4 and 1.5: the
//     optimism depends on what the sites have shown together. Where first pages
//     are rich (f > g), poor ones are a reason to leave a site; where they are
//     poor everywhere (f < g), they mean little, and a site is given more time.
//     This separates institutes, where R2 is right, from universities, where R3
//     is.
//   - The memory of a site grows with its pages, so that a burst on the first
//     ones is soon forgotten and a mean over many is not.
//   - Scouts read single sites further than the others ([scouts]).
func auto(p *Policy) rule {
	var hope optimism
	s := &shrunk{policy: p, prior: 8, hope: 1}
	r := s.rule(hope.ofSites)
	best, ahead := r.choose, scouts{policy: p, at: -1}
	r.choose = func() int {
		if ahead.due() {
			return ahead.next()
		}
		return best()
	}
	r.report = func(i int, page Page) {
		n := p.sites[i].reported
		s.recent[i].add(float64(page.New), autoKeep(n))
		hope.add(page.New, n)
	}
	return r
}

// autoKeep is how much of its memory a site keeps when it reports page n: the
// mean goes over some 10 + 3n/20 pages.
func autoKeep(n int) float64 { return 1 - 1/(10+float64(3*n)/20) }

// scouts find out what lies further on in sites that began poorly: nobody can
// know it where nobody was. A scout reads the site with the fewest pages until
// it has twice the mean; then the next one goes out. Of n pages after the first
// ones of all K sites n/(2 + n/(40 (K+5))) are theirs: half in the beginning,
// and never more than 40 (K+5).
type scouts struct {
	policy *Policy
	at     int // the site being read, -1 before the first
	pages  int // asked for so far
	before int // pages asked for of all sites before the first scout
}

const (
	scoutShare = 2  // one in so many pages, in the beginning
	scoutDepth = 2  // as a multiple of the mean number of pages
	scoutMost  = 40 // pages of all scouts, for each site and
	scoutSites = 5  // so many more
)

// due says that the next page is for a scout.
func (s *scouts) due() bool {
	if s.pages == 0 {
		s.before = s.policy.asked
	}
	n, most := float64(s.policy.asked-s.before+1), float64(scoutMost*(len(s.policy.sites)+scoutSites))
	return float64(s.pages)*(scoutShare+n/most) < n
}

// next returns the site that the scout reads; -1 if none is awake.
func (s *scouts) next() int {
	all := s.policy.sites
	if s.at < 0 || all[s.at].asleep || all[s.at].asked*len(all) >= scoutDepth*s.policy.asked {
		s.at = -1
		for i := range all {
			if !all[i].asleep && (s.at < 0 || all[i].asked < all[s.at].asked) {
				s.at = i
			}
		}
	}
	if s.at >= 0 {
		s.pages++
	}
	return s.at
}

// optimism is what a site may be hoped to bring while little is known of it.
type optimism struct {
	// links and pages count all reports, firstLinks and firstPages those of the
	// first pages of each site.
	links, pages           int
	firstLinks, firstPages int
}

const (
	firsts     = 3  // pages of a site that are its first
	firstDoubt = 30 // first pages at the mean that are credited
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

// averages returns g and f, the means of all pages and of first pages.
func (o *optimism) averages() (g, f float64) {
	g = (float64(o.links) + 0.5) / (float64(o.pages) + 1)
	return g, (float64(o.firstLinks) + float64(firstDoubt*g)) / (float64(o.firstPages) + firstDoubt)
}

// ofSites is v of the site rule auto, k g r.
func (o *optimism) ofSites() float64 {
	const k, least, most = 3, 0.4, 1.5
	g, f := o.averages()
	return k * g * max(least, min(g/f, most))
}

// ofPages is v of the page policy auto, k g (g/f)^a.
func (o *optimism) ofPages() float64 {
	const k, a = 1.5, 0.8
	g, f := o.averages()
	return k * g * math.Pow(g/f, a)
}
