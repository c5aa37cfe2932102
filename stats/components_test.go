package stats

import (
	"slices"
	"testing"

	"gonum.org/v1/gonum/graph"
	"gonum.org/v1/gonum/graph/topo"

	"sitegraph/site"
)

func TestWeakComponents(t *testing.T) {
	for _, c := range []struct {
		name      string
		graph     *site.Graph
		component []int32
		want      WeakComponent
	}{
		{"nothing", graphOf(0), nil, WeakComponent{}},
		{"a page", graphOf(1), []int32{0}, WeakComponent{1, 1, 1}},
		{"a self-loop", graphOf(1, arc(0, 0)), []int32{0}, WeakComponent{1, 1, 1}},
		{"no arcs", graphOf(4), []int32{0, 1, 2, 3}, WeakComponent{4, 1, 0.25}},
		{"two against their arcs", graphOf(5, arc(3, 0), arc(3, 2), arc(4, 1)), []int32{0, 1, 0, 0, 1},
			WeakComponent{2, 3, 0.6}},
	} {
		w := newDigraph(c.graph)
		component, count := components(w.out, nil)
		if got, _ := largestOf(component, count); !slices.Equal(component, c.component) || got != c.want {
			t.Errorf("%s: got %v and %+v, want %v and %+v", c.name, component, got, c.component, c.want)
		}
	}
}

func TestWeakComponentsAgainstGonum(t *testing.T) {
	for _, size := range sizes {
		for seed := range uint64(20) {
			g := randomGraph(seed, size[0], size[1])
			component, count := components(newDigraph(g).out, nil)
			theirs := topo.ConnectedComponents(graph.Undirect{G: directed(g)})
			if len(theirs) != count {
				t.Fatalf("%v seed %d: %d components, gonum %d", size, seed, count, len(theirs))
			}
			for _, members := range theirs {
				for _, v := range members {
					if component[v.ID()] != component[members[0].ID()] {
						t.Fatalf("%v seed %d: pages %d and %d are apart", size, seed, v.ID(), members[0].ID())
					}
				}
			}
		}
	}
}
