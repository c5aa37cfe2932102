package sitelab

import (
	"context"
	"strings"
	"testing"

	"sitegraph/schedule/sites"
)

// The figures of docs/policies.md on the ensembles; go test -v prints them.
func TestTargetsOnEnsembles(t *testing.T) {
	result, err := MeasureRules(context.Background(), Ensembles(), RuleOptions{})
	must(t, err)
	t.Log(strings.Join(result.Columns(), ","))
	rows := map[string]RuleRow{}
	for _, row := range result.Rows {
		t.Log(strings.Join(row.Cells(), ","))
		rows[row.Set+" "+row.Rule] = row
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
		if got := rows[c.row].OfTrivial; got < c.low || got > c.high {
			t.Errorf("%s: %.3f of R1, want %v to %v", c.row, got, c.low, c.high)
		}
	}
	for _, set := range Ensembles() {
		if got := rows[set.Name+" auto"].OfOptimum; got < 0.75 {
			t.Errorf("%s: auto finds %.3f of the optimum, want 0.75", set.Name, got)
		}
	}
}

// Where place and address tell nothing, the page policy is no worse than the
// site rule: on sites of an ensemble whose pages, all linked from the home
// page, are exchanged at random.
func TestScatteredPages(t *testing.T) {
	policy, rule := 0, 0
	for seed := uint64(1); seed <= 40; seed++ {
		var chosen []*Site
		for _, pages := range Ensembles()[1].Draw(seed) {
			chosen = append(chosen, star(pages[:min(len(pages), 3000)]))
		}
		chosen = scattered(chosen, seed)
		found, err := crawl(chosen, "auto", 2000)
		must(t, err)
		policy += found[2000]
		var w World
		for _, s := range chosen {
			w = append(w, s.rewards())
		}
		p, err := sites.New("auto", sites.Options{Sites: len(w), Budget: 2000})
		must(t, err)
		found, err = follow(w, p, 2000)
		must(t, err)
		rule += found[2000]
	}
	if ratio := float64(policy) / float64(rule); ratio < 0.98 {
		t.Errorf("the page policy finds %.3f of what the site rule finds", ratio)
	} else {
		t.Logf("of the site rule: %.3f", ratio)
	}
}
