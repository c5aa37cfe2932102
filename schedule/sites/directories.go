package sites

// directories is R5: arms are the directories of the sites, and the arm is
// taken whose
//
//	(d + p k m) / (e + p),   m = (D + p k g) / (E + p)
//
// is greatest, with d, e the links and pages of the arm and D, E those of its
// site, in fading memories, and g the mean of all pages. A decision compares
// all arms of all sites.
type directories struct {
	trees []tree
	past  []fading // of the sites
	slept []bool
	// links and pages count the reports of all sites.
	links, pages int
}

const (
	r5Prior    = 2    // p
	r5Optimism = 2    // k
	r5SiteKeep = 0.98 // fading of D and E
	r5ArmKeep  = 0.95 // fading of d and e
)

func newR5(o PagesOptions) pageRule {
	return &directories{trees: newTrees(o.Sites), past: make([]fading, o.Sites), slept: make([]bool, o.Sites)}
}

func (r *directories) add(l Link) {
	t := &r.trees[l.Site]
	directory, _ := split(l.URL)
	t.add(l.Page, t.place([]string{directory}))
}

func (r *directories) next() (int, origin, bool) {
	g := (float64(r.links) + 0.5) / float64(max(1, r.pages))
	best, from := 0.0, origin{site: -1}
	for i := range r.trees {
		if r.slept[i] || r.trees[i].waiting == 0 {
			continue
		}
		m := (r.past[i].sum + float64(r5Prior*r5Optimism*g)) / (r.past[i].weight + r5Prior)
		for a := range r.trees[i].arms {
			arm := &r.trees[i].arms[a]
			if arm.waiting.empty() {
				continue
			}
			if v := arm.r5(m); from.site < 0 || v > best {
				best, from = v, origin{i, a}
			}
		}
	}
	if from.site < 0 {
		return 0, origin{}, false
	}
	return r.trees[from.site].take(from.arm), from, true
}

// r5 is the index of an arm, m being the mean expected of its site.
func (a *arm) r5(m float64) float64 {
	pages := a.past.weight + r5Prior
	return float64(r5Prior*r5Optimism/pages*m) + a.past.sum/pages
}

func (r *directories) report(from origin, found int) {
	r.past[from.site].add(float64(found), r5SiteKeep)
	r.trees[from.site].arms[from.arm].past.add(float64(found), r5ArmKeep)
	r.links += found
	r.pages++
}

func (r *directories) sleep(i int, asleep bool) { r.slept[i] = asleep }
