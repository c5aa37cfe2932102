package sitelab

import (
	"cmp"
	"math"
	"math/rand/v2"
	"testing"

	"sitegraph/internal/console"
	"sitegraph/internal/lab"
	"sitegraph/internal/lab/replayed"
)

func filled(t *testing.T, o Options) Options {
	t.Helper()
	o.Plan.Seeds, o.Plan.First = cmp.Or(o.Plan.Seeds, 40), cmp.Or(o.Plan.First, 1)
	o, err := o.filled()
	must(t, err)
	return o
}

func crawlSet(t *testing.T, crawls []*replayed.Site, k int) set {
	t.Helper()
	s, err := worldsOf(t.Context(), crawls, k)
	must(t, err)
	return s
}

// A run has a table of rules, one of page policies, and a chart for each set and for the page policies.
func TestRun(t *testing.T) {
	all := []*replayed.Site{
		siteOf(t, crawlOf("a", [][]uint32{{1, 2}, {0}, {}}, [][]string{{"http://x/"}, {"http://y/"}, {"http://x/"}})),
		siteOf(t, crawlOf("b", [][]uint32{{1}, {}}, [][]string{{}, {"http://z/"}})),
	}
	result, err := Run(t.Context(), all, Options{Pages: 9, Plan: lab.Plan{Seeds: 1, First: 1}})
	must(t, err)
	console.Equal(t, len(result.Tables), 2)
	console.Equal(t, len(result.Charts), 6)
	rules, pages := result.Tables[0], result.Tables[1]
	// Five sets with eight rules and the optimum; seven policies and references at 2, 4 and 9 pages.
	if rules.Name != "rules" || len(rules.Rows) != 5*9 || pages.Name != "pages" || len(pages.Rows) != 3*7 {
		t.Errorf("%s with %d rows, %s with %d", rules.Name, len(rules.Rows), pages.Name, len(pages.Rows))
	}
	if last := rules.Rows[44]; last[0].String() != "crawls" || last[1].String() != clairvoyant {
		t.Errorf("the last row is of %s %s", last[0], last[1])
	}
	result, err = Run(t.Context(), all, Options{Pages: 9, Rules: []string{"r3"}, Plan: lab.Plan{Seeds: 1, First: 1}})
	must(t, err)
	if len(result.Tables) != 1 || len(result.Tables[0].Rows) != 5*3 || result.Tables[0].Rows[0][1].String() != "r1" {
		t.Errorf("with one rule: %+v", result.Tables)
	}
	result, err = Run(t.Context(), all, Options{Pages: 9, Scattered: true, Plan: lab.Plan{Seeds: 1, First: 1}})
	must(t, err)
	console.Equal(t, result.Tables[1].Name, "scattered", "a table")
}

// Worlds without links, with one site or with an empty site give no NaN or infinity.
func TestEdges(t *testing.T) {
	for name, w := range map[string]world{
		"all zero": worldOf(make([]int, 5), make([]int, 9)), "one site": worldOf([]int{1, 2, 3}),
		"K > N": worldOf([]int{1}, []int{2}, []int{3}, []int{4}, []int{5}), "an empty site": worldOf(nil, []int{1}),
	} {
		for _, n := range []int{1, 4, 100} {
			for _, row := range measured(t, Options{Pages: n}, w).rows {
				best := row.of[0]
				for _, v := range []float64{row.links, best.Mean, best.Interval, best.Least} {
					if math.IsNaN(v) || math.IsInf(v, 0) {
						t.Errorf("%s, %d pages: %+v", name, n, row)
					}
				}
				if best.Mean > 1 {
					t.Errorf("%s, %d pages: %s is better than the best: %v", name, n, row.policy, best)
				}
			}
		}
	}
}

func measured(t *testing.T, o Options, w world) *result {
	t.Helper()
	s := set{name: "one", world: func(uint64) world { return w }, single: true}
	result, err := filled(t, o).measureRules(t.Context(), []set{s})
	must(t, err)
	return result
}

// A ratio to 0 is an empty cell, not 1. R1 takes the first site's page, the optimum the second's.
func TestOfNothing(t *testing.T) {
	table := measured(t, Options{Pages: 1, Rules: []string{"r1"}}, worldOf([]int{0, 0}, []int{7})).ruleTable()
	for i, want := range []string{"1.000", ""} {
		console.Equal(t, table.Rows[i][4].String(), want, table.Rows[i][1])
	}
}

// More pages than a world has cost no more than all its pages and give the same result.
func TestMorePagesThanThereAre(t *testing.T) {
	crawls := smallSites(t, rand.New(rand.NewPCG(4, 7)), 3, 9)
	console.Equal(t, len(crawlSet(t, crawls, 2).world(1)), 2)
	set := crawlSet(t, crawls, 9)
	found, err := set.runRules(t.Context(), 1, []string{"r1", "auto"}, maxPages)
	must(t, err)
	all := set.world(1).pages()
	if len(found[2]) != all+1 || len(found[1]) != all+1 {
		t.Errorf("%d and %d numbers for %d pages", len(found[2]), len(found[1]), all)
	}
	for _, row := range measured(t, Options{Pages: 10 * all}, set.world(1)).rows {
		console.Equal(t, row.of[0].Mean, 1, row.policy, row.of)
	}
	pages, err := filled(t, Options{Pages: 1}).measurePages(t.Context(), crawls, []int{all, 10 * all}, 9)
	must(t, err)
	for i := 0; i < len(pages.rows); i += 2 {
		a, b := pages.rows[i], pages.rows[i+1]
		if a.links != b.links || a.of[2].Mean != 1 || b.of[2].Mean != 1 {
			t.Errorf("%+v and %+v", a, b)
		}
	}
}
