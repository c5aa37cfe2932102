package site

import (
	"slices"
	"testing"
)

// By hand: pages 1 to 6, of which 2, 3, 4 and 6 link to what is missing.
func TestLinkedFrom(t *testing.T) {
	mentions := map[string][]int{"missing": {2, 3, 4, 6}, "alias": {1}, "page": {5}, "plain": {1, 2}, "waiting": {1}}
	c := &Crawl{Mentions: func(key string) []int { return mentions[key] },
		Aliases: []Alias{{Key: "alias", Page: "page"}, {Key: "alias", Page: "reached"},
			{Key: "unlinked", Page: "plain"}}}
	from := c.LinkedFrom()
	for _, check := range []struct {
		entry Entry
		want  string
	}{
		{Entry{Key: "missing", State: StateStatus, Status: 404}, "2-4 6"},
		{Entry{Key: "alias", State: StateDuplicate, Status: 200}, "1"},
		{Entry{Key: "page", State: StatePage, Status: 200}, "5"},    // 1 has an arc to it, too
		{Entry{Key: "reached", State: StatePage, Status: 200}, "0"}, // by its alias alone
		{Entry{Key: "plain", State: StatePage, Status: 200}, ""},    // those of its arcs
		{Entry{Key: "waiting", State: StateStopped}, ""},            // never requested
		{Entry{Key: "read", State: StateStatus, Status: 404, LinkedFrom: "1-2"}, "1-2"},
	} {
		if got := from(check.entry); got != check.want {
			t.Errorf("%s is linked from %q, want %q", check.entry.Key, got, check.want)
		}
	}
}

func TestIDs(t *testing.T) {
	for text, want := range map[string][]int{
		"": nil, "0": nil, "7": {7}, "1-3 5": {1, 2, 3, 5}, "2 x 4": {2}, "3-": nil, "-1": nil, "4-2 5": {5},
	} {
		if got := slices.Collect(IDs(text)); !slices.Equal(got, want) {
			t.Errorf("%q is %v, want %v", text, got, want)
		}
	}
	if text := writeIDs([]int{1, 2, 4, 6, 7, 8}); text != "1-2 4 6-8" {
		t.Errorf("written as %q", text)
	}
}
