package sitelab

import (
	"context"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
)

func TestEnsembles(t *testing.T) {
	for _, set := range Ensembles() {
		w := set.Draw(7)
		if len(w) != 10 || !reflect.DeepEqual(w, set.Draw(7)) || reflect.DeepEqual(w, set.Draw(8)) {
			t.Errorf("%s: not ten sites that depend on the seed alone", set.Name)
		}
		with, pages, links := 0, 0, 0
		for _, s := range w {
			for _, p := range s {
				pages++
				links += p.New
				if p.New > 0 {
					with++
				}
			}
		}
		t.Logf("%s: %d pages, %d with links, %d links", set.Name, pages, with, links)
		if links < 1000 || pages < 10*links/2 || with > pages/3 {
			t.Errorf("%s: %d pages, %d with links, %d links", set.Name, pages, with, links)
		}
	}
}

// The results depend neither on the number of workers nor on the machine's
// time.
func TestWorkersDoNotMatter(t *testing.T) {
	sites := smallSites(rand.New(rand.NewPCG(2, 5)), 6, 40)
	set, err := Crawls("small", sites, 3)
	must(t, err)
	var rules [2]*RuleResult
	var pages [2]*PageResult
	for k, workers := range []int{1, 4} {
		calls := 0
		rules[k], err = MeasureRules(context.Background(), []Set{set}, RuleOptions{
			Pages: 50, Seeds: 9, Workers: workers, Progress: func(done, of int) {
				if calls++; done != calls || of != 9 {
					t.Errorf("progress %d of %d after %d calls", done, of, calls)
				}
			},
		})
		must(t, err)
		pages[k], err = MeasurePages(context.Background(), sites, PageOptions{Marks: []int{5, 30}, Sites: 3, Seeds: 9, Workers: workers})
		must(t, err)
	}
	if !reflect.DeepEqual(rules[0], rules[1]) || !reflect.DeepEqual(pages[0], pages[1]) {
		t.Error("four workers find something else than one")
	}
}

func TestCellsFitColumns(t *testing.T) {
	sites := smallSites(rand.New(rand.NewPCG(2, 6)), 2, 20)
	set, err := Crawls("small", sites, 0)
	must(t, err)
	rules, err := MeasureRules(context.Background(), []Set{set}, RuleOptions{Pages: 10, Rules: []string{"r3"}})
	must(t, err)
	if len(rules.Rows) != 3 || rules.Rows[0].Rule != "r1" || rules.Rows[2].Rule != Optimum || rules.Rows[0].Worlds != 1 {
		t.Errorf("rows %+v", rules.Rows)
	}
	for _, row := range rules.Rows {
		if len(row.Cells()) != len(rules.Columns()) {
			t.Errorf("%d cells in %d columns", len(row.Cells()), len(rules.Columns()))
		}
	}
	pages, err := MeasurePages(context.Background(), sites, PageOptions{Marks: []int{3, 9}})
	must(t, err)
	for _, row := range pages.Rows {
		if len(row.Cells()) != len(pages.Columns()) {
			t.Errorf("%d cells in %d columns", len(row.Cells()), len(pages.Columns()))
		}
	}
	for _, c := range append(rules.Curves, pages.Curves...) {
		if len(c.Pages) != len(c.Links) || c.Pages[0] != 0 {
			t.Errorf("curve %+v", c)
		}
	}
}

// No page, no site or no link is no reason for a number that is none.
func TestEdges(t *testing.T) {
	for name, w := range map[string]World{
		"all zero": worldOf(make([]int, 5), make([]int, 9)), "one site": worldOf([]int{1, 2, 3}),
		"K > N": worldOf([]int{1}, []int{2}, []int{3}, []int{4}, []int{5}), "an empty site": worldOf(nil, []int{1}),
	} {
		set := Set{Name: name, Draw: func(uint64) World { return w }, single: true}
		for _, n := range []int{1, 4, 100} {
			result, err := MeasureRules(context.Background(), []Set{set}, RuleOptions{Pages: n})
			must(t, err)
			for _, row := range result.Rows {
				for _, v := range []float64{row.Links, row.OfTrivial, row.OfOptimum, row.Error, row.Least} {
					if math.IsNaN(v) || math.IsInf(v, 0) {
						t.Errorf("%s, %d pages: %+v", name, n, row)
					}
				}
				if row.OfOptimum > 1 {
					t.Errorf("%s, %d pages: %s is better than the best: %v", name, n, row.Rule, row.OfOptimum)
				}
			}
		}
	}
}

// A ratio to nothing is none, not 1: R1 takes the first page, the optimum the
// second site's.
func TestOfNothing(t *testing.T) {
	w := worldOf([]int{0, 0}, []int{7})
	set := Set{Name: "poor", Draw: func(uint64) World { return w }, single: true}
	result, err := MeasureRules(context.Background(), []Set{set}, RuleOptions{Pages: 1, Rules: []string{"r1"}})
	must(t, err)
	for i, want := range []string{"1.000", ""} {
		if got := result.Rows[i].Cells()[4]; got != want {
			t.Errorf("%s is %q of R1, want %q", result.Rows[i].Rule, got, want)
		}
	}
}

// TestMorePagesThanThereAre: a horizon beyond all pages costs no more than one
// of all pages, and says the same.
func TestMorePagesThanThereAre(t *testing.T) {
	sites := smallSites(rand.New(rand.NewPCG(4, 7)), 3, 9)
	set, err := Crawls("crawls", sites, 0)
	must(t, err)
	out, err := RuleOptions{Pages: mostPages, Rules: []string{"r1", "auto"}}.run(set.Draw(1))
	must(t, err)
	all := set.Draw(1).pages()
	if len(out.best) != all+1 || len(out.found[1]) != all+1 {
		t.Errorf("%d and %d numbers for %d pages", len(out.best), len(out.found[1]), all)
	}
	rules, err := MeasureRules(context.Background(), []Set{set}, RuleOptions{Pages: 10 * all})
	must(t, err)
	for _, row := range rules.Rows {
		if row.OfOptimum != 1 {
			t.Errorf("%s has not found all: %v", row.Rule, row.OfOptimum)
		}
	}
	pages, err := MeasurePages(context.Background(), sites, PageOptions{Marks: []int{all, 10 * all}})
	must(t, err)
	for i := 0; i < len(pages.Rows); i += 2 {
		if a, b := pages.Rows[i], pages.Rows[i+1]; a.Links != b.Links || a.OfBound != 1 || b.OfBound != 1 {
			t.Errorf("%+v and %+v", a, b)
		}
	}
}

func TestRefuses(t *testing.T) {
	ctx := context.Background()
	sites := smallSites(rand.New(rand.NewPCG(2, 7)), 2, 5)
	rules := func(o RuleOptions) error { _, err := MeasureRules(ctx, Ensembles(), o); return err }
	pages := func(o PageOptions) error { _, err := MeasurePages(ctx, sites, o); return err }
	_, noCrawl := Crawls("none", nil, 3)
	_, noSet := MeasureRules(ctx, nil, RuleOptions{})
	_, noPages := MeasurePages(ctx, nil, PageOptions{})
	stopped, stop := context.WithCancel(ctx)
	stop()
	_, cancelled := MeasureRules(stopped, Ensembles(), RuleOptions{})
	for _, c := range []struct {
		err  error
		want string
	}{
		{rules(RuleOptions{Pages: -1}), "negative"},
		{rules(RuleOptions{Pages: mostPages + 1}), "at most"},
		{rules(RuleOptions{Rules: []string{"r7"}}), "known are auto, good-ucb"},
		{pages(PageOptions{Marks: []int{0}}), "positive"},
		{pages(PageOptions{Policies: []string{"r3"}}), "known are auto, breadth-first, r5"},
		{pages(PageOptions{Rules: []string{"r5"}}), "known are auto, good-ucb"},
		{noCrawl, "no crawl"},
		{noSet, "no set"},
		{noPages, "no crawl"},
		{cancelled, "canceled"},
	} {
		if c.err == nil || !strings.Contains(c.err.Error(), c.want) {
			t.Errorf("%v, want %q", c.err, c.want)
		}
	}
}
