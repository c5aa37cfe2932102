package site

import "math"

// trivial is R1: the same number of pages of every site, b = N/K rounded down,
// and what is left on the site whose first b pages brought most. While sites
// are exhausted the rest passes to the next best.
type trivial struct {
	pages int
	first []int // links of a site's first pages
	best  *tournament
}

func newTrivial(o Options) rule {
	return &trivial{pages: max(1, o.Budget/o.Sites), first: make([]int, o.Sites), best: newTournament(o.Sites)}
}

func (r *trivial) choose(*Policy) int { return r.best.first(1) }

func (r *trivial) tell(p *Policy, i int, page Page) {
	if p.sites[i].told <= r.pages {
		r.first[i] += page.New
	}
}

func (r *trivial) changed(p *Policy, i int) {
	r.best.set(i, line{base: float64(r.first[i]), in: p.awake.has(i)})
}

func (r *trivial) state(c coder) {
	for i := range r.first {
		c.count(&r.first[i])
	}
}

// mean is R2, which BeeBot calls the Gittins index: the site of the greatest
// mean so far, in blocks of pages.
type mean struct {
	block         int
	current, left int
	best          *tournament
}

func newMean(o Options) rule { return &mean{block: o.Block, best: newTournament(o.Sites)} }

func (r *mean) choose(p *Policy) int {
	if r.left == 0 || !p.awake.has(r.current) {
		r.current, r.left = r.best.first(1), r.block
	}
	r.left--
	return r.current
}

func (r *mean) tell(*Policy, int, Page) {}

func (r *mean) changed(p *Policy, i int) {
	r.best.set(i, line{base: p.sites[i].mean(), in: p.awake.has(i)})
}

func (r *mean) state(c coder) {
	c.site(&r.current)
	c.count(&r.left)
}

// ucb is R3: UCB1 of Auer, Cesa-Bianchi and Fischer (2002) with rewards scaled
// by the greatest seen, that is the greatest
//
//	mean(i)/Xmax + sqrt(2 ln n / t(i))
//
// over n pages of all sites and t(i) of site i. Divided by sqrt(2 ln n), which
// is the same for all sites, that is a line in 1/(Xmax sqrt(2 ln n)).
type ucb struct {
	most int // Xmax
	best *tournament
}

func newUCB(o Options) rule { return &ucb{best: newTournament(o.Sites)} }

func (r *ucb) choose(p *Policy) int {
	n := float64(max(2, p.asked))
	return r.best.first(1 / (float64(max(1, r.most)) * math.Sqrt(2*math.Log(n))))
}

func (r *ucb) tell(_ *Policy, _ int, page Page) { r.most = max(r.most, page.New) }

func (r *ucb) changed(p *Policy, i int) {
	s := p.sites[i]
	r.best.set(i, line{slope: s.mean(), base: 1 / math.Sqrt(float64(max(1, s.asked))), in: p.awake.has(i)})
}

func (r *ucb) state(c coder) { c.count(&r.most) }
