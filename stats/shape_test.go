package stats

import (
	"testing"

	"sitegraph/site"
)

// pathLengths returns the distance between every two pages, -1 without a path, by the method of Floyd and Warshall.
func pathLengths(g *site.Graph) [][]int {
	n := len(g.Pages)
	d := make([][]int, n)
	for i := range d {
		d[i] = make([]int, n)
		for j := range d[i] {
			d[i][j] = -1
		}
		targets, _ := g.Out(i)
		for _, j := range targets {
			d[i][j] = 1
		}
		d[i][i] = 0
	}
	for k := range n {
		for i := range n {
			for j := range n {
				if d[i][k] >= 0 && d[k][j] >= 0 && (d[i][j] < 0 || d[i][k]+d[k][j] < d[i][j]) {
					d[i][j] = d[i][k] + d[k][j]
				}
			}
		}
	}
	return d
}

// withoutPage returns the graph with no arc from or to a page.
func withoutPage(g *site.Graph, page int) *site.Graph {
	var arcs [][2]uint32
	for i := range g.Pages {
		targets, _ := g.Out(i)
		for _, j := range targets {
			if i != page && int(j) != page {
				arcs = append(arcs, arc(uint32(i), j))
			}
		}
	}
	return graphOf(len(g.Pages), arcs...)
}

// withLevels gives the pages their levels.
func withLevels(g *site.Graph, levels ...int) *site.Graph {
	for i, l := range levels {
		g.Pages[i].Level = l
	}
	return g
}

// smallSizes are the pages and arcs of the random graphs that are measured by brute
// force too: sparse, dense, and of one page.
var smallSizes = [][2]int{{1, 0}, {1, 2}, {2, 1}, {3, 4}, {8, 6}, {12, 20}, {25, 30}, {40, 60}, {40, 400}, {60, 2000}}

// eachSmall runs the test on random graphs.
func eachSmall(t *testing.T, test func(t *testing.T, g *site.Graph)) {
	t.Helper()
	for _, size := range smallSizes {
		for seed := range uint64(10) {
			test(t, randomGraph(seed, size[0], size[1]))
			if t.Failed() {
				t.Fatalf("%d pages, %d arcs, seed %d", size[0], size[1], seed)
			}
		}
	}
}

// unwatched is told of progress and says nothing.
func unwatched(float64) {}

// TestShapeOfLongChain would overflow the stack or never end if something
// recursed or looked for the end of the chain again and again.
func TestShapeOfLongChain(t *testing.T) {
	const n = 250_000
	g := chain(n, false)
	w := newDigraph(g)
	if weak, _ := largestOf(components(w.out, nil)); weak != (WeakComponent{Count: 1, Largest: n, LargestShare: 1}) {
		t.Errorf("weak components %+v", weak)
	}
	component, count := strongComponents(targetsOf(g))
	if b, _ := bowTie(w.out, w.in, component, count); b != (BowTie{Core: 1, Out: n - 1}) {
		t.Errorf("bow-tie %+v", b)
	}
	if r, _ := describeReturn(g, w); r.Pages != 1 || r.LostAt != 1 {
		t.Errorf("return from %d pages, lost at %d", r.Pages, r.LostAt)
	}
	dominator, cutOff := dominators(w)
	for i := range n {
		if int(dominator[i]) != i-1 || int(cutOff[i]) != n-1-i {
			t.Fatalf("page %d: dominator %d, cuts off %d", i, dominator[i], cutOff[i])
		}
	}
}

func TestDepthOfLongChain(t *testing.T) {
	const n = 50_000
	g := chain(n, false)
	depth := describeDepth(g, newDigraph(g), make([]float64, n))
	if last := depth.Levels[n-1]; last.Pages != 1 || last.Arcs != 1 || last.PageRank != 0 || last.Visits[0] != 1 {
		t.Errorf("within the last level %+v", last)
	}
}
