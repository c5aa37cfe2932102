package stats

import (
	"slices"

	"sitegraph/site"
)

// StrongComponent sums up the strongly connected components: the largest sets
// of pages in which each page can be reached from each other by arcs (Tarjan,
// SIAM J. Comput. 1(2), 1972).
type StrongComponent struct {
	// Count is the number of components.
	Count int `json:"count"`
	// Largest is the number of pages of a largest component, LargestShare
	// its share of all pages.
	Largest      int     `json:"largest"`
	LargestShare float64 `json:"largest_share"`
	// HomeInLargest reports whether the start page's component is of that size.
	HomeInLargest bool `json:"home_in_largest"`
}

// strongComponents returns, for every page, the number of its strongly
// connected component, and how many components there are. They are numbered
// from 0 in the order of their first pages, so that the start page is in
// component 0. The algorithm is Tarjan's (SIAM J. Comput. 1(2), 1972) with a
// stack of its own: no graph, a chain of millions of pages included, overflows
// it.
func strongComponents(g *site.Graph) (component []int32, count int) {
	n := len(g.Pages)
	if n == 0 {
		return []int32{}, 0
	}
	t := tarjan{
		graph:     g,
		order:     make([]int32, n),
		low:       make([]int32, n),
		next:      slices.Clone(g.Offsets[:n]),
		component: slices.Repeat([]int32{none}, n),
	}
	for v := range int32(n) {
		if t.order[v] == 0 {
			t.search(v)
		}
	}
	renumber(t.component, t.count)
	return t.component, int(t.count)
}

// tarjan is the state of a depth-first search.
type tarjan struct {
	graph *site.Graph
	// order is when the search entered a page, from 1; 0 is not yet.
	order []int32
	// low is the least order known to be reached from a page.
	low []int32
	// next is the arc of a page to look at next.
	next []int
	// path leads from the root of the search to the page at hand; open holds
	// the pages entered whose component is not known.
	path, open []int32
	component  []int32
	// entered and count are the pages and components so far.
	entered, count int32
}

// search visits all that root reaches and no earlier search did.
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
	t.path = append(t.path, v)
	t.open = append(t.open, v)
}

// advance looks at v's arcs up to one that leads to a page not yet entered.
func (t *tarjan) advance(v int32) (target int32, found bool) {
	k, end, low := t.next[v], t.graph.Offsets[v+1], t.low[v]
	for ; k < end && !found; k++ {
		target = int32(t.graph.Targets[k])
		switch {
		case t.order[target] == 0:
			found = true
		case t.component[target] == none:
			low = min(low, t.order[target])
		}
	}
	t.next[v], t.low[v] = k, low
	return target, found
}

// leave goes back to v's parent, and closes a component when v is its root:
// when nothing v reaches was entered before v.
func (t *tarjan) leave(v int32) {
	t.path = t.path[:len(t.path)-1]
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

// renumber replaces the order of closing by that of the first pages.
func renumber(component []int32, count int32) {
	number := slices.Repeat([]int32{none}, int(count))
	next := int32(0)
	for i, c := range component {
		if number[c] == none {
			number[c] = next
			next++
		}
		component[i] = number[c]
	}
}

func describeComponents(component []int32, count int) StrongComponent {
	if count == 0 {
		return StrongComponent{}
	}
	sizes := componentSizes(component, count)
	largest := slices.Max(sizes)
	return StrongComponent{
		Count:         count,
		Largest:       largest,
		LargestShare:  share(largest, len(component)),
		HomeInLargest: sizes[component[0]] == largest,
	}
}

// componentSizes counts the pages of each component.
func componentSizes(component []int32, count int) []int {
	sizes := make([]int, count)
	for _, c := range component {
		sizes[c]++
	}
	return sizes
}
