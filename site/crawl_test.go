package site

import "testing"

// TestToFetch counts what a crawl left for want of time, of pages or of budget.
func TestToFetch(t *testing.T) {
	c := Counts{States: map[State]int{StateStopped: 1, StateLimit: 400},
		Limits: map[string]int{"max_pages": 20, "budget": 300, "max_path_depth": 80}}
	if n := c.ToFetch(); n != 321 {
		t.Errorf("%d URLs, want 1 + 20 + 300", n)
	}
}
