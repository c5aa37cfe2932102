package site

// breadthFirst takes pages in the order in which they were added, whatever
// they bring.
type breadthFirst struct {
	lines []waitingLine
	added int
	first *tournament
}

// waitingLine holds the pages of one site and, beside each, its place in the
// order of all.
type waitingLine struct {
	pages, places queue
	asleep        bool
}

func newBreadthFirst(o PagesOptions) pageRule {
	return &breadthFirst{lines: make([]waitingLine, o.Sites), first: newTournament(o.Sites)}
}

func (r *breadthFirst) add(l Link) {
	r.lines[l.Site].pages.push(l.Page)
	r.lines[l.Site].places.push(r.added)
	r.added++
	r.changed(l.Site)
}

func (r *breadthFirst) changed(i int) {
	l := &r.lines[i]
	if l.pages.empty() || l.asleep {
		r.first.set(i, line{})
		return
	}
	r.first.set(i, line{base: -float64(l.places.front()), in: true})
}

func (r *breadthFirst) next() (int, origin, bool) {
	i := r.first.first(1)
	if i < 0 {
		return 0, origin{}, false
	}
	page := r.lines[i].pages.pop()
	r.lines[i].places.pop()
	r.changed(i)
	return page, origin{site: i}, true
}

func (r *breadthFirst) tell(origin, int) {}

func (r *breadthFirst) sleep(i int, asleep bool) {
	r.lines[i].asleep = asleep
	r.changed(i)
}

func (r *breadthFirst) arms(int) int { return 1 }

func (r *breadthFirst) state(c coder) {
	c.count(&r.added)
	for i := range r.lines {
		l := &r.lines[i]
		c.queue(&l.pages)
		c.queue(&l.places)
		if l.pages.len() != l.places.len() {
			c.Fail("site %d: %d pages in %d places", i, l.pages.len(), l.places.len())
		}
	}
}

// directories is R5: arms are the directories of the sites, and the arm is
// taken whose
//
//	(d + p k m) / (e + p),   m = (D + p k g) / (E + p)
//
// is greatest, with d, e the links and pages of the arm and D, E those of its
// site, in fading memories, and g the mean of all pages. A step compares all
// sites.
type directories struct {
	trees []tree
	best  []*tournament // of the arms of a site
	past  []fading      // of the sites
	slept []bool
	// links and pages are what was told of all sites.
	links, pages int
}

const (
	r5Prior    = 2    // p
	r5Optimism = 2    // k
	r5SiteKeep = 0.98 // fading of D and E
	r5ArmKeep  = 0.95 // fading of d and e
)

func newR5(o PagesOptions) pageRule {
	r := &directories{
		trees: make([]tree, o.Sites), best: make([]*tournament, o.Sites),
		past: make([]fading, o.Sites), slept: make([]bool, o.Sites),
	}
	for i := range r.trees {
		r.trees[i], r.best[i] = newTree(), newTournament(1)
	}
	return r
}

func (r *directories) add(l Link) {
	t := &r.trees[l.Site]
	directory, _ := split(l.URL)
	a := t.place([]string{directory})
	t.add(l.Page, a)
	r.changed(l.Site, a)
}

func (r *directories) changed(i, a int) {
	arm := &r.trees[i].arms[a]
	pages := arm.past.weight + r5Prior
	r.best[i].grow(a + 1)
	r.best[i].set(a, line{slope: r5Prior * r5Optimism / pages, base: arm.past.sum / pages, in: !arm.waiting.empty()})
}

func (r *directories) next() (int, origin, bool) {
	g := (float64(r.links) + 0.5) / float64(max(1, r.pages))
	best, from := 0.0, origin{site: -1}
	for i := range r.trees {
		if r.slept[i] || r.trees[i].waiting == 0 {
			continue
		}
		m := (r.past[i].sum + float64(r5Prior*r5Optimism*g)) / (r.past[i].weight + r5Prior)
		a := r.best[i].first(m)
		if v := r.best[i].value(int32(a)); from.site < 0 || v > best {
			best, from = v, origin{i, a}
		}
	}
	if from.site < 0 {
		return 0, origin{}, false
	}
	page := r.trees[from.site].take(from.arm)
	r.changed(from.site, from.arm)
	return page, from, true
}

func (r *directories) tell(from origin, found int) {
	r.past[from.site].add(float64(found), r5SiteKeep)
	r.trees[from.site].arms[from.arm].past.add(float64(found), r5ArmKeep)
	r.links += found
	r.pages++
	r.changed(from.site, from.arm)
}

func (r *directories) sleep(i int, asleep bool) { r.slept[i] = asleep }

func (r *directories) arms(i int) int { return len(r.trees[i].arms) }

func (r *directories) state(c coder) {
	c.count(&r.links)
	c.count(&r.pages)
	for i := range r.trees {
		c.fading(&r.past[i])
		r.trees[i].state(c)
		for a := 0; a < len(r.trees[i].arms) && c.Reading(); a++ {
			r.changed(i, a)
		}
	}
}
