package report

import (
	"fmt"
	"strings"
	"testing"

	"sitegraph/site"
	"sitegraph/stats"
)

// The report agrees with a run of three sites.
func TestSites(t *testing.T) {
	page := runOf(t, compared(3))
	words := wordsOf(page)
	says(t, "", words,
		"3 sites compared",
		"Crawled 4 May 2026, 23:00 – 5 May 2026, 01:00 UTC",
		"1 crawl is a part of its site, as the limits say",
		"The figures of site2.example describe the part that was crawled.",
		"The sites are split at the medians, 10 pages and 89 links; a site at a median counts as small.",
		"In-degrees of the sites",
		"Spearman's rank correlation",
		"mean out degree",
		"among 3 sites",
	)
	stopped := compared(3)
	stopped.Members[2].Summary.Ended = "signal"
	if !strings.Contains(wordsOf(runOf(t, stopped)), "1 site is incomplete\nThe figures of site2.example") {
		t.Error("nothing says that a site was stopped")
	}
	says(t, "", page, `href="site0/report.html"`, `href="site2/report.html"`)
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

// Sites without pages are named, with the reason.
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

// A site about which nothing is known can be reported.
func TestEmptySite(t *testing.T) {
	runOf(t, Sites{Members: []Member{{}}, Across: stats.Across{Sites: []stats.SiteRow{{}}}})
}

// The report of a run of thousands of sites stays small enough to open.
func TestManySites(t *testing.T) {
	page := runOf(t, compared(3000))
	if len(page) > 5_000_000 {
		t.Errorf("%d bytes", len(page))
	}
	if !strings.Contains(wordsOf(page), "The first 500 of 3,000 rows.") {
		t.Error("nothing says that rows are missing")
	}
}

// The report agrees with the graph of all pages.
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
	says(t, "", words,
		"4 pages and 9 arcs, 2 of them between sites; 1 further link leads to other URLs of "+
			"these sites.", "1 crawl is not complete", "has 3 pages, 75.0% of all",
		"50.0% are joined by a path, of 1.25 arcs on average, and 90 % of these have at most 2.",
		"<X>", "http://a.example/")
}

// withBudget adds a budget of 6 pages on three sites, as in package stats, and a fourth site that was not read.
func withBudget(in Sites) Sites {
	b := stats.Budget{Pages: 6, Found: 15, Sites: []stats.SiteAccount{
		{Site: "http://a.example", ToFetch: 1234, Pages: 1, Found: 2, FoundLast: 2, Last: 3},
		{Site: "http://b.example:8080", Pages: 1, Found: 4, FoundLast: 4, Last: 2},
		{Site: "http://c.example", ToFetch: 7, Pages: 4, Found: 9, FoundLast: 8, Last: 6},
		{Site: "http://d.example", ToFetch: 1}}}
	b.Curve = []stats.BudgetPoint{{}, {Pages: 1, Found: 5, Uniform: 5}, {Pages: 2, Found: 9, Uniform: 9},
		{Pages: 3, Found: 11, Uniform: 11}, {Pages: 4, Found: 14, Uniform: 11}, {Pages: 5, Found: 15, Uniform: 11},
		{Pages: 6, Found: 15, Uniform: 12}}
	in.Budget, in.Reports = &b, []string{"a/report.html", "", "", ""}
	return in
}

// alone returns the budget of a run of one site.
func alone() Sites {
	in := withBudget(Sites{Version: "1.2.3"})
	in.Budget.Sites, in.Reports = in.Budget.Sites[:1], in.Reports[:1]
	return in
}

// The report describes a budget, with a comparison of sites and without one.
func TestBudget(t *testing.T) {
	for name, in := range map[string]Sites{"compared": withBudget(compared(3)), "alone": withBudget(Sites{})} {
		page := runOf(t, in)
		words := wordsOf(page)
		says(t, name, words,
			"Budget\n6\npages processed\nNew external links\n15\n2.5 per page\n"+
				"Times the uniform split\n1.25\nwhich would have found about 12, an estimate\n",
			"6 pages were processed on 4 sites, and brought 15 new external links: 1.25 times the uniform split.",
			"Each counts as the mean of the last 20 pages",
			"Of 1 site no page was processed; its pages count as bringing nothing, so the estimate is low.",
			"15 new external links after 6 pages. The uniform split would have found about 12.",
			"uniform split, estimated",
			"c.example\n4\n66.7%\n9\n2.25\n6\n8\n7\nb.example:8080\n1\n16.7%\n4\n4\n2\n4\n0\n"+
				"a.example\n1\n16.7%\n2\n2\n3\n2\n1,234\nd.example\n0\n0%\n0\n0\n0\n0\n1\n",
		)
		says(t, name, page, `<section id="budget"`, `href="a/report.html"`)
		if strings.Contains(words, "compared") != (name == "compared") {
			t.Errorf("%s: the word compared", name)
		}
	}
	if words := wordsOf(runOf(t, alone())); strings.Contains(words, "uniform") || !strings.Contains(words,
		"6 pages were processed on 1 site, and brought 15 new external links.") ||
		!strings.Contains(words, "Still to fetch\n1,234\nURLs known\n") {
		t.Error("a single site is compared with the uniform split")
	}
	if strings.Contains(runOf(t, compared(3)), "budget") {
		t.Error("a budget that was not there")
	}
}

// The report of a budget for a hundred thousand sites stays small enough to open.
func TestLargeBudget(t *testing.T) {
	const sites = 100_000
	in := Sites{Reports: make([]string, sites)}
	var accounts []stats.SiteAccount
	for i := range sites {
		accounts = append(accounts, stats.SiteAccount{Site: fmt.Sprintf("http://site%d.example", i), ToFetch: 1})
	}
	b := stats.CountBudget(accounts, func(yield func(int, site.Decision) bool) {
		for i := 0; i < 3*sites && yield(i%sites, site.Decision{Number: i + 1, Found: i % 10}); i++ {
		}
	})
	in.Budget = &b
	page := runOf(t, in)
	if len(page) > 500_000 || !strings.Contains(wordsOf(page),
		"The first 500 of 100,000 rows. All decisions are in sites.budget.csv.") {
		t.Errorf("%d bytes", len(page))
	}
}
