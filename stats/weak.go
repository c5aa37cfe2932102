package stats

// weakComponents returns, for every page, the number of its weakly connected
// component, and how many there are. They are numbered from 0 in the order of
// their first pages.
func weakComponents(w web) (component []int32, count int) {
	u := newUnions(w.pages)
	for i := range w.pages {
		for _, j := range w.out.of(i) {
			u.join(int32(i), int32(j))
		}
	}
	component = make([]int32, w.pages)
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

func describeWeak(w web) WeakComponent {
	component, count := weakComponents(w)
	if count == 0 {
		return WeakComponent{}
	}
	_, largest := firstLargest(component, count)
	return WeakComponent{Count: count, Largest: largest, LargestShare: share(largest, w.pages)}
}

// firstLargest returns the first of the largest components and its number of
// pages. There must be one.
func firstLargest(component []int32, count int) (number int32, size int) {
	sizes := make([]int, count)
	for _, c := range component {
		sizes[c]++
	}
	for c, s := range sizes {
		if s > size {
			number, size = int32(c), s
		}
	}
	return number, size
}
