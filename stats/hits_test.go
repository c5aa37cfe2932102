package stats

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/graph/network"

	"sitegraph/site"
)

func TestHITS(t *testing.T) {
	half := math.Sqrt(0.5)
	for _, test := range []struct {
		name           string
		g              *site.Graph
		hub, authority []float64
	}{
		{name: "no page", g: graphOf(0)},
		{name: "no arcs", g: graphOf(3), hub: []float64{0, 0, 0}, authority: []float64{0, 0, 0}},
		{name: "a self-loop", g: graphOf(1, arc(0, 0)), hub: []float64{1}, authority: []float64{1}},
		{name: "one arc", g: graphOf(2, arc(0, 1)), hub: []float64{1, 0}, authority: []float64{0, 1}},
		{name: "a cycle", g: chain(4, true), hub: []float64{0.5, 0.5, 0.5, 0.5},
			authority: []float64{0.5, 0.5, 0.5, 0.5}},
		{name: "two equal parts", g: graphOf(4, arc(0, 1), arc(2, 3)),
			hub: []float64{half, 0, half, 0}, authority: []float64{0, half, 0, half}},
		// Of two parts the one with the greater singular value has all: that
		// of two arcs from one page is the root of 2.
		{name: "a greater part", g: graphOf(5, arc(0, 1), arc(0, 2), arc(3, 4)),
			hub: []float64{1, 0, 0, 0, 0}, authority: []float64{0, half, half, 0, 0}},
	} {
		hub, authority := hitsOf(test.g)
		if !closeTo(hub, test.hub) || !closeTo(authority, test.authority) {
			t.Errorf("%s: got %v, %v, want %v, %v", test.name, hub, authority, test.hub, test.authority)
		}
	}
}

func closeTo(got, want []float64) bool {
	return len(got) == len(want) && farthestApart(got, want) < 1e-9
}

// A row of pages with arcs to themselves and to both sides: singular values so close that it gives up.
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
