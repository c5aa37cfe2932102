package stats

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/graph"
	"gonum.org/v1/gonum/graph/multi"
	"gonum.org/v1/gonum/graph/network"
	"gonum.org/v1/gonum/graph/topo"

	"sitegraph/site"
)

// graphOf builds a graph of n pages from arcs. An arc given k times has weight k. Levels are 0, then 1.
func graphOf(n int, arcs ...[2]uint32) *site.Graph {
	g := &site.Graph{Pages: pages(n), Offsets: make([]int, n+1)}
	slices.SortFunc(arcs, func(a, b [2]uint32) int { return slices.Compare(a[:], b[:]) })
	for i, a := range arcs {
		if i > 0 && a == arcs[i-1] {
			last := g.Weights.Len() - 1
			g.Weights.Set(last, g.Weights.At(last)+1)
			continue
		}
		g.Targets = append(g.Targets, a[1])
		g.Weights.Append(1)
		g.Offsets[a[0]+1]++
	}
	for i := range n {
		g.Offsets[i+1] += g.Offsets[i]
	}
	return g
}

func pages(n int) []site.Page {
	p := make([]site.Page, n)
	for i := range p {
		p[i] = site.Page{URL: fmt.Sprintf("https://example.com/%d", i), Level: min(i, 1)}
	}
	return p
}

// randomGraph has n pages and about m arcs, more from the first half, including self-loops.
func randomGraph(seed uint64, n, m int) *site.Graph {
	r := rand.New(rand.NewPCG(seed, 1))
	arcs := make([][2]uint32, m)
	for i := range arcs {
		arcs[i] = [2]uint32{uint32(r.IntN(1 + r.IntN(n))), uint32(r.IntN(n))}
	}
	return graphOf(n, arcs...)
}

// chain returns 0 → 1 → ... → n-1, and back to 0 if closed.
func chain(n int, closed bool) *site.Graph {
	var arcs [][2]uint32
	for i := range uint32(n) {
		if to := i + 1; closed || int(to) < n {
			arcs = append(arcs, arc(i, to%uint32(n)))
		}
	}
	return withLevels(graphOf(n, arcs...), site.UpTo[int](n)...)
}

func crawlOf(g *site.Graph) *site.Crawl {
	return &site.Crawl{Site: "https://example.com", Graph: g, Ended: "work-done", Complete: true,
		Ledger: site.WithoutErrors[site.Entry](nil), Mentions: func(string) []int { return nil }}
}

// compute returns only the summary.
func compute(c *site.Crawl) Summary {
	a, err := Analyse(c, nil)
	if err != nil {
		panic(err) // these crawls have no errors
	}
	return a.Summary
}

// pageRankOf and hitsOf return only the values.
func pageRankOf(g *site.Graph) []float64 {
	_, rank := PageRank(g)
	return rank
}

func hitsOf(g *site.Graph) (hub, authority []float64) {
	hub, authority, _, _ = newDigraph(g).hits()
	return hub, authority
}

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
