package stats

import (
	"cmp"
	"slices"

	"sitegraph/site"
)

// Content is the graph of the links in the content of pages, without menus and the like, compared with the whole graph.
type Content struct {
	Arcs        int         `json:"arcs"` // with links in the content, self-loops too
	ArcShare    float64     `json:"arc_share"`
	Links       int         `json:"links"`        // those in the content
	Density     float64     `json:"density"`      // of the whole graph with these arcs alone
	MeanDegree  float64     `json:"mean_degree"`  // likewise
	Unlinked    int         `json:"unlinked"`     // pages without content links from other pages
	AllUnlinked int         `json:"all_unlinked"` // pages without links from other pages
	Top         []TopPage   `json:"top"`          // the pages of greatest PageRank in this graph
	Risen       []RankShift `json:"risen"`        // whose rank is greater here
	Fallen      []RankShift `json:"fallen"`       // whose rank is greater in the whole graph
}

// RankShift is one of the ten pages whose ranks by PageRank in two graphs have the greatest quotient.
type RankShift struct {
	ID      int    `json:"id"` // the page's id in all files, from 1
	URL     string `json:"url"`
	Title   string `json:"title"`
	All     int    `json:"all"`     // the rank in the whole graph, from 1; equal ones share the first
	Content int    `json:"content"` // that among the content's
}

// describeContent returns nil where places are not known. pageRanks are those of the whole graph.
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

// Ranks are the ranks of values as written: 1 is the greatest, equal values share the first.
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

// shifts are the pages with the greatest quotients of two ranks, which are above 1.
func shifts(g *site.Graph, all, content, upper, lower []int) []RankShift {
	best := []int{}
	for i := range g.Pages {
		k := len(best)
		for k > 0 && upper[best[k-1]]*lower[i] < upper[i]*lower[best[k-1]] {
			k--
		}
		if k < topLength && upper[i] > lower[i] {
			best = slices.Insert(best, k, i)
			best = best[:min(len(best), topLength)]
		}
	}
	shifts := make([]RankShift, len(best))
	for k, i := range best {
		p := &g.Pages[i]
		shifts[k] = RankShift{ID: i + 1, URL: p.URL, Title: p.Title, All: all[i], Content: content[i]}
	}
	return shifts
}
