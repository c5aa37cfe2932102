package stats

import (
	"math"
	"reflect"
	"slices"
	"testing"
)

// TestSpearman checks values worked out by hand, and against the tables of the
// exact distribution: of 4 observations in order, 2 of 24 orders are as
// extreme.
func TestSpearman(t *testing.T) {
	for name, c := range map[string]struct {
		x, y   []float64
		rho, p float64
	}{
		"nothing":         {nil, nil, 0, 1},
		"one":             {[]float64{1}, []float64{2}, 0, 1},
		"two":             {[]float64{1, 2}, []float64{5, 7}, 1, 1},
		"constant":        {[]float64{1, 1, 1}, []float64{1, 2, 3}, 0, 1},
		"rising":          {[]float64{1, 2, 3, 4}, []float64{1, 10, 100, 1000}, 1, 2. / 24},
		"falling":         {[]float64{1, 2, 3, 4}, []float64{4, 3, 2, 1}, -1, 2. / 24},
		"one swap":        {[]float64{1, 2, 3, 4}, []float64{1, 2, 4, 3}, 0.8, 8. / 24}, // 1 - 6·2/(4·15)
		"ties share rank": {[]float64{1, 2, 2, 4}, []float64{1, 2, 3, 4}, 0.948683298, 4. / 24},
	} {
		rho, p := spearman(c.x, c.y)
		if math.Abs(rho-c.rho) > 1e-9 || math.Abs(p-c.p) > 1e-9 {
			t.Errorf("%s: rho %v, p %v; want %v, %v", name, rho, p, c.rho, c.p)
		}
	}
}

// TestSpearmanOfMany takes rho = 0.7 of ten observations, for which t = 2.772
// with 8 degrees of freedom; tables of Student's t have 2.306 at p = 0.05,
// 2.896 at 0.02.
func TestSpearmanOfMany(t *testing.T) {
	x := []float64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}
	y := []float64{3, 1, 2, 6, 4, 5, 10, 8, 9, 7} // sum of d² = 4+1+1+4+1+1+9+0+0+9 = 30
	rho, p := spearman(x, y)
	if want := 1 - 6*30./990; math.Abs(rho-want) > 1e-9 {
		t.Errorf("rho %v, want %v", rho, want)
	}
	if p <= 0.001 || p >= 0.01 { // t = 4.04; tables: 3.355 at 0.01, 5.041 at 0.001
		t.Errorf("p %v, want between 0.001 and 0.01", p)
	}
	if rho, p := spearman(x, x); rho != 1 || p != 0 {
		t.Errorf("of itself: rho %v, p %v", rho, p)
	}
}

func TestCompareSites(t *testing.T) {
	of := func(site string, pages, links, arcs int) *Summary {
		return &Summary{Site: site, Pages: pages, Links: links, Arcs: arcs,
			OutDegree: Degrees{Mean: share(arcs, pages)}}
	}
	a := CompareSites([]*Summary{of("a", 10, 100, 20), of("b", 20, 50, 60), of("c", 30, 400, 90), of("d", 40, 10, 40)})
	var groups []string
	for _, s := range a.Sites {
		groups = append(groups, s.Group)
	}
	// The medians are 25 pages and 75 links.
	if want := []string{"III", "I", "IV", "II"}; !slices.Equal(groups, want) || a.MedianPages != 25 ||
		a.MedianLinks != 75 {
		t.Errorf("groups %v, medians %v and %v; want %v", groups, a.MedianPages, a.MedianLinks, want)
	}
	if a.MeanOutDegree != 2.25 || a.PooledOutDegree != 2.1 {
		t.Errorf("out-degrees %v and %v, want 2.25 and 2.1", a.MeanOutDegree, a.PooledOutDegree)
	}
	pages, links := slices.Index(a.Columns, "pages"), slices.Index(a.Columns, "links")
	if got := a.Rho[pages][links]; got != -0.4 { // ranks 3 2 4 1: d² = 4+0+1+9 = 14
		t.Errorf("rho %v, want -0.4", got)
	}
	if a.Rho[pages][pages] != 1 || a.Rho[links][pages] != a.Rho[pages][links] {
		t.Error("the matrix is not symmetric with ones")
	}
}

// Sites without pages change no number, and are named with the reason.
func TestCompareSitesWithoutPages(t *testing.T) {
	of := func(name string, pages, arcs int) *Summary {
		return &Summary{Site: name, Pages: pages, Links: 2 * arcs, Arcs: arcs,
			OutDegree: Degrees{Mean: share(arcs, pages)}}
	}
	real := []*Summary{of("a", 10, 20), of("b", 20, 60), of("c", 30, 50), of("d", 40, 90)}
	all := append([]*Summary{{Site: "gone", Ended: "unreachable"}, {Site: "closed", Ended: "work-done"}}, real...)
	want, got := CompareSites(real), CompareSites(all)
	leftOut := []LeftOut{{"gone", "no pages: unreachable"}, {"closed", "no pages: work-done"}}
	if !slices.Equal(got.LeftOut, leftOut) || want.LeftOut != nil {
		t.Errorf("left out: %+v, want %+v", got.LeftOut, leftOut)
	}
	got.LeftOut = nil
	if !reflect.DeepEqual(got, want) {
		t.Errorf("with sites without pages:\n%+v\nwant\n%+v", got, want)
	}
}

func TestCompareNothing(t *testing.T) {
	for _, sites := range [][]*Summary{nil, {{Site: "a", Pages: 1}}} {
		a := CompareSites(sites)
		for i := range a.Rho {
			for j := range a.Rho {
				if math.IsNaN(a.Rho[i][j]) || math.IsNaN(a.P[i][j]) {
					t.Errorf("%d sites: not a number at %d, %d", len(sites), i, j)
				}
			}
		}
		if len(a.Sites) != len(sites) || math.IsNaN(a.MeanOutDegree) {
			t.Errorf("%+v", a)
		}
	}
}
