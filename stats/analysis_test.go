package stats

import (
	"testing"

	"sitegraph/internal/console"
	"sitegraph/site"
)

func arc(source, target uint32) [2]uint32 { return [2]uint32{source, target} }

func TestDegrees(t *testing.T) {
	for _, test := range []struct {
		name    string
		degrees []int
		want    Degrees
	}{
		{name: "none", degrees: []int{}, want: Degrees{Distribution: [][2]int{}}},
		{name: "one", degrees: []int{7}, want: Degrees{Mean: 7, Median: 7, Max: 7, Distribution: [][2]int{{7, 1}}}},
		{name: "even", degrees: []int{4, 1}, want: Degrees{Mean: 2.5, Median: 2.5, Max: 4,
			Distribution: [][2]int{{1, 1}, {4, 1}}}},
		{name: "odd", degrees: []int{9, 0, 1}, want: Degrees{Mean: 3.33333333, Median: 1, Max: 9,
			Distribution: [][2]int{{0, 1}, {1, 1}, {9, 1}}}},
		{name: "equal in the middle", degrees: []int{3, 0, 3, 10}, want: Degrees{Mean: 4, Median: 3, Max: 10,
			Distribution: [][2]int{{0, 1}, {3, 2}, {10, 1}}}},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := describeDegrees(graphOf(len(test.degrees)), test.degrees)
			got.Top, got.Gini, got.Bins, got.PowerLaw = nil, 0, nil, PowerLaw{} // these have their own tests
			console.Equal(t, got, test.want)
		})
	}
}

// A graph of period 2 oscillates and so converges most slowly.
func TestPageRankEnds(t *testing.T) {
	g := graphOf(3, arc(0, 1), arc(0, 2), arc(1, 0), arc(2, 0))
	if s, _ := PageRank(g); s.Iterations >= maxIterations {
		t.Errorf("%d iterations", s.Iterations)
	}
}

func TestTop(t *testing.T) {
	g := graphOf(14)
	values := []float64{1, 5, 2, 5.0000000001, 0, 3, 3, 3, 9, 8, 7, 6, 4, 5}
	// Pages 1, 3 and 13 agree to nine digits, so their ids decide.
	want := []int{9, 10, 11, 12, 2, 4, 14, 13, 6, 7}
	var got []int
	for _, p := range top(g, values) {
		got = append(got, p.ID)
	}
	console.Equal(t, got, want)
}

func TestStatesAreCopied(t *testing.T) {
	c := crawlOf(graphOf(1))
	c.Counts.States = map[site.State]int{site.StatePage: 1}
	s := compute(c)
	c.Counts.States[site.StatePage] = 2
	console.Equal(t, s.States[site.StatePage], 1, "the summary changed with the crawl")
}

func TestRound(t *testing.T) {
	for x, want := range map[float64]float64{
		0: 0, 1: 1, 1.0 / 3: 0.333333333, 2e-7 / 3: 6.66666667e-8, 123456789.4: 123456789, 1e300: 1e300,
	} {
		console.Equal(t, Round(x), want, "Round", x)
	}
}
