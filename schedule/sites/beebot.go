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

func (r *uniform) choose(p *Policy) int {
	return p.greatest(func(i int) float64 { return float64(r.first[i]) })
}

func (r *uniform) report(p *Policy, i int, page Page) {
	if p.sites[i].reported <= r.pages {
		r.first[i] += page.New
	}
}

// bestMean is R2, which BeeBot calls the Gittins index: the site with the
// greatest mean so far, in blocks of pages.
type bestMean struct {
	block         int
	current, left int
}

func newBestMean(o Options) rule { return &bestMean{block: o.Block} }

func (r *bestMean) choose(p *Policy) int {
	if r.left == 0 || !p.awake(r.current) {
		r.current = p.greatest(func(i int) float64 { return p.sites[i].mean() })
		r.left = r.block
	}
	r.left--
	return r.current
}

func (r *bestMean) report(*Policy, int, Page) {}

// ucb is R3: UCB1 of Auer, Cesa-Bianchi and Fischer (2002) with rewards scaled
// by the greatest seen, that is the greatest
//
//	mean(i)/Xmax + sqrt(2 ln n / t(i))
//
// over n pages of all sites and t(i) of site i. All indices are divided by
// sqrt(2 ln n), which does not change their order.
type ucb struct {
	most int // Xmax
}

func newUCB(Options) rule { return &ucb{} }

func (r *ucb) choose(p *Policy) int {
	n := float64(max(2, p.asked))
	scale := 1 / (float64(max(1, r.most)) * math.Sqrt(2*math.Log(n)))

	return p.greatest(func(i int) float64 {
		s := &p.sites[i]
		return float64(s.mean()*scale) + 1/math.Sqrt(float64(max(1, s.asked)))
	})
}

func (r *ucb) report(_ *Policy, _ int, page Page) { r.most = max(r.most, page.New) }
