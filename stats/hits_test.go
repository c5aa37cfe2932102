package stats

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/graph/network"

	"sitegraph/site"
)

// Pages in a row link to themselves and their neighbours. The singular values are so close that HITS gives up.
func TestHITSEnds(t *testing.T) {
	const n = 4000
	var arcs [][2]uint32
	for i := range uint32(n) {
		for j := max(i, 1) - 1; j < min(i+2, n); j++ {
			arcs = append(arcs, arc(i, j))
		}
	}
	g := graphOf(n, arcs...)
	s, hub, authority := describeHITS(g, newDigraph(g))
	if s.Converged || s.Iterations != hitsIterations {
		t.Errorf("%d iterations, converged %v", s.Iterations, s.Converged)
	}
	for _, values := range [][]float64{hub, authority} {
		if length := norm(values); math.Abs(length-1) > 1e-9 {
			t.Errorf("length %v", length)
		}
	}
}

func norm(values []float64) float64 { return apart(values, make([]float64, len(values))) }

func TestHITSAgainstGonum(t *testing.T) {
	sizes := [][2]int{{2, 3}, {10, 30}, {50, 300}, {200, 2000}, {1000, 9000}}
	eachRandom(t, sizes, 5, func(t *testing.T, g *site.Graph) {
		hub, authority := hitsOf(g)
		want := network.HITS(directed(g), 1e-13)
		for i := range hub {
			w := want[int64(i)]
			if math.Abs(hub[i]-w.Hub) > 1e-9 || math.Abs(authority[i]-w.Authority) > 1e-9 {
				t.Fatalf("page %d: got %v, %v, gonum %v", i, hub[i], authority[i], w)
			}
		}
	})
}

func TestHITSSummary(t *testing.T) {
	g := graphOf(3, arc(0, 1), arc(0, 2), arc(1, 2))
	s, _, _ := describeHITS(g, newDigraph(g))
	if !s.Converged || s.Iterations < 2 || s.Tolerance != 1e-10 || s.Hubs[0].ID != 1 || s.Authorities[0].ID != 3 {
		t.Errorf("got %+v", s)
	}
	s, hub, _ := describeHITS(graphOf(2), newDigraph(graphOf(2)))
	if !s.Converged || s.Iterations != 0 || len(s.Hubs) != 2 || !slices.Equal(hub, []float64{0, 0}) {
		t.Errorf("no arcs: got %+v", s)
	}
}
