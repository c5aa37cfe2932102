package stats

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/graph/network"

	"sitegraph/internal/console"
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

func TestClustering(t *testing.T) {
	for _, test := range []struct {
		name  string
		g     *site.Graph
		local []float64
		want  Clustering
	}{
		{name: "no page", g: graphOf(0)},
		{name: "one page with a self-loop", g: graphOf(1, arc(0, 0)), local: []float64{0}},
		{name: "a chain", g: chain(3, false), local: []float64{0, 0, 0}},
		{name: "a triangle, partly there and back",
			g:     graphOf(3, arc(0, 1), arc(1, 0), arc(1, 2), arc(2, 0), arc(2, 2)),
			local: []float64{1, 1, 1}, want: Clustering{Global: 1, Mean: 1}},
		// One of page 0's 3 pairs of neighbours is linked, so 1/3. Of the 3+1+1 paths of two steps, 3 are closed.
		{name: "a triangle with a tail", g: graphOf(4, arc(0, 1), arc(1, 2), arc(2, 0), arc(0, 3)),
			local: []float64{1. / 3, 1, 1, 0}, want: Clustering{Global: 0.6, Mean: 0.583333333}},
	} {
		got, local := describeClustering(newDigraph(test.g).neighbours())
		console.Equal(t, got, test.want, test.name)
		console.Equal(t, local, test.local, test.name)
	}
}

func TestTrianglesAgainstDefinition(t *testing.T) {
	eachSmall(t, func(t *testing.T, g *site.Graph) {
		between := newDigraph(g).neighbours()
		for i, got := range between.triangles() {
			console.Equal(t, got, trianglesByDefinition(between, i), "page", i)
		}
	})
}

func trianglesByDefinition(between adjacency, page int) (count int64) {
	own := between.of(page)
	for i, a := range own {
		for _, b := range own[i+1:] {
			if slices.Contains(between.of(int(a)), b) {
				count++
			}
		}
	}
	return count
}

// For each k, removing pages with fewer than k neighbours until none is left gives the same cores.
func TestCoresAgainstDefinition(t *testing.T) {
	eachSmall(t, func(t *testing.T, g *site.Graph) {
		between := newDigraph(g).neighbours()
		console.Equal(t, coreNumbers(between), coresByDefinition(between))
	})
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
