package stats

import (
	"fmt"
	"math/rand/v2"
	"slices"

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
