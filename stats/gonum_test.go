package stats

import (
	"slices"
	"testing"

	"gonum.org/v1/gonum/graph"
	"gonum.org/v1/gonum/graph/multi"
	"gonum.org/v1/gonum/graph/network"
	"gonum.org/v1/gonum/graph/topo"

	"sitegraph/site"
)

// directed returns the graph for gonum, where only multigraphs have self-loops.
func directed(g *site.Graph) graph.Directed {
	d := multi.NewDirectedGraph()
	for i := range g.Pages {
		d.AddNode(multi.Node(i))
	}
	for i := range g.Pages {
		targets, _ := g.Out(i)
		for _, j := range targets {
			d.SetLine(d.NewLine(multi.Node(i), multi.Node(j)))
		}
	}
	return d
}

// sizes lists the numbers of pages and arcs of the random graphs compared.
var sizes = [][2]int{{1, 1}, {2, 3}, {5, 4}, {10, 10}, {30, 25}, {50, 80}, {200, 260}, {200, 1000}, {1000, 1500}}

// eachRandom runs the test on random graphs, some of each size.
func eachRandom(t *testing.T, sizes [][2]int, seeds uint64, test func(t *testing.T, g *site.Graph)) {
	t.Helper()
	for _, size := range sizes {
		for seed := range seeds {
			test(t, randomGraph(seed, size[0], size[1]))
			if t.Failed() {
				t.Fatalf("%d pages, %d arcs, seed %d", size[0], size[1], seed)
			}
		}
	}
}

func TestComponentsAgainstGonum(t *testing.T) {
	eachRandom(t, sizes, 5, func(t *testing.T, g *site.Graph) {
		d := directed(g)
		component, count := strongComponents(targetsOf(g))
		checkAlike(t, component, count, topo.TarjanSCC(d))
		component, count = components(newDigraph(g).out, nil)
		checkAlike(t, component, count, topo.ConnectedComponents(graph.Undirect{G: d}))
	})
}

// checkAlike checks that there are as many components as gonum's, and that none of those is divided.
func checkAlike(t *testing.T, component []int32, count int, theirs [][]graph.Node) {
	t.Helper()
	if slices.Max(component) != int32(count-1) || count != len(theirs) {
		t.Fatalf("%d components, gonum %d", count, len(theirs))
	}
	for _, members := range theirs {
		for _, v := range members {
			if component[v.ID()] != component[members[0].ID()] {
				t.Fatalf("pages %d and %d are apart", v.ID(), members[0].ID())
			}
		}
	}
}

// gonum treats a page without arcs as we do; its vector may have any sum.
func TestPageRankAgainstGonum(t *testing.T) {
	eachRandom(t, sizes, 5, func(t *testing.T, g *site.Graph) {
		theirs := network.PageRankSparse(directed(g), damping, 1e-14)
		want := make([]float64, len(g.Pages))
		for i := range want {
			want[i] = theirs[int64(i)]
		}
		if off := farthestApart(pageRankOf(g), toSumOne(want)); off > 1e-9 {
			t.Errorf("differs by %g", off)
		}
	})
}

func toSumOne(values []float64) []float64 {
	sum, shares := 0.0, slices.Clone(values)
	for _, x := range values {
		sum += x
	}
	for i := range shares {
		shares[i] /= sum
	}
	return shares
}
