package report

import (
	"fmt"
	"strings"
	"testing"

	"sitegraph/site"
	"sitegraph/stats"
)

// withBudget adds a budget of 6 pages on three sites, worked out by hand in
// package stats, and a fourth site that nobody read.
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

// alone is the budget of a run of one site.
func alone() Sites {
	in := withBudget(Sites{Version: "1.2.3"})
	in.Budget.Sites, in.Reports = in.Budget.Sites[:1], in.Reports[:1]
	return in
}

// TestBudget: what is said of a budget, beside a comparison and without one.
func TestBudget(t *testing.T) {
	for name, in := range map[string]Sites{"compared": withBudget(compared(3)), "alone": withBudget(Sites{})} {
		page := runOf(t, in)
		words := wordsOf(page)
		for _, want := range []string{
			"Budget\n6\npages processed\nNew external links\n15\n2.5 per page\n" +
				"Times the uniform split\n1.25\nwhich would have found about 12, an estimate\n",
			"6 pages were processed on 4 sites, and brought 15 new external links: 1.25 times the uniform split.",
			"Each counts as the mean of the last 20 pages",
			"Of 1 site no page was processed; its pages count as bringing nothing, so the estimate is low.",
			"15 new external links after 6 pages. The uniform split would have found about 12.",
			"uniform split, estimated",
			"c.example\n4\n66.7%\n9\n2.25\n6\n8\n7\nb.example:8080\n1\n16.7%\n4\n4\n2\n4\n0\n" +
				"a.example\n1\n16.7%\n2\n2\n3\n2\n1,234\nd.example\n0\n0%\n0\n0\n0\n0\n1\n",
		} {
			if !strings.Contains(words, want) {
				t.Errorf("%s: nowhere: %s\n%s", name, want, words)
			}
		}
		for _, want := range []string{`<section id="budget"`, `href="a/report.html"`} {
			if !strings.Contains(page, want) {
				t.Errorf("%s: no %s", name, want)
			}
		}
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

// TestBudgetChecks: a budget that does not fit its reports is refused.
func TestBudgetChecks(t *testing.T) {
	for name, spoil := range map[string]func(*Sites){
		"a report too few": func(in *Sites) { in.Reports = in.Reports[1:] },
		"no sites":         func(in *Sites) { in.Budget.Sites, in.Reports = nil, nil },
		"no curve":         func(in *Sites) { in.Budget.Curve = nil },
	} {
		in := withBudget(Sites{})
		spoil(&in)
		if err := WriteSites(&strings.Builder{}, in); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// TestLargeBudget: a budget of a hundred thousand sites gives a page that can be opened.
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
