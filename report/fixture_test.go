package report

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"sitegraph/internal/console"
	"sitegraph/site"
	"sitegraph/stats"
)

var must = console.Must

// graph makes a graph of pages; arcs lists the targets of each page.
func graph(levels []int, arcs [][]uint32) *site.Graph {
	g := &site.Graph{Offsets: []int{0}}
	for i, level := range levels {
		address := fmt.Sprintf("http://museum.example/p%d", i)
		g.Pages = append(g.Pages, site.Page{URL: address, Key: address, Level: level, Title: fmt.Sprintf("Page %d", i)})
		g.Targets = append(g.Targets, arcs[i]...)
		g.Offsets = append(g.Offsets, len(g.Targets))
	}
	g.Weights = site.NewNumbers(len(g.Targets))
	return g
}

// museum returns a site of five pages with numbers in every section.
func museum() Site {
	g := graph([]int{0, 1, 1, 2, 2}, [][]uint32{{1, 2}, {0, 3}, {0, 4}, {}, {}})
	top := []stats.TopPage{
		{ID: 1, URL: g.Pages[0].URL, Title: g.Pages[0].Title, Value: 0.3},
		{ID: 2, URL: g.Pages[1].URL, Title: g.Pages[1].Title, Value: 0.2}}
	degrees := stats.Degrees{Mean: 1.2, Median: 1, Max: 2, Gini: 0.25, Distribution: [][2]int{{0, 2}, {2, 3}},
		Bins: []stats.DegreeBin{{From: 2, To: 3, Pages: 3, Density: 0.3}}, Top: top,
		PowerLaw: stats.PowerLaw{Verdict: "plausible", Alpha: 2.5, AlphaError: 0.31, XMin: 2, Tail: 3, P: 0.42}}
	out := degrees
	out.PowerLaw = stats.PowerLaw{Verdict: "rejected", Alpha: 3, XMin: 1, Tail: 3, P: 0}
	s := stats.Summary{
		Site: "http://museum.example", Ended: "work-done", Complete: true,
		Pages: 5, Links: 9, Arcs: 6, Density: 0.3, Reciprocity: 2.0 / 3, Sinks: 2,
		ExternalLinks: stats.ExternalLinks{Total: 4, Mean: 0.8},
		Levels: []stats.Level{
			{Level: 0, Pages: 1, CumulativeShare: 0.2},
			{Level: 1, Pages: 2, CumulativeShare: 0.6},
			{Level: 2, Pages: 2, CumulativeShare: 1}},
		InDegree: degrees, OutDegree: out,
		Components: stats.StrongComponent{
			WeakComponent: stats.WeakComponent{Count: 3, Largest: 3, LargestShare: 0.6}, HomeInLargest: true},
		Weak:   stats.WeakComponent{Count: 1, Largest: 5, LargestShare: 1},
		BowTie: stats.BowTie{Core: 3, Out: 2},
		Return: stats.Return{Pages: 3, Share: 0.6, LostAt: 2,
			Levels: []stats.ReturnLevel{
				{Level: 0, Pages: 1, Share: 1},
				{Level: 1, Pages: 2, Share: 1},
				{Level: 2, Pages: 2}}},
		Depth: stats.Depth{Continue: []float64{0.5}, Levels: []stats.DepthLevel{
			{Level: 0, Pages: 0.2, PageRank: 0.3, Visits: []float64{0.6}},
			{Level: 1, Pages: 0.6, Arcs: 0.5, PageRank: 0.7, Visits: []float64{0.9}},
			{Level: 2, Pages: 1, Arcs: 1, PageRank: 1, Visits: []float64{1}}}},
		Distances: stats.Distances{Method: stats.Method{Name: "exact"},
			Reachable: 0.6, Mean: 1.5, Median: 1, Effective: 2, Diameter: 3,
			Distribution: [][2]int{{1, 6}, {2, 4}, {3, 2}}, Harmonic: top},
		Dominators: stats.Dominators{Pages: 2, Top: top[1:]},
		PageRank:   stats.PageRankSummary{Damping: 0.85, Top: top},
		HITS:       stats.HITSSummary{Hubs: top, Authorities: top},
		Betweenness: stats.BetweennessSummary{Top: top,
			Method: stats.Method{Name: "sampled", Samples: 64, Seed: 7, Error: 0.01, ErrorIs: "standard error"}},
		Cores:         stats.Cores{Max: 1, InMax: 5, Distribution: [][2]int{{1, 5}}},
		Clustering:    stats.Clustering{Global: 0.1, Mean: 0.2},
		Assortativity: stats.Assortativity{OutIn: -0.5, OutOut: 0.25},
		JointDegree: []stats.JointDegree{
			{In: 1, Out: 0, Pages: 2},
			{In: 2, Out: 2, Pages: 1},
			{In: 1, Out: 2, Pages: 2}},
		Communities: stats.Communities{Method: "louvain", Count: 2, Modularity: 0.2,
			List: []stats.Community{
				{Pages: 3, Borders: stats.Borders{Inside: 4, Out: 1}, Prefix: "/", Words: []string{"rooms"}, First: 1},
				{Pages: 2, First: 4}}},
		Directories: stats.Directories{Count: 1, List: []stats.Directory{
			{Path: "/", Pages: 5, Borders: stats.Borders{Inside: 6}}}},
		Templates:  []stats.Template{{Template: "/p{number}", Pages: 5, Example: g.Pages[0].URL}},
		Parameters: []stats.Parameter{{Name: "page", Pages: 2, Values: 1}},
		Problems: []stats.Problem{{Kind: "no-title", Severity: "notice", Explanation: "A page has no title.", Count: 1},
			{Kind: "broken-link", Severity: "error", Explanation: "A link leads to an error.", Count: 60},
			{Kind: "unheard-of", Severity: "odd", Explanation: "Something.", Count: 2},
			{Kind: "none", Severity: "error", Count: 0}},
		States: map[site.State]int{site.StatePage: 5, site.StateStatus: 60, site.StateExternal: 4},
	}
	var occurrences []stats.Occurrence
	for i := range 60 {
		occurrences = append(occurrences, stats.Occurrence{
			Kind: "broken-link", URL: fmt.Sprintf("http://museum.example/gone/%d", i),
			Detail: "status 404", Sources: []int{1, 2}, SourceCount: 3})
	}
	occurrences = append(occurrences,
		stats.Occurrence{Kind: "no-title", Page: 2},
		stats.Occurrence{Kind: "no-title", Page: 99, Sources: []int{1}})
	return Site{
		Crawl: &site.Crawl{Site: s.Site, Graph: g, Complete: true, Ended: "work-done", Counts: site.Counts{Fetched: 65},
			Notes:    []string{"the home page redirects"},
			Robots:   site.RobotsSeen{Status: 404, Access: site.RobotsAllow, Why: site.RobotsStatus},
			Started:  time.Date(2026, 5, 4, 10, 0, 0, 0, time.UTC),
			Finished: time.Date(2026, 5, 4, 10, 5, 0, 0, time.UTC)},
		Analysis: stats.Analysis{Summary: s, Values: stats.Values{PageRank: []float64{0.3, 0.2, 0.2, 0.15, 0.15}}},
		Problems: occurrences,
		Settings: []Setting{{"walk.max_level", ""}, {"dedup.key", "exact"}},
		Version:  "1.2.3",
	}
}

var (
	museumMap = &Picture{
		HTML: `<p id="the-map">Map</p>`, Style: "#the-map{color:red}", Script: "let a = 1 < 2 && \"<b>\";"}
	museumFiles = []string{"museum.example.nodes.csv"}
)

// empty returns a site without pages.
func empty() Site {
	return Site{
		Crawl: &site.Crawl{Graph: &site.Graph{Offsets: []int{0}}},
		Analysis: stats.Analysis{Summary: stats.Summary{
			Site: "http://gone.example", Ended: "robots-unavailable", States: map[site.State]int{site.StateFailed: 1}}}}
}

// lonely returns a site of one page with arcs to itself.
func lonely(arcs int) Site {
	g := graph([]int{0}, [][]uint32{make([]uint32, arcs)})
	c := &site.Crawl{Site: "http://one.example", Graph: g, Complete: true, Ended: "work-done"}
	return Site{Crawl: c, Analysis: analysed(c)}
}

// scattered returns three pages without arcs, such as a stopped crawl may leave.
func scattered() Site {
	c := &site.Crawl{Site: "http://three.example", Graph: graph([]int{0, 1, 1}, make([][]uint32, 3)), Ended: "signal",
		Counts: site.Counts{States: map[site.State]int{site.StateStopped: 12, site.StateFailed: 3}}}
	return Site{Crawl: c, Analysis: analysed(c)}
}

func sites() map[string]Site {
	return map[string]Site{
		"museum": museum(), "empty": empty(), "one page": lonely(0), "one page with a self-loop": lonely(1),
		"no arcs": scattered(), "ranked": ranked(), "watched": watched(), "learnt": learnt(),
		"zero": {}}
}

// compared returns the report of a run of n sites.
func compared(n int) Sites {
	r := Sites{
		Started:  time.Date(2026, 5, 4, 23, 0, 0, 0, time.UTC),
		Finished: time.Date(2026, 5, 5, 1, 0, 0, 0, time.UTC),
		Version:  "1.2.3"}
	var summaries []*stats.Summary
	for i := range n {
		s := museum().Analysis.Summary
		s.Site = fmt.Sprintf("http://site%d.example", i)
		s.Pages, s.Links, s.Complete = 5*(i+1), 90-i*i, i%3 != 2
		r.Members = append(r.Members, Member{Report: fmt.Sprintf("site%d/report.html", i), Summary: s})
		summaries = append(summaries, &s)
	}
	if n > 0 {
		r.Across = stats.CompareSites(summaries)
	}
	return r
}

func siteOf(t *testing.T, in Site) string {
	t.Helper()
	return siteWith(t, in, museumMap, museumFiles)
}

func siteWith(t *testing.T, in Site, siteMap *Picture, files []string) string {
	t.Helper()
	var b bytes.Buffer
	must(t, New(in).Write(&b, siteMap, files))
	return b.String()
}

func runOf(t *testing.T, in Sites) string {
	t.Helper()
	var b strings.Builder
	must(t, WriteSites(&b, in))
	return b.String()
}

// analysed returns the numbers of a complete crawl.
func analysed(c *site.Crawl) stats.Analysis {
	c.Ledger, c.Mentions = func(func(site.Entry, error) bool) {}, func(string) []int { return nil }
	a, err := stats.Analyse(c, nil)
	if err != nil {
		panic(err) // only a rereading error can fail
	}
	return *a
}

// says checks that a text contains each of wants. about names the case if there are several.
func says(t *testing.T, about, text string, wants ...string) {
	t.Helper()
	for _, want := range wants {
		if !strings.Contains(text, want) {
			t.Errorf("%s nowhere: %s", about, want)
		}
	}
}

// silent checks that a text contains none of unwanted.
func silent(t *testing.T, about, text string, unwanted ...string) {
	t.Helper()
	for _, bad := range unwanted {
		if strings.Contains(text, bad) {
			t.Errorf("%s there is %q", about, bad)
		}
	}
}
