package report

import (
	"fmt"

	"sitegraph/chart"
	"sitegraph/wording"
)

// distances shows how far apart pages are.
func (rep *siteReport) distances() {
	d := rep.Distances
	if len(d.Distribution) == 0 {
		return
	}
	pairs := 0
	for _, q := range d.Distribution {
		pairs += q[1]
	}
	var steps []chart.Step
	sum := 0
	for _, q := range d.Distribution {
		sum += q[1]
		steps = append(steps, chart.Step{At: q[0], Count: float64(q[1]), Share: of(sum, pairs)})
	}
	rows := table{Caption: "Ordered pairs of pages by distance",
		Columns: columns("#distance", "#pairs", "#share", "#cumulative share")}
	rows = filled(rows, d.Distribution, depthsShown, inJSON, func(i int, q [2]int) []text {
		return cells(q[0], q[1], share(of(q[1], pairs)), share(steps[i].Share))
	})
	text := rep.distanceText()
	w := chart.Words{Title: "Distances between pages", Description: text, X: "clicks from one page to another",
		Y: "pairs of pages"}
	rep.add("distances", "How far apart pages are", paragraphs(text+method(d.Method)),
		rep.figure("distances", chart.Steps(w, "pairs at this distance", cumulative, steps), rows))
}

func (rep *siteReport) distanceText() string {
	d := rep.Distances
	bound := ""
	if d.Method.Name == "sampled" {
		bound = "at least "
	}
	return fmt.Sprintf("In %s of all ordered pairs of pages, a path of links leads from the first to the second. "+
		"Its mean length is %s; nine in ten are at most %d long. The greatest distance is %s%s.",
		wording.Percent(d.Reachable), wording.Count(d.Mean, "click", "clicks"), d.Effective, bound, clicks(d.Diameter))
}
