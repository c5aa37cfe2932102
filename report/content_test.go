package report

import (
	"bytes"
	"html"
	"math"
	"slices"
	"strings"
	"testing"

	"sitegraph/internal/console"
	"sitegraph/report/chart"
	"sitegraph/site"
	"sitegraph/stats"
)

// The report shows the content graph next to the whole graph, if it is known.
func TestContent(t *testing.T) {
	for _, known := range []bool{false, true} {
		in := museum()
		p := in.Crawl.Graph.Pages
		if known {
			in.Analysis.Content = &stats.Content{Arcs: 2, ArcShare: 1.0 / 3, Links: 3, MeanDegree: 0.4, Unlinked: 4,
				AllUnlinked: 1, Top: []stats.TopPage{{ID: 3, URL: p[2].URL, Title: p[2].Title, Value: 0.25}},
				Fallen: []stats.RankShift{{ID: 2, URL: p[1].URL, Title: p[1].Title, All: 1, Content: 777}}}
		}
		var b bytes.Buffer
		must(t, New(in).Write(&b, nil, nil))
		for _, want := range []string{"What the content links to", "33.3% of the arcs",
			"4 pages are linked to from the content of no other page.", "Lower in the content", "777"} {
			console.Equal(t, strings.Contains(b.String(), want), known, "known")
		}
		if strings.Contains(b.String(), "Higher in the content") {
			t.Error("a list without pages")
		}
	}
}

// Of ten pages, four have degree 0, three 1, two 4 and one 9.
func TestAtLeast(t *testing.T) {
	got := atLeast([][2]int{{0, 4}, {1, 3}, {4, 2}, {9, 1}}, 10)
	console.Equal(t, got, []chart.Point{{X: 1, Y: 0.6}, {X: 4, Y: 0.3}, {X: 9, Y: 0.1}})
	console.Equal(t, len(atLeast([][2]int{{0, 3}}, 3)), 0, "pages without links")
}

// The sign gives the colour, and the size gives one of four steps.
func TestHeat(t *testing.T) {
	for rho, want := range map[float64]string{0: "", 0.1: "heat warm-1", -0.25: "heat cold-1", 0.26: "heat warm-2",
		-0.75: "heat cold-3", 1: "heat warm-4", -1: "heat cold-4"} {
		console.Equal(t, heat(rho), want, rho)
	}
	console.Equal(t, heat(math.NaN()), "", "no number")
}

// ranked returns the museum as read by a policy with a budget.
func ranked() Site {
	in := museum()
	c := in.Crawl
	c.Ranked = true
	for i, importance := range []float64{0.4, 0.1, 0.25, 0, 0.001} {
		c.Graph.Pages[i].Importance = importance
	}
	c.Frontier = slices.Values([]site.Candidate{
		{URL: "http://museum.example/next", Depth: 3, Importance: 0.125},
		{URL: "javascript:alert(1)", Depth: 3, Importance: 0.05}})
	c.Decisions, c.Ordered = slices.Values([]site.Decision{{Number: 1}, {Number: 2, Free: true}, {Number: 5}}), true
	c.Counts.Limits = map[string]int{"budget": 1234, "max_path_depth": 8}
	return in
}

// The report lists pages by importance beside their PageRank, and the next pages to fetch.
func TestImportance(t *testing.T) {
	page := siteOf(t, ranked())
	words := wordsOf(page)
	says(t, "", words,
		"2 pages processed by choice; 1,234 URLs known and not fetched",
		"Page 0\nhttp://museum.example/p0\n40.0%\n30.0%\nPage 2\nhttp://museum.example/p2\n25.0%\n20.0%\n"+
			"Page 1\nhttp://museum.example/p1\n10.0%\n20.0%\nPage 4\nhttp://museum.example/p4\n0.1%\n15.0%\n"+
			"Page 3\nhttp://museum.example/p3\n0%\n15.0%\n",
		"http://museum.example/next\n3\n12.5%\njavascript:alert(1)\n3\n5.0%\n",
		"from its start page, in the order that the settings ask for, as",
	)
	if !strings.Contains(page, `<section id="importance"`) || strings.Contains(page, `href="javascript:`) {
		t.Error("no section, or a link that runs a script")
	}
	if words := wordsOf(siteOf(t, museum())); strings.Contains(words, "by choice") ||
		strings.Contains(words, "took for important") || !strings.Contains(words, "start page, depth by depth, as") {
		t.Error("a crawl by depth has a budget")
	}
}

// TestFrontiers checks reports whose frontier is long, empty or unknown.
func TestFrontiers(t *testing.T) {
	in := ranked()
	in.Crawl.Frontier = slices.Values(make([]site.Candidate, 21))
	if words := wordsOf(siteOf(t, in)); !strings.Contains(words, "frontier.csv has more.") {
		t.Error("nothing says that there are more than 20")
	}
	in.Crawl.Frontier = slices.Values(make([]site.Candidate, 20))
	if words := wordsOf(siteOf(t, in)); strings.Contains(words, "frontier.csv has more.") {
		t.Error("20 of 20 URLs, and more are promised")
	}
	in.Crawl.Frontier = slices.Values([]site.Candidate(nil))
	if words := wordsOf(siteOf(t, in)); !strings.Contains(words, "It knows no URL that it has not fetched.") {
		t.Error("nothing says that nothing is left")
	}
	in.Crawl.Frontier = nil
	if words := wordsOf(siteOf(t, in)); strings.Contains(words, "fetching next") {
		t.Error("a frontier that nobody knows")
	}
}

// The methods text for a paper says what was crawled and how, what was lost, and which graph it is.
func TestMethods(t *testing.T) {
	in := Site{Version: "9.9", Settings: []Setting{{"duplicates.key", "exact"}, {"walk.elements", "a, area"}},
		Digests: []Digest{{"h.nodes.csv", "aa11"}, {"h.arcs.csv", "bb22"}}}
	in.Crawl = &site.Crawl{Site: "http://h", Graph: &site.Graph{}, Robots: site.RobotsSeen{Access: site.RobotsRules}}
	in.Crawl.Counts.Fetched = 12
	in.Crawl.Counts.Limits = map[string]int{site.LimitPathDepth: 2}
	in.Analysis.Summary = stats.Summary{Site: "http://h", Pages: 3, Arcs: 4, Links: 1234, Complete: true,
		States: map[site.State]int{site.StateFailed: 5, site.StateRobots: 1, site.StateRedirect: 2}}
	rep := New(in).page
	methods := func() (text string) {
		for _, b := range rep.methods() {
			text += b.Text
		}
		return text
	}
	says(t, "", methods(),
		"The site http://h was crawled with sitegraph 9.9 on [date: ", "depth by depth", "12 URLs were requested.",
		"robots.txt with rules; 1 URL was not requested because of it.",
		"or have its content (duplicates.key = exact), count as that page: 2 URLs.",
		"a reference of the elements a, area from a page", "The graph has 3 pages, 4 arcs and 1,234 links.",
		"The crawl is complete", "5 gave no usable answer; 2 left out by the limit "+site.LimitPathDepth,
		"that of the graph is h.nodes.csv aa11 and h.arcs.csv bb22.",
	)
	rep.Complete, rep.Ended = false, string(site.EndedTimeout)
	says(t, "of a crawl that is incomplete", methods(), "The crawl is incomplete. The crawl reached its time limit.")
	var b bytes.Buffer
	if err := New(in).Write(&b, nil, nil); err != nil || !strings.Contains(b.String(), "to be pasted into a paper") {
		t.Errorf("the report does not end with the methods: %v", err)
	}
}

// Charts returns the report's charts, each with its own name.
func TestCharts(t *testing.T) {
	var names []string
	for _, d := range New(museum()).Charts() {
		names = append(names, d.Name)
	}
	const want = "levels depth pagerank bow-tie communities folders in-degree out-degree cumulative-degree distances"
	console.Equal(t, strings.Join(names, " "), want, "charts")
	for name, in := range sites() {
		page, seen := siteOf(t, in), map[string]bool{}
		drawings := New(in).Charts()
		console.Equal(t, strings.Count(page, "<figure>"), len(drawings), name, "charts of")
		for _, d := range drawings {
			caption := "<figcaption>" + html.EscapeString(d.Title) + "</figcaption>"
			if seen[d.Name] || d.Empty() || !strings.Contains(page, caption) {
				t.Errorf("%s: the chart %s is there twice, is empty or is not in the report", name, d.Name)
			}
			seen[d.Name] = true
			var svg bytes.Buffer
			if err := d.SVG(&svg); err != nil || !bytes.HasPrefix(svg.Bytes(), []byte("<svg ")) {
				t.Errorf("%s: %s.svg: %v", name, d.Name, err)
			}
		}
	}
}
