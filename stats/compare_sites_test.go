package stats

import (
	"encoding/json"
	"math"
	"slices"
	"testing"

	"sitegraph/internal/console"
	"sitegraph/site"
)

// Spearman's values agree with ones worked out by hand and with tables of the exact distribution. Of the 24 orders of 4
// observations, 2 are as extreme as the sorted one.
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

// For rho = 0.7 of ten observations, t = 2.772 with 8 degrees of freedom. Tables of Student's t have 2.306 at p = 0.05
// and 2.896 at 0.02.
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
	console.Equal(t, a.MeanOutDegree, 2.25)
	console.Equal(t, a.PooledOutDegree, 2.1)
	pages, links := slices.Index(a.Columns, "pages"), slices.Index(a.Columns, "links")
	if got := a.Rho[pages][links]; got != -0.4 { // ranks 3 2 4 1: d² = 4+0+1+9 = 14
		t.Errorf("rho %v, want -0.4", got)
	}
	if a.Rho[pages][pages] != 1 || a.Rho[links][pages] != a.Rho[pages][links] {
		t.Error("the matrix is not symmetric with ones")
	}
}

// With nothing to compare, correlations are unknown.
func TestCompareOneSite(t *testing.T) {
	a := CompareSites([]*Summary{{Site: "a", Pages: 1}})
	for i := range a.Rho {
		for j := range a.Rho {
			if a.Rho[i][j].Known() || a.P[i][j].Known() {
				t.Errorf("rho %v, p %v at %d, %d", a.Rho[i][j], a.P[i][j], i, j)
			}
		}
	}
	if len(a.Sites) != 1 || len(a.Rho) != len(a.Columns) || math.IsNaN(a.MeanOutDegree) {
		t.Errorf("%+v", a)
	}
}

// Figures that an incomplete crawl does not give are left out of rows, means and correlations.
func TestCompareIncomplete(t *testing.T) {
	summary := func(name string, pages int, returns float64, complete bool) *Summary {
		s := &Summary{Site: name, Pages: pages, Links: pages, Return: Return{Share: returns}, Complete: complete}
		s.Unknown = unknownFigures(&site.Crawl{Complete: complete})
		return s
	}
	a := CompareSites([]*Summary{summary("a", 10, 0.1, true), summary("b", 20, 0.3, true),
		summary("c", 30, 0.2, false)})
	pages, returns := slices.Index(a.Columns, "pages"), slices.Index(a.Columns, "return_share")
	if c := a.Sites[2]; c.Values[returns].Known() || !c.Values[pages].Known() || len(c.Unknown) != 3 ||
		c.Unknown[1].Figure != "return_share" || c.Unknown[1].Reason == "" {
		t.Errorf("%+v", c)
	}
	if rho := a.Rho[pages][returns]; rho != 1 { // of a and b; with c it would be 0.5
		t.Errorf("rho %v, want 1", rho)
	}
	for _, g := range a.Groups { // a and b have few pages and links, c has many
		want := Figure(0.2)
		if g.Name == "IV" {
			want = UnknownFigure()
		}
		if got := g.Means[returns]; got != want && (got.Known() || want.Known()) {
			t.Errorf("mean of group %s: %v, want %v", g.Name, got, want)
		}
	}
	text, err := json.Marshal(a)
	var back Across
	if err == nil {
		err = json.Unmarshal(text, &back)
	}
	if err != nil || back.Sites[2].Values[returns].Known() || back.Sites[1].Values[returns] != 0.3 {
		t.Errorf("read back: %+v, %v", back.Sites, err)
	}
}
