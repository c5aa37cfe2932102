package run

import (
	"slices"
	"testing"

	"sitegraph/site"
	"sitegraph/stats/compare"
)

// TestProblemsOfTables: what no table tells is not fixed because one of two crawls is read from its tables.
func TestProblemsOfTables(t *testing.T) {
	crawl := func(withoutAlt int, ofTables bool) *site.Crawl {
		page := site.Page{URL: "http://a.test/", Key: "http://a.test/", Title: "A", Status: 200,
			Facts: &site.Facts{WithoutAlt: withoutAlt, Words: 100}}
		return &site.Crawl{Site: "http://a.test", Graph: &site.Graph{Pages: []site.Page{page}, Offsets: make([]int, 2)},
			Ledger: func(func(site.Entry, error) bool) {}, External: func(func(site.ExternalLink, error) bool) {},
			Bad: func(func(site.BadLink, error) bool) {}, Mentions: func(string) []int { return nil },
			OfTables: ofTables, Complete: true}
	}
	kinds := func(a, b *site.Crawl) (all []string) {
		d := compare.New(a, b, compare.Options{})
		must(t, CompareProblems(d, a, b))
		for _, k := range d.Summary().Problems {
			all = append(all, k.Kind)
		}
		return all
	}
	if all := kinds(crawl(2, false), crawl(0, false)); !slices.Contains(all, "missing-alt") {
		t.Errorf("of two states: %q", all)
	}
	for _, pair := range [][2]*site.Crawl{{crawl(2, false), crawl(0, true)}, {crawl(0, true), crawl(2, false)}} {
		if all := kinds(pair[0], pair[1]); slices.Contains(all, "missing-alt") || !slices.Contains(all, "missing-h1") {
			t.Errorf("of a state and tables: %q", all)
		}
	}
}
