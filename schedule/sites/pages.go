package sites

import (
	"math"

	"sitegraph/site"
)

// Link leads to a page that is new.
type Link struct {
	// Site is the site's number from 0. Page is the caller's number for the page, unique over all sites.
	Site, Page int
	// URL is the page's URL, with or without scheme and host.
	URL string
}

// PagePolicy chooses the next page to scan among the known pages of all sites. The home pages come first. It is not
// safe for concurrent use.
type PagePolicy interface {
	// Add adds a page at the first link to it.
	Add(l Link)
	// Next takes the next page to scan. It returns false if no page is left; Add may bring more.
	Next() (page int, from Origin, ok bool)
	// Report reports the yield of a page from there: the number of distinct external URLs that are new to its site, 0
	// if the page failed.
	Report(from Origin, found int)
}

// Origin tells where a page came from.
type Origin struct {
	Site int // its site
	arm  int // its arm in the site, 0 without one
}

// pageRules holds the page policies by name; nothing changes it.
var pageRules = map[string]func(sites int) PagePolicy{
	"r5":   func(sites int) PagePolicy { return &r5{frontiers: newFrontiers(sites)} },
	"auto": newAutoPages,
}

// KnownPagePolicies lists the names of the page policies, sorted.
func KnownPagePolicies() []string { return site.Names(pageRules) }

// NewPagePolicy returns the page policy with a known name for this many sites.
func NewPagePolicy(name string, sites int) PagePolicy { return pageRules[name](sites) }

// r5 is R5. The arms are the directories of the sites. It takes the arm with the greatest
//
//	(d + p k m) / (e + p),   m = (D + p k g) / (E + p)
//
// where d, e are the links and pages of the arm and D, E those of its site, in fading memories, and g is the mean of
// all pages. A decision compares all arms of all sites.
type r5 struct {
	frontiers []frontier
	// links and pages count all sites' reports.
	links, pages int
}

const (
	r5Prior    = 2    // p
	r5Optimism = 2    // k
	r5SiteKeep = 0.98 // fading of D and E
	r5ArmKeep  = 0.95 // fading of d and e
)

// Add implements PagePolicy.
func (r *r5) Add(l Link) {
	directory, _ := split(l.URL)
	r.frontiers[l.Site].add(l.Page, []string{directory})
}

// Next implements PagePolicy.
func (r *r5) Next() (int, Origin, bool) {
	g := (float64(r.links) + 0.5) / float64(max(1, r.pages))
	best, from := 0.0, Origin{Site: -1}
	for i := range r.frontiers {
		f := &r.frontiers[i]
		if f.waiting == 0 {
			continue
		}
		m := (f.past.sum + float64(r5Prior*r5Optimism*g)) / (f.past.weight + r5Prior)
		for a := range f.arms {
			arm := &f.arms[a]
			if len(arm.waiting) == 0 {
				continue
			}
			pages := arm.past.weight + r5Prior
			v := float64(r5Prior*r5Optimism/pages*m) + arm.past.sum/pages
			if from.Site < 0 || v > best {
				best, from = v, Origin{i, a}
			}
		}
	}
	if from.Site < 0 {
		return 0, Origin{}, false
	}
	return r.frontiers[from.Site].take(from.arm), from, true
}

// Report implements PagePolicy.
func (r *r5) Report(from Origin, found int) {
	f := &r.frontiers[from.Site]
	f.past.add(float64(found), r5SiteKeep)
	f.arms[from.arm].past.add(float64(found), r5ArmKeep)
	r.links += found
	r.pages++
}

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
