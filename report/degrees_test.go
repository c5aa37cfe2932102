package report

import (
	"math"
	"slices"
	"testing"

	"sitegraph/report/chart"
)

// TestAtLeast: of ten pages, four have degree 0, three 1, two 4 and one 9.
func TestAtLeast(t *testing.T) {
	got := atLeast([][2]int{{0, 4}, {1, 3}, {4, 2}, {9, 1}}, 10)
	if want := []chart.Point{{X: 1, Y: 0.6}, {X: 4, Y: 0.3}, {X: 9, Y: 0.1}}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if got := atLeast([][2]int{{0, 3}}, 3); len(got) != 0 {
		t.Errorf("pages without links: %v", got)
	}
}

// TestHeat: the sign gives the colour, the size one of four steps.
func TestHeat(t *testing.T) {
	for rho, want := range map[float64]string{0: "", 0.1: "heat warm-1", -0.25: "heat cold-1", 0.26: "heat warm-2",
		-0.75: "heat cold-3", 1: "heat warm-4", -1: "heat cold-4"} {
		if got := heat(rho); got != want {
			t.Errorf("%v: %q, want %q", rho, got, want)
		}
	}
	if got := heat(math.NaN()); got != "" {
		t.Errorf("no number: %q", got)
	}
}
