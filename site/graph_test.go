package site

import (
	"slices"
	"testing"
)

// TestFirst: the first pages have the arcs among them, whatever the order of the targets; a graph without more is
// itself.
func TestFirst(t *testing.T) {
	g := &Graph{Pages: make([]Page, 4), Offsets: []int{0, 3, 5, 7, 8}, Targets: []uint32{3, 1, 2, 0, 2, 1, 3, 0},
		Weights: NumbersOf(8, 7, 6, 5, 4, 3, 2, 1)}
	cut := g.First(3)
	if len(cut.Pages) != 3 || !slices.Equal(cut.Targets, []uint32{1, 2, 0, 2, 1}) ||
		!slices.Equal(cut.Offsets, []int{0, 2, 4, 5}) || !cut.Weights.Equal(NumbersOf(7, 6, 5, 4, 3)) {
		t.Errorf("%d pages, %v, %v, %v", len(cut.Pages), cut.Targets, cut.Offsets, cut.Weights)
	}
	if g.First(4) != g || g.First(9) != g {
		t.Error("a graph that has no more pages is cut")
	}
}
