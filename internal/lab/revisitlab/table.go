package revisitlab

import (
	"fmt"
	"math"

	"sitegraph/internal/lab"
	"sitegraph/report/chart"
)

// row is the result of a policy on the sites of a model. Comparisons with a policy that did not run are NaN.
type row struct {
	// dynamic is the share of dynamic pages, checked the budget as a share of the site.
	dynamic, checked float64
	policy           string
	// delta is scent's DeltaS, NaN for other policies.
	delta float64
	// share is Q/Qmax after the burn-in, over the seeds. ofKnown is it divided by known's, overScent its difference
	// to scent's.
	share, ofKnown, overScent lab.Spread
	// closure is (Q - round-robin's Q)/(visible's Q - round-robin's Q), or 1 if there is no gap.
	closure float64
	// curve is Q/Qmax by iteration, mean over the seeds.
	curve []float64
}

// rows summarizes found[model][policy][seed].
func (e experiment) rows(found [][][]outcome, tuned []float64) (rows []row) {
	for m, model := range e.models {
		at := map[string][]outcome{}
		for k, name := range e.policies {
			at[name] = found[m][k]
		}
		for _, name := range e.policies {
			row := compare(at, name)
			row.dynamic, row.checked = model.Dynamic, model.Checked
			if name == "scent" {
				row.delta = tuned[m]
			}
			row.curve = lab.Means(at[name], func(o outcome) []float64 { return o.byIteration })
			rows = append(rows, row)
		}
	}
	return rows
}

// compare compares a policy with the others on the same sites.
func compare(at map[string][]outcome, name string) row {
	own := shares(at[name])
	// by compares own with another policy, seed by seed.
	by := func(other string, compare func(own, other float64) float64) lab.Spread {
		var values []float64
		for s, share := range shares(at[other]) {
			values = append(values, compare(own[s], share))
		}
		return lab.SpreadOf(values)
	}
	r := row{policy: name, delta: math.NaN(), closure: math.NaN(), share: lab.SpreadOf(own)}
	r.overScent = by("scent", func(own, scent float64) float64 { return own - scent })
	r.ofKnown = by("known", func(own, known float64) float64 {
		if known <= 0 {
			return 0
		}
		return own / known
	})
	if worst, best := at["round-robin"], at["visible"]; worst != nil && best != nil {
		r.closure = 1
		from, to := lab.Mean(shares(worst)), lab.Mean(shares(best))
		if gap := to - from; math.Abs(gap) > 1e-9 {
			r.closure = (r.share.Mean - from) / gap
		}
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

func table(name string, rows []row) lab.Table {
	columns := []string{"dynamic", "checked", "policy", "delta_s", "q_share", "q_share_ci", "gap_closure",
		"of_known", "of_known_ci", "of_known_least", "over_scent", "over_scent_ci"}
	return lab.NewTable(name, columns, rows, func(r row) []lab.Cell {
		cells := append(lab.Numbers("%v", r.dynamic, r.checked), lab.Text(r.policy))
		cells = append(cells, lab.Numbers("%v", r.delta)...)
		return append(cells, lab.Numbers("%.4f", r.share.Mean, r.share.Interval, r.closure,
			r.ofKnown.Mean, r.ofKnown.Interval, r.ofKnown.Least, r.overScent.Mean, r.overScent.Interval)...)
	})
}

// charts returns one chart per model.
func charts(variant string, rows []row) map[string]chart.Chart {
	curves := map[string][]chart.Curve{}
	for _, row := range rows {
		name := fmt.Sprintf("%s.dynamic-%g.checked-%g", variant, row.dynamic, row.checked)
		curves[name] = append(curves[name], lab.Numbered(row.policy, row.curve))
	}
	return lab.Charts(curves, func(name string) chart.Words {
		return chart.Words{Title: "Value of the index: " + name, X: "iteration", Y: "Q / greatest Q",
			Description: "Value of the index as a share of the greatest possible, by iteration, mean over the seeds."}
	})
}
