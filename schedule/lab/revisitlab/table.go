package revisitlab

import (
	"fmt"
	"math"

	"sitegraph/chart"
	"sitegraph/schedule/lab"
)

// result is what was measured; the rows are ordered by model and policy.
type result struct{ rows []row }

// row is a policy on the sites of a model. What there was nothing to compare
// with is NaN.
type row struct {
	// dynamic is the share of dynamic pages, checked the share of the site that
	// the budget covers.
	dynamic, checked float64
	policy           string
	// delta is scent's DeltaS, NaN for the others.
	delta float64
	// share is Q/Qmax after the burn-in, in the mean over the seeds, and
	// interval half its 95 % confidence interval.
	share, interval float64
	// closure is (Q - Q of round-robin)/(Q of visible - Q of round-robin), 1
	// where there is no gap.
	closure float64
	// ofKnown is the mean over the seeds of Q/(Q of known), with half its
	// interval and the least of them.
	ofKnown, ofKnownInterval, leastOfKnown float64
	// overScent is the mean over the seeds of Q/Qmax less that of scent, with
	// half its interval.
	overScent, overScentInterval float64
	// curve is Q/Qmax by iteration in the mean over the seeds.
	curve []float64
}

// result sums up the outcomes, which are in the order of runs.
func (e experiment) result(outcomes []outcome, tuned []float64) *result {
	r := &result{}
	width := len(e.policies) * e.plan.Seeds
	for m, model := range e.models {
		at := map[string][]outcome{}
		for k, name := range e.policies {
			from := m*width + k*e.plan.Seeds
			at[name] = outcomes[from : from+e.plan.Seeds]
		}
		for _, name := range e.policies {
			row := compare(at, name)
			row.dynamic, row.checked = model.Dynamic, model.Checked
			if name == "scent" {
				row.delta = tuned[m]
			}
			row.curve = lab.Means(at[name], func(o outcome) []float64 { return o.byIteration })
			r.rows = append(r.rows, row)
		}
	}
	return r
}

// compare compares a policy with the others on the same sites.
func compare(at map[string][]outcome, name string) row {
	own, none := shares(at[name]), math.NaN()
	r := row{
		policy: name, delta: none, share: lab.Mean(own), interval: lab.HalfInterval(own),
		closure: none, ofKnown: none, ofKnownInterval: none, leastOfKnown: none,
		overScent: none, overScentInterval: none,
	}
	worst, best := at["round-robin"], at["visible"]
	if worst != nil && best != nil {
		r.closure = 1
		from, to := lab.Mean(shares(worst)), lab.Mean(shares(best))
		if gap := to - from; math.Abs(gap) > 1e-9 {
			r.closure = (r.share - from) / gap
		}
	}
	if known := shares(at["known"]); len(known) > 0 {
		ratios := make([]float64, len(own))
		r.leastOfKnown = math.Inf(1)
		for s := range own {
			if known[s] > 0 {
				ratios[s] = own[s] / known[s]
			}
			r.leastOfKnown = min(r.leastOfKnown, ratios[s])
		}
		r.ofKnown, r.ofKnownInterval = lab.Mean(ratios), lab.HalfInterval(ratios)
	}
	if scent := shares(at["scent"]); len(scent) > 0 {
		over := make([]float64, len(own))
		for s := range own {
			over[s] = own[s] - scent[s]
		}
		r.overScent, r.overScentInterval = lab.Mean(over), lab.HalfInterval(over)
	}
	return r
}

func shares(outcomes []outcome) []float64 {
	all := make([]float64, len(outcomes))
	for i, o := range outcomes {
		all[i] = o.share
	}
	return all
}

func (r *result) table(name string) lab.Table {
	cell := func(decimals int, value func(row) float64) func(row) lab.Cell {
		return func(r row) lab.Cell {
			if v := value(r); !math.IsNaN(v) {
				return lab.Fixed(v, decimals)
			}
			return lab.Cell{}
		}
	}
	return lab.NewTable(name, []lab.Column[row]{
		{Name: "dynamic", Cell: cell(-1, func(r row) float64 { return r.dynamic })},
		{Name: "checked", Cell: cell(-1, func(r row) float64 { return r.checked })},
		{Name: "policy", Cell: func(r row) lab.Cell { return lab.Text(r.policy) }},
		{Name: "delta_s", Cell: cell(-1, func(r row) float64 { return r.delta })},
		{Name: "q_share", Cell: cell(4, func(r row) float64 { return r.share })},
		{Name: "q_share_ci", Cell: cell(4, func(r row) float64 { return r.interval })},
		{Name: "gap_closure", Cell: cell(4, func(r row) float64 { return r.closure })},
		{Name: "of_known", Cell: cell(4, func(r row) float64 { return r.ofKnown })},
		{Name: "of_known_ci", Cell: cell(4, func(r row) float64 { return r.ofKnownInterval })},
		{Name: "of_known_least", Cell: cell(4, func(r row) float64 { return r.leastOfKnown })},
		{Name: "over_scent", Cell: cell(4, func(r row) float64 { return r.overScent })},
		{Name: "over_scent_ci", Cell: cell(4, func(r row) float64 { return r.overScentInterval })},
	}, r.rows)
}

// charts has one for each model.
func (r *result) charts(variant string) map[string]chart.Chart {
	lines := map[string][]chart.Curve{}
	for _, row := range r.rows {
		name := fmt.Sprintf("%s.dynamic-%g.checked-%g", variant, row.dynamic, row.checked)
		lines[name] = append(lines[name], lab.Numbered(row.policy, row.curve))
	}
	charts := map[string]chart.Chart{}
	for name, curves := range lines {
		charts[name] = chart.Curves(chart.Words{
			Title:       "Value of the index: " + name,
			Description: "Value of the index as a share of the greatest possible, by iteration, mean over the seeds.",
			X:           "iteration", Y: "Q / greatest Q",
		}, curves)
	}
	return charts
}
