package report

import (
	"slices"
	"strings"
	"testing"

	"sitegraph/site"
)

// ranked is the museum as a policy read it, with a budget.
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
	c.Decisions = slices.Values([]site.Decision{{Number: 1}, {Number: 2, Free: true}, {Number: 5}})
	c.Counts.Limits = map[string]int{"budget": 1234, "max_path_depth": 8}
	return in
}

// TestImportance: pages by importance beside their PageRank, and what to fetch next.
func TestImportance(t *testing.T) {
	page := siteOf(t, ranked())
	words := wordsOf(page)
	for _, want := range []string{
		"2 pages processed by choice; 1,234 URLs known and not fetched",
		"Page 0\nhttp://museum.example/p0\n40.0%\n30.0%\nPage 2\nhttp://museum.example/p2\n25.0%\n20.0%\n" +
			"Page 1\nhttp://museum.example/p1\n10.0%\n20.0%\nPage 4\nhttp://museum.example/p4\n0.1%\n15.0%\n" +
			"Page 3\nhttp://museum.example/p3\n0%\n15.0%\n",
		"http://museum.example/next\n3\n12.5%\njavascript:alert(1)\n3\n5.0%\n",
		"from its start page, in the order that the settings ask for, as",
	} {
		if !strings.Contains(words, want) {
			t.Errorf("nowhere: %s", want)
		}
	}
	if !strings.Contains(page, `<section id="importance"`) || strings.Contains(page, `href="javascript:`) {
		t.Error("no section, or a link that runs a script")
	}
	if words := wordsOf(siteOf(t, museum())); strings.Contains(words, "by choice") ||
		strings.Contains(words, "took for important") || !strings.Contains(words, "start page, depth by depth, as") {
		t.Error("a crawl by depth has a budget")
	}
}

// TestFrontiers: a frontier that is long, empty or not known.
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
