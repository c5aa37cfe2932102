package pairs

import (
	"slices"
	"testing"

	"sitegraph/config"
)

// TestConflicts: a setting has the refusals of the table that its feature has, and every kind that a setting asks for
// is found by one.
func TestConflicts(t *testing.T) {
	found := map[string]bool{}
	for _, s := range config.Table(new(config.Settings)) {
		for _, c := range Conflicts(s) {
			found[c.Asked] = true
			if c.With == "" || c.Why == "" {
				t.Errorf("%s: %+v", s.Name(), c)
			}
		}
		if s.Name() == "order.budget" && !slices.ContainsFunc(Conflicts(s), func(c Conflict) bool {
			return c.Asked == "--budget" && c.With == "one shard of several"
		}) {
			t.Errorf("a budget: %+v", Conflicts(s))
		}
		if s.Name() == "sites.hosts" && len(Conflicts(s)) > 0 {
			t.Errorf("%+v", Conflicts(s))
		}
	}
	for _, asked := range []string{"--scope entity", "--order-sites",
		"--theme", "--archive", "--warc", "[download] downloader = folder", "[store] store = memory", "--hits"} {
		if !found[asked] {
			t.Errorf("no setting asks for %s", asked)
		}
	}
}
