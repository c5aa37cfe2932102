package stats

import (
	"slices"
	"testing"

	"sitegraph/internal/console"
	"sitegraph/site"
)

// pathLengths returns the distance between every two pages, or -1 without a path, by the method of Floyd and Warshall.
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

// withoutPage returns the graph without the arcs from and to a page.
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

func withLevels(g *site.Graph, levels ...int) *site.Graph {
	for i, l := range levels {
		g.Pages[i].Level = l
	}
	return g
}

// smallSizes has the pages and arcs of random graphs for brute force: sparse, dense, and of one page.
var smallSizes = [][2]int{{1, 0}, {1, 2}, {2, 1}, {3, 4}, {8, 6}, {12, 20}, {25, 30}, {40, 60}, {40, 400}, {60, 2000}}

func eachSmall(t *testing.T, test func(t *testing.T, g *site.Graph)) {
	t.Helper()
	eachRandom(t, smallSizes, 10, test)
}

// unwatched ignores progress.
func unwatched(float64) {}

// TestShapeOfLongChain would overflow the stack or never end if something recursed or kept starting again.
func TestShapeOfLongChain(t *testing.T) {
	const n = 50_000
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
	depth := describeDepth(g, w, make([]float64, n))
	if last := depth.Levels[n-1]; last.Pages != 1 || last.Arcs != 1 || last.PageRank != 0 || last.Visits[0] != 1 {
		t.Errorf("within the last level %+v", last)
	}
	between := w.neighbours()
	cores, _ := CoresOf(between)
	clustering, _ := describeClustering(between)
	if cores.Max != 1 || cores.InMax != n || clustering != (Clustering{}) {
		t.Errorf("got %+v, %+v", cores, clustering)
	}
	communities, _ := describeCommunities(g, w, nil)
	if communities.Modularity < 0.98 { // parts of about 320 pages give 1 - 2/320 - 1/156
		t.Errorf("modularity %v", communities.Modularity)
	}
	for i, pages := range cutOffBy(w) {
		console.Equal(t, int(pages), n-1-i, "page", i)
	}
}

func regions(g *site.Graph) (BowTie, []Region) {
	component, count := strongComponents(targetsOf(g))
	dg := newDigraph(g)
	return bowTie(dg.out, dg.in, component, count)
}

// The bow tie agrees with a check which pages each page reaches and is reached from.
func TestBowTieByDefinition(t *testing.T) {
	eachSmall(t, func(t *testing.T, g *site.Graph) {
		d := pathLengths(g)
		core := largestKnot(d)
		anyOf := func(set []int, joined func(int) bool) bool { return slices.ContainsFunc(set, joined) }
		var in, out []int
		for i := range d {
			to, from := d[i][core] >= 0, d[core][i] >= 0
			switch {
			case to && !from:
				in = append(in, i)
			case from && !to:
				out = append(out, i)
			}
		}
		_, region := regions(g)
		for i := range d {
			fromIn := anyOf(in, func(s int) bool { return d[s][i] >= 0 })
			toOut := anyOf(out, func(s int) bool { return d[i][s] >= 0 })
			want := RegionDisconnected
			switch {
			case d[i][core] >= 0 && d[core][i] >= 0:
				want = RegionCore
			case slices.Contains(in, i):
				want = RegionIn
			case slices.Contains(out, i):
				want = RegionOut
			case fromIn && toOut:
				want = RegionTube
			case fromIn || toOut:
				want = RegionTendril
			}
			console.Equal(t, region[i], want, "page", i, "region")
		}
	})
}

// largestKnot returns the first page of the first largest strong component.
func largestKnot(d [][]int) int {
	best, most := 0, 0
	for i := range d {
		size := 0
		for j := range d {
			if d[i][j] >= 0 && d[j][i] >= 0 {
				size++
			}
		}
		if size > most {
			best, most = i, size
		}
	}
	return best
}

func TestReturn(t *testing.T) {
	for _, c := range []struct {
		name  string
		graph *site.Graph
		want  Return
	}{
		{"nothing", graphOf(0), Return{Levels: []ReturnLevel{}, LostAt: -1}},
		{"a page", graphOf(1), Return{Pages: 1, Share: 1, Levels: []ReturnLevel{{0, 1, 1}}, LostAt: -1}},
		{"half of level 1, and none behind",
			withLevels(graphOf(5, arc(0, 1), arc(0, 2), arc(1, 0), arc(2, 3), arc(3, 4)), 0, 1, 1, 2, 3),
			Return{Pages: 2, Share: 0.4, Levels: []ReturnLevel{{0, 1, 1}, {1, 1, 0.5}, {2, 0, 0}, {3, 0, 0}},
				LostAt: 2}},
		{"lost on level 1, but not behind",
			withLevels(graphOf(5, arc(0, 1), arc(0, 2), arc(0, 3), arc(1, 4), arc(4, 0)), 0, 1, 1, 1, 2),
			Return{Pages: 3, Share: 0.6, Levels: []ReturnLevel{{0, 1, 1}, {1, 1, 0.333333333}, {2, 1, 1}}, LostAt: -1}},
	} {
		got, _ := describeReturn(c.graph, newDigraph(c.graph))
		console.Equal(t, got, c.want, c.name)
	}
}

func TestReturnByDefinition(t *testing.T) {
	eachSmall(t, func(t *testing.T, g *site.Graph) {
		d := pathLengths(g)
		_, home := describeReturn(g, newDigraph(g))
		for i := range d {
			console.Equal(t, home[i], (d[i][0] >= 0), "page", i, d[i][0])
		}
	})
}
