package stats

// bowTie finds the region of every page, given the strong components as
// [StrongComponents] numbers them, and counts the pages of each. See [Region].
func bowTie(w web, component []int32, count int) (BowTie, []Region) {
	region := make([]Region, w.pages)
	if w.pages == 0 {
		return BowTie{}, region
	}
	core, _ := firstLargest(component, count)
	inCore := func(i int) bool { return component[i] == core }
	down, up := reached(w.out, inCore), reached(w.in, inCore)
	fromIn := reached(w.out, func(i int) bool { return up[i] && !down[i] })
	toOut := reached(w.in, func(i int) bool { return down[i] && !up[i] })
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
	return BowTie{
		Core:         pages[RegionCore],
		In:           pages[RegionIn],
		Out:          pages[RegionOut],
		Tubes:        pages[RegionTube],
		Tendrils:     pages[RegionTendril],
		Disconnected: pages[RegionDisconnected],
	}
}

// reached tells which pages the lists lead to, in any number of steps, from
// the pages of the start, these included.
func reached(r lists, start func(page int) bool) []bool {
	seen := make([]bool, len(r.offsets)-1)
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
		for _, j := range r.of(int(i)) {
			if !seen[j] {
				seen[j] = true
				queue = append(queue, j)
			}
		}
	}
	return seen
}
