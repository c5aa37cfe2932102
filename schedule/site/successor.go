package site

import "math"

// goodUCB is Good-UCB (Bubeck, Ernst and Garivier 2013): the expected number
// of unseen links by Good and Turing, with a bound of confidence,
//
//	Q1(i)/t(i) + C sqrt(ln(4n)/t(i)),
//
// Q1(i) being the links of site i seen on one page only. Divided by
// sqrt(ln 4n) it is a line in 1/sqrt(ln 4n).
type goodUCB struct {
	best *tournament
}

const goodConfidence = 2 // C

func newGoodUCB(o Options) rule { return &goodUCB{newTournament(o.Sites)} }

func (r *goodUCB) choose(p *Policy) int {
	return r.best.first(1 / math.Sqrt(math.Log(4*float64(max(1, p.asked)))))
}

func (r *goodUCB) tell(*Policy, int, Page) {}

func (r *goodUCB) changed(p *Policy, i int) {
	s := p.sites[i]
	l := line{base: goodConfidence / math.Sqrt(float64(max(1, s.asked))), in: p.awake.has(i)}
	if s.told > 0 {
		l.slope = float64(s.once) / float64(s.told)
	}
	r.best.set(i, l)
}

func (r *goodUCB) state(coder) {}

// fading is a mean over the past in which what lies k pages back counts
// keep^k.
type fading struct {
	sum, weight float64
}

func (f *fading) add(x, keep float64) {
	f.sum = float64(keep*f.sum) + x
	f.weight = float64(keep*f.weight) + 1
}

// discounted is R4: the greatest
//
//	(w s + (1-w) d + p k g) / (w t + (1-w) e + p)
//
// with s and t the links and pages of a site, d and e the same with a fading
// memory, g the mean of all sites' pages. The last terms are p pages that
// every site is believed to have on top, k times as good as the mean: they
// keep a site from being given up early. It is a line in g.
type discounted struct {
	recent []fading
	best   *tournament
}

const (
	r4Long     = 0.02 // w
	r4Prior    = 40   // p
	r4Optimism = 4    // k
	r4Keep     = 0.98 // gamma
)

func newR4(o Options) rule {
	return &discounted{make([]fading, o.Sites), newTournament(o.Sites)}
}

func (r *discounted) choose(p *Policy) int {
	return r.best.first((float64(p.found) + 0.5) / float64(max(1, p.told)))
}

func (r *discounted) tell(_ *Policy, i int, page Page) {
	r.recent[i].add(float64(page.New), r4Keep)
}

func (r *discounted) changed(p *Policy, i int) {
	s, f := p.sites[i], r.recent[i]
	pages := float64(r4Long*float64(s.told)) + float64((1-r4Long)*f.weight) + r4Prior
	links := float64(r4Long*float64(s.found)) + float64((1-r4Long)*f.sum)
	r.best.set(i, line{slope: r4Prior * r4Optimism / pages, base: links / pages, in: p.awake.has(i)})
}

func (r *discounted) state(c coder) {
	for i := range r.recent {
		c.fading(&r.recent[i])
	}
}

// auto is the rule for sites of unknown kind. As R4 it compares fading means
// shrunk towards an optimistic view of all sites' pages,
//
//	(w s + (1-w) d + p v) / (w t + (1-w) e + p),   v = k g (g/f)^a,
//
// but the optimism depends on what the sites have shown together: f is the
// mean of their first pages. Where first pages are rich (f > g) poor ones are a
// reason to leave a site; where they are poor everywhere (f < g) they say
// little, and a site is given more time. This is what tells institutes, where
// R2 is right, from universities, where R3 is.
type auto struct {
	optimism
	recent []fading
	best   *tournament
}

const (
	autoKeep     = 0.99
	autoLong     = 0.05 // w
	autoPrior    = 35   // p
	autoOptimism = 4    // k
)

func newAuto(o Options) rule {
	return &auto{recent: make([]fading, o.Sites), best: newTournament(o.Sites)}
}

func (r *auto) choose(*Policy) int { return r.best.first(r.optimism.view(autoOptimism)) }

func (r *auto) tell(p *Policy, i int, page Page) {
	r.recent[i].add(float64(page.New), autoKeep)
	r.optimism.tell(page.New, p.sites[i].told)
}

func (r *auto) changed(p *Policy, i int) {
	s, f := p.sites[i], r.recent[i]
	pages := float64(autoLong*float64(s.told)) + float64((1-autoLong)*f.weight) + autoPrior
	links := float64(autoLong*float64(s.found)) + float64((1-autoLong)*f.sum)
	r.best.set(i, line{slope: autoPrior / pages, base: links / pages, in: p.awake.has(i)})
}

func (r *auto) state(c coder) {
	r.optimism.state(c)
	for i := range r.recent {
		c.fading(&r.recent[i])
	}
}

// optimism is what a site may be hoped to bring when little is known of it.
type optimism struct {
	// links and pages are what was told of all pages, firstLinks and firstPages
	// of the first of each site.
	links, pages           int
	firstLinks, firstPages int
}

const (
	firsts     = 3   // pages of a site that are its first
	firstPower = 0.8 // a
	firstDoubt = 30  // first pages at the mean that are believed on top
)

// tell adds a page with so many links, the nth of its site.
func (o *optimism) tell(links, nth int) {
	o.links += links
	o.pages++
	if nth <= firsts {
		o.firstLinks += links
		o.firstPages++
	}
}

// view is v = k g (g/f)^a.
func (o *optimism) view(k float64) float64 {
	g := (float64(o.links) + 0.5) / (float64(o.pages) + 1)
	f := (float64(o.firstLinks) + float64(firstDoubt*g)) / (float64(o.firstPages) + firstDoubt)
	return k * g * math.Pow(g/f, firstPower)
}

func (o *optimism) state(c coder) {
	for _, n := range []*int{&o.links, &o.pages, &o.firstLinks, &o.firstPages} {
		c.count(n)
	}
}
