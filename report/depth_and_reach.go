package report

import (
	"fmt"
	"slices"

	"sitegraph/report/chart"
	"sitegraph/site"
	"sitegraph/stats"
	"sitegraph/wording"
)

const cumulative = "cumulative share (right axis)" // the legend of a curve of cumulative shares

func (rep *siteReport) depth() {
	if len(rep.Levels) == 0 {
		return
	}
	rep.add("depth", "How deep the site is", depthChart(&rep.Summary))
	rep.add("clicks", "What you see within a few clicks", clicksBlocks(&rep.Summary))
}

// within returns the least depth that contains a share of the pages.
func within(levels []stats.Level, share float64) int {
	for _, l := range levels {
		if l.CumulativeShare >= share {
			return l.Level
		}
	}
	return deepest(levels).Level
}

func deepest(levels []stats.Level) stats.Level { return levels[len(levels)-1] }

func depthChart(s *stats.Summary) []block {
	back := map[int]float64{}
	if s.UnknownBecause("return") == "" {
		for _, l := range s.Return.Levels {
			back[l.Level] = l.Share
		}
	}
	steps := site.Each(s.Levels, func(l stats.Level) chart.Step {
		return chart.Step{At: l.Level, Count: float64(l.Pages), Share: l.CumulativeShare}
	})
	rows := newTable("Pages by depth", "#depth", "#pages", "#share", "#cumulative share",
		"#can return to the start page")
	for _, l := range first(&rows, s.Levels, depthsShown, inJSON) {
		home := "–"
		if share, known := back[l.Level]; known {
			home = wording.Percent(share)
		}
		rows.add(l.Level, l.Pages, share(of(l.Pages, s.Pages)), share(l.CumulativeShare), home)
	}
	largest := slices.MaxFunc(s.Levels, func(a, b stats.Level) int { return a.Pages - b.Pages })
	text := say("depth", about{"Pages": s.Pages, "Half": within(s.Levels, 0.5), "Most": within(s.Levels, 0.9),
		"Largest": largest, "Last": deepest(s.Levels)})
	w := chart.Words{Title: "Pages by depth", Description: text, X: "depth (clicks from the start page)", Y: "pages"}
	return described("levels", chart.Steps(w, "pages at this depth", cumulative, steps), rows)
}

func clicksBlocks(s *stats.Summary) []block {
	if len(s.Depth.Levels) == 0 {
		return nil
	}
	const title = "Share of the site within a number of clicks"
	curves := clickCurves(s)
	w := chart.Words{Title: title, Description: clicksText(s), X: "clicks from the start page", Y: "share of the site"}
	return append(described("depth", chart.Curves(w, curves), curveTable(title, inJSON, curves)),
		paragraphs(say("visitors", nil))...)
}

func clicksText(s *stats.Summary) string {
	at := within(s.Levels, 0.9)
	for _, l := range s.Depth.Levels {
		if l.Level < at {
			continue
		}
		text := say("clicks", l)
		if n := min(len(l.Visits), len(s.Depth.Continue)); n > 0 {
			text += fmt.Sprintf(" A visitor who clicks on with a probability of %s makes %s of all page visits there.",
				probability(s.Depth.Continue[n-1]), wording.Percent(l.Visits[n-1]))
		}
		return text
	}
	return ""
}

func clickCurves(s *stats.Summary) []chart.Curve {
	all := []chart.Curve{{Name: "pages"}, {Name: "arcs"}, {Name: "PageRank"}}
	for _, chance := range s.Depth.Continue {
		all = append(all, chart.Curve{Name: "visits (" + probability(chance) + " click on)"})
	}
	for _, l := range s.Depth.Levels {
		shares := append([]float64{l.Pages, l.Arcs, l.PageRank}, l.Visits...)
		shares = append(shares, make([]float64, len(all))...)
		for i := range all {
			all[i].Points = append(all[i].Points, chart.Point{X: float64(l.Level), Y: shares[i]})
		}
	}
	return all
}

func curveTable(caption, where string, curves []chart.Curve) table {
	rows := newTable(caption, "#clicks")
	for _, c := range curves {
		rows.Columns = append(rows.Columns, column{c.Name, true})
	}
	for i, at := range first(&rows, curves[0].Points, depthsShown, where) {
		row := append([]any{int(at.X)}, site.Each(curves, func(c chart.Curve) any { return share(c.Points[i].Y) })...)
		rows.add(row...)
	}
	return rows
}

// probability writes a probability of the settings without needless decimals.
func probability(p float64) string { return wording.Number(p*100) + "%" }

func (rep *siteReport) distances() {
	d := rep.Distances
	if len(d.Distribution) == 0 {
		return
	}
	const title = "How far apart pages are"
	if reason := rep.UnknownBecause("distances"); reason != "" {
		rep.add("distances", title, paragraphs("This is unknown: the crawl is incomplete, and "+reason+"."))
		return
	}
	pairs, sum := 0, 0
	for _, q := range d.Distribution {
		pairs += q[1]
	}
	var steps []chart.Step
	for _, q := range d.Distribution {
		sum += q[1]
		steps = append(steps, chart.Step{At: q[0], Count: float64(q[1]), Share: of(sum, pairs)})
	}
	rows := newTable("Ordered pairs of pages by distance", "#distance", "#pairs", "#share", "#cumulative share")
	for i, q := range first(&rows, d.Distribution, depthsShown, inJSON) {
		rows.add(q[0], q[1], share(of(q[1], pairs)), share(steps[i].Share))
	}
	text := say("distances", d)
	w := chart.Words{Title: "Distances between pages", Description: text, X: "clicks from one page to another",
		Y: "pairs of pages"}
	rep.add("distances", title, paragraphs(text+method(d.Method)),
		charted("distances", chart.Steps(w, "pairs at this distance", cumulative, steps), rows))
}

func (rep *siteReport) reach() {
	if rep.Pages == 0 {
		return
	}
	const title = "What can be reached"
	if reason := rep.UnknownBecause("return"); reason != "" && rep.Pages > 1 {
		rep.add("reach", title, paragraphs(say("no way back", reason)))
		return
	}
	rep.add("reach", title, paragraphs(say("return", rep.Summary), say("dead ends", rep.Summary)),
		bowTie(&rep.Summary), dominators(&rep.Summary))
}

func bowTie(s *stats.Summary) []block {
	b := s.BowTie
	switch {
	case s.Pages < 2:
		return nil
	case b.Core == s.Pages:
		return paragraphs("Every page can reach every other page.")
	}
	regions := []struct {
		name, meaning string
		pages         int
	}{
		{"Core", "every page can reach every other", b.Core},
		{"In", "leads to the core, but cannot be reached from it", b.In},
		{"Out", "can be reached from the core, but does not lead back", b.Out},
		{"Tubes", "lead from In to Out past the core", b.Tubes},
		{"Tendrils", "attached to In or Out, with no path to or from the core", b.Tendrils},
		{"Disconnected", "not connected to the rest", b.Disconnected},
	}
	var bars []chart.Bar
	rows := newTable("Regions of the graph", "region", "meaning", "#pages", "#share")
	for _, r := range regions {
		bars = addBar(bars, r.name+": "+r.meaning, r.pages, s.Pages)
		rows.add(r.name, r.meaning, r.pages, share(of(r.pages, s.Pages)))
	}
	return barChart("bow-tie", "Regions of the graph (bow-tie)", say("regions", s), bars, rows)
}

func dominators(s *stats.Summary) []block {
	d := s.Dominators
	if s.Pages < 2 {
		return nil
	}
	return titled("Pages that others depend on", paragraphs(say("dominators", d.Pages)),
		topTable("Pages by how many others depend on them", "#dependent pages", d.Top, wording.Number))
}

func (rep *siteReport) robots() {
	r := rep.Reach
	if r == nil {
		return
	}
	const title = "What robots reach"
	if r.Unknown != "" {
		rep.add("robots", title, paragraphs(wording.Capital(r.Unknown)+"."))
		return
	}
	rows := newTable("Robots", "robot", "group in robots.txt", "#reached", "#not reached", "#forbidden",
		"what keeps most pages from it")
	for i := range r.Robots {
		robot := &r.Robots[i]
		most := ""
		if len(robot.Rules) > 0 {
			most = robot.Rules[0].Text(robot.Robot)
		}
		rows.add(robot.Robot, robot.Group, robot.Reached, robot.NotReached, robot.Forbidden, clean(most))
	}
	rows.Note = "All pages that some robot does not reach are in reach.csv."
	rep.add("robots", title, paragraphs(say("robots", r)), rows.blocks(), closingRules(r).blocks())
}

func closingRules(r *stats.Reach) table {
	rows := newTable("Rules that keep pages from robots", "robot", "rule", "#pages", "#forbidden", "#only behind")
	for _, robot := range r.Robots {
		for _, c := range robot.Rules {
			rows.add(robot.Robot, clean(c.Rule), c.Pages, c.Forbids, c.Pages-c.Forbids)
		}
	}
	return rows
}
