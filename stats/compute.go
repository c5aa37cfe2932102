package stats

import (
	"fmt"
	"maps"

	"sitegraph/site"
	"sitegraph/wording"
)

// Progress is told which measure is being taken, and which share of it is done,
// 0 to 1. It is called by one goroutine at a time.
type Progress func(measure string, share float64)

// Analyse computes all numbers of a crawl, whole or stopped early; progress may
// be nil. Time is linear in pages and arcs but for the measures that say
// otherwise in docs/statistics.md, which turn to samples where a graph is
// large. A graph without pages gives zeros and empty lists. The error is that
// of the crawl's sequences.
func Analyse(c *site.Crawl, progress Progress) (*Analysis, error) {
	a := &analyser{crawl: c, g: c.Graph, web: newWeb(c.Graph), out: &Analysis{}}
	for _, m := range measures {
		tell := func(share float64) {
			if progress != nil {
				progress(m.name, share)
			}
		}
		tell(0)
		m.take(a, tell)
		if a.err != nil {
			return nil, fmt.Errorf("%s of %s: %w", m.name, c.Site, a.err)
		}
		tell(1)
	}
	return a.out, nil
}

// analyser is what the measures work on and where they put their numbers.
type analyser struct {
	crawl *site.Crawl
	g     *site.Graph
	web   web
	// between is the graph without directions, once it is asked for.
	between *lists
	out     *Analysis
	err     error
}

// neighbours returns the graph without directions.
func (a *analyser) neighbours() lists {
	if a.between == nil {
		between := a.web.neighbours()
		a.between = &between
	}
	return *a.between
}

// measures are taken one after the other; some need the numbers of those before
// them.
var measures = []struct {
	name string
	take func(a *analyser, t tick)
}{
	{"sizes", func(a *analyser, _ tick) { a.sizes() }},
	{"degrees", func(a *analyser, _ tick) { a.degrees() }},
	{"components", func(a *analyser, _ tick) { a.components() }},
	{"PageRank", func(a *analyser, _ tick) {
		a.out.PageRank, a.out.Values.PageRank = describePageRank(a.g)
	}},
	{"HITS", func(a *analyser, _ tick) {
		a.out.HITS, a.out.Values.Hub, a.out.Values.Authority = describeHITS(a.g, a.web)
	}},
	{"cores", func(a *analyser, _ tick) {
		a.out.Cores, a.out.Values.Core = describeCores(a.neighbours())
	}},
	{"clustering", func(a *analyser, _ tick) {
		a.out.Clustering, a.out.Values.Clustering = describeClustering(a.neighbours())
		a.between = nil // not needed any more
	}},
	{"depth", func(a *analyser, _ tick) {
		a.out.Return, a.out.Values.Home = describeReturn(a.g, a.web)
		a.out.Depth = describeDepth(a.g, a.web, a.out.Values.PageRank)
	}},
	{"dominators", func(a *analyser, _ tick) {
		a.out.Dominators, a.out.Values.Dominator, a.out.Values.CutOff = describeDominators(a.g, a.web)
	}},
	{"distances", func(a *analyser, t tick) {
		a.out.Distances, a.out.Values.Harmonic = describeDistances(a.g, a.web, t)
	}},
	{"betweenness", func(a *analyser, t tick) {
		a.out.Betweenness, a.out.Values.Betweenness = describeBetweenness(a.g, a.web, t)
	}},
	{"communities", func(a *analyser, t tick) {
		a.out.Communities, a.out.Values.Community = findCommunities(a.g, a.web, t)
	}},
	{"addresses", func(a *analyser, _ tick) {
		a.out.Directories, a.out.Values.Directory = describeDirectories(a.g, a.web)
		a.out.Templates, a.out.Parameters = urlTemplates(a.g), queryParameters(a.g)
	}},
	{"problems", func(a *analyser, _ tick) {
		if a.out.finder, a.err = findProblems(a.crawl, a.web); a.err == nil {
			a.out.Problems = a.out.finder.problems()
		}
	}},
}

func (a *analyser) sizes() {
	arcs := countArcs(a.g)
	s := &a.out.Summary
	s.Site, s.Ended, s.Complete = a.crawl.Site, string(a.crawl.Ended), a.crawl.Complete
	s.Pages, s.Links, s.Arcs, s.SelfLoops = len(a.g.Pages), arcs.links, a.g.Arcs(), arcs.loops
	s.Density, s.Reciprocity, s.Sinks = arcs.density(len(a.g.Pages)), share(arcs.mutual, arcs.proper), arcs.sinks
	s.ExternalLinks, s.Levels, s.States = externalLinks(a.g), levels(a.g), states(a.crawl.Counts)
}

func (a *analyser) degrees() {
	a.out.InDegree, a.out.OutDegree = describeDegrees(a.g, a.g.InDegrees()), describeDegrees(a.g, outDegrees(a.g))
	a.out.Assortativity, a.out.JointDegree = describeAssortativity(a.web), jointDegrees(a.web)
}

func (a *analyser) components() {
	component, count := StrongComponents(a.g)
	a.out.Components, a.out.Values.Component = describeComponents(component, count), component
	a.out.Weak = describeWeak(a.web)
	a.out.BowTie, a.out.Values.Region = bowTie(a.web, component, count)
}

func externalLinks(g *site.Graph) ExternalLinks {
	total := 0
	for i := range g.Pages {
		total += g.Pages[i].ExternalLinks
	}
	return ExternalLinks{Total: total, Mean: share(total, len(g.Pages))}
}

// states copies the counts, so that the summary is the caller's own, and is
// never null in stats.json.
func states(c site.Counts) map[site.State]int {
	if c.States == nil {
		return map[site.State]int{}
	}
	return maps.Clone(c.States)
}

// share returns part/whole, rounded; 0 when there is no whole.
func share(part, whole int) float64 {
	if whole == 0 {
		return 0
	}
	return round(float64(part) / float64(whole))
}

// digits is the number of significant digits kept. More would show the error
// PageRank has left (see tolerance), and break ties between equal pages by it.
const digits = 9

// Round returns a value as the files write it, with nine significant digits.
func Round(x float64) float64 { return round(x) }

func round(x float64) float64 { return wording.Significant(x, digits) }
