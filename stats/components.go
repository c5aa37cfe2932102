package stats

import (
	"slices"

	"sitegraph/site"
)

// StrongComponent describes the largest sets of pages in which arcs lead from every page to every other
// (Tarjan, SIAM J. Comput. 1(2), 1972).
type StrongComponent struct {
	WeakComponent
	HomeInLargest bool `json:"home_in_largest"` // the start page's component is as large as the largest
}

// WeakComponent describes the largest sets of pages joined by arcs in any direction (Wasserman and Faust, Social
// Network Analysis, 1994, 4.3).
type WeakComponent struct {
	Count        int     `json:"count"`         // number of components
	Largest      int     `json:"largest"`       // number of pages in the largest
	LargestShare float64 `json:"largest_share"` // their share of all pages
}

// strongComponents numbers the components by first page. It runs Tarjan's algorithm (SIAM J. Comput. 1(2), 1972) on its
// own stack, because chains of millions of pages would overflow the call stack.
func strongComponents(targets Lists) (component []int32, count int) {
	n := targets.Len()
	t := tarjan{of: targets.Reader(), order: make([]int32, n), low: make([]int32, n),
		component: slices.Repeat([]int32{none}, n)}
	for v := range int32(n) {
		if t.order[v] == 0 {
			t.search(v)
		}
	}
	return t.component, compact(t.component)
}

type tarjan struct {
	of    func(int) []uint32 // reads the targets of a page
	order []int32            // when the search entered a page, from 1; 0 if not yet
	low   []int32            // the least order known to be reachable from a page
	// path leads from the root to the current page. ahead holds the targets of its pages that were new on entry; for
	// each page from says where they begin. open holds the pages whose component is not known yet.
	path, open     []int32
	from           []int
	ahead          []int32
	component      []int32
	entered, count int32 // pages and components so far
}

// search visits the pages that root reaches and earlier searches did not.
func (t *tarjan) search(root int32) {
	t.enter(root)
	for len(t.path) > 0 {
		v := t.path[len(t.path)-1]
		if w, found := t.advance(v); found {
			t.enter(w)
		} else {
			t.leave(v)
		}
	}
}

func (t *tarjan) enter(v int32) {
	t.entered++
	t.order[v], t.low[v] = t.entered, t.entered
	t.path, t.open, t.from = append(t.path, v), append(t.open, v), append(t.from, len(t.ahead))
	for _, target := range t.of(int(v)) {
		if t.order[target] == 0 {
			t.ahead = append(t.ahead, int32(target))
		} else {
			t.meet(v, int32(target))
		}
	}
}

func (t *tarjan) meet(v, target int32) {
	if t.component[target] == none {
		t.low[v] = min(t.low[v], t.order[target])
	}
}

// advance pops targets of v, the last page of the path, until it finds one that was not entered.
func (t *tarjan) advance(v int32) (target int32, found bool) {
	for from := t.from[len(t.from)-1]; len(t.ahead) > from; {
		target = t.ahead[len(t.ahead)-1]
		t.ahead = t.ahead[:len(t.ahead)-1]
		if t.order[target] == 0 {
			return target, true
		}
		t.meet(v, target)
	}
	return 0, false
}

// leave returns to v's parent. v is the root of a component if it reaches no page entered earlier.
func (t *tarjan) leave(v int32) {
	t.path, t.from = t.path[:len(t.path)-1], t.from[:len(t.from)-1]
	if len(t.path) > 0 {
		parent := t.path[len(t.path)-1]
		t.low[parent] = min(t.low[parent], t.low[v])
	}
	if t.low[v] != t.order[v] {
		return
	}
	for {
		w := t.open[len(t.open)-1]
		t.open = t.open[:len(t.open)-1]
		t.component[w] = t.count
		if w == v {
			break
		}
	}
	t.count++
}

// compact renumbers groups from 0 in the order of their first nodes.
func compact(group []int32) int {
	number := slices.Repeat([]int32{none}, len(group))
	count := int32(0)
	for i, g := range group {
		if number[g] == none {
			number[g] = count
			count++
		}
		group[i] = number[g]
	}
	return int(count)
}

func largestOf(component []int32, count int) (WeakComponent, []int) {
	sizes, largest := make([]int, count), 0
	for _, c := range component {
		sizes[c]++
		largest = max(largest, sizes[c])
	}
	return WeakComponent{Count: count, Largest: largest, LargestShare: share(largest, len(component))}, sizes
}

// components numbers the weak components by first page. If group is not nil, it ignores arcs between groups.
func components(targets Lists, group []int32) (component []int32, count int) {
	n, of := targets.Len(), targets.Reader()
	sets := site.NewSets(n)
	for i := range n {
		for _, j := range of(i) {
			if group == nil || group[i] == group[j] {
				sets.Join(int32(i), int32(j))
			}
		}
	}
	component = sets.All()
	return component, compact(component)
}

// Region is a part of the bow-tie (Broder et al., "Graph structure in the Web", Computer Networks 33, 2000), as Yang,
// Zhuhadar and Nasraoui define it ("Bow-tie decomposition in directed graphs", FUSION 2011).
type Region uint8

// A page belongs to the first region that fits. The core is the largest strong component; among equals, the one with
// the first page. In reaches the core, and the core reaches out. Tubes are reached from in and reach out; tendrils do
// one of the two. Disconnected pages hang on a tendril against the direction of its arcs, or on nothing. The latter
// only occurs in incomplete crawls.
const (
	RegionCore Region = iota
	RegionIn
	RegionOut
	RegionTube
	RegionTendril
	RegionDisconnected
)

// String returns the region's name: core, in, out, tube, tendril or disconnected.
func (r Region) String() string {
	return [...]string{"core", "in", "out", "tube", "tendril", "disconnected"}[r]
}

// BowTie counts the pages of each region.
type BowTie struct {
	// The fields are in the order of the regions and add up to all pages.
	Core         int `json:"core"`
	In           int `json:"in"`
	Out          int `json:"out"`
	Tubes        int `json:"tubes"`
	Tendrils     int `json:"tendrils"`
	Disconnected int `json:"disconnected"`
}

// bowTie finds every page's region, given components from [strongComponents].
func bowTie(out, in Lists, component []int32, count int) (BowTie, []Region) {
	region := make([]Region, out.Len())
	largest, sizes := largestOf(component, count)
	core := int32(slices.Index(sizes, largest.Largest))
	inCore := func(i int) bool { return component[i] == core }
	down, up := reached(out, inCore), reached(in, inCore)
	fromIn := reached(out, func(i int) bool { return up[i] && !down[i] })
	toOut := reached(in, func(i int) bool { return down[i] && !up[i] })
	for i := range region {
		switch {
		case up[i] && down[i]:
			region[i] = RegionCore
		case up[i]:
			region[i] = RegionIn
		case down[i]:
			region[i] = RegionOut
		case fromIn[i] && toOut[i]:
			region[i] = RegionTube
		case fromIn[i] || toOut[i]:
			region[i] = RegionTendril
		default:
			region[i] = RegionDisconnected
		}
	}
	return countRegions(region), region
}

func countRegions(region []Region) BowTie {
	var pages [RegionDisconnected + 1]int
	for _, r := range region {
		pages[r]++
	}
	return BowTie{Core: pages[RegionCore], In: pages[RegionIn], Out: pages[RegionOut], Tubes: pages[RegionTube],
		Tendrils: pages[RegionTendril], Disconnected: pages[RegionDisconnected]}
}

// Return counts the pages that can reach the start page.
type Return struct {
	Pages  int           `json:"pages"`         // number of pages that can reach the start page, itself included
	Share  float64       `json:"share"`         // of all pages
	Levels []ReturnLevel `json:"levels"`        // every level, ascending
	LostAt int           `json:"lost_at_level"` // level from which on most pages of each level cannot return, or -1
}

// ReturnLevel counts the pages of one level that can reach the start page.
type ReturnLevel struct {
	Level int     `json:"level"` // from 0
	Pages int     `json:"pages"` // number that can return
	Share float64 `json:"share"` // of the level's pages, 0 to 1
}

func describeReturn(g *site.Graph, dg digraph) (Return, []bool) {
	home := reached(dg.in, func(i int) bool { return i == 0 })
	r := Return{Levels: []ReturnLevel{}}
	page := 0
	for _, l := range levels(g) {
		able := 0
		for end := page + l.Pages; page < end; page++ {
			if home[page] {
				able++
			}
		}
		r.Pages += able
		r.Levels = append(r.Levels, ReturnLevel{Level: l.Level, Pages: able, Share: share(able, l.Pages)})
	}
	r.Share = share(r.Pages, dg.pages)
	r.LostAt = lostAt(r.Levels)
	return r, home
}

// lostAt climbs from the deepest level while most pages of the level cannot return.
func lostAt(levels []ReturnLevel) int {
	k := len(levels)
	for k > 0 && levels[k-1].Share < 0.5 {
		k--
	}
	if k == len(levels) {
		return -1
	}
	return levels[k].Level
}

// reached marks the pages that can be reached through the lists from the pages that start accepts.
func reached(lists Lists, start func(page int) bool) []bool {
	seen, of := make([]bool, lists.Len()), lists.Reader()
	var queue []uint32
	for i := range seen {
		if start(i) {
			seen[i] = true
			queue = append(queue, uint32(i))
		}
	}
	for len(queue) > 0 {
		last := len(queue) - 1
		i := queue[last]
		queue = queue[:last]
		for _, j := range of(int(i)) {
			if !seen[j] {
				seen[j] = true
				queue = append(queue, j)
			}
		}
	}
	return seen
}
