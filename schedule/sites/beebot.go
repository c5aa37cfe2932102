package sites

import "math"

// uniform is R1: the same number of pages of every site, b = N/K rounded down,
// and what is left over on the site whose first b pages brought most. When that
// site is exhausted the rest passes to the next best.
type uniform struct {
	pages int
	first []int // links of a site's first pages
}

func newUniform(o Options) rule {
	return &uniform{pages: max(1, o.Budget/o.Sites), first: make([]int, o.Sites)}
}

func (r *uniform) choose(p *Policy) int { return p.greatest(1) }

func (r *uniform) report(p *Policy, i int, page Page) {
	if p.sites[i].reported <= r.pages {
		r.first[i] += page.New
	}
}

func (r *uniform) line(_ *Policy, i int) line { return line{base: float64(r.first[i])} }

// bestMean is R2, which BeeBot calls the Gittins index: the site with the
// greatest mean so far, in blocks of pages.
type bestMean struct {
	block         int
	current, left int
}

func newBestMean(o Options) rule { return &bestMean{block: o.Block} }

func (r *bestMean) choose(p *Policy) int {
	if r.left == 0 || !p.awake(r.current) {
		r.current, r.left = p.greatest(1), r.block
	}
	r.left--
	return r.current
}

func (r *bestMean) report(*Policy, int, Page)  {}
func (r *bestMean) line(p *Policy, i int) line { return line{base: p.sites[i].mean()} }

// ucb is R3: UCB1 of Auer, Cesa-Bianchi and Fischer (2002) with rewards scaled
// by the greatest seen, that is the greatest
//
//	mean(i)/Xmax + sqrt(2 ln n / t(i))
//
// over n pages of all sites and t(i) of site i. Divided by sqrt(2 ln n), which
// does not change the order, that is a line in 1/(Xmax sqrt(2 ln n)).
type ucb struct {
	most int // Xmax
}

func newUCB(Options) rule { return &ucb{} }

func (r *ucb) choose(p *Policy) int {
	n := float64(max(2, p.asked))
	return p.greatest(1 / (float64(max(1, r.most)) * math.Sqrt(2*math.Log(n))))
}

func (r *ucb) line(p *Policy, i int) line {
	s := &p.sites[i]
	return line{slope: s.mean(), base: 1 / math.Sqrt(float64(max(1, s.asked)))}
}

func (r *ucb) report(_ *Policy, _ int, page Page) { r.most = max(r.most, page.New) }
