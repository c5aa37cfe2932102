package revisitlab

import (
	"math"
	"strconv"
)

// Result is what was measured.
type Result struct {
	// Rows are ordered by configuration and policy.
	Rows []Row
	// Curves are Q/Qmax by iteration in the mean over the seeds, ordered like
	// the rows.
	Curves []Curve
	// Seeds is the number of sites behind each row, from seed First on.
	Seeds int
	First uint64
}

// Row is a policy on a configuration.
type Row struct {
	// Dynamic is the share of dynamic pages, Checked the share of the site that
	// the budget covers.
	Dynamic, Checked float64
	Policy           string
	// DeltaS is scent's, 0 for the others.
	DeltaS float64
	// Share is Q/Qmax after the burn-in, in the mean over the seeds, and Error
	// half its confidence interval of 95 %.
	Share, Error float64
	// Closure is (Q - Q of round-robin)/(Q of visible - Q of round-robin), 1
	// where there is no gap.
	Closure float64
	// OfKnown is the mean over the seeds of Q/(Q of known), OfKnownError half
	// its confidence interval of 95 % and LeastOfKnown the least of them.
	OfKnown, OfKnownError, LeastOfKnown float64
	// OverScent is the mean over the seeds of Q/Qmax less that of scent, and
	// OverScentError half its confidence interval of 95 %.
	OverScent, OverScentError float64
	// Ranged, Known and Scented tell whether there was something to compare
	// with: round-robin and visible for Closure, known for OfKnown, scent for
	// OverScent.
	Ranged, Known, Scented bool
}

// Curve is a line of a plot.
type Curve struct {
	Dynamic, Checked float64
	Policy           string
	// Shares is Q/Qmax after the first iteration, the second, ...
	Shares []float64
}

// Columns returns the names of the columns of Cells.
func (r *Result) Columns() []string {
	return []string{
		"dynamic", "checked", "policy", "delta_s", "q_share", "q_share_ci", "gap_closure",
		"of_known", "of_known_ci", "of_known_least", "over_scent", "over_scent_ci",
	}
}

// Cells returns the row's cells, numbers with the digits that mean something.
// What could not be compared is empty, and so is the DeltaS of all but scent.
func (r Row) Cells() []string {
	cells := []string{number(r.Dynamic, -1), number(r.Checked, -1), r.Policy, ""}
	if r.Policy == "scent" {
		cells[3] = number(r.DeltaS, -1)
	}
	for _, v := range []struct {
		there bool
		value float64
	}{
		{true, r.Share}, {true, r.Error}, {r.Ranged, r.Closure},
		{r.Known, r.OfKnown}, {r.Known, r.OfKnownError}, {r.Known, r.LeastOfKnown},
		{r.Scented, r.OverScent}, {r.Scented, r.OverScentError},
	} {
		if v.there {
			cells = append(cells, number(v.value, 4))
		} else {
			cells = append(cells, "")
		}
	}
	return cells
}

func number(v float64, digits int) string { return strconv.FormatFloat(v, 'f', digits, 64) }

// result sums up the outcomes, which are in the order of trials.
func (e *experiment) result(outcomes []outcome, deltas []float64) *Result {
	r := &Result{Seeds: e.Seeds, First: e.First}
	width := len(e.Policies) * e.Seeds
	for m, model := range e.Models {
		at := map[string][]outcome{}
		for k, name := range e.Policies {
			from := m*width + k*e.Seeds
			at[name] = outcomes[from : from+e.Seeds]
		}
		for _, name := range e.Policies {
			row := compare(at, name)
			row.Dynamic, row.Checked = model.Dynamic, model.Checked
			if name == "scent" {
				row.DeltaS = deltas[m]
			}
			r.Rows = append(r.Rows, row)
			r.Curves = append(r.Curves, Curve{model.Dynamic, model.Checked, name, curve(at[name])})
		}
	}
	return r
}

// compare judges a policy beside the others on the same sites.
func compare(at map[string][]outcome, name string) Row {
	own := shares(at[name])
	row := Row{Policy: name, Share: meanOf(own), Error: halfInterval(own)}
	worst, best := at["round-robin"], at["visible"]
	if worst != nil && best != nil {
		row.Ranged, row.Closure = true, 1
		from, to := meanOf(shares(worst)), meanOf(shares(best))
		if gap := to - from; math.Abs(gap) > 1e-9 {
			row.Closure = (row.Share - from) / gap
		}
	}
	if known := shares(at["known"]); len(known) > 0 {
		row.Known = true
		ratios := make([]float64, len(own))
		row.LeastOfKnown = math.Inf(1)
		for s := range own {
			if known[s] > 0 {
				ratios[s] = own[s] / known[s]
			}
			row.LeastOfKnown = min(row.LeastOfKnown, ratios[s])
		}
		row.OfKnown, row.OfKnownError = meanOf(ratios), halfInterval(ratios)
	}
	if scent := shares(at["scent"]); len(scent) > 0 {
		row.Scented = true
		over := make([]float64, len(own))
		for s := range own {
			over[s] = own[s] - scent[s]
		}
		row.OverScent, row.OverScentError = meanOf(over), halfInterval(over)
	}
	return row
}

func shares(outcomes []outcome) []float64 {
	all := make([]float64, len(outcomes))
	for i, o := range outcomes {
		all[i] = o.share
	}
	return all
}

// curve is the mean of the outcomes by iteration.
func curve(outcomes []outcome) []float64 {
	mean := make([]float64, len(outcomes[0].byIteration))
	for _, o := range outcomes {
		for i, v := range o.byIteration {
			mean[i] += v / float64(len(outcomes))
		}
	}
	return mean
}

func meanOf(values []float64) float64 {
	if len(values) == 0 {
		return 0
	}
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return sum / float64(len(values))
}

// halfInterval is half the confidence interval of 95 % of a mean, by the
// normal distribution.
func halfInterval(values []float64) float64 {
	if len(values) < 2 {
		return 0
	}
	mean, sum := meanOf(values), 0.0
	for _, v := range values {
		sum += float64((v - mean) * (v - mean))
	}
	n := float64(len(values))
	return 1.96 * math.Sqrt(sum/(n-1)/n)
}
