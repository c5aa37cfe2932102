package report

import (
	"cmp"
	"fmt"
	"slices"

	"sitegraph/wording"
)

func (rep *siteReport) times() {
	var order []int
	took := func(i int) int { return rep.graph.Pages[i].Facts.Milliseconds }
	for i := range rep.graph.Pages {
		if f := rep.graph.Pages[i].Facts; f != nil && f.Milliseconds > 0 {
			order = append(order, i)
		}
	}
	if len(order) == 0 {
		return
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(took(b), took(a)) })
	// slower is the time that a share of the pages exceed.
	slower := func(share float64) string {
		return wording.Grouped(took(order[int(share*float64(len(order)-1))])) + " ms"
	}
	text := fmt.Sprintf("How long the server took for %s, from the request to the end of the answer, retries "+
		"included: half of them more than %s, a tenth more than %s. Times depend on the network and on the load of "+
		"the server, so that they differ from run to run.", pages(len(order)), slower(0.5), slower(0.1))
	if unknown := len(rep.graph.Pages) - len(order); unknown > 0 {
		text += fmt.Sprintf(" The time of %s is unknown.", pages(unknown))
	}
	rows := newTable("The slowest pages", "page", "#milliseconds", "#bytes")
	for _, i := range first(&rows, order, rowsShown, "All are in measures.csv.") {
		rows.add(rep.page(i+1), took(i), int(rep.graph.Pages[i].Bytes))
	}
	rep.add("times", "Response times", paragraphs(text), rep.table(rows))
}
