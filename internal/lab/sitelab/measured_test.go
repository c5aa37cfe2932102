package sitelab

import (
	"slices"
	"strings"
	"testing"

	"sitegraph/internal/lab"
	"sitegraph/internal/lab/replayed"
	"sitegraph/schedule/sites"
)

// R2 and R3 do as in BeeBot's table 2 (docs/design/policies.md). auto beats R1, and it finds at least a tenth of the
// optimum more than the worse of R2 and R3.
func TestTargetsOnEnsembles(t *testing.T) {
	o := filled(t, Options{Pages: 2000, Rules: []string{"r1", "r2", "r3", "auto"}, Plan: lab.Plan{Seeds: 40}})
	result, err := o.measureRules(t.Context(), ensembles())
	must(t, err)
	rows := map[string]row{}
	for _, row := range result.rows {
		rows[row.set+" "+row.policy] = row
	}
	for _, c := range []struct {
		row       string
		low, high float64 // of R1
	}{
		{"institutes r2", 1.7, 2.1},
		{"institutes r3", 1.0, 1.15},
		{"universities-spread r2", 0.5, 0.75},
		{"universities-spread r3", 1.03, 1.13},
		{"universities-clustered r2", 0.5, 0.75},
		{"universities-clustered r3", 1.03, 1.13},
	} {
		if got := rows[c.row].ofBaseline; got < c.low || got > c.high {
			t.Errorf("%s: %.3f of R1, want %v to %v", c.row, got, c.low, c.high)
		}
	}
	for _, set := range ensembles() {
		r2, r3 := rows[set.name+" r2"].of[0].Mean, rows[set.name+" r3"].of[0].Mean
		auto := rows[set.name+" auto"].of[0].Mean
		if auto < min(r2, r3)+0.1 || rows[set.name+" auto"].ofBaseline < 1 {
			t.Errorf("%s: auto finds %.3f of the optimum, R2 %.3f, R3 %.3f", set.name, auto, r2, r3)
		}
	}
}

// If most sites have links only after fifty pages, auto finds 0.6 of the optimum and more than R1.
func TestDelayedSites(t *testing.T) {
	for _, pages := range []int{1000, 5000} {
		o := filled(t, Options{Pages: pages, Rules: []string{"r1", "auto"}, Plan: lab.Plan{Seeds: 6}})
		result, err := o.measureRules(t.Context(), []set{delayed()})
		must(t, err)
		auto := result.rows[1]
		t.Logf("%d pages: %.3f of R1, %.3f of the optimum", pages, auto.ofBaseline, auto.of[0].Mean)
		if auto.policy != "auto" || auto.ofBaseline < 1 || auto.of[0].Mean < 0.6 {
			t.Errorf("%d pages: %s finds %.3f of R1, %.3f of the optimum",
				pages, auto.policy, auto.ofBaseline, auto.of[0].Mean)
		}
	}
}

// If links are scattered over pages at random, the page policy finds almost as much as the site rule.
func TestScatteredPages(t *testing.T) {
	policy, rule := 0, 0
	for seed := uint64(1); seed <= 2; seed++ {
		var chosen []*replayed.Site
		for _, pages := range ensembles()[1].world(seed) {
			chosen = append(chosen, star(t, pages[:min(len(pages), 3000)]))
		}
		chosen = scattered(chosen, seed)
		found, err := crawlByPages(t.Context(), chosen, "auto", 2000)
		must(t, err)
		policy += after(found, 2000)
		var chains world
		for _, s := range chosen {
			chains = append(chains, starRewards(s))
		}
		found, err = chains.scan("auto", 2000)
		must(t, err)
		rule += after(found, 2000)
	}
	if ratio := float64(policy) / float64(rule); ratio < 0.98 {
		t.Errorf("the page policy finds %.3f of what the site rule finds", ratio)
	} else {
		t.Logf("of the site rule: %.3f", ratio)
	}
}

// starRewards returns the yields of a star's pages, the home page first, then by URL. No link is on two pages.
func starRewards(s *replayed.Site) (brought []sites.Page) {
	pages := make([]int, len(s.External))
	for p := range pages {
		pages[p] = p
	}
	slices.SortFunc(pages[1:], func(a, b int) int {
		return strings.Compare(s.Graph.Pages[a].Key, s.Graph.Pages[b].Key)
	})
	for _, p := range pages {
		brought = append(brought, sites.Page{New: len(s.External[p])})
	}
	return brought
}
