package run

import (
	"slices"
	"testing"

	"sitegraph/config"
	"sitegraph/schedule/order"
)

// TestOrderNames: the settings allow the names that there are, and no others.
func TestOrderNames(t *testing.T) {
	want := map[string][]string{"order.sites": order.Rules(), "order.pages": order.Pages()}
	for _, row := range config.Table(new(config.Settings)) {
		if names, ok := want[row.Name()]; ok {
			got := slices.Sorted(slices.Values(row.Names))
			slices.Sort(names)
			if !slices.Equal(got, names) {
				t.Errorf("%s allows %v, there are %v", row.Name(), got, names)
			}
			delete(want, row.Name())
		}
	}
	if len(want) > 0 {
		t.Errorf("no settings for %v", want)
	}
}
