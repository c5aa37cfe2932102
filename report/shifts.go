package report

import (
	"cmp"
	"fmt"
	"slices"

	"sitegraph/report/chart"
	"sitegraph/site"
	"sitegraph/stats/compare"
	"sitegraph/wording"
)

// sides lists the page counts of a level in the two crawls.
var sides = [...]struct {
	name  string
	pages func(compare.LevelCount) int
}{
	{"before", func(l compare.LevelCount) int { return l.A }},
	{"after", func(l compare.LevelCount) int { return l.B }},
}

func (rep *comparisonReport) levels() {
	if len(rep.Levels) == 0 || rep.A.Pages+rep.B.Pages == 0 {
		return
	}
	rows := newTable("Pages by depth, and how they came there", "#depth", "#before", "#removed",
		"#gone to another depth", "#come from another depth", "#added", "#after")
	for _, l := range first(&rows, rep.Levels, depthsShown, inCompare) {
		rows.add(l.Level, l.A, l.Removed, l.Left, l.Came, l.Added, l.B)
	}
	text, curves := rep.levelsText(), rep.within()
	within := chart.Words{Title: "Pages within a number of clicks, before and after", Description: text,
		X: "clicks from the start page", Y: "share of the pages"}
	rep.add("levels", "How deep the site was and is",
		barChart("levels", "Pages by depth, before and after", text, rep.levelBars(), rows),
		charted("within", chart.Curves(within, curves),
			curveTable("Share of the pages within a number of clicks", inCompare, curves)))
}

const levelBars = 8 // deeper levels share the last bar

func (rep *comparisonReport) levelBars() (bars []chart.Bar) {
	levels := rep.Levels[min(1, len(rep.Levels)):]
	for i, l := range levels[:min(len(levels), levelBars)] {
		name, counted := fmt.Sprintf("Depth %d", l.Level), levels[i:i+1]
		if i+1 == levelBars && len(levels) > levelBars {
			name, counted = name+" and more", levels[i:]
		}
		for k, s := range sides {
			n := site.Sum(counted, s.pages)
			bars = append(bars, chart.Bar{Name: name + ", " + s.name, Value: float64(n), Note: wording.Grouped(n),
				Series: k})
		}
	}
	return bars
}

func (rep *comparisonReport) within() []chart.Curve {
	var curves []chart.Curve
	for i, s := range sides {
		whole, sum := [...]int{rep.A.Pages, rep.B.Pages}[i], 0
		if whole == 0 {
			continue
		}
		curve := chart.Curve{Name: s.name}
		for _, l := range rep.Levels {
			sum += s.pages(l)
			curve.Points = append(curve.Points, chart.Point{X: float64(l.Level), Y: of(sum, whole)})
		}
		curves = append(curves, curve)
	}
	return curves
}

func (rep *comparisonReport) levelsText() string {
	half, mean := [2]int{}, [2]string{}
	for i, s := range sides {
		whole, sum, steps := [...]int{rep.A.Pages, rep.B.Pages}[i], 0, 0
		for _, l := range rep.Levels {
			if 2*sum < whole {
				half[i] = l.Level
			}
			sum += s.pages(l)
			steps += l.Level * s.pages(l)
		}
		mean[i] = wording.Number(of(steps, whole))
	}
	return say("levels", about{"A": rep.A.Pages, "B": rep.B.Pages, "Depth": rep.B.Depth,
		"DepthBefore": before(rep.A.Depth, rep.B.Depth), "Half": half[1], "HalfBefore": before(half[0], half[1]),
		"MeanA": mean[0], "MeanB": mean[1]})
}

func before(was, is int) string {
	if was == is {
		return ", as before"
	}
	return fmt.Sprintf(" (%s before)", wording.Grouped(was))
}

func (rep *comparisonReport) shifts() {
	p, s := rep.Summary.Pages, rep.Summary.Shifts
	both := p.Moved + p.Changed + p.Shifted + p.Kept
	if both == 0 {
		return
	}
	const title = "Pages of both crawls by how they shifted"
	var bars []chart.Bar
	rows := newTable(title, "measure", "#less", "#the same", "#more")
	for i, measure := range []string{"Depth", "Arcs in", "Arcs out"} {
		less, more := rep.greatest[2*i], rep.greatest[2*i+1]
		if less.direction > 0 {
			less, more = more, less
		}
		bars = addBar(addBar(bars, less.name, less.count, both), more.name, more.count, both)
		rows.add(measure, less.count, both-less.count-more.count, more.count)
	}
	text := say("shifts", about{"Shifts": s, "Both": both})
	rep.add("shifts", "What shifted", barChart("shifts", title, text, bars, rows), rep.greatestShifts())
}

func (rep *comparisonReport) greatestShifts() []block {
	var folds []block
	for _, g := range rep.greatest {
		if len(g.pages) == 0 {
			continue
		}
		rows := newTable(g.name+": the greatest shifts", "#rank", "page", "#before", "#after", "#difference")
		for i, p := range g.pages {
			was, is := g.measure(p.A), g.measure(p.B)
			rows.add(i+1, pageCell(p.B.Title, p.B.URL), was, is, wording.Change(is-was))
		}
		first := g.pages[0]
		summary := fmt.Sprintf("%s: %s (%s)", g.name, pageCell(first.B.Title, first.B.URL).Text,
			wording.Change(g.measure(first.B)-g.measure(first.A)))
		folds = append(folds, folded(summary, rows)...)
	}
	return titled("The greatest shifts", folds)
}

// greatest lists the pages with the greatest shifts in one direction.
type greatest struct {
	name    string
	measure func(compare.State) int

	direction int                  // 1 if the measure grows, -1 if it shrinks
	count     int                  // number of pages that shift in this direction
	pages     []compare.PageChange // the first of these pages
}

// lists returns two lists for each measure, one per direction.
func lists(s compare.Shifts) []greatest {
	level := func(s compare.State) int { return s.Level }
	in := func(s compare.State) int { return s.InDegree }
	out := func(s compare.State) int { return s.OutDegree }
	return []greatest{
		{"Nearer to the start page", level, -1, s.Nearer, nil}, {"Deeper", level, 1, s.Deeper, nil},
		{"More arcs in", in, 1, s.InMore, nil}, {"Fewer arcs in", in, -1, s.InLess, nil},
		{"More arcs out", out, 1, s.OutMore, nil}, {"Fewer arcs out", out, -1, s.OutLess, nil},
	}
}

// take adds a page to the list if it belongs there. Equal shifts keep their order.
func (g *greatest) take(p compare.PageChange) {
	if p.Change == compare.Added || p.Change == compare.Removed || g.shift(p) <= 0 {
		return
	}
	if n := len(g.pages); n == Shifts && g.shift(p) <= g.shift(g.pages[n-1]) {
		return
	}
	at, _ := slices.BinarySearchFunc(g.pages, g.shift(p), func(q compare.PageChange, shift int) int {
		return cmp.Or(cmp.Compare(shift, g.shift(q)), -1) // after equal shifts
	})
	g.pages = slices.Insert(g.pages, at, p)
	g.pages = g.pages[:min(len(g.pages), Shifts)]
}

func (g *greatest) shift(p compare.PageChange) int {
	return g.direction * (g.measure(p.B) - g.measure(p.A))
}
