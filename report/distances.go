package report

import (
	"slices"

	"sitegraph/chart"
	"sitegraph/wording"
)

// distances tells how far pages are from each other.
func (t *teller) distances() {
	d := t.Distances
	if len(d.Distribution) == 0 {
		return
	}
	says := say("From a page to another one there is a way in %s of the cases. It takes %s on average, at most %s in nine cases of ten; the longest shortest way has %s%s.",
		wording.Percent(d.Reachable), wording.Count(wording.Significant(d.Mean, 3), "click", "clicks"), wording.Grouped(d.Effective), least(d.Method.Name), clicks(d.Diameter))
	pairs := 0
	for _, q := range d.Distribution {
		pairs += q[1]
	}
	var steps []chart.Step
	all := table{Caption: "Ordered pairs of pages by distance", Columns: columns("#distance", "#pairs", "#share", "#at this distance or nearer")}
	sum := 0
	for _, q := range d.Distribution {
		sum += q[1]
		steps = append(steps, chart.Step{At: q[0], Count: float64(q[1]), Share: of(sum, pairs)})
	}
	all = filled(all, d.Distribution, levelsShown, inJSON, func(i int, q [2]int) []text {
		return cells(wording.Grouped(q[0]), wording.Grouped(q[1]), wording.Percent(of(q[1], pairs)), wording.Percent(steps[i].Share))
	})
	w := chart.Words{Title: "Distances between pages", Says: says, X: "clicks from one page to another", Y: "pairs of pages"}
	t.add("distances", "How far pages are from each other", words(says+method(d.Method)),
		slices.Concat(t.figure("distances", chart.Steps(w, "pairs at this distance", "share within (right scale)", steps), all)))
}

// least marks a lower bound.
func least(method string) string {
	if method == "sampled" {
		return "at least "
	}
	return ""
}
