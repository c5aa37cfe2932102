package tables

import (
	"path/filepath"
	"slices"
	"testing"

	"sitegraph/export/struck"
	"sitegraph/site"
)

func opened(t *testing.T, path string) *struck.List {
	t.Helper()
	s, err := struck.Open(path)
	must(t, err)
	return s
}

func strike(t *testing.T, s *struck.List, out bool, identities ...string) {
	t.Helper()
	must(t, s.Strike(identities, out))
}

// TestStruck: rows that were struck out are so in an index that is built anew and
// after a restart, and until they are restored.
func TestStruck(t *testing.T) {
	path := filepath.Join(t.TempDir(), "struck.txt")
	s, x := opened(t, path), built(t, museum())
	rows := x.page(t, Ledger, Query{}, s).Rows
	lost, plan := rows[1].Identity, rows[2].Identity
	strike(t, s, true, lost, plan, lost)
	strike(t, s, true, x.page(t, Bad, Query{}, s).Rows[0].Identity)
	strike(t, s, false, plan)

	again, restarted := museum(), opened(t, path)
	ledger := again.Ledger
	again.Ledger = func(yield func(site.Entry, error) bool) { // another row in front
		if yield(site.Entry{Key: "http://museum.example/!", State: site.StateRobots}, nil) {
			ledger(yield)
		}
	}
	y := built(t, again)
	for _, c := range []struct {
		f    Filter
		want []string
	}{
		{Filter{Struck: OnlyStruck}, []string{lost}},
		{Filter{Struck: OnlyStruck, Text: "plan"}, nil},
		{Filter{Struck: WithoutStruck, Status: "4xx"}, nil},
		{Filter{Struck: WithoutStruck, Text: "plan"}, []string{plan}},
		{Filter{Text: "lost"}, []string{lost}},
	} {
		p := y.page(t, Ledger, Query{Filter: c.f}, restarted)
		var got []string
		for _, r := range p.Rows {
			got = append(got, r.Identity)
			if r.Struck != (r.Identity == lost) {
				t.Errorf("%s: struck out is %v", r.Identity, r.Struck)
			}
		}
		if !slices.Equal(got, c.want) || p.Struck != 1 {
			t.Errorf("%+v: %q, %d struck out; want %q and 1", c.f, got, p.Struck, c.want)
		}
	}
	if restarted.Len() != 2 {
		t.Errorf("%d rows are struck out, want 2", restarted.Len())
	}
	strike(t, restarted, false, lost)
	if p := y.page(t, Ledger, Query{Filter: Filter{Struck: OnlyStruck}}, restarted); p.Matching != 0 || p.Struck != 0 {
		t.Errorf("after all were restored: %d, %d", p.Matching, p.Struck)
	}
}
