package run

import (
	"slices"
	"testing"

	"sitegraph/stats"
)

// TestCommunityLabels: two groups on a map never have one name.
func TestCommunityLabels(t *testing.T) {
	words := []string{"notes", "release"}
	list := []stats.Community{
		{Words: words}, {Prefix: "/"}, {Words: words}, {Prefix: "/a/"}, {Prefix: "/"}, {Prefix: "/"}}
	want := []string{"notes, release", "/", "notes, release (2)", "/a/", "/ (2)", "/ (3)"}
	if got := communityLabels(list); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
