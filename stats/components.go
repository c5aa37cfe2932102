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
