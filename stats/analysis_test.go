package stats

import (
	"iter"
	"slices"
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

// taken is a decision of a test.
type taken struct {
	site, found int
	free        bool
}

func decided(all ...taken) iter.Seq2[int, site.Decision] {
	return func(yield func(int, site.Decision) bool) {
		for i, t := range all {
			if !yield(t.site, site.Decision{Number: i + 1, Found: t.found, Free: t.free}) {
				return
			}
		}
	}
}

// A brings 5, 3, 1 and 0, B brings 4 and has no more, and C brings 2. The uniform split takes A, B and C (5+4+2 = 11),
// then A (3) and C, whose second page counts 2 like its first (16), then A (1).
func TestCountBudget(t *testing.T) {
	got := CountBudget([]SiteAccount{{Site: "A", ToFetch: 7}, {Site: "B"}, {Site: "C", ToFetch: 1}}, decided(
		taken{0, 5, false}, taken{1, 0, true}, taken{1, 4, false}, taken{2, 2, false}, taken{0, 3, false},
		taken{0, 1, false}, taken{0, 0, false}, taken{2, 0, true}))
	sites := []SiteAccount{{Site: "A", ToFetch: 7, Pages: 4, Found: 9, FoundLast: 9, Last: 7},
		{Site: "B", Pages: 1, Found: 4, FoundLast: 4, Last: 3},
		{Site: "C", ToFetch: 1, Pages: 1, Found: 2, FoundLast: 2, Last: 8}}
	curve := []BudgetPoint{{0, 0, 0}, {1, 5, 5}, {2, 9, 9}, {3, 11, 11}, {4, 14, 14}, {5, 15, 16}, {6, 15, 17}}
	if got.Pages != 6 || got.Found != 15 || got.Uniform() != 17 || !slices.Equal(got.Sites, sites) ||
		!slices.Equal(got.Curve, curve) {
		t.Errorf("got %+v", got)
	}
}

// A brings nothing on 65 pages. B brings 100 five times, then 2 and 0 in turn, so its last twenty pages average 1.
// Nothing was read of C. In 30 turns each, B brings 500 + 20 + 5·1.
func TestBudgetTail(t *testing.T) {
	var all []taken
	for i := range 65 {
		all = append(all, taken{0, 0, false})
		if i < 5 {
			all = append(all, taken{1, 100, false})
		} else if i < 25 {
			all = append(all, taken{1, 2 * (i % 2), false})
		}
	}
	got := CountBudget([]SiteAccount{{ToFetch: 1}, {ToFetch: 1}, {ToFetch: 1}}, decided(all...))
	if got.Pages != 90 || got.Found != 520 || got.Uniform() != 525 || got.Sites[1].FoundLast != 20 {
		t.Errorf("got %d on %d pages, uniform %v, %+v", got.Found, got.Pages, got.Uniform(), got.Sites)
	}
}

// If every site was read to its end, the uniform split finds what was found.
func TestBudgetEnds(t *testing.T) {
	var all []taken
	for i := range 1001 {
		all = append(all, taken{min(2, i/100), i % 7, false})
	}
	got := CountBudget(make([]SiteAccount, 3), decided(all...))
	if want := 143 * 21; got.Found != want || got.Uniform() != float64(want) || got.Pages != 1001 {
		t.Errorf("%d and %v on %d pages, want %d", got.Found, got.Uniform(), got.Pages, want)
	}
	if n := len(got.Curve); n != 201 || got.Curve[0] != (BudgetPoint{}) || got.Curve[n-1].Pages != 1001 {
		t.Errorf("%d points, the last %+v", n, got.Curve[n-1])
	}
	none := CountBudget(make([]SiteAccount, 2), decided(taken{0, 0, true}))
	if none.Pages != 0 || none.Uniform() != 0 || len(none.Curve) != 1 {
		t.Errorf("no page: %+v", none)
	}
}
