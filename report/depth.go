package report

import (
	"fmt"
	"slices"

	"sitegraph/chart"
	"sitegraph/stats"
	"sitegraph/wording"
)

// cumulative is the legend of a curve of cumulative shares.
const cumulative = "cumulative share (right axis)"

// depth shows how far pages are from the start page, and what a visitor sees within a few clicks.
func (rep *siteReport) depth() {
	if len(rep.Levels) == 0 {
		return
	}
	rep.add("depth", "How deep the site is", paragraphs(rep.depthText()), rep.depthChart())
	rep.add("clicks", "What you see within a few clicks", rep.clicks())
}

// within returns the least depth within which a share of the pages lies.
func (rep *siteReport) within(share float64) int {
	for _, l := range rep.Levels {
		if l.CumulativeShare >= share {
			return l.Level
		}
	}
	return rep.deepest().Level
}

// deepest is the last level.
func (rep *siteReport) deepest() stats.Level { return rep.Levels[len(rep.Levels)-1] }

func (rep *siteReport) depthText() string {
	if rep.Pages == 1 {
		return "The site has only its start page."
	}
	half, most := rep.within(0.5), rep.within(0.9)
	text := fmt.Sprintf("Half of the pages are within %s of the start page", clicks(half))
	if most > half {
		text += fmt.Sprintf(", and nine in ten within %d", most)
	}

	largest := slices.MaxFunc(rep.Levels, func(a, b stats.Level) int { return a.Pages - b.Pages })
	if share := of(largest.Pages, rep.Pages); share > 0.5 {
		text += fmt.Sprintf(". Most pages (%s, %s) are at depth %d", wording.Grouped(largest.Pages),
			wording.Percent(share), largest.Level)
	} else {
		text += fmt.Sprintf(". Depth %d has the most pages (%s, %s)", largest.Level, wording.Grouped(largest.Pages),
			wording.Percent(share))
	}
	last := rep.deepest()
	are := wording.Form(last.Pages, "page is", "pages are")
	return text + fmt.Sprintf("; the deepest %s %s away.", are, clicks(last.Level))
}

func (rep *siteReport) depthChart() []block {
	back := map[int]float64{}
	for _, l := range rep.Return.Levels {
		back[l.Level] = l.Share
	}
	var steps []chart.Step
	for _, l := range rep.Levels {
		steps = append(steps, chart.Step{At: l.Level, Count: float64(l.Pages), Share: l.CumulativeShare})
	}
	rows := table{Caption: "Pages by depth",
		Columns: columns("#depth", "#pages", "#share", "#cumulative share", "#can return to the start page")}
	rows = filled(rows, rep.Levels, depthsShown, inJSON, func(_ int, l stats.Level) []text {
		home := "–"
		if share, known := back[l.Level]; known {
			home = wording.Percent(share)
		}
		return cells(l.Level, l.Pages, share(of(l.Pages, rep.Pages)), share(l.CumulativeShare), home)
	})
	w := chart.Words{Title: "Pages by depth", Description: rep.depthText(), X: "depth (clicks from the start page)",
		Y: "pages"}
	return rep.figure("levels", chart.Steps(w, "pages at this depth", cumulative, steps), rows)
}

// clicks shows which share of the site is within a number of clicks.
func (rep *siteReport) clicks() []block {
	if len(rep.Depth.Levels) == 0 {
		return nil
	}
	text := rep.clicksText()
	w := chart.Words{Title: "Share of the site within a number of clicks", Description: text,
		X: "clicks from the start page", Y: "share of the site"}
	return slices.Concat(
		paragraphs(text),
		rep.figure("depth", chart.Curves(w, rep.clickCurves()), rep.clickTable()),
		paragraphs("The visits are those of a simulated visitor who starts at the start page and on each page either "+
			"follows a random link, with the given probability, or stops. Where few visits go deep, a shallow crawl "+
			"sees what visitors see."))
}

func (rep *siteReport) clicksText() string {
	at := rep.within(0.9)
	for _, l := range rep.Depth.Levels {
		if l.Level < at {
			continue
		}
		text := fmt.Sprintf("Within %s you see %s of the pages, %s of the arcs, "+
			"and pages that hold %s of the PageRank.", clicks(l.Level), wording.Percent(l.Pages),
			wording.Percent(l.Arcs), wording.Percent(l.PageRank))
		if n := min(len(l.Visits), len(rep.Depth.Continue)); n > 0 {
			text += fmt.Sprintf(" A visitor who clicks on with a probability of %s makes %s of all page visits there.",
				probability(rep.Depth.Continue[n-1]), wording.Percent(l.Visits[n-1]))
		}
		return text
	}
	return ""
}

// visits names the visits of a visitor who clicks on with a probability.
func visits(chance float64) string { return "visits (" + probability(chance) + " click on)" }

// visitShare returns the share of visits within a level, of a visitor by number.
func visitShare(l stats.DepthLevel, visitor int) (share float64, known bool) {
	if visitor < len(l.Visits) {
		return l.Visits[visitor], true
	}
	return 0, false
}

func (rep *siteReport) clickCurves() []chart.Curve {
	curve := func(name string, share func(stats.DepthLevel) float64) chart.Curve {
		c := chart.Curve{Name: name}
		for _, l := range rep.Depth.Levels {
			c.Points = append(c.Points, chart.Point{X: float64(l.Level), Y: share(l)})
		}
		return c
	}
	all := []chart.Curve{
		curve("pages", func(l stats.DepthLevel) float64 { return l.Pages }),
		curve("arcs", func(l stats.DepthLevel) float64 { return l.Arcs }),
		curve("PageRank", func(l stats.DepthLevel) float64 { return l.PageRank }),
	}
	for i, chance := range rep.Depth.Continue {
		all = append(all, curve(visits(chance), func(l stats.DepthLevel) float64 {
			share, _ := visitShare(l, i)
			return share
		}))
	}
	return all
}

func (rep *siteReport) clickTable() table {
	names := []string{"#clicks", "#pages", "#arcs", "#PageRank"}
	for _, chance := range rep.Depth.Continue {
		names = append(names, "#"+visits(chance))
	}
	rows := table{Caption: "Share of the site within a number of clicks", Columns: columns(names...)}
	return filled(rows, rep.Depth.Levels, depthsShown, inJSON, func(_ int, l stats.DepthLevel) []text {
		row := []any{l.Level, share(l.Pages), share(l.Arcs), share(l.PageRank)}
		for i := range rep.Depth.Continue {
			if visited, known := visitShare(l, i); known {
				row = append(row, share(visited))
			} else {
				row = append(row, "–")
			}
		}
		return cells(row...)
	})
}

// probability writes a probability that somebody chose, so without decimals that say nothing.
func probability(p float64) string { return wording.Number(p*100) + "%" }

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
