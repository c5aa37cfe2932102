package sites

import "math"

// goodUCB is Good-UCB (Bubeck, Ernst and Garivier 2013): the expected number
// of unseen links by Good and Turing, with a confidence bound,
//
//	Q1(i)/t(i) + C sqrt(ln(4n)/t(i)),
//
// Q1(i) being the links of site i seen on one page only. All indices are
// divided by sqrt(ln 4n), which does not change their order.
type goodUCB struct{}

const goodConfidence = 2 // C

func newGoodUCB(Options) rule { return goodUCB{} }

func (goodUCB) choose(p *Policy) int {
	scale := 1 / math.Sqrt(math.Log(4*float64(max(1, p.asked))))

	return p.greatest(func(i int) float64 {
		s := &p.sites[i]
		unseen := 0.0
		if s.reported > 0 {
			unseen = float64(s.once) / float64(s.reported)
		}
		return float64(unseen*scale) + goodConfidence/math.Sqrt(float64(max(1, s.asked)))
	})
}

func (goodUCB) report(*Policy, int, Page) {}

// memory is how R4 and auto remember the pages of a site: s and t are the links
// and pages since the start, d and e the same with a fading memory, and prior
// pages are added that are as good as the caller hopes.
type memory struct {
	recent []fading
	long   float64 // w, the share of s and t
	keep   float64 // gamma, the fading of d and e
	prior  float64 // p
}

// index is (w s + (1-w) d) / weight + prior*factor/weight * hope, where
// weight = w t + (1-w) e + prior.
func (m *memory) index(s *tally, i int, factor, hope float64) float64 {
	f := &m.recent[i]
	pages := float64(m.long*float64(s.reported)) + float64((1-m.long)*f.weight) + m.prior
	links := float64(m.long*float64(s.found)) + float64((1-m.long)*f.sum)
	return float64(m.prior*factor/pages*hope) + links/pages
}

func (m *memory) add(i int, page Page) { m.recent[i].add(float64(page.New), m.keep) }

// discounted is R4: the greatest
//
//	(w s + (1-w) d + p k g) / (w t + (1-w) e + p)
//
// with s and t the links and pages of a site, d and e the same with a fading
// memory, g the mean of all sites' pages. The last terms are p pages that
// every site is believed to have on top, k times as good as the mean: they
// keep a site from being given up early.
type discounted struct{ memory }

const (
	r4Long     = 0.02 // w
	r4Prior    = 40   // p
	r4Optimism = 4    // k
	r4Keep     = 0.98 // gamma
)

func newR4(o Options) rule {
	return &discounted{memory{recent: make([]fading, o.Sites), long: r4Long, keep: r4Keep, prior: r4Prior}}
}

func (r *discounted) choose(p *Policy) int {
	mean := (float64(p.found) + 0.5) / float64(max(1, p.reported))
	return p.greatest(func(i int) float64 { return r.index(&p.sites[i], i, r4Optimism, mean) })
}

func (r *discounted) report(_ *Policy, i int, page Page) { r.add(i, page) }

// auto is the rule for sites of an unknown kind. Like R4 it compares fading
// means shrunk towards an optimistic view of all sites' pages,
//
//	(w s + (1-w) d + p v) / (w t + (1-w) e + p),   v = k g (g/f)^a,
//
// but the optimism depends on what the sites have shown together: f is the
// mean of their first pages. Where first pages are rich (f > g), poor ones are
// a reason to leave a site; where they are poor everywhere (f < g), they say
// little, and a site is given more time. This separates institutes, where R2
// is right, from universities, where R3 is.
type auto struct {
	memory
	optimism
}

const (
	autoKeep     = 0.99
	autoLong     = 0.05 // w
	autoPrior    = 35   // p
	autoOptimism = 4    // k
)

func newAuto(o Options) rule {
	return &auto{memory: memory{recent: make([]fading, o.Sites), long: autoLong, keep: autoKeep, prior: autoPrior}}
}

func (r *auto) choose(p *Policy) int {
	hope := r.hope(autoOptimism)
	return p.greatest(func(i int) float64 { return r.index(&p.sites[i], i, 1, hope) })
}

func (r *auto) report(p *Policy, i int, page Page) {
	r.memory.add(i, page)
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

// hope is v = k g (g/f)^a.
func (o *optimism) hope(k float64) float64 {
	g := (float64(o.links) + 0.5) / (float64(o.pages) + 1)
	f := (float64(o.firstLinks) + float64(firstDoubt*g)) / (float64(o.firstPages) + firstDoubt)
	return k * g * math.Pow(g/f, firstPower)
}
