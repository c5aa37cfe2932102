package site

import "math"

// autoPages chooses the site as the site policy auto does, with a shorter
// memory, and within the site the arm with the greatest estimate. The arms are
// nested: a page lies in its directories one within the other, and there among
// the names of the same shape. An arm's estimate is its own fading mean, shrunk
// towards that of the arm around it,
//
//	m = (d + p c m') / (e + p)
//
// so that a shape never seen is judged by its directory, and a shape that
// brought much is followed as long as it does. For shapes c = k w^h is greater
// than 1 and grows with the number w of pages that wait there: a new shape is
// worth a try, the more so the more there is to be had if it turns out well.
// This holds within a site only; between sites it would favour those with many
// shapes. Links count by their square root here, so that one page with
// hundreds does not stand for its shape.
//
// A step costs O(log K) for the site and O(arms of the site) for the arm.
type autoPages struct {
	optimism
	roots float64 // sum of the square roots over all pages
	trees []tree
	past  []fading // of the sites
	told  []int    // pages of the sites
	slept []bool
	best  *tournament // of the sites
	means []float64   // of the arms of one site
	// hope is k w^h for w from 0 to shapeMost.
	hope []float64
}

const (
	pageSiteKeep     = 0.96
	pageSitePrior    = 5
	pageSiteOptimism = 1.5

	shapeKeep     = 0.94
	shapePrior    = 3.5 // p
	shapeOptimism = 1.7 // k
	shapePower    = 0.3 // h
	shapeMost     = 50  // waiting pages that count
	folderKeep    = 0.97
	folderPrior   = 4
	topOptimism   = 3 // of the site itself, before it is known
)

func newAutoPages(o PagesOptions) pageRule {
	r := &autoPages{
		trees: make([]tree, o.Sites), past: make([]fading, o.Sites), told: make([]int, o.Sites),
		slept: make([]bool, o.Sites), best: newTournament(o.Sites),
	}
	for i := range r.trees {
		r.trees[i] = newTree()
	}
	for w := range shapeMost + 1 {
		r.hope = append(r.hope, shapeOptimism*math.Pow(float64(w), shapePower))
	}
	return r
}

func (r *autoPages) add(l Link) {
	t := &r.trees[l.Site]
	t.add(l.Page, t.place(parts(l.URL)))
	r.changed(l.Site)
}

func (r *autoPages) changed(i int) {
	f, awake := r.past[i], r.trees[i].waiting > 0 && !r.slept[i]
	weight := f.weight + pageSitePrior
	r.best.set(i, line{slope: pageSitePrior / weight, base: f.sum / weight, in: awake})
}

func (r *autoPages) next() (int, origin, bool) {
	i := r.best.first(r.optimism.view(pageSiteOptimism))
	if i < 0 {
		return 0, origin{}, false
	}
	from := origin{i, r.bestArm(&r.trees[i])}
	page := r.trees[i].take(from.arm)
	r.changed(i)
	return page, from, true
}

// bestArm returns the arm with the greatest estimate among those where a page
// waits, the first among equals. Arms stand behind those they lie in.
func (r *autoPages) bestArm(t *tree) int {
	r.means = r.means[:0]
	best := -1
	for i := range t.arms {
		a := &t.arms[i]
		prior, around := float64(1), topOptimism*(r.roots+0.5)/(float64(r.pages)+1)
		switch {
		case a.last:
			prior, around = shapePrior, r.hope[min(a.waiting.len(), shapeMost)]*r.means[a.parent]
		case i > 0:
			prior, around = folderPrior, r.means[a.parent]
		}
		m := (a.past.sum + float64(prior*around)) / (a.past.weight + prior)
		r.means = append(r.means, m)
		if !a.waiting.empty() && (best < 0 || m > r.means[best]) {
			best = i
		}
	}
	return best
}

func (r *autoPages) tell(from origin, found int) {
	i := from.site
	r.told[i]++
	r.optimism.tell(found, r.told[i])
	r.past[i].add(float64(found), pageSiteKeep)
	x := math.Sqrt(float64(found))
	r.roots += x
	arms := r.trees[i].arms
	for a := from.arm; a >= 0; a = arms[a].parent {
		keep := folderKeep
		if arms[a].last {
			keep = shapeKeep
		}
		arms[a].past.add(x, keep)
	}
	r.changed(i)
}

func (r *autoPages) sleep(i int, asleep bool) {
	r.slept[i] = asleep
	r.changed(i)
}

func (r *autoPages) arms(i int) int { return len(r.trees[i].arms) }

func (r *autoPages) state(c coder) {
	r.optimism.state(c)
	c.number(&r.roots)
	for i := range r.trees {
		c.count(&r.told[i])
		c.fading(&r.past[i])
		r.trees[i].state(c)
	}
}
