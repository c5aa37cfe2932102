package sites

import "math"

// goodUCB is Good-UCB (Bubeck, Ernst and Garivier 2013): the expected number
// of unseen links by Good and Turing, with a confidence bound,
//
//	Q1(i)/t(i) + C sqrt(ln(4n)/t(i)),
//
// Q1(i) being the links of site i seen on one page only. Divided by
// sqrt(ln 4n), which does not change the order, that is a line in
// 1/sqrt(ln 4n).
type goodUCB struct{}

const goodConfidence = 2 // C

func newGoodUCB(Options) rule { return goodUCB{} }

func (goodUCB) choose(p *Policy) int {
	return p.greatest(1 / math.Sqrt(math.Log(4*float64(max(1, p.asked)))))
}

func (goodUCB) line(p *Policy, i int) line {
	s := &p.sites[i]
	l := line{base: goodConfidence / math.Sqrt(float64(max(1, s.asked)))}
	if s.reported > 0 {
		l.slope = float64(s.once) / float64(s.reported)
	}
	return l
}

func (goodUCB) report(*Policy, int, Page) {}

// shrunk is the mean of a site, shrunk towards a number z that is common to all
// sites:
//
//	(w s + (1-w) d + p k z) / (w t + (1-w) e + p)
//
// s and t are the links and pages of the site, d and e the same with a fading
// memory. The last terms are p pages that every site is believed to have on
// top, k times as good as z.
type shrunk struct {
	recent []fading // d and e
	keep   float64  // of the fading memory, gamma
	long   float64  // w
	prior  float64  // p
	hope   float64  // k
}

func (r *shrunk) line(p *Policy, i int) line {
	s, f := &p.sites[i], &r.recent[i]
	pages := float64(r.long*float64(s.reported)) + float64((1-r.long)*f.weight) + r.prior
	links := float64(r.long*float64(s.found)) + float64((1-r.long)*f.sum)
	return line{slope: r.prior * r.hope / pages, base: links / pages}
}

func (r *shrunk) report(_ *Policy, i int, page Page) { r.recent[i].add(float64(page.New), r.keep) }

// discounted is R4: the greatest mean shrunk towards the mean of all sites'
// pages. The pages believed on top, four times as good, keep a site from being
// given up early.
type discounted struct{ shrunk }

func newR4(o Options) rule {
	return &discounted{shrunk{recent: make([]fading, o.Sites), keep: 0.98, long: 0.02, prior: 40, hope: 4}}
}

func (r *discounted) choose(p *Policy) int {
	return p.greatest((float64(p.found) + 0.5) / float64(max(1, p.reported)))
}

// auto is the rule for sites of an unknown kind. Like R4 it compares shrunk
// means, but towards v = k g (g/f)^a, g being the mean of all sites' pages: the
// optimism depends on what the sites have shown together: f is the
// mean of their first pages. Where first pages are rich (f > g), poor ones are
// a reason to leave a site; where they are poor everywhere (f < g), they say
// little, and a site is given more time. This separates institutes, where R2
// is right, from universities, where R3 is.
type auto struct {
	shrunk
	optimism
}

// autoOptimism is k of the site rule auto.
const autoOptimism = 4

func newAuto(o Options) rule {
	return &auto{shrunk: shrunk{recent: make([]fading, o.Sites), keep: 0.99, long: 0.05, prior: 35, hope: 1}}
}

func (r *auto) choose(p *Policy) int { return p.greatest(r.value(autoOptimism)) }

func (r *auto) report(p *Policy, i int, page Page) {
	r.shrunk.report(p, i, page)
	r.optimism.add(page.New, p.sites[i].reported)
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
	firstDoubt = 30  // first pages at the mean that are believed on top
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
