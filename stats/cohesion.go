package stats

import "sync/atomic"

// Cores describes the k-cores of the undirected graph (Seidman, Social Networks 5, 1983).
type Cores struct {
	Max          int      `json:"max"`          // the greatest k whose k-core is not empty
	InMax        int      `json:"in_max"`       // number of pages in it
	Distribution [][2]int `json:"distribution"` // [core number, pages], ascending
}

// CoresOf finds the k-cores of an undirected graph and the core number of every page.
func CoresOf(between Lists) (Cores, []int32) {
	core := coreNumbers(between)
	c := Cores{Distribution: distribution(core)}
	if len(core) > 0 {
		last := c.Distribution[len(c.Distribution)-1]
		c.Max, c.InMax = last[0], last[1]
	}
	return c, core
}

// coreNumbers repeatedly removes a page of least degree. A page's core number is the greatest such degree up to then
// (Batagelj and Zaversnik, "An O(m) algorithm for cores decomposition of networks", 2003).
func coreNumbers(between Lists) []int32 {
	p, of := newPeeling(between), between.Reader()
	for k := range p.order {
		page := p.order[k]
		for _, neighbour := range of(int(page)) {
			if p.degree[neighbour] > p.degree[page] {
				p.lower(neighbour)
			}
		}
	}
	return p.degree
}

// peeling keeps the pages sorted by degree while degrees fall.
type peeling struct {
	degree []int32  // number of neighbours left; for a removed page, its core number
	order  []uint32 // the pages by degree
	place  []int    // the position of each page in order
	start  []int    // where each degree begins in order
}

func newPeeling(between Lists) *peeling {
	n, of := between.Len(), between.Reader()
	p := &peeling{degree: make([]int32, n), place: make([]int, n)}
	most := int32(0)
	for i := range n {
		p.degree[i] = int32(len(of(i)))
		most = max(most, p.degree[i])
	}
	byDegree := membersOf(p.degree, int(most)+1)
	p.order, p.start = byDegree.pages, byDegree.offsets
	for k, page := range p.order {
		p.place[page] = k
	}
	return p
}

// lower decrements a page's degree by swapping it with the first page of its old degree.
func (p *peeling) lower(page uint32) {
	d := p.degree[page]
	to, from := p.start[d], p.place[page]
	first := p.order[to]
	p.order[to], p.order[from] = page, first
	p.place[page], p.place[first] = to, from
	p.start[d]++
	p.degree[page]--
}

const triangleJobs = 8

// Clustering describes the triangles of the undirected graph. Global is the share of two-step paths whose ends are
// neighbours. Mean averages the pages' shares, 0 with fewer than two neighbours (Watts, Strogatz, Nature 393, 1998).
type Clustering struct {
	Global float64 `json:"global"` // transitivity, 0 to 1
	Mean   float64 `json:"mean"`   // mean local clustering, 0 to 1
}

func describeClustering(between adjacency) (Clustering, []float64) {
	triangles := between.triangles()
	local := make([]float64, len(triangles))
	var closed, paths int64
	sum := 0.0
	for i, t := range triangles {
		degree := int64(between.degree(i))
		pairs := degree * (degree - 1) / 2
		closed += t
		paths += pairs
		if pairs > 0 {
			local[i] = float64(t) / float64(pairs)
			sum += local[i]
		}
	}
	var c Clustering
	if paths > 0 {
		c.Global = Round(float64(closed) / float64(paths))
		c.Mean = Round(sum / float64(len(local)))
	}
	return c, local
}

// triangles counts each page's triangles. It finds each from its page of least degree (Schank and Wagner, "Finding,
// counting and listing all triangles in large graphs", 2005). No page has more than sqrt(2m) neighbours of higher
// degree, so a page that all others link to costs no more than any other.
func (r adjacency) triangles() []int64 {
	order := newPeeling(r).order
	up := r.upwards(order)
	ranked := make([]int64, len(order)) // by position in the order
	inParallel(triangleJobs, func() func(int) {
		s := &triangleSearch{up: up, mark: make([]int32, len(order)), found: ranked}
		return func(job int) {
			for k := job; k < len(order); k += triangleJobs {
				s.from(k)
			}
		}
	})
	triangles := make([]int64, len(order))
	for k, page := range order {
		triangles[page] = ranked[k]
	}
	return triangles
}

// upwards renumbers the pages by an order and keeps only the neighbours that come later in it.
func (r adjacency) upwards(order []uint32) adjacency {
	place := make([]uint32, len(order))
	for k, page := range order {
		place[page] = uint32(k)
	}
	up := adjacency{offsets: make([]int, len(order)+1), pages: make([]uint32, 0, len(r.pages)/2)}
	for k, page := range order {
		for _, neighbour := range r.of(int(page)) {
			if p := place[neighbour]; p > uint32(k) {
				up.pages = append(up.pages, p)
			}
		}
		up.offsets[k+1] = len(up.pages)
	}
	return up
}

type triangleSearch struct {
	up    adjacency
	mark  []int32 // 1 + the last page that has this one as an upward neighbour
	found []int64 // shared by all searches
}

func (s *triangleSearch) from(k int) {
	ups := s.up.of(k)
	for _, u := range ups {
		s.mark[u] = int32(k) + 1
	}
	for _, u := range ups {
		common := int64(0)
		for _, v := range s.up.of(int(u)) {
			if s.mark[v] == int32(k)+1 {
				atomic.AddInt64(&s.found[v], 1)
				common++
			}
		}
		atomic.AddInt64(&s.found[u], common)
		atomic.AddInt64(&s.found[k], common)
	}
}
