package stats

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/mathext"

	"sitegraph/site"
)

// Across compares sites with each other.
type Across struct {
	Columns []string          `json:"columns"`            // name the values of each SiteRow
	Sites   []SiteRow         `json:"sites"`              // in the order given
	LeftOut []LeftOut         `json:"left_out,omitempty"` // sites without numbers; the caller adds them
	Graph   *SiteGraphSummary `json:"graph,omitempty"`    // the graph of the sites; the caller adds it
	// Rho[i][j] is the rank correlation of columns i and j over the sites that have both, and P its p-value, see
	// [spearman]. Both are unknown for fewer than two sites.
	Rho             [][]Figure `json:"spearman_rho"`
	P               [][]Figure `json:"spearman_p"`
	MeanOutDegree   float64    `json:"mean_out_degree"`   // mean of the sites' mean out-degrees
	PooledOutDegree float64    `json:"pooled_out_degree"` // all arcs divided by all pages
	MedianPages     float64    `json:"median_pages"`      // splits the sites into groups, as MedianLinks does
	MedianLinks     float64    `json:"median_links"`
	Groups          []Group    `json:"groups"` // groups that have sites
}

// SiteRow holds the figures of one site.
type SiteRow struct {
	Site     string    `json:"site"`              // the origin
	Complete bool      `json:"complete"`          // nothing was left to fetch
	Group    string    `json:"group"`             // the name of the site's group
	Values   []Figure  `json:"values"`            // one per column
	Unknown  []Unknown `json:"unknown,omitempty"` // why some values are unknown
}

// LeftOut is a site without pages.
type LeftOut struct {
	Site   string `json:"site"`   // the origin
	Reason string `json:"reason"` // in a few words
}

// Group holds the sites with few or many pages, and few or many links, split at the medians (Pechnikov and Lankin,
// 2016). A site at a median counts as having few.
type Group struct {
	Name        string   `json:"name"`  // I, II, III or IV
	Description string   `json:"says"`  // common property of its sites
	Sites       int      `json:"sites"` // number of sites
	Means       []Figure `json:"means"` // per column, over its sites with a known value
}

// groupNames has the groups: bit 0 of the index means many pages, bit 1 many links.
var groupNames = [4]Group{
	{Name: "I", Description: "few pages, few links"},
	{Name: "II", Description: "many pages, few links"},
	{Name: "III", Description: "few pages, many links"},
	{Name: "IV", Description: "many pages, many links"},
}

// acrossColumns lists the columns. A column is unknown if the figure named in of is.
var acrossColumns = []struct {
	name  string
	value func(s *Summary) float64
	of    string
}{
	{"pages", func(s *Summary) float64 { return float64(s.Pages) }, ""},
	{"arcs", func(s *Summary) float64 { return float64(s.Arcs) }, ""},
	{"links", func(s *Summary) float64 { return float64(s.Links) }, ""},
	{"external_links", func(s *Summary) float64 { return float64(s.ExternalLinks.Total) }, ""},
	{"max_level", func(s *Summary) float64 { return float64(s.maxLevel()) }, ""},
	{"mean_level", func(s *Summary) float64 {
		return share(site.Sum(s.Levels, func(l Level) int { return l.Level * l.Pages }), s.Pages)
	}, ""},
	{"mean_out_degree", func(s *Summary) float64 { return s.OutDegree.Mean }, ""},
	{"gini_in_degree", func(s *Summary) float64 { return s.InDegree.Gini }, ""},
	{"density", func(s *Summary) float64 { return s.Density }, ""},
	{"reciprocity", func(s *Summary) float64 { return s.Reciprocity }, ""},
	{"core_share", func(s *Summary) float64 { return s.Components.LargestShare }, "scc"},
	{"return_share", func(s *Summary) float64 { return s.Return.Share }, "return"},
	{"mean_distance", func(s *Summary) float64 { return s.Distances.Mean }, "distances"},
	{"clustering", func(s *Summary) float64 { return s.Clustering.Mean }, ""},
	{"modularity", func(s *Summary) float64 { return s.Communities.Modularity }, ""},
}

func (s *Summary) maxLevel() int {
	if len(s.Levels) == 0 {
		return 0
	}
	return s.Levels[len(s.Levels)-1].Level
}

// CompareSites puts the figures of several sites side by side. Each must have pages.
func CompareSites(sites []*Summary) Across {
	a := Across{Groups: []Group{}}
	for _, c := range acrossColumns {
		a.Columns = append(a.Columns, c.name)
	}
	pages, arcs := 0, 0
	for _, s := range sites {
		row := SiteRow{Site: s.Site, Complete: s.Complete}
		for _, c := range acrossColumns {
			value := Figure(c.value(s))
			if reason := s.UnknownBecause(c.of); reason != "" {
				value = UnknownFigure()
				row.Unknown = append(row.Unknown, Unknown{c.name, reason})
			}
			row.Values = append(row.Values, value)
		}
		a.Sites = append(a.Sites, row)
		pages += s.Pages
		arcs += s.Arcs
	}
	a.PooledOutDegree = share(arcs, pages)
	a.MeanOutDegree = mean(a.column("mean_out_degree"))
	a.MedianPages, a.MedianLinks = median(a.column("pages")), median(a.column("links"))
	a.correlate()
	a.group()
	return a
}

// correlate sets Rho and P. Where a column varies, their diagonals are 1 and 0.
func (a *Across) correlate() {
	n := len(a.Columns)
	for range n {
		a.Rho, a.P = append(a.Rho, make([]Figure, n)), append(a.P, make([]Figure, n))
	}
	for i := range n {
		for j := range i + 1 {
			rho, p := UnknownFigure(), UnknownFigure()
			if x, y := a.Both(i, j); len(x) > 1 {
				r, chance := spearman(x, y)
				rho, p = Figure(r), Figure(chance)
			}
			a.Rho[i][j], a.P[i][j], a.Rho[j][i], a.P[j][i] = rho, p, rho, p
		}
	}
}

// Both returns the values of two columns for the sites that have both.
func (a *Across) Both(i, j int) (x, y []float64) {
	for _, s := range a.Sites {
		if s.Values[i].Known() && s.Values[j].Known() {
			x, y = append(x, float64(s.Values[i])), append(y, float64(s.Values[j]))
		}
	}
	return x, y
}

func (a *Across) column(name string) []float64 {
	i := slices.Index(a.Columns, name)
	values, _ := a.Both(i, i)
	return values
}

func (a *Across) group() {
	pages, links := slices.Index(a.Columns, "pages"), slices.Index(a.Columns, "links")
	members := [len(groupNames)][]SiteRow{}
	for i := range a.Sites {
		s, g := &a.Sites[i], 0
		if float64(s.Values[pages]) > a.MedianPages {
			g |= 1
		}
		if float64(s.Values[links]) > a.MedianLinks {
			g |= 2
		}
		s.Group = groupNames[g].Name
		members[g] = append(members[g], *s)
	}
	for g, sites := range members {
		if len(sites) == 0 {
			continue
		}
		group := groupNames[g]
		group.Sites = len(sites)
		members := Across{Columns: a.Columns, Sites: sites}
		for _, name := range a.Columns {
			group.Means = append(group.Means, Figure(mean(members.column(name)))) // unknown if no site has a value
		}
		a.Groups = append(a.Groups, group)
	}
}

func mean(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return Round(sum / float64(len(values)))
}

func median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	n := len(sorted)
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}

// maxPermuted is the maximum number of observations for which a p-value counts all orders. 8! is 40,320. For so few,
// Student's t is far off: it gives p = 0 for 4 in the same order, although 2 of 24 orders are as extreme.
const maxPermuted = 8

// spearman returns the rank correlation of two columns and its two-sided p-value: the probability of at least this
// absolute value if the columns are unrelated (C. Spearman, American Journal of Psychology 15, 1904). Equal values
// share their mean rank. For up to 8 observations p is exact, over all orders. Beyond, it comes from Student's t
// with n-2 degrees of freedom. If a column does not vary, rho is 0 and p is 1.
func spearman(x, y []float64) (rho, p float64) {
	a, b := ranks(x), ranks(y)
	if !varies(a) || !varies(b) {
		return 0, 1
	}
	rho = math.Max(-1, math.Min(1, correlation(a, b)))
	n := len(a)
	if n <= maxPermuted {
		return Round(rho), Round(permuted(a, b))
	}
	if math.Abs(rho) == 1 {
		return rho, 0
	}
	t, free := math.Abs(rho)*math.Sqrt(float64(n-2)/(1-rho*rho)), float64(n-2)
	return Round(rho), Round(mathext.RegIncBeta(free/2, 0.5, free/(t*t+free)))
}

func correlation(a, b []float64) float64 {
	x, y := centred(a), centred(b)
	var xx, yy, xy float64
	for i := range x {
		dx, dy := float64(x[i]), float64(y[i])
		xx += float64(dx * dx)
		yy += float64(dy * dy)
		xy += float64(dx * dy)
	}
	return xy / math.Sqrt(xx*yy)
}

// ranks returns the ranks of values from 1; equal values share their mean rank.
func ranks(values []float64) []float64 {
	order := countUp(len(values))
	slices.SortStableFunc(order, func(i, j int32) int { return cmp.Compare(values[i], values[j]) })

	rank := make([]float64, len(values))
	for from, to := range runs(order, func(i, j *int32) bool { return values[*i] == values[*j] }) {
		for _, k := range order[from:to] {
			rank[k] = float64(from+1+to) / 2
		}
	}
	return rank
}

func varies(values []float64) bool {
	return slices.ContainsFunc(values, func(v float64) bool { return v != values[0] })
}

// permuted returns the share of the orders of b whose correlation with a has at least the given absolute value.
// Means and variances are the same for all orders, so sums of products suffice. Ranks are multiples of 1/2, so
// doubling them makes the sums exact.
func permuted(a, b []float64) float64 {
	x, y := centred(a), centred(b)
	given, all, extreme := 0, 0, 0
	for i := range x {
		given += x[i] * y[i]
	}
	var order func(i, sum int) // permutes y from position i on
	order = func(i, sum int) {
		if i == len(x) {
			all++
			if max(sum, -sum) >= max(given, -given) {
				extreme++
			}
			return
		}
		for j := i; j < len(y); j++ {
			y[i], y[j] = y[j], y[i]
			order(i+1, sum+x[i]*y[i])
			y[i], y[j] = y[j], y[i]
		}
	}
	order(0, 0)
	return float64(extreme) / float64(all)
}

// centred returns 2·rank·n minus its mean, which are integers.
func centred(rank []float64) []int {
	n := len(rank)
	whole := make([]int, n)
	for i, r := range rank {
		whole[i] = int(2*r)*n - n*(n+1)
	}
	return whole
}
