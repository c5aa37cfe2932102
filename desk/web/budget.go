package web

import (
	"fmt"
	"html/template"

	"sitegraph/desk"
	"sitegraph/report/chart"
	"sitegraph/site"
	"sitegraph/wording"
)

type figure struct {
	Title        string
	Wide, Narrow template.HTML
}

// foundChart draws how many external URLs were found after N pages, S(N), as the
// report of the sites has it. It is nil of no pages.
func foundChart(points []desk.Point) *figure {
	if len(points) == 0 {
		return nil
	}
	curve := chart.Curve{Name: "found", Points: []chart.Point{{}}} // no page brought nothing
	for _, p := range points {
		curve.Points = append(curve.Points, chart.Point{X: float64(p.Pages), Y: float64(p.Found)})
	}
	w := chart.Words{Title: "External links found by pages processed", X: "pages processed", Y: "external links found"}
	last := points[len(points)-1]
	w.Description = fmt.Sprintf("%s after %s.", wording.Count(last.Found, "external link", "external links"),
		wording.Count(last.Pages, "page", "pages"))
	c := chart.Counts(w, []chart.Curve{curve})
	return &figure{w.Title, c.Wide("found-wide"), c.Narrow("found-narrow")}
}

// budgetText says what a budget has brought so far, and what it brings of late.
func budgetText(b *site.BudgetProgress) string {
	text := wording.Grouped(b.Spent)
	if b.Budget > 0 {
		text += " of " + wording.Grouped(b.Budget)
	}
	text += " pages processed: " + wording.Count(b.Found, "external link", "external links") + " found"
	if b.Late > 0 && b.Late < b.Spent {
		text += fmt.Sprintf(", %s on the last %d pages", wording.Grouped(b.LateFound), b.Late)
	}
	return text + "."
}
