package report

import (
	"strings"
	"testing"

	"sitegraph/stats"
)

// TestSites: what is said of three sites.
func TestSites(t *testing.T) {
	page := runOf(t, compared(3))
	words := wordsOf(page)
	for _, want := range []string{
		"3 sites compared",
		"Crawled 4 May 2026, 23:00 – 5 May 2026, 01:00 UTC",
		"1 crawl is a part of its site, as the limits say",
		"The figures of site2.example describe the part that was crawled.",
		"The sites are split at the medians, 10 pages and 89 links; a site at a median counts as small.",
		"In-degrees of the sites",
		"Spearman's rank correlation",
		"mean out degree",
		"among 3 sites",
	} {
		if !strings.Contains(words, want) {
			t.Errorf("nowhere: %s", want)
		}
	}
	stopped := compared(3)
	stopped.Members[2].Summary.Ended = "signal"
	if !strings.Contains(wordsOf(runOf(t, stopped)), "1 site is incomplete\nThe figures of site2.example") {
		t.Error("nothing says that a site was stopped")
	}
	for _, want := range []string{`href="site0/report.html"`, `href="site2/report.html"`} {
		if !strings.Contains(page, want) {
			t.Errorf("no %s", want)
		}
	}
	if words := wordsOf(runOf(t, compared(2))); !strings.Contains(words, "Correlations need at least three sites.") {
		t.Error("correlations of two sites")
	}
	if strings.Contains(words, "iterations\n") || strings.Contains(words, "believed changed\n") {
		t.Error("sites that are not watched have columns for it")
	}
	seen, stale := compared(2), 0.125
	seen.Members[1].Summary.Watched = &stats.Watched{Iterations: 1234, Checks: stats.Checks{Stale: &stale}}
	if words := wordsOf(runOf(t, seen)); !strings.Contains(words, "complete\niterations\nbelieved changed\n") ||
		!strings.Contains(words, "yes\n1,234\n12.5%\n") {
		t.Error("nothing tells that a site is watched")
	}
	odd := compared(2)
	odd.Across.MedianPages = 2945.5
	if words := wordsOf(runOf(t, odd)); strings.Count(words, "2,946") != 2 {
		t.Error("the median has two values")
	}
	words = wordsOf(runOf(t, compared(7)))
	if !strings.Contains(words, "Only the 6 sites with the most pages are shown.") {
		t.Error("seven lines in a chart")
	}
}

// TestLeftOut: sites without pages are named with the reason.
func TestLeftOut(t *testing.T) {
	in := compared(2)
	in.Across.LeftOut = []stats.LeftOut{{Site: "http://gone.example", Reason: "the server did not answer"},
		{Site: "https://empty.example:8443", Reason: "no pages"}}
	words := wordsOf(runOf(t, in))
	want := "2 sites are left out\nWithout pages there is nothing to compare: " +
		"gone.example (the server did not answer) and empty.example:8443 (no pages).\n"
	if !strings.Contains(words, want) || !strings.Contains(words, "2 sites compared") {
		t.Errorf("nowhere: %s", want)
	}
}

// TestSitesChecks: tables that do not fit the sites are refused, not shown.
func TestSitesChecks(t *testing.T) {
	for name, spoil := range map[string]func(*Sites){
		"a site too few":      func(r *Sites) { r.Members = r.Members[1:] },
		"a value too few":     func(r *Sites) { r.Across.Sites[0].Values = nil },
		"a mean too many":     func(r *Sites) { r.Across.Groups[0].Means = append(r.Across.Groups[0].Means, 1) },
		"a row too few":       func(r *Sites) { r.Across.Rho = r.Across.Rho[1:] },
		"a p-value too few":   func(r *Sites) { r.Across.P[3] = r.Across.P[3][1:] },
		"columns without any": func(r *Sites) { r.Across.Columns = nil },
	} {
		r := compared(3)
		spoil(&r)
		if err := WriteSites(&strings.Builder{}, r); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	run := Sites{Members: []Member{{}}, Across: stats.Across{Sites: []stats.SiteRow{{}}}}
	if err := WriteSites(&strings.Builder{}, run); err != nil {
		t.Errorf("an empty site: %v", err)
	}
}

// TestManySites: a run of thousands of sites gives a page that can be opened.
func TestManySites(t *testing.T) {
	page := runOf(t, compared(3000))
	if len(page) > 5_000_000 {
		t.Errorf("%d bytes", len(page))
	}
	if !strings.Contains(wordsOf(page), "The first 500 of 3,000 rows.") {
		t.Error("nothing says that rows are missing")
	}
}

// TestSitesPages: what is said of the graph of all pages.
func TestSitesPages(t *testing.T) {
	in := compared(2)
	in.Pages = &stats.PageGraph{Sites: 2, Incomplete: 1, Pages: 4, Arcs: 9,
		Between: stats.Between{Arcs: 2, Links: 3, Lost: 1},
		Shape: stats.Shape{Strong: stats.WeakComponent{Largest: 3, LargestShare: 0.75},
			Weak: stats.WeakComponent{LargestShare: 1}},
		PageRank: stats.PageRankSummary{Top: []stats.TopPage{
			{ID: 3, URL: "http://b.example/x", Title: "<X>", Value: 0.5}}},
		InDegree:  stats.Degrees{Top: []stats.TopPage{{ID: 1, URL: "http://a.example/", Title: "A", Value: 3}}},
		Distances: stats.Balls{Rounds: 2, Reachable: 0.5, Mean: 1.25, Effective: 2}}
	words := wordsOf(runOf(t, in))
	for _, want := range []string{
		"4 pages and 9 arcs, 2 of them between sites; 1 further link leads to other URLs of " +
			"these sites.", "1 crawl is not complete", "has 3 pages, 75.0% of all",
		"50.0% are joined by a path, of 1.25 arcs on average, and 90 % of these have at most 2.",
		"<X>", "http://a.example/"} {
		if !strings.Contains(words, want) {
			t.Errorf("nowhere: %s", want)
		}
	}
}
