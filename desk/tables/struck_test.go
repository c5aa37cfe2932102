package tables

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sitegraph/site"
)

func opened(t *testing.T, path string) *Struck {
	t.Helper()
	s, err := OpenStruck(path)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func (s *Struck) strike(t *testing.T, out bool, identities ...string) {
	t.Helper()
	if err := s.Strike(identities, out); err != nil {
		t.Fatal(err)
	}
}

// TestStruck: rows that were struck out are so in an index that is built anew and
// after a restart, and until they are restored.
func TestStruck(t *testing.T) {
	path := filepath.Join(t.TempDir(), "struck.txt")
	s, x := opened(t, path), built(t, museum())
	rows := x.page(t, Ledger, Query{}, s).Rows
	lost, plan := rows[1].Identity, rows[2].Identity
	s.strike(t, true, lost, plan, lost)
	s.strike(t, true, x.page(t, Bad, Query{}, s).Rows[0].Identity)
	s.strike(t, false, plan)

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
	restarted.strike(t, false, lost)
	if p := y.page(t, Ledger, Query{Filter: Filter{Struck: OnlyStruck}}, restarted); p.Matching != 0 || p.Struck != 0 {
		t.Errorf("after all were restored: %d, %d", p.Matching, p.Struck)
	}
}

// TestStruckIsChecked: what is no identity is refused, from callers and in the
// file, whose line is named; too many rows are refused, and nothing is changed.
func TestStruckIsChecked(t *testing.T) {
	path := filepath.Join(t.TempDir(), "struck.txt")
	s := opened(t, path)
	for _, identity := range []string{"", "ledger", `["nodes","http://a/"]`, `["ledger"]`, `["ledger","a","b"]`,
		`[1,2]`} {
		if err := s.Strike([]string{`["ledger","http://a/"]`, identity}, true); err == nil {
			t.Errorf("%s was struck out", identity)
		}
	}
	many := make([]string, mostStruck+1)
	for i := range many {
		many[i] = fmt.Sprintf(`["ledger","http://a/%d"]`, i)
	}
	if err := s.Strike(many, true); !errors.Is(err, ErrTooMany) || s.Len() != 0 {
		t.Errorf("%v, %d rows", err, s.Len())
	}
	if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the file was written: %v", err)
	}
	if err := os.WriteFile(path, []byte("[\"ledger\",\"http://a/\"]\n\nrubbish\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := OpenStruck(path); err == nil || !strings.Contains(err.Error(), "struck.txt:3:") {
		t.Errorf("a damaged file: %v", err)
	}
}
