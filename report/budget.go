package report

import (
	"fmt"
	"sitegraph/report/chart"
	"sitegraph/site"
	"sitegraph/stats"
	"sitegraph/wording"
)

func (rep *sitesReport) budgetCards() []card {
	b := rep.in.Budget
	toFetch := site.Sum(b.Sites, func(s stats.SiteAccount) int { return s.ToFetch })
	last := card{"Still to fetch", wording.Grouped(toFetch), "URLs known"}
	if times := timesUniform(b); times != "" {
		last = card{"Times the uniform split", times,
			"which would have found about " + wording.Number(b.Uniform()) + ", an estimate"}
	}
	return []card{
		{"Budget", wording.Grouped(b.Pages), wording.Form(b.Pages, "page", "pages") + " processed"},
		{"New external links", wording.Grouped(b.Found), perPage(of(b.Found, b.Pages))},
		last,
	}
}

// timesUniform says how many times better than the uniform split the crawl was, "" if there is nothing to compare.
func timesUniform(b *stats.Budget) string {
	if len(b.Sites) < 2 || b.Uniform() <= 0 {
		return ""
	}
	return wording.Number(float64(b.Found) / b.Uniform())
}

func (rep *sitesReport) budget() {
	b := rep.in.Budget
	if b == nil {
		return
	}
	uniform := ""
	if len(b.Sites) > 1 {
		unread := 0
		for _, s := range b.Sites {
			if s.Pages == 0 && s.ToFetch > 0 {
				unread++
			}
		}
		uniform = say("uniform", about{"Tail": stats.BudgetTail, "Unread": unread})
	}
	text := say("budget", about{"Pages": b.Pages, "Sites": b.Sites, "Found": b.Found, "Times": timesUniform(b)})
	rep.add("budget", "The budget", paragraphs(text, say("found", nil), uniform), rep.foundChart(), rep.account())
}

func (rep *sitesReport) foundChart() []block {
	b := rep.in.Budget
	const uniform = "uniform split, estimated"
	compared := len(b.Sites) > 1
	names := []string{"#pages", "#found"}
	if compared {
		names = append(names, "#"+uniform)
	}
	rows := newTable("New external links by pages processed", names...)
	curves := []chart.Curve{{Name: "found"}, {Name: uniform}}
	step := max(1, (len(b.Curve)-1)/10)
	for i, p := range b.Curve {
		curves[0].Points = append(curves[0].Points, chart.Point{X: float64(p.Pages), Y: float64(p.Found)})
		curves[1].Points = append(curves[1].Points, chart.Point{X: float64(p.Pages), Y: p.Uniform})
		if i%step == 0 || i == len(b.Curve)-1 {
			rows.add([]any{p.Pages, p.Found, wording.Number(p.Uniform)}[:len(names)]...)
		}
	}
	if !compared {
		curves = curves[:1]
	}
	w := chart.Words{Title: "New external links by pages processed", X: "pages processed", Y: "external links found"}
	found := wording.Count(b.Found, "new external link", "new external links")
	w.Description = fmt.Sprintf("%s after %s.", wording.Capital(found), pages(b.Pages))
	if compared {
		w.Description += fmt.Sprintf(" The uniform split would have found about %s.", wording.Number(b.Uniform()))
	}
	return charted("budget", chart.Counts(w, curves), rows)
}

func (rep *sitesReport) account() []block {
	b := rep.in.Budget
	rows := newTable("The sites of the budget, by new external links", "site", "#pages", "#share of the budget",
		"#new external links", "#links per page", "#last decision",
		fmt.Sprintf("#links on its last %d pages", stats.BudgetTail), "#still to fetch")
	order := site.Ranked(len(b.Sites), func(i int) float64 { return float64(b.Sites[i].Found) })
	for _, i := range first(&rows, order, sitesShown, "All decisions are in sites.budget.csv.") {
		s := b.Sites[i]
		cell := text{Text: host(s.Site), Link: relative(rep.in.Reports[i])}
		rows.add(cell, s.Pages, share(of(s.Pages, b.Pages)), s.Found, of(s.Found, s.Pages), s.Last, s.FoundLast,
			s.ToFetch)
	}
	return append(paragraphs(say("account", nil)), rows.blocks()...)
}
