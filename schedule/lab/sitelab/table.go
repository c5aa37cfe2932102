package sitelab

import (
	"math"
	"slices"

	"sitegraph/chart"
	"sitegraph/schedule/lab"
)

// result is what policies found: rules on the worlds of sets, or page policies
// on crawls.
type result struct {
	rows []row
	// curves are by set, in the order of its rows.
	curves map[string][]chart.Curve
}

// row is what a policy found after some pages.
type row struct {
	set, policy   string // the set of page policies is "pages" or "scattered"
	pages, worlds int
	// links are found in the mean, and ofBaseline is the ratio to what the
	// baseline finds.
	links, ofBaseline float64
	// of are the shares of the references.
	of []lab.Spread
}

// newRow compares what was found in each world with a baseline and references.
func newRow(policy string, pages int, found, baseline [][]int, references ...[][]int) row {
	r := row{policy: policy, pages: pages, worlds: len(found), links: at(found, pages)}
	r.ofBaseline = ratio(r.links, at(baseline, pages))
	for _, reference := range references {
		r.of = append(r.of, sharesOf(found, reference, pages))
	}
	return r
}

// clairvoyant is the name of the optimum among rules.
const clairvoyant = "optimum"

// addRules adds the rows of a set: the rules, which are compared with R1 and
// the optimum, and after them the optimum.
func (r *result) addRules(set string, rules []string, pages int, outcomes []outcome) {
	found := byPolicy(outcomes)
	r1, best := found[slices.Index(rules, baseline)], found[len(rules)]
	for k, name := range append(slices.Clone(rules), clairvoyant) {
		row := newRow(name, pages, found[k], r1, best)
		row.set = set
		r.rows = append(r.rows, row)
		r.curves[set] = append(r.curves[set], meanCurve(name, found[k], pages))
	}
}

// newPageResult has rows by policy, then by mark: the page policies, the site
// rule, greedy coverage, coverage and the bound. The bound has no curve.
func newPageResult(set string, marks []int, outcomes []outcome) *result {
	r, found := &result{}, byPolicy(outcomes)
	n := len(found)
	rule, greedy, coverage := found[n-3], found[n-2], found[n-1]
	var curves []chart.Curve
	for k, name := range append(pagePolicies(), "site rule "+pageRule, "greedy", "coverage", "bound") {
		for m, pages := range marks {
			bound := pick(outcomes, func(o outcome) []int { return o.bounds[m : m+1] })
			own := bound
			if k < n {
				own = found[k]
			}
			row := newRow(name, pages, own, rule, greedy, coverage, bound)
			row.set = set
			r.rows = append(r.rows, row)
		}
		if k < n {
			curves = append(curves, meanCurve(name, found[k], slices.Max(marks)))
		}
	}
	r.curves = map[string][]chart.Curve{set: curves}
	return r
}

// ruleTable is the table of the rules.
func (r *result) ruleTable() lab.Table {
	columns := []string{"set", "rule", "worlds", "links", "of_r1", "of_optimum", "of_optimum_ci", "of_optimum_least"}
	return lab.NewTable("rules", columns, r.rows, func(r row) []lab.Cell {
		best := r.of[0]
		return slices.Concat([]lab.Cell{lab.Text(r.set), lab.Text(r.policy), lab.Int(r.worlds)},
			lab.Numbers("%.1f", r.links), lab.Numbers("%.3f", r.ofBaseline, best.Mean, best.Interval, best.Least))
	})
}

// pageTable is the table of the page policies.
func (r *result) pageTable() lab.Table {
	columns := []string{"policy", "pages", "worlds", "links",
		"of_greedy", "of_greedy_ci", "of_greedy_least", "of_coverage", "of_bound", "of_site_rule"}
	return lab.NewTable(r.rows[0].set, columns, r.rows, func(r row) []lab.Cell {
		greedy, coverage, bound := r.of[0], r.of[1], r.of[2]
		return slices.Concat([]lab.Cell{lab.Text(r.policy), lab.Int(r.pages), lab.Int(r.worlds)},
			lab.Numbers("%.1f", r.links), lab.Numbers("%.3f", greedy.Mean, greedy.Interval, greedy.Least,
				coverage.Mean, bound.Mean, r.ofBaseline))
	})
}

// byPolicy returns what each policy found in each world.
func byPolicy(outcomes []outcome) (found [][][]int) {
	for k := range outcomes[0].found {
		found = append(found, pick(outcomes, func(o outcome) []int { return o.found[k] }))
	}
	return found
}

// pick takes one list from each outcome.
func pick(outcomes []outcome, list func(outcome) []int) [][]int {
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

// sharesOf are the shares of a reference that were found after n pages, world by world.
func sharesOf(found, reference [][]int, n int) lab.Spread {
	var all []float64
	for k := range found {
		all = append(all, shareOf(float64(after(found[k], n)), float64(after(reference[k], n))))
	}
	return lab.SpreadOf(all)
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

// charts show the links found in each set as shares of the greatest number.
// words are those of a set.
func (r *result) charts(words func(set string) chart.Words) map[string]chart.Chart {
	for set, curves := range r.curves {
		most := 0.0
		for _, c := range curves {
			most = max(most, c.Points[len(c.Points)-1].Y)
		}
		if most == 0 {
			r.curves[set] = nil
			continue
		}
		for _, c := range curves {
			for i := range c.Points {
				c.Points[i].Y /= most
			}
		}
	}
	return lab.Charts(r.curves, words)
}

// ruleWords are those of the chart of a set.
func ruleWords(set string) chart.Words {
	return chart.Words{Title: "External links found: " + set, X: "pages scanned", Y: "share of the optimum's links",
		Description: "The share of the links that the best division of all pages would have found, by pages scanned."}
}

// pageWords are those of the chart of the page policies.
func pageWords(string) chart.Words {
	return chart.Words{Title: "External links found by page policies",
		X: "pages scanned", Y: "share of coverage's links",
		Description: "The share of the links that greedy coverage of all pages would have found, by pages scanned."}
}
