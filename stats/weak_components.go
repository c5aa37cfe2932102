package stats

import "slices"

// WeakComponent sums up the weakly connected components: the largest sets of
// pages joined by arcs, whichever way these point (Wasserman and Faust, Social
// Network Analysis, 1994, 4.3).
type WeakComponent struct {
	// Count is the number of components.
	Count int `json:"count"`
	// Largest is the number of pages of a largest component, LargestShare its
	// share of all pages.
	Largest      int     `json:"largest"`
	LargestShare float64 `json:"largest_share"`
}

func describeWeak(dg digraph) WeakComponent {
	component, count := components(dg, nil)
	if count == 0 {
		return WeakComponent{}
	}
	largest := slices.Max(componentSizes(component, count))
	return WeakComponent{Count: count, Largest: largest, LargestShare: share(largest, dg.pages)}
}

// components returns, for every page, the number of its weakly connected
// component, and how many there are. They are numbered from 0 in the order of
// their first pages. If groups are given, arcs between groups do not count.
func components(dg digraph, group []int32) (component []int32, count int) {
	sets := disjointSets(countUp(dg.pages))
	for i := range dg.pages {
		for _, j := range dg.out.of(i) {
			if group == nil || group[i] == group[j] {
				sets.join(int32(i), int32(j))
			}
		}
	}
	component = make([]int32, dg.pages)
	for i := range component {
		if first := sets.first(int32(i)); first < int32(i) {
			component[i] = component[first]
		} else {
			component[i] = int32(count)
			count++
		}
	}
	return component, count
}

// disjointSets holds sets of pages as trees that point to the set's first page
// (Galler and Fischer, Comm. ACM 7(5), 1964).
type disjointSets []int32

// first returns the first page of i's set, and halves the path to it.
func (d disjointSets) first(i int32) int32 {
	for d[i] != i {
		d[i] = d[d[i]]
		i = d[i]
	}
	return i
}

func (d disjointSets) join(i, j int32) {
	a, b := d.first(i), d.first(j)
	d[max(a, b)] = min(a, b)
}
