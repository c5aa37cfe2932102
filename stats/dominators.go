package stats

import (
	"slices"

	"sitegraph/site"
)

// Dominators describes the pages on all paths to some others (Lengauer and Tarjan, ACM TOPLAS 1(1), 1979).
type Dominators struct {
	Pages int       `json:"pages"` // number of pages, besides the start page, whose loss cuts off others
	Top   []TopPage `json:"top"`   // the pages that cut off most others, without the start page
}

// describeDominators also returns how many pages each page cuts off, see [Values].
func describeDominators(g *site.Graph, dg digraph) (d Dominators, cutOff []int32) {
	cutOff = cutOffBy(dg)
	others := slices.Clone(cutOff)
	clear(others[:min(1, len(others))]) // the start page
	for _, pages := range others {
		if pages > 0 {
			d.Pages++
		}
	}
	d.Top = slices.DeleteFunc(top(g, others), func(p TopPage) bool { return p.Value == 0 })
	return d, cutOff
}

// cutOffBy counts the pages below each page in the dominator tree of page 0. It is the simple form of Lengauer and
// Tarjan (ACM TOPLAS 1(1), 1979), m log n at worst, with loops instead of recursion.
func cutOffBy(dg digraph) []int32 {
	cutOff := make([]int32, dg.pages)
	if dg.pages == 0 {
		return cutOff
	}
	t := newDFSTree(dg)
	t.semidominators(dg)
	t.immediate()
	for k := len(t.page) - 1; k > 0; k-- {
		cutOff[t.page[t.dominator[k]]] += 1 + cutOff[t.page[k]]
	}
	return cutOff
}

// dfsTree is a depth-first tree from page 0. Except number, all slices are indexed by place in its order.
type dfsTree struct {
	// page is the page at a place. number is the place of a page, or none if the search does not reach it.
	page, number []int32
	parent       []int32
	semi         []int32 // the first place with a path to this one through later places only
	// ancestor leads towards the root in the forest of processed places and is none at a root. best is the place of
	// least semidominator on the path, without the root.
	ancestor, best []int32
	dominator      []int32 // the final immediate dominator
	path           []int32 // used by find
}

func newDFSTree(dg digraph) *dfsTree {
	t := &dfsTree{number: slices.Repeat([]int32{none}, dg.pages)}
	next := slices.Clone(dg.out.offsets[:dg.pages])
	t.enter(0, none)
	for at := int32(0); at != none; {
		v := t.page[at]
		if u, found := t.unseen(dg.out, v, next); found {
			t.enter(u, at)
			at = int32(len(t.page)) - 1
		} else {
			at = t.parent[at]
		}
	}
	n := len(t.page)
	t.semi, t.best, t.dominator = countUp(n), countUp(n), make([]int32, n)
	t.ancestor = slices.Repeat([]int32{none}, n)
	return t
}

func (t *dfsTree) enter(page, parent int32) {
	t.number[page] = int32(len(t.page))
	t.page = append(t.page, page)
	t.parent = append(t.parent, parent)
}

// unseen scans v's arcs for a page that was not entered.
func (t *dfsTree) unseen(out adjacency, v int32, next []int) (page int32, found bool) {
	k, end := next[v], out.offsets[v+1]
	for k < end && t.number[out.pages[k]] != none {
		k++
	}
	next[v] = min(k+1, end)
	if k == end {
		return 0, false
	}
	return int32(out.pages[k]), true
}

// semidominators runs from the last place to the first. A place waits at its semidominator in a linked list
// (first, then) until its branch is done.
func (t *dfsTree) semidominators(dg digraph) {
	first := slices.Repeat([]int32{none}, len(t.page))
	then := make([]int32, len(t.page))
	for k := int32(len(t.page)) - 1; k > 0; k-- {
		for _, u := range dg.in.of(int(t.page[k])) {
			if from := t.number[u]; from != none {
				t.semi[k] = min(t.semi[k], t.semi[t.find(from)])
			}
		}
		s, p := t.semi[k], t.parent[k]
		then[k], first[s] = first[s], k
		t.ancestor[k] = p
		for v := first[p]; v != none; v = then[v] {
			t.dominator[v] = p
			if u := t.find(v); t.semi[u] < t.semi[v] {
				t.dominator[v] = u
			}
		}
		first[p] = none
	}
}

// immediate resolves the places whose dominator was only recorded as equal to another place's dominator.
func (t *dfsTree) immediate() {
	for k := range t.dominator {
		if t.dominator[k] != t.semi[k] {
			t.dominator[k] = t.dominator[t.dominator[k]]
		}
	}
}

// find returns the place of least semidominator on the path from k to its root, without the root. For a root it
// returns the root. It also compresses the path.
func (t *dfsTree) find(k int32) int32 {
	if t.ancestor[k] == none {
		return k
	}
	t.path = t.path[:0]
	for at := k; t.ancestor[t.ancestor[at]] != none; at = t.ancestor[at] {
		t.path = append(t.path, at)
	}
	for _, at := range slices.Backward(t.path) {
		above := t.ancestor[at]
		if t.semi[t.best[above]] < t.semi[t.best[at]] {
			t.best[at] = t.best[above]
		}
		t.ancestor[at] = t.ancestor[above]
	}
	return t.best[k]
}
