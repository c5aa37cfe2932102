package sitelab

import (
	"math"
	"slices"

	"sitegraph/chart"
	"sitegraph/schedule/lab"
	"sitegraph/schedule/sites"
)

// ruleResult is what the rules found.
type ruleResult struct {
	// pages is N.
	pages int
	// rows are ordered by set, then by rule as asked for; the last of a set is
	// the optimum. curves are by set, in the order of its rows.
	rows   []ruleRow
	curves map[string][]chart.Curve
}

// ruleRow is a rule on the worlds of a set.
type ruleRow struct {
	set, rule string
	worlds    int
	// links is S(N) in the mean, ofBaseline its ratio to that of R1.
	links, ofBaseline float64
	ofOptimum         shares
}

// clairvoyant is the name of the optimum among rules.
const clairvoyant = "optimum"

func (r *ruleResult) add(set string, rules []string, outcomes []ruleOutcome) {
	best := pick(outcomes, func(o ruleOutcome) []int { return o.best })
	base := 0.0
	for k, name := range append(slices.Clone(rules), clairvoyant) {
		all := best
		if name != clairvoyant {
			all = pick(outcomes, func(o ruleOutcome) []int { return o.found[k] })
		}
		row := ruleRow{set: set, rule: name, worlds: len(outcomes), links: at(all, r.pages)}
		row.ofOptimum = sharesOf(all, best, r.pages)
		if name == baseline {
			base = row.links
		}
		r.rows = append(r.rows, row)
		r.curves[set] = append(r.curves[set], meanCurve(name, all, r.pages))
	}
	for k := len(r.rows) - len(rules) - 1; k < len(r.rows); k++ {
		r.rows[k].ofBaseline = ratio(r.rows[k].links, base)
	}
}

func (r *ruleResult) table() lab.Table {
	return lab.NewTable("rules", []lab.Column[ruleRow]{
		{Name: "set", Cell: func(r ruleRow) lab.Cell { return lab.Text(r.set) }},
		{Name: "rule", Cell: func(r ruleRow) lab.Cell { return lab.Text(r.rule) }},
		{Name: "worlds", Cell: func(r ruleRow) lab.Cell { return lab.Int(r.worlds) }},
		{Name: "links", Cell: func(r ruleRow) lab.Cell { return lab.Fixed(r.links, 1) }},
		{Name: "of_r1", Cell: func(r ruleRow) lab.Cell { return share(r.ofBaseline) }},
		{Name: "of_optimum", Cell: func(r ruleRow) lab.Cell { return share(r.ofOptimum.mean) }},
		{Name: "of_optimum_ci", Cell: func(r ruleRow) lab.Cell { return share(r.ofOptimum.interval) }},
		{Name: "of_optimum_least", Cell: func(r ruleRow) lab.Cell { return share(r.ofOptimum.least) }},
	}, r.rows)
}

// pageResult is what the page policies found.
type pageResult struct {
	// rows are ordered by policy, then by mark: the page policies, the site
	// rule, greedy coverage, coverage and the bound. curves are those of all
	// but the bound.
	rows   []pageRow
	curves []chart.Curve
}

// pageRow is a policy after some pages.
type pageRow struct {
	policy        string
	pages, worlds int
	links         float64 // found in the mean
	// ofRule is the ratio to what the site rule finds; the others are shares of
	// the references.
	ofGreedy, ofCoverage, ofBound shares
	ofRule                        float64
}

func newPageResult(marks []int, outcomes []pageOutcome) *pageResult {
	greedy := pick(outcomes, func(o pageOutcome) []int { return o.greedy })
	coverage := pick(outcomes, func(o pageOutcome) []int { return o.coverage })
	rule := pick(outcomes, func(o pageOutcome) []int { return o.rule })
	result := &pageResult{}
	add := func(name string, found func(mark int) [][]int) {
		for m, n := range marks {
			all := found(m)
			bounds := pick(outcomes, func(o pageOutcome) []int { return o.bounds[m : m+1] })
			result.rows = append(result.rows, pageRow{
				policy: name, pages: n, worlds: len(outcomes), links: at(all, n),
				ofGreedy: sharesOf(all, greedy, n), ofCoverage: sharesOf(all, coverage, n),
				ofBound: sharesOf(all, bounds, n), ofRule: ratio(at(all, n), at(rule, n)),
			})
		}
	}
	addCurve := func(name string, all [][]int) {
		add(name, func(int) [][]int { return all })
		result.curves = append(result.curves, meanCurve(name, all, slices.Max(marks)))
	}

	for k, name := range sites.KnownPagePolicies() {
		addCurve(name, pick(outcomes, func(o pageOutcome) []int { return o.found[k] }))
	}
	addCurve("site rule "+pageRule, rule)
	addCurve("greedy", greedy)
	addCurve("coverage", coverage)
	add("bound", func(m int) [][]int {
		return pick(outcomes, func(o pageOutcome) []int { return o.bounds[m : m+1] })
	})
	return result
}

func (r *pageResult) table(name string) lab.Table {
	return lab.NewTable(name, []lab.Column[pageRow]{
		{Name: "policy", Cell: func(r pageRow) lab.Cell { return lab.Text(r.policy) }},
		{Name: "pages", Cell: func(r pageRow) lab.Cell { return lab.Int(r.pages) }},
		{Name: "worlds", Cell: func(r pageRow) lab.Cell { return lab.Int(r.worlds) }},
		{Name: "links", Cell: func(r pageRow) lab.Cell { return lab.Fixed(r.links, 1) }},
		{Name: "of_greedy", Cell: func(r pageRow) lab.Cell { return share(r.ofGreedy.mean) }},
		{Name: "of_greedy_ci", Cell: func(r pageRow) lab.Cell { return share(r.ofGreedy.interval) }},
		{Name: "of_greedy_least", Cell: func(r pageRow) lab.Cell { return share(r.ofGreedy.least) }},
		{Name: "of_coverage", Cell: func(r pageRow) lab.Cell { return share(r.ofCoverage.mean) }},
		{Name: "of_bound", Cell: func(r pageRow) lab.Cell { return share(r.ofBound.mean) }},
		{Name: "of_site_rule", Cell: func(r pageRow) lab.Cell { return share(r.ofRule) }},
	}, r.rows)
}

// share is the cell of a share; NaN is empty.
func share(v float64) lab.Cell {
	if math.IsNaN(v) {
		return lab.Cell{}
	}
	return lab.Fixed(v, 3)
}

// pick takes one list from each outcome.
func pick[O any](outcomes []O, list func(O) []int) [][]int {
	all := make([][]int, len(outcomes))
	for k, o := range outcomes {
		all[k] = list(o)
	}
	return all
}

// after is what was found after n pages; after all of them, what they brought.
func after(found []int, n int) int { return found[min(n, len(found)-1)] }

// at is the mean of what was found after n pages.
func at(found [][]int, n int) float64 {
	sum := 0
	for _, f := range found {
		sum += after(f, n)
	}
	return float64(sum) / float64(len(found))
}

// ratio compares means; NaN for something to nothing.
func ratio(found, of float64) float64 {
	if of == 0 && found > 0 {
		return math.NaN()
	}
	return shareOf(found, of)
}

// shareOf is a ratio; of nothing, everything was found.
func shareOf(found, of float64) float64 {
	if of == 0 {
		return 1
	}
	return found / of
}

// shares are the mean share of a reference, half its 95 % confidence interval
// and the least share of all worlds.
type shares struct{ mean, interval, least float64 }

func sharesOf(found, reference [][]int, n int) shares {
	var all []float64
	for k := range found {
		all = append(all, shareOf(float64(after(found[k], n)), float64(after(reference[k], n))))
	}
	return shares{lab.Mean(all), lab.HalfInterval(all), slices.Min(all)}
}

// curvePoints is the number of points of a curve.
const curvePoints = 200

// meanCurve is the mean number of links found in the worlds, by pages.
func meanCurve(name string, found [][]int, pages int) chart.Curve {
	c := chart.Curve{Name: name}
	for k := range curvePoints + 1 {
		n := k * pages / curvePoints
		if k == 0 || n > (k-1)*pages/curvePoints {
			c.Points = append(c.Points, chart.Point{X: float64(n), Y: at(found, n)})
		}
	}
	return c
}

// ruleChart shows what the rules have found in the worlds of a set.
func ruleChart(set string, curves []chart.Curve) chart.Chart {
	return linkChart(chart.Words{
		Title:       "External links found: " + set,
		Description: "The share of the links that the best division of all pages would have found, by pages scanned.",
		X:           "pages scanned", Y: "share of the optimum's links",
	}, curves)
}

// pageChart shows what the page policies have found.
func pageChart(curves []chart.Curve) chart.Chart {
	return linkChart(chart.Words{
		Title:       "External links found by page policies",
		Description: "The share of the links that greedy coverage of all pages would have found, by pages scanned.",
		X:           "pages scanned", Y: "share of coverage's links",
	}, curves)
}

// linkChart shows curves as shares of the greatest number in them.
func linkChart(words chart.Words, curves []chart.Curve) chart.Chart {
	most := 0.0
	for _, c := range curves {
		most = max(most, c.Points[len(c.Points)-1].Y)
	}
	if most == 0 {
		return chart.Curves(words, nil)
	}
	for _, c := range curves {
		for i := range c.Points {
			c.Points[i].Y /= most
		}
	}
	return chart.Curves(words, curves)
}
