package sitelab

import (
	"math"
	"slices"
	"strconv"
)

// RuleResult is what MeasureRules found.
type RuleResult struct {
	// Pages is N.
	Pages int
	// Rows are ordered by set, then by rule as asked for; the last of a set is
	// the optimum.
	Rows []RuleRow
	// Curves are ordered like the rows.
	Curves []Curve
}

// RuleRow is a rule on the worlds of a set.
type RuleRow struct {
	Set, Rule string
	// Worlds is the number of worlds.
	Worlds int
	// Links is S(N) in the mean, and OfTrivial its ratio to that of R1; None if
	// R1 found nothing and the rule something.
	Links, OfTrivial float64
	// OfOptimum is the share of the clairvoyant optimum in the mean, Error half
	// its confidence interval of 95 % (normal), Least the least of all worlds.
	OfOptimum, Error, Least float64
}

// Curve is the mean number of links found after some numbers of pages.
type Curve struct {
	Set, Name string
	Pages     []int
	Links     []float64
}

// Optimum is the name of the clairvoyant optimum among rules.
const Optimum = "optimum"

// points is the number of points of a curve.
const points = 200

func (r *RuleResult) add(set string, rules []string, outcomes []ruleOutcome) {
	best := make([][]int, len(outcomes))
	for k, o := range outcomes {
		best[k] = o.best
	}
	base := 0.0
	found := func(rule int) [][]int {
		all := make([][]int, len(outcomes))
		for k, o := range outcomes {
			all[k] = o.found[rule]
		}
		return all
	}
	for k, name := range rules {
		if name == trivial {
			base = at(found(k), r.Pages)
		}
	}
	for k := range len(rules) + 1 {
		name, all := Optimum, best
		if k < len(rules) {
			name, all = rules[k], found(k)
		}
		row := RuleRow{Set: set, Rule: name, Worlds: len(outcomes), Links: at(all, r.Pages)}
		row.OfTrivial = ratio(row.Links, base)
		row.OfOptimum, row.Error, row.Least = shares(all, best, r.Pages)
		r.Rows = append(r.Rows, row)
		r.Curves = append(r.Curves, curve(set, name, all, r.Pages))
	}
}

// Columns returns the names of the columns of a row's Cells.
func (r *RuleResult) Columns() []string {
	return []string{"set", "rule", "worlds", "links", "of_r1", "of_optimum", "of_optimum_ci", "of_optimum_least"}
}

// Cells returns the row's cells.
func (r RuleRow) Cells() []string {
	return []string{
		r.Set, r.Rule, strconv.Itoa(r.Worlds), number(r.Links, 1), number(r.OfTrivial, 3),
		number(r.OfOptimum, 3), number(r.Error, 3), number(r.Least, 3),
	}
}

// PageResult is what MeasurePages found.
type PageResult struct {
	// Rows are ordered by policy, then by mark: the page policies, the site
	// rules, and the references Greedy, Coverage and Bound.
	Rows []PageRow
	// Curves are those of all but the bound.
	Curves []Curve
}

// PageRow is a policy after some pages.
type PageRow struct {
	// Policy is a name; that of a site rule has "site rule " before it.
	Policy string
	Pages  int
	Worlds int
	// Links is the number of links found in the mean.
	Links float64
	// OfGreedy, OfCoverage and OfBound are shares of the references in the
	// mean over the worlds, OfRule of what the first site rule finds: the
	// ratio of the means, or None.
	OfGreedy, OfCoverage, OfBound, OfRule float64
	// Error is half the confidence interval of OfGreedy, 95 % (normal), and
	// Least the least OfGreedy of all worlds.
	Error, Least float64
}

// The references among page policies: greedy coverage of what is linked to,
// greedy coverage of all pages, and the bound that nothing can pass.
const (
	Greedy   = "greedy"
	Coverage = "coverage"
	Bound    = "bound"
)

func (o PageOptions) result(outcomes []pageOutcome) *PageResult {
	names := append([]string(nil), o.Policies...)
	for _, rule := range o.Rules {
		names = append(names, "site rule "+rule)
	}
	of := func(pick func(pageOutcome) []int) [][]int {
		all := make([][]int, len(outcomes))
		for k, out := range outcomes {
			all[k] = pick(out)
		}
		return all
	}
	greedy, coverage := of(func(out pageOutcome) []int { return out.greedy }), of(func(out pageOutcome) []int { return out.coverage })
	var rule [][]int
	if len(o.Rules) > 0 {
		rule = of(func(out pageOutcome) []int { return out.found[len(o.Policies)] })
	}
	result := &PageResult{}
	for k := range len(names) + 3 {
		var name string
		var all [][]int
		switch k - len(names) {
		case 0:
			name, all = Greedy, greedy
		case 1:
			name, all = Coverage, coverage
		case 2:
			name = Bound
		default:
			name, all = names[k], of(func(out pageOutcome) []int { return out.found[k] })
		}
		for m, n := range o.Marks {
			bounds := of(func(out pageOutcome) []int { return out.bounds[m : m+1] })
			if name == Bound {
				all = bounds
			}
			row := PageRow{Policy: name, Pages: n, Worlds: len(outcomes), Links: at(all, n)}
			row.OfGreedy, row.Error, row.Least = shares(all, greedy, n)
			row.OfCoverage, _, _ = shares(all, coverage, n)
			row.OfBound, _, _ = shares(all, bounds, n)
			if rule != nil {
				row.OfRule = ratio(row.Links, at(rule, n))
			}
			result.Rows = append(result.Rows, row)
		}
		if name != Bound {
			result.Curves = append(result.Curves, curve("", name, all, slices.Max(o.Marks)))
		}
	}
	return result
}

// Columns returns the names of the columns of a row's Cells.
func (r *PageResult) Columns() []string {
	return []string{
		"policy", "pages", "worlds", "links", "of_greedy", "of_greedy_ci", "of_greedy_least",
		"of_coverage", "of_bound", "of_site_rule",
	}
}

// Cells returns the row's cells.
func (r PageRow) Cells() []string {
	cells := []string{r.Policy, strconv.Itoa(r.Pages), strconv.Itoa(r.Worlds), number(r.Links, 1)}
	for _, v := range []float64{r.OfGreedy, r.Error, r.Least, r.OfCoverage, r.OfBound, r.OfRule} {
		cells = append(cells, number(v, 3))
	}
	return cells
}

// number writes a number; what is None stays empty.
func number(v float64, digits int) string {
	if v == None {
		return ""
	}
	return strconv.FormatFloat(v, 'f', digits, 64)
}

// after is what was found after n pages: when there are fewer, what all of them
// brought.
func after(found []int, n int) int { return found[min(n, len(found)-1)] }

// at is the mean of what was found after n pages.
func at(found [][]int, n int) float64 {
	sum := 0
	for _, f := range found {
		sum += after(f, n)
	}
	if len(found) == 0 {
		return 0
	}
	return float64(sum) / float64(len(found))
}

// None stands for a ratio that there is not.
const None = -1

// ratio compares means; there is none of something to nothing.
func ratio(found, of float64) float64 {
	if of == 0 && found > 0 {
		return None
	}
	return share(found, of)
}

// share is a ratio; of nothing, everything was found.
func share(found, of float64) float64 {
	if of == 0 {
		return 1
	}
	return found / of
}

// shares returns the mean share of a reference after n pages, half its
// confidence interval and the least share.
func shares(found, reference [][]int, n int) (mean, interval, least float64) {
	least = math.Inf(1)
	sum, squares := 0.0, 0.0
	for k := range found {
		s := share(float64(after(found[k], n)), float64(after(reference[k], n)))
		least = min(least, s)
		sum += s
		squares += float64(s * s)
	}
	worlds := float64(len(found))
	if worlds == 0 {
		return 0, 0, 0
	}
	mean = sum / worlds
	if worlds > 1 {
		variance := max(0, squares-float64(worlds*mean)*mean) / (worlds - 1)
		interval = 1.96 * math.Sqrt(variance/worlds)
	}
	return mean, interval, least
}

// curve is the mean over the worlds at up to so many points.
func curve(set, name string, found [][]int, pages int) Curve {
	c := Curve{Set: set, Name: name}
	for k := range points + 1 {
		n := k * pages / points
		if k > 0 && n == c.Pages[len(c.Pages)-1] {
			continue
		}
		c.Pages = append(c.Pages, n)
		c.Links = append(c.Links, at(found, n))
	}
	return c
}
