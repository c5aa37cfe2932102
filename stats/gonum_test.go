package stats

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/graph"
	"gonum.org/v1/gonum/graph/network"
	"gonum.org/v1/gonum/graph/topo"

	"sitegraph/site"
)

// rows is gonum's graph.Directed over the compact rows of a graph and of its reverse, without a map.
type rows struct{ out, in *site.Graph }

type node int64

func (n node) ID() int64 { return int64(n) }

type edge struct{ from, to node }

func (e edge) From() graph.Node         { return e.from }
func (e edge) To() graph.Node           { return e.to }
func (e edge) ReversedEdge() graph.Edge { return edge{from: e.to, to: e.from} }

var _ graph.Directed = rows{}

func directed(g *site.Graph) rows { return rows{out: g, in: reverse(g)} }

// reverse sorts the arcs by target, in one pass of counting.
func reverse(g *site.Graph) *site.Graph {
	r := &site.Graph{Pages: g.Pages, Offsets: make([]int, len(g.Pages)+1), Targets: make([]uint32, g.Arcs())}
	for i, d := range g.InDegrees() {
		r.Offsets[i+1] = r.Offsets[i] + d
	}
	at := slices.Clone(r.Offsets)
	for i := range g.Pages {
		for _, t := range g.Targets[g.Offsets[i]:g.Offsets[i+1]] {
			r.Targets[at[t]] = uint32(i)
			at[t]++
		}
	}
	return r
}

func (r rows) Node(id int64) graph.Node {
	if id < 0 || id >= int64(len(r.out.Pages)) {
		return nil
	}
	return node(id)
}

func (r rows) Nodes() graph.Nodes {
	return &nodes{count: len(r.out.Pages), at: -1}
}

func (r rows) From(id int64) graph.Nodes { return neighbours(r.out, id) }
func (r rows) To(id int64) graph.Nodes   { return neighbours(r.in, id) }

func neighbours(g *site.Graph, id int64) graph.Nodes {
	targets := g.Targets[g.Offsets[id]:g.Offsets[id+1]]
	return &nodes{list: targets, count: len(targets), at: -1}
}

func (r rows) HasEdgeFromTo(uid, vid int64) bool {
	targets, _ := r.out.Out(int(uid))
	_, found := slices.BinarySearch(targets, uint32(vid))
	return found
}

func (r rows) HasEdgeBetween(xid, yid int64) bool {
	return r.HasEdgeFromTo(xid, yid) || r.HasEdgeFromTo(yid, xid)
}

func (r rows) Edge(uid, vid int64) graph.Edge {
	if !r.HasEdgeFromTo(uid, vid) {
		return nil
	}
	return edge{from: node(uid), to: node(vid)}
}

// nodes goes through a row, or through all pages when there is no list.
type nodes struct {
	list      []uint32
	count, at int
}

func (n *nodes) Next() bool {
	n.at = min(n.at+1, n.count)
	return n.at < n.count
}
func (n *nodes) Len() int { return max(0, n.count-n.at-1) }
func (n *nodes) Reset()   { n.at = -1 }
func (n *nodes) Node() graph.Node {
	if n.list == nil {
		return node(n.at)
	}
	return node(n.list[n.at])
}

// sizes are the pages and arcs of the random graphs compared.
var sizes = [][2]int{{1, 1}, {2, 3}, {5, 4}, {10, 10}, {30, 25}, {50, 80}, {200, 260}, {200, 1000}, {1000, 1500}}

func TestStrongComponentsAgainstGonum(t *testing.T) {
	for _, size := range sizes {
		for seed := range uint64(5) {
			g := randomGraph(seed, size[0], size[1])
			component, count := strongComponents(targetsOf(g))
			theirs := topo.TarjanSCC(directed(g))
			if count != len(theirs) {
				t.Fatalf("%v seed %d: %d components, gonum %d", size, seed, count, len(theirs))
			}
			members := make([]int, count)
			for _, c := range component {
				members[c]++
			}
			for _, scc := range theirs {
				first := component[scc[0].ID()]
				for _, v := range scc {
					if component[v.ID()] != first {
						t.Fatalf("%v seed %d: pages %d and %d are apart", size, seed, scc[0].ID(), v.ID())
					}
				}
				if members[first] != len(scc) {
					t.Fatalf("%v seed %d: component of %d pages, gonum %d", size, seed, members[first], len(scc))
				}
			}
		}
	}
}

// gonum keeps a page without arcs as ours does; its vector may have any sum.
func TestPageRankAgainstGonum(t *testing.T) {
	engines := map[string]func(graph.Directed, float64, float64) map[int64]float64{
		"sparse": network.PageRankSparse, "dense": network.PageRank,
	}
	for name, engine := range engines {
		t.Run(name, func(t *testing.T) {
			for _, size := range sizes {
				if name == "dense" && size[0] > 200 {
					continue
				}
				for seed := range uint64(5) {
					g := randomGraph(seed, size[0], size[1])
					err := farthest(pageRankOf(g), engine(directed(g), damping, 1e-14))
					if err > 1e-9 {
						t.Errorf("%v seed %d: differs by %g", size, seed, err)
					}
				}
			}
		})
	}
}

func farthest(ours []float64, theirs map[int64]float64) float64 {
	sum := 0.0
	for i := range ours {
		sum += theirs[int64(i)]
	}
	worst := 0.0
	for i, r := range ours {
		worst = max(worst, math.Abs(r-theirs[int64(i)]/sum))
	}
	return worst
}
