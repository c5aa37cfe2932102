package sitelab

import (
	"math"
	"slices"

	"sitegraph/internal/lab"
	"sitegraph/report/chart"
)

// result has the results of rules on the worlds of sets, or of page policies on crawls.
type result struct {
	rows []row
	// curves has the curves by set, in the order of rows.
	curves map[string][]chart.Curve
}

// row is a policy's result after some pages.
type row struct {
	set, policy   string // the set of page policies is "pages" or "scattered"
	pages, worlds int
	// links is the mean number of links found, ofBaseline its ratio to the baseline's.
	links, ofBaseline float64
	// of has links as a share of each reference's.
	of []lab.Spread
}

// The names of references, first for rules, then for page policies.
const (
	clairvoyant   = "optimum"
	greedyName    = "greedy"
	coverageName  = "coverage"
	coverageBound = "bound"
)

// add adds a set's rows, one for each policy and mark. It compares the links found with a baseline and with references,
// which are among policies. The bound gets no curve.
func (r *result) add(set string, policies []string, worlds [][][]int, marks []int, baseline string,
	references ...string) {
	found := map[string][][]int{}
	for k, name := range policies {
		for _, w := range worlds {
			found[name] = append(found[name], w[k])
		}
	}
	for _, name := range policies {
		for _, pages := range marks {
			row := row{set: set, policy: name, pages: pages, worlds: len(worlds), links: at(found[name], pages)}
			row.ofBaseline = ratio(row.links, at(found[baseline], pages))
			for _, reference := range references {
				row.of = append(row.of, sharesOf(found[name], found[reference], pages))
			}
			r.rows = append(r.rows, row)
		}
		if name != coverageBound {
			r.curves[set] = append(r.curves[set], meanCurve(name, found[name], slices.Max(marks)))
		}
	}
}

func (r *result) ruleTable() lab.Table {
	columns := []string{"set", "rule", "worlds", "links", "of_r1", "of_optimum", "of_optimum_ci", "of_optimum_least"}
	return lab.NewTable("rules", columns, r.rows, func(r row) []lab.Cell {
		best := r.of[0]
		return slices.Concat([]lab.Cell{lab.Text(r.set), lab.Text(r.policy), lab.Int(r.worlds)},
			lab.Numbers("%.1f", r.links), lab.Numbers("%.3f", r.ofBaseline, best.Mean, best.Interval, best.Least))
	})
}

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

// after returns the number found after n pages, or after all if there are fewer.
func after(found []int, n int) int { return found[min(n, len(found)-1)] }

func at(found [][]int, n int) float64 {
	sum := 0
	for _, f := range found {
		sum += after(f, n)
	}
	return float64(sum) / float64(len(found))
}

// ratio divides means. A positive number divided by 0 gives NaN.
func ratio(found, of float64) float64 {
	if of == 0 && found > 0 {
		return math.NaN()
	}
	return shareOf(found, of)
}

// shareOf is like ratio, but 1 if the reference is 0.
func shareOf(found, of float64) float64 {
	if of == 0 {
		return 1
	}
	return found / of
}

// sharesOf returns the links found after n pages as a share of the reference's, over the worlds.
func sharesOf(found, reference [][]int, n int) lab.Spread {
	var all []float64
	for k := range found {
		all = append(all, shareOf(float64(after(found[k], n)), float64(after(reference[k], n))))
	}
	return lab.SpreadOf(all)
}

// curvePoints is the maximum number of steps in a curve.
const curvePoints = 200

// meanCurve returns the mean number of links over the worlds, by pages.
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

// charts shows the links found in each set as shares of the maximum. words returns the texts for a set.
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

func ruleWords(set string) chart.Words {
	return chart.Words{Title: "External links found: " + set, X: "pages scanned", Y: "share of the optimum's links",
		Description: "The share of the links that the best division of all pages would have found, by pages scanned."}
}

func pageWords(string) chart.Words {
	return chart.Words{Title: "External links found by page policies",
		X: "pages scanned", Y: "share of coverage's links",
		Description: "The share of the links that greedy coverage of all pages would have found, by pages scanned."}
}
