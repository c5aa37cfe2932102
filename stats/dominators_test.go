package stats

import (
	"slices"
	"testing"

	"sitegraph/site"
)

func TestDominators(t *testing.T) {
	for _, c := range []struct {
		name              string
		graph             *site.Graph
		dominator, cutOff []int32
		pages             int
		top               []int
	}{
		{"nothing", graphOf(0), nil, nil, 0, []int{}},
		{"a page", graphOf(1, arc(0, 0)), []int32{-1}, []int32{0}, 0, []int{}},
		{"no arcs", graphOf(3), []int32{-1, -1, -1}, []int32{0, 0, 0}, 0, []int{}},
		// 0→1→{2,3}→4→5, and 6→4 that cannot be reached.
		{"a diamond", graphOf(7, arc(0, 1), arc(1, 2), arc(1, 3), arc(2, 4), arc(3, 4), arc(4, 5), arc(5, 0),
			arc(6, 4)),
			[]int32{-1, 0, 1, 1, 1, 4, -1}, []int32{5, 4, 0, 0, 1, 0, 0}, 2, []int{2, 5}},
		// Of the same graph, with a second way to 5.
		{"two ways", graphOf(7, arc(0, 1), arc(1, 2), arc(1, 3), arc(2, 4), arc(3, 4), arc(4, 5), arc(0, 5)),
			[]int32{-1, 0, 1, 1, 1, 0, -1}, []int32{5, 3, 0, 0, 0, 0, 0}, 1, []int{2}},
	} {
		d, cutOff := describeDominators(c.graph, newDigraph(c.graph))
		dominator, _ := dominators(newDigraph(c.graph))
		if !slices.Equal(dominator, c.dominator) || !slices.Equal(cutOff, c.cutOff) || d.Pages != c.pages {
			t.Errorf("%s: dominators %v, cut off %v, %d pages", c.name, dominator, cutOff, d.Pages)
		}
		ids := []int{}
		for _, p := range d.Top {
			ids = append(ids, p.ID)
		}
		if d.Top == nil || !slices.Equal(ids, c.top) {
			t.Errorf("%s: top %v, want %v", c.name, ids, c.top)
		}
	}
}

// TestCutOffByRemoval takes every page away and looks what is lost with it.
func TestCutOffByRemoval(t *testing.T) {
	eachSmall(t, func(t *testing.T, g *site.Graph) {
		before := searchFrom(g, 0)
		_, cutOff := describeDominators(g, newDigraph(g))
		for v := range before {
			after, lost := searchFrom(withoutPage(g, v), 0), 0
			for j := range before {
				if j != v && before[v] >= 0 && before[j] >= 0 && (v == 0 || after[j] < 0) {
					lost++
				}
			}
			if int(cutOff[v]) != lost {
				t.Errorf("page %d cuts off %d, want %d", v, cutOff[v], lost)
			}
		}
	})
}
