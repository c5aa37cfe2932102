package sites

import "math"

// autoPages chooses the site by its fading mean, shrunk towards k g (g/f)^a with g and f as in the site rule
// auto, and within the site the arm with the greatest estimate. The arms are nested: a page lies in its
// directories one within the other, and there among the names of the same shape. An arm's estimate is its own
// fading mean, shrunk towards that of the arm around it,
//
//	m = (d + p c m') / (e + p)
//
// so that a shape never seen is judged by its directory, and a shape that brought much is followed as long as
// it does. For shapes c = k w^h is greater than 1 and grows with the number w of pages that wait there: a new
// shape is worth a try, the more so the more there is to be had if it turns out well. This holds within a
// site only; between sites it would favour those with many shapes. Links count by their square root here, so
// that one page with hundreds of links does not decide about its shape.
//
// A decision looks at every site and at every arm of the site chosen.
type autoPages struct {
	optimism
	roots     float64 // sum of the square roots over all pages
	frontiers []frontier
	reported  []int     // pages of the sites
	means     []float64 // of the arms of one site
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
	shapeMost     = 50  // greatest w that counts
	folderKeep    = 0.97
	folderPrior   = 4
	topOptimism   = 3 // of the site itself, before it is known
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

// bestSite returns the site with the greatest estimate among those that have a
// page waiting, the first among equals; -1 if there is none.
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

// bestArm returns the arm with the greatest estimate among those where a page
// waits, the first among equals. An arm comes after the one it lies in.
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
