package sites

import "math"

// autoPages chooses the site by its fading mean, shrunk towards k g (g/f)^a, with g and f as in the site rule auto. In
// the site it takes the arm with the greatest estimate. The arms are nested: a page is in its directories, and there in
// the names with the same shape. An arm's estimate is its own fading mean, shrunk towards the mean of the arm around
// it,
//
//	m = (d + p c m') / (e + p)
//
// so an unseen shape is judged by its directory, and a rich shape is followed as long as it is rich. For shapes, c = k
// w^h is greater than 1 and grows with the number w of waiting pages. A new shape is worth a try, the more so the more
// pages it could bring. This applies only within a site, since between sites it would favour those with many shapes.
// Links count by their square root, so that one page with hundreds of links does not decide about its shape.
//
// A decision examines every site, and every arm of the chosen site.
type autoPages struct {
	optimism
	roots     float64 // sum of square roots over all pages
	frontiers []frontier
	reported  []int     // pages of the sites
	means     []float64 // of one site's arms
	// trust is k w^h for w from 0 to shapeMost.
	trust []float64
}

const (
	pageSiteKeep  = 0.96
	pageSitePrior = 5

	shapeKeep     = 0.94
	shapePrior    = 3.5 // p
	shapeOptimism = 1.7 // k
	shapePower    = 0.3 // h
	shapeMost     = 50  // maximum w that counts
	folderKeep    = 0.97
	folderPrior   = 4
	topOptimism   = 3 // for the site itself, before it is known
)

func newAutoPages(sites int) PagePolicy {
	r := &autoPages{frontiers: newFrontiers(sites), reported: make([]int, sites)}
	for w := range shapeMost + 1 {
		r.trust = append(r.trust, shapeOptimism*math.Pow(float64(w), shapePower))
	}
	return r
}

// Add implements PagePolicy.
func (r *autoPages) Add(l Link) { r.frontiers[l.Site].add(l.Page, parts(l.URL)) }

// Next implements PagePolicy.
func (r *autoPages) Next() (int, Origin, bool) {
	i := r.bestSite()
	if i < 0 {
		return 0, Origin{}, false
	}
	from := Origin{i, r.bestArm(r.frontiers[i].arms)}
	return r.frontiers[i].take(from.arm), from, true
}

// bestSite returns the site with the greatest estimate among those with waiting pages, the first among equals; -1
// without one.
func (r *autoPages) bestSite() int {
	best, value, hope := -1, 0.0, r.ofPages()
	for i := range r.frontiers {
		f := &r.frontiers[i]
		if f.waiting == 0 {
			continue
		}
		weight := f.past.weight + pageSitePrior
		if v := float64(pageSitePrior/weight*hope) + f.past.sum/weight; best < 0 || v > value {
			best, value = i, v
		}
	}
	return best
}

// bestArm returns the arm with the greatest estimate among those with waiting pages, the first among equals. An arm
// comes after the one around it.
func (r *autoPages) bestArm(arms []arm) int {
	r.means = r.means[:0]
	best := -1
	for i := range arms {
		a := &arms[i]
		prior, around := float64(1), topOptimism*(r.roots+0.5)/(float64(r.pages)+1)
		switch {
		case a.shape:
			prior, around = shapePrior, r.trust[min(len(a.waiting), shapeMost)]*r.means[a.parent]
		case i > 0:
			prior, around = folderPrior, r.means[a.parent]
		}
		m := (a.past.sum + float64(prior*around)) / (a.past.weight + prior)
		r.means = append(r.means, m)
		if len(a.waiting) > 0 && (best < 0 || m > r.means[best]) {
			best = i
		}
	}
	return best
}

// Report implements PagePolicy.
func (r *autoPages) Report(from Origin, found int) {
	i := from.Site
	r.reported[i]++
	r.optimism.add(found, r.reported[i])
	r.frontiers[i].past.add(float64(found), pageSiteKeep)

	x := math.Sqrt(float64(found))
	r.roots += x
	arms := r.frontiers[i].arms
	for a := from.arm; a >= 0; a = arms[a].parent {
		keep := folderKeep
		if arms[a].shape {
			keep = shapeKeep
		}
		arms[a].past.add(x, keep)
	}
}
