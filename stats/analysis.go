package stats

import (
	"fmt"
	"iter"
	"maps"
	"strings"

	"sitegraph/site"
)

// Analysis holds everything computed about a site.
type Analysis struct {
	Summary                // figures for the whole site
	Values  Values         // figures for each page
	search  *problemSearch // finds Occurrences and Places
}

// Occurrences yields the URLs and pages with problems, sorted by kind, then by page or URL. It yields at most each of
// a kind, or all if each is 0. To save memory it searches most of them again each time. An error ends the sequence.
func (a *Analysis) Occurrences(each int) iter.Seq2[Occurrence, error] {
	if a.search == nil {
		return func(func(Occurrence, error) bool) {}
	}
	return a.search.occurrences(each)
}

// Places yields the places of all problems in the order of Occurrences, then by page. Its memory use does not depend
// on their number. An error ends the sequence.
func (a *Analysis) Places() iter.Seq2[Place, error] {
	if a.search == nil {
		return func(func(Place, error) bool) {}
	}
	return a.search.places()
}

// Values holds the figures of each page, in page order.
type Values struct {
	PageRank       []float64 // sums to 1, see [PageRank]
	Hub, Authority []float64 // each of length 1, see [digraph.hits]
	Betweenness    []float64 // the share of ordered pairs of other pages whose shortest paths cross this page
	Harmonic       []float64 // the mean of 1/distance from every other page
	Clustering     []float64 // the share of pairs of neighbours that are linked to each other
	Core           []int32   // the greatest k such that the page is in the k-core
	// Indices in Summary.Communities.List, in the strong components by first page, and in Summary.Directories.List.
	Community, Component, Directory []int32
	Region                          []Region // the page's region in the bow-tie
	Home                            []bool   // whether the page can reach the start page
	CutOff                          []int32  // number of pages that the start page reaches only through this one
}

// Progress reports how far a measure has come, from 0 to 1. One goroutine at a time calls it.
type Progress func(measure string, share float64)

// Analyse computes all figures of a crawl, even of one that was stopped; progress may be nil. Time is linear in pages
// and arcs, except that some measures sample large graphs (docs/statistics.md). Errors come from the crawl's sequences.
func Analyse(c *site.Crawl, progress Progress) (*Analysis, error) { return analyse(c, progress, "") }

// analyse computes only the measures named in names, or all if names is empty.
func analyse(c *site.Crawl, progress Progress, names string) (*Analysis, error) {
	a := &analyser{crawl: c, g: c.Graph, graph: newDigraph(c.Graph), Analysis: &Analysis{}}
	for _, m := range measures {
		if names != "" && !strings.Contains(names, m.name) {
			continue
		}
		report := func(share float64) {
			if progress != nil {
				progress(m.name, share)
			}
		}
		report(0)
		m.take(a, report)
		if a.err != nil {
			return nil, fmt.Errorf("%s of %s: %w", m.name, c.Site, a.err)
		}
		report(1)
	}
	return a.Analysis, nil
}

type analyser struct {
	*Analysis
	crawl    *site.Crawl
	g        *site.Graph
	graph    digraph
	between  *adjacency // the undirected graph, built when first needed
	template []int32    // the index of each page's template, -1 if the template is not listed
	err      error
}

func (a *analyser) neighbours() adjacency {
	if a.between == nil {
		a.between = new(a.graph.neighbours())
	}
	return *a.between
}

// measures run in this order, because some need the results of earlier ones.
var measures = []struct {
	name string
	take func(a *analyser, t tick)
}{
	{"sizes", func(a *analyser, _ tick) { a.sizes() }},
	{"degrees", func(a *analyser, _ tick) { a.degrees() }},
	{"components", func(a *analyser, _ tick) { a.components() }},
	{"PageRank", func(a *analyser, _ tick) { a.PageRank, a.Values.PageRank = PageRank(a.g) }},
	{"content", func(a *analyser, _ tick) { a.Content = describeContent(a.g, a.graph, a.Values.PageRank) }},
	{"HITS", func(a *analyser, _ tick) { a.HITS, a.Values.Hub, a.Values.Authority = describeHITS(a.g, a.graph) }},
	{"cores", func(a *analyser, _ tick) { a.Cores, a.Values.Core = CoresOf(a.neighbours()) }},
	{"clustering", func(a *analyser, _ tick) {
		a.Clustering, a.Values.Clustering = describeClustering(a.neighbours())
		a.between = nil // no later measure needs it
	}},
	{"depth", func(a *analyser, _ tick) {
		a.Return, a.Values.Home = describeReturn(a.g, a.graph)
		a.Depth = describeDepth(a.g, a.graph, a.Values.PageRank)
	}},
	{"dominators", func(a *analyser, _ tick) { a.Dominators, a.Values.CutOff = describeDominators(a.g, a.graph) }},
	{"distances", func(a *analyser, t tick) { a.Distances, a.Values.Harmonic = describeDistances(a.g, a.graph, t) }},
	{"betweenness", func(a *analyser, t tick) {
		a.Betweenness, a.Values.Betweenness = describeBetweenness(a.g, a.graph, t)
	}},
	{"communities", func(a *analyser, t tick) {
		a.Communities, a.Values.Community = describeCommunities(a.g, a.graph, t)
	}},
	{"addresses", func(a *analyser, _ tick) {
		a.Directories, a.Values.Directory = describeDirectories(a.g, a.graph, foldersOf(a.crawl))
		a.Templates, a.template = describeTemplates(a.g)
		a.Parameters = queryParameters(a.g)
	}},
	{"outside hosts", func(a *analyser, _ tick) { a.outside(); a.linked(); a.Declared = a.declared() }},
	{"changes", func(a *analyser, _ tick) { a.Summary.Watched = a.watched() }},
	{"problems", func(a *analyser, _ tick) {
		if a.crawl.Searched != nil { // a search has no single site to find fault with
			a.Problems = []Problem{}
			return
		}
		if a.search, a.err = findProblems(a.crawl, a.graph); a.err == nil {
			a.Problems = a.search.problems()
		}
	}},
}

func (a *analyser) sizes() {
	arcs := countArcs(a.g, a.graph)
	s := &a.Summary
	s.Site, s.Ended, s.Complete = a.crawl.Site, string(a.crawl.Ended), a.crawl.Complete
	s.Unknown = unknownFigures(a.crawl)
	s.Pages, s.Links, s.Arcs, s.SelfLoops = len(a.g.Pages), arcs.links, a.g.Arcs(), arcs.loops
	s.Density, s.Reciprocity, s.Sinks = arcs.density(len(a.g.Pages)), share(arcs.mutual, arcs.proper), arcs.sinks
	s.Levels, s.States = levels(a.g), maps.Collect(maps.All(a.crawl.Counts.States)) // nil would become null
	s.LoginWalls = a.crawl.Counts.LoginWalls
	s.Traps = traps(a.crawl.Sameness)
	for i := range a.g.Pages {
		s.ExternalLinks.Total += a.g.Pages[i].ExternalLinks
	}
	s.ExternalLinks.Mean = share(s.ExternalLinks.Total, s.Pages)
}

func (a *analyser) degrees() {
	a.InDegree = describeDegrees(a.g, a.g.InDegrees())
	a.OutDegree = describeDegrees(a.g, site.Each(site.UpTo[int](len(a.g.Pages)), a.g.OutDegree))
	a.Assortativity, a.JointDegree = describeAssortativity(a.graph), jointDegrees(a.graph)
}

func (a *analyser) components() {
	s := ShapeOf(a.graph.out, a.graph.in)
	a.Components, a.Values.Component = StrongComponent{WeakComponent: s.Strong}, s.StrongOf
	a.Components.HomeInLargest = len(s.Region) > 0 && s.Region[0] == RegionCore // of equals, home's is the core
	a.Weak, a.BowTie, a.Values.Region = s.Weak, s.BowTie, s.Region
}

type arcCounts struct {
	links  int // sum of the weights
	loops  int // arcs from a page to itself
	proper int // the other arcs
	mutual int // proper arcs whose reverse is an arc
	sinks  int // pages without a proper arc
}

func countArcs(g *site.Graph, dg digraph) (c arcCounts) {
	c.links = g.Weights.Sum()
	var around []uint32
	for i := range dg.pages {
		loops := dg.out.loops(i)
		proper := dg.out.degree(i) - loops
		c.loops += loops
		c.proper += proper
		around = AppendNeighbours(around[:0], uint32(i), dg.out.of(i), dg.in.of(i))
		c.mutual += proper + dg.in.degree(i) - loops - len(around)
		if proper == 0 {
			c.sinks++
		}
	}
	return c
}

// density divides as floats, because n(n-1) can overflow an int.
func (c arcCounts) density(pages int) float64 {
	if pages < 2 {
		return 0
	}
	n := float64(pages)
	return Round(float64(c.proper) / (n * (n - 1)))
}
