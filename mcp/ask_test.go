package mcp

import (
	"slices"
	"testing"
)

// A long answer gets fewer items, down to one, unless the caller asked for a number of items.
func TestHalve(t *testing.T) {
	var got []int
	asked, usual := part{amount: amount{Limit: 100}}, part{}
	for more := true; more; more = usual.halve() {
		limits, err := usual.limits()
		if got = append(got, limits.Items); err != nil || asked.halve() {
			t.Fatal(limits, err)
		}
	}
	if !slices.Equal(got, []int{20, 10, 5, 2, 1}) {
		t.Error(got)
	}
}
