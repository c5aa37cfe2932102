package stats

import (
	"slices"
	"testing"

	"sitegraph/site"
)

// clique links each of some pages with each other.
func clique(pages ...uint32) (arcs [][2]uint32) {
	for i, a := range pages {
		for _, b := range pages[i+1:] {
			arcs = append(arcs, arc(a, b))
		}
	}
	return arcs
}

func TestCores(t *testing.T) {
	for _, test := range []struct {
		name string
		g    *site.Graph
		core []int32
		want Cores
	}{
		{name: "no page", g: graphOf(0), want: Cores{Distribution: [][2]int{}}},
		{name: "no arcs, a self-loop", g: graphOf(2, arc(0, 0)), core: []int32{0, 0},
			want: Cores{InMax: 2, Distribution: [][2]int{{0, 2}}}},
		{name: "there and back is one link", g: graphOf(2, arc(0, 1), arc(1, 0)), core: []int32{1, 1},
			want: Cores{Max: 1, InMax: 2, Distribution: [][2]int{{1, 2}}}},
		// A clique of 4 with a tail of 2, and a page alone.
		{name: "clique with a tail", g: graphOf(7, append(clique(0, 1, 2, 3), arc(4, 3), arc(4, 5))...),
			core: []int32{3, 3, 3, 3, 1, 1, 0},
			want: Cores{Max: 3, InMax: 4, Distribution: [][2]int{{0, 1}, {1, 2}, {3, 4}}}},
		// A star: all but the centre go first, so none is in a 2-core.
		{name: "star", g: graphOf(4, arc(0, 1), arc(0, 2), arc(3, 0)), core: []int32{1, 1, 1, 1},
			want: Cores{Max: 1, InMax: 4, Distribution: [][2]int{{1, 4}}}},
	} {
		got, core := CoresOf(newDigraph(test.g).neighbours())
		if got.Max != test.want.Max || got.InMax != test.want.InMax ||
			!slices.Equal(got.Distribution, test.want.Distribution) ||
			got.Distribution == nil || !slices.Equal(core, test.core) {
			t.Errorf("%s: got %+v, %v, want %+v, %v", test.name, got, core, test.want, test.core)
		}
	}
}

// For each k, take pages with fewer than k neighbours away until none is left.
func TestCoresAgainstDefinition(t *testing.T) {
	for _, size := range sizes[:8] {
		for seed := range uint64(5) {
			between := newDigraph(randomGraph(seed, size[0], size[1])).neighbours()
			got, want := coreNumbers(between), coresByDefinition(between)
			if !slices.Equal(got, want) {
				t.Fatalf("%v seed %d: got %v, want %v", size, seed, got, want)
			}
		}
	}
}

func coresByDefinition(between adjacency) []int32 {
	n := len(between.offsets) - 1
	core := make([]int32, n)
	gone := make([]bool, n)
	for k, left := int32(1), n; left > 0; k++ {
		for again := true; again; {
			again = false
			for i := range n {
				if !gone[i] && countLeft(between.of(i), gone) < int(k) {
					gone[i], again = true, true
					left--
				}
			}
		}
		for i := range n {
			if !gone[i] {
				core[i] = k
			}
		}
	}
	return core
}

func countLeft(pages []uint32, gone []bool) (left int) {
	for _, p := range pages {
		if !gone[p] {
			left++
		}
	}
	return left
}
