package stats

import (
	"iter"
	"slices"
	"testing"

	"sitegraph/site"
)

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
