package stats

import (
	"slices"
	"testing"

	"sitegraph/site"
)

// networkxShape is what testdata/networkx_shape.py prints.
type networkxShape struct {
	Weak      []int // sizes, descending
	BowTie    BowTie
	Return    int
	Pairs     int // with a path
	Steps     int // sum of their distances
	Diameter  int
	Harmonic  []float64
	Dominator []int32
}

func TestShapeAgainstNetworkx(t *testing.T) {
	needNetworkx(t)
	for i, size := range [][2]int{{50, 60}, {200, 1000}} {
		g := randomGraph(uint64(i), size[0], size[1])
		var want networkxShape
		networkx(t, "networkx_shape.py", len(g.Pages), g, &want)
		compareShape(t, g, want)
		if t.Failed() {
			t.Fatalf("%d pages, %d arcs", size[0], size[1])
		}
	}
}

func compareShape(t *testing.T, g *site.Graph, want networkxShape) {
	t.Helper()
	w := newDigraph(g)
	if got := fallingSizes(components(w.out, nil)); !slices.Equal(got, want.Weak) {
		t.Errorf("weak components %v, networkx %v", got, want.Weak)
	}
	if got, _ := regions(g); got != want.BowTie {
		t.Errorf("bow-tie %+v, networkx %+v", got, want.BowTie)
	}
	if got, _ := describeReturn(g, w); got.Pages != want.Return {
		t.Errorf("%d pages can return, networkx %d", got.Pages, want.Return)
	}
	if got, _ := dominators(w); !slices.Equal(got, want.Dominator) {
		t.Errorf("dominators %v, networkx %v", got, want.Dominator)
	}
	d, harmonic := describeDistances(g, w, unwatched)
	if off := farthestApart(harmonic, want.Harmonic); off > 1e-9 {
		t.Errorf("harmonic centrality is off by %g", off)
	}
	if d.Reachable != share(want.Pairs, w.pages*(w.pages-1)) || d.Mean != share(want.Steps, want.Pairs) ||
		d.Diameter != want.Diameter {
		t.Errorf("reachable %v, mean %v, diameter %d; networkx %d pairs, %d steps, %d", d.Reachable, d.Mean,
			d.Diameter, want.Pairs, want.Steps, want.Diameter)
	}
}
