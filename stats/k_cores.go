package stats

import "slices"

// Cores describes the k-cores of the graph without directions (Seidman,
// Social Networks 5, 1983).
type Cores struct {
	// Max is the greatest k with a k-core, InMax the pages in it.
	Max   int `json:"max"`
	InMax int `json:"in_max"`
	// Distribution is [core number, pages], ascending.
	Distribution [][2]int `json:"distribution"`
}

// describeCores peels the graph without directions and
// returns every page's core number beside the summary.
func describeCores(between adjacency) (Cores, []int32) {
	core := coreNumbers(between)
	c := Cores{Distribution: distribution(core)}
	if len(core) > 0 {
		last := c.Distribution[len(c.Distribution)-1]
		c.Max, c.InMax = last[0], last[1]
	}
	return c, core
}

// coreNumbers is the algorithm of Batagelj and Zaversnik ("An O(m) algorithm
// for cores decomposition of networks", 2003): a page of least degree is taken
// away again and again, and its degree at that moment, or the greatest before,
// is its core number.
func coreNumbers(between adjacency) []int32 {
	p := newPeeling(between)
	for k := range p.order {
		page := p.order[k]
		for _, neighbour := range between.of(int(page)) {
			if p.degree[neighbour] > p.degree[page] {
				p.lower(neighbour)
			}
		}
	}
	return p.degree
}

// peeling keeps the pages in the order of their degrees while these fall.
type peeling struct {
	// degree is a page's number of neighbours that are left; once the page is
	// taken away, its core number.
	degree []int32
	// order holds the pages by degree, place is the position of each,
	// and start where the pages of each degree begin.
	order, place, start []int32
}

func newPeeling(between adjacency) *peeling {
	n := len(between.offsets) - 1
	p := &peeling{degree: make([]int32, n), order: make([]int32, n), place: make([]int32, n)}
	for i := range n {
		p.degree[i] = int32(between.degree(i))
	}
	p.start = make([]int32, 2)
	if n > 0 {
		p.start = make([]int32, slices.Max(p.degree)+2)
	}
	for _, d := range p.degree {
		p.start[d+1]++
	}
	for d := range len(p.start) - 1 {
		p.start[d+1] += p.start[d]
	}
	next := slices.Clone(p.start)
	for i, d := range p.degree {
		p.order[next[d]], p.place[i] = int32(i), next[d]
		next[d]++
	}
	return p
}

// lower takes 1 from a page's degree: the page changes places with the first
// of its degree, and the degree's pages begin one place later.
func (p *peeling) lower(page uint32) {
	d := p.degree[page]
	to, from := p.start[d], p.place[page]
	first := p.order[to]
	p.order[to], p.order[from] = int32(page), first
	p.place[page], p.place[first] = to, from
	p.start[d]++
	p.degree[page]--
}
