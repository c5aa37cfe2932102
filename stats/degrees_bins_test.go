package stats

import (
	"math"
	"slices"
	"testing"
)

func TestDegreeBins(t *testing.T) {
	for _, test := range []struct {
		name    string
		degrees []int
		want    []DegreeBin
	}{
		{name: "no pages", want: []DegreeBin{}},
		{name: "no arcs", degrees: []int{0, 0}, want: []DegreeBin{{Pages: 2, Density: 1}}},
		// 8 pages; the bin 8-15 is empty.
		{name: "several", degrees: []int{0, 1, 2, 3, 4, 7, 7, 16}, want: []DegreeBin{
			{From: 0, To: 0, Pages: 1, Density: 0.125},
			{From: 1, To: 1, Pages: 1, Density: 0.125},
			{From: 2, To: 3, Pages: 2, Density: 0.125},
			{From: 4, To: 7, Pages: 3, Density: 0.09375}, // 3/4/8
			{From: 16, To: 31, Pages: 1, Density: 0.0078125},
		}},
	} {
		if got := degreeBins(distribution(test.degrees)); !slices.Equal(got, test.want) {
			t.Errorf("%s:\ngot  %v\nwant %v", test.name, got, test.want)
		}
	}
}

// Every degree is in one bin, and the densities times the widths sum to 1.
func TestDegreeBinsAreWhole(t *testing.T) {
	for degree := range 5000 {
		if from, to := binRange(binOf(degree)); degree < from || degree > to {
			t.Fatalf("degree %d is not in its bin %d-%d", degree, from, to)
		}
	}
	g := randomGraph(3, 500, 9000)
	pages, chance := 0, 0.0
	for _, b := range degreeBins(distribution(g.InDegrees())) {
		pages += b.Pages
		chance += b.Density * float64(b.To-b.From+1)
	}
	if pages != 500 || math.Abs(chance-1) > 1e-8 {
		t.Errorf("%d pages of 500, chances sum to %v", pages, chance)
	}
}
