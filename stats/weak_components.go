package stats

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

// weakComponents returns, for every page, the number of its weakly connected
// component, and how many there are. They are numbered from 0 in the order of
// their first pages.
func weakComponents(dg digraph) (component []int32, count int) {
	u := newUnions(dg.pages)
	for i := range dg.pages {
		for _, j := range dg.out.of(i) {
			u.join(int32(i), int32(j))
		}
	}
	component = make([]int32, dg.pages)
	for i := range component {
		if first := u.first(int32(i)); first < int32(i) {
			component[i] = component[first]
		} else {
			component[i] = int32(count)
			count++
		}
	}
	return component, count
}

// unions holds disjoint sets of pages as trees that point to the set's first
// page (Galler and Fischer, Comm. ACM 7(5), 1964).
type unions []int32

func newUnions(pages int) unions {
	u := make(unions, pages)
	for i := range u {
		u[i] = int32(i)
	}
	return u
}

// first returns the first page of i's set, and halves the path to it.
func (u unions) first(i int32) int32 {
	for u[i] != i {
		u[i] = u[u[i]]
		i = u[i]
	}
	return i
}

func (u unions) join(i, j int32) {
	a, b := u.first(i), u.first(j)
	u[max(a, b)] = min(a, b)
}

func describeWeak(dg digraph) WeakComponent {
	component, count := weakComponents(dg)
	if count == 0 {
		return WeakComponent{}
	}
	_, largest := firstLargest(component, count)
	return WeakComponent{Count: count, Largest: largest, LargestShare: share(largest, dg.pages)}
}
