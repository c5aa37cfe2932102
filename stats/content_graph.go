package stats

import (
	"cmp"
	"slices"

	"sitegraph/site"
)

// Content compares the graph of links in the content of pages, without menus and the like, with the whole graph.
type Content struct {
	Arcs        int         `json:"arcs"` // self-loops included
	ArcShare    float64     `json:"arc_share"`
	Links       int         `json:"links"`
	Density     float64     `json:"density"`
	MeanDegree  float64     `json:"mean_degree"`
	Unlinked    int         `json:"unlinked"`     // pages without content links from other pages
	AllUnlinked int         `json:"all_unlinked"` // pages without links from other pages
	Top         []TopPage   `json:"top"`          // the pages with the greatest PageRank in this graph
	Risen       []RankShift `json:"risen"`        // pages that rank better here
	Fallen      []RankShift `json:"fallen"`       // pages that rank better in the whole graph
}

// RankShift is one of the ten pages with the greatest quotient of their PageRank ranks in the two graphs.
type RankShift struct {
	ID      int    `json:"id"` // the page's id in all files, from 1
	URL     string `json:"url"`
	Title   string `json:"title"`
	All     int    `json:"all"`     // rank in the whole graph, from 1; equal values share a rank
	Content int    `json:"content"` // rank in the content graph
}

// describeContent returns nil if the places of links are unknown. pageRanks belong to the whole graph.
func describeContent(g *site.Graph, all digraph, pageRanks []float64) *Content {
	if g.Places == nil {
		return nil
	}
	content := g.OfContent()
	graph := newDigraph(content)
	arcs := countArcs(content, graph)
	c := &Content{Arcs: content.Arcs(), ArcShare: share(content.Arcs(), g.Arcs()), Links: arcs.links,
		Density: arcs.density(len(g.Pages)), MeanDegree: share(content.Arcs(), len(g.Pages)), Unlinked: unlinked(graph),
		AllUnlinked: unlinked(all)}
	ranking, inContent := PageRank(content)
	c.Top = ranking.Top
	before, after := Ranks(pageRanks), Ranks(inContent)
	c.Risen = shifts(g, before, after, before, after)
	c.Fallen = shifts(g, before, after, after, before)
	return c
}

func unlinked(g digraph) (n int) {
	for i := range g.pages {
		if g.in.degree(i) == g.in.loops(i) {
			n++
		}
	}
	return n
}

// Ranks returns the ranks of the rounded values: 1 is the greatest, and equal values share a rank.
func Ranks(values []float64) []int {
	rounded := make([]float64, len(values))
	for i, v := range values {
		rounded[i] = Round(v)
	}
	falling := slices.SortedFunc(slices.Values(rounded), func(a, b float64) int { return cmp.Compare(b, a) })
	ranks := make([]int, len(values))
	for i, v := range rounded {
		at, _ := slices.BinarySearchFunc(falling, v, func(x, v float64) int { return cmp.Compare(v, x) })
		ranks[i] = at + 1
	}
	return ranks
}

// shifts lists the pages with the greatest quotients upper/lower of their ranks.
func shifts(g *site.Graph, all, content, upper, lower []int) []RankShift {
	best := slices.DeleteFunc(countUp(len(g.Pages)), func(i int32) bool { return upper[i] <= lower[i] })
	slices.SortStableFunc(best, func(i, j int32) int { return cmp.Compare(upper[j]*lower[i], upper[i]*lower[j]) })
	shifts := []RankShift{}
	for _, i := range best[:min(len(best), topLength)] {
		p := &g.Pages[i]
		shifts = append(shifts, RankShift{ID: int(i) + 1, URL: p.URL, Title: p.Title, All: all[i], Content: content[i]})
	}
	return shifts
}
