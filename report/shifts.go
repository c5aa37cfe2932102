package report

import (
	"cmp"
	"slices"

	"sitegraph/chart"
	"sitegraph/compare"
	"sitegraph/wording"
)

// sides are the two crawls by level.
var sides = [...]struct {
	name  string
	pages func(compare.LevelCount) int
}{
	{"before", func(l compare.LevelCount) int { return l.A }},
	{"after", func(l compare.LevelCount) int { return l.B }},
}

// levels tells how deep the site was and is.
func (c *changes) levels() {
	if len(c.Levels) == 0 {
		return
	}
	all := table{Caption: "Pages by level, and how they came there",
		Columns: columns("#level", "#before", "#removed", "#gone to another level", "#come from another level", "#added", "#after")}
	all = filled(all, c.Levels, levelsShown, inCompare, func(_ int, l compare.LevelCount) []text {
		return cells(wording.Grouped(l.Level), wording.Grouped(l.A), wording.Grouped(l.Removed), wording.Grouped(l.Left), wording.Grouped(l.Came), wording.Grouped(l.Added), wording.Grouped(l.B))
	})
	says := c.levelsSay()
	bars := chart.Words{Title: "Pages by level, before and after", Says: says}
	within := chart.Words{Title: "Pages within so many clicks, before and after", Says: says, X: "clicks from the start page", Y: "share of the pages"}
	curves := c.within()
	c.add("levels", "How deep it was and is", words(says),
		c.figure("levels", chart.Bars(bars, c.levelBars()), all),
		c.figure("within", chart.Curves(within, curves), c.withinTable(curves)))
}

func (c *changes) withinTable(curves []chart.Curve) table {
	all := table{Caption: "Shares of the pages within so many clicks", Columns: columns("#clicks")}
	for _, curve := range curves {
		all.Columns = append(all.Columns, column{Name: curve.Name, Number: true})
	}
	return filled(all, c.Levels, levelsShown, inCompare, func(i int, l compare.LevelCount) []text {
		row := cells(wording.Grouped(l.Level))
		for _, curve := range curves {
			row = append(row, text{Text: wording.Percent(curve.Points[i].Y)})
		}
		return row
	})
}

// levelBars is how many levels have bars of their own; deeper ones share the
// last.
const levelBars = 8

// levelBars are the pages of each level before and after, but for the start
// page.
func (c *changes) levelBars() (bars []chart.Bar) {
	first := c.Levels[min(1, len(c.Levels)):]
	for i, l := range first[:min(len(first), levelBars)] {
		name, rest := say("Level %d", l.Level), first[i:i+1]
		if i+1 == levelBars && len(first) > levelBars {
			name, rest = name+" and deeper", first[i:]
		}
		for _, s := range sides {
			n := 0
			for _, l := range rest {
				n += s.pages(l)
			}
			bars = append(bars, chart.Bar{Name: name + ", " + s.name, Value: float64(n), Note: wording.Grouped(n)})
		}
	}
	return bars
}

// within are the shares of the pages within so many clicks.
func (c *changes) within() []chart.Curve {
	var curves []chart.Curve
	for i, s := range sides {
		whole, sum := [...]int{c.A.Pages, c.B.Pages}[i], 0
		if whole == 0 {
			continue
		}
		curve := chart.Curve{Name: s.name}
		for _, l := range c.Levels {
			sum += s.pages(l)
			curve.Points = append(curve.Points, chart.Point{X: float64(l.Level), Y: of(sum, whole)})
		}
		curves = append(curves, curve)
	}
	return curves
}

func (c *changes) levelsSay() string {
	if c.A.Pages == 0 || c.B.Pages == 0 {
		return say("One of the crawls has no page; the other has %s.", pages(max(c.A.Pages, c.B.Pages)))
	}
	half, mean := [2]int{}, [2]string{}
	for i, s := range sides {
		whole, sum, steps := [...]int{c.A.Pages, c.B.Pages}[i], 0, 0
		for _, l := range c.Levels {
			if 2*sum < whole {
				half[i] = l.Level
			}
			sum += s.pages(l)
			steps += l.Level * s.pages(l)
		}
		mean[i] = wording.Number(wording.Significant(of(steps, whole), 3))
	}
	says := say("The farthest page is %s away%s. Half of the pages lie within %s%s.",
		clicks(c.B.Depth), before(c.A.Depth, c.B.Depth), clicks(half[1]), before(half[0], half[1]))
	if mean[0] == mean[1] {
		return says + say(" The mean level is %s in both crawls.", mean[1])
	}
	return says + say(" The mean level went from %s to %s.", mean[0], mean[1])
}

// before says what a number was.
func before(was, is int) string {
	if was == is {
		return ", as before"
	}
	return say(", %s before", wording.Grouped(was))
}

// shifts tells how pages that are in both crawls moved in the graph.
func (c *changes) shifts() {
	p := c.Summary.Pages
	both := p.Moved + p.Changed + p.Shifted + p.Kept
	if both == 0 {
		return
	}
	s := c.Summary.Shifts
	rows := []struct {
		name        string
		less, more  string
		fewer, many int
	}{
		{"Level", "Nearer to the start page", "Deeper", s.Nearer, s.Deeper},
		{"Arcs in", "Fewer arcs in", "More arcs in", s.InLess, s.InMore},
		{"Arcs out", "Fewer arcs out", "More arcs out", s.OutLess, s.OutMore},
	}
	var bars []chart.Bar
	all := table{Caption: "Pages of both crawls by how they shifted", Columns: columns("measure", "#less", "#the same", "#more")}
	for _, r := range rows {
		for _, b := range []struct {
			name string
			n    int
		}{{r.less, r.fewer}, {r.more, r.many}} {
			if b.n > 0 {
				bars = append(bars, chart.Bar{Name: b.name, Value: float64(b.n), Note: wording.Grouped(b.n) + " (" + wording.Percent(of(b.n, both)) + ")"})
			}
		}
		all.Rows = append(all.Rows, cells(r.name, wording.Grouped(r.fewer), wording.Grouped(both-r.fewer-r.many), wording.Grouped(r.many)))
	}
	says := say("Of %s in both crawls, %s nearer to the start page and %s deeper; %s linked from more pages and %s from fewer; %s to more pages than before, and %s to fewer.",
		pages(both), wording.Count(s.Nearer, "is", "are"), none(s.Deeper), wording.Count(s.InMore, "is", "are"), none(s.InLess), wording.Count(s.OutMore, "page links", "pages link"), none(s.OutLess))
	if s == (compare.Shifts{}) {
		says = "No page of both crawls has another level or another number of arcs."
	}
	w := chart.Words{Title: "Pages of both crawls by how they shifted", Says: says}
	c.add("shifts", "What shifted", words(says), c.figure("shifts", chart.Bars(w, bars), all), c.greatestShifts())
}

func (c *changes) greatestShifts() []block {
	var folds []block
	for _, g := range c.greatest {
		all := table{Caption: say("%s: the greatest shifts", g.name), Columns: columns("#rank", "page", "#before", "#after", "#difference")}
		all = filled(all, g.pages, Shifts, inChanges, func(i int, p compare.PageChange) []text {
			was, is := g.measure(p.A), g.measure(p.B)
			return append([]text{{Text: wording.Grouped(i + 1)}, named(p.B.Title, p.B.URL)}, cells(wording.Grouped(was), wording.Grouped(is), wording.Change(is-was))...)
		})
		if len(g.pages) > 0 {
			first := g.pages[0]
			folds = append(folds, c.folded(say("%s: %s (%s)", g.name, named(first.B.Title, first.B.URL).Text, wording.Change(g.measure(first.B)-g.measure(first.A))), all)...)
		}
	}
	if len(folds) == 0 {
		return nil
	}
	return append([]block{{Title: "The greatest shifts"}}, folds...)
}

// greatest is a list of the pages with the greatest shift one way.
type greatest struct {
	name    string
	measure func(compare.State) int
	// way is 1 for what grows, -1 for what shrinks.
	way   int
	pages []compare.PageChange
}

func lists() []greatest {
	level := func(s compare.State) int { return s.Level }
	in := func(s compare.State) int { return s.InDegree }
	out := func(s compare.State) int { return s.OutDegree }
	return []greatest{
		{"Nearer to the start page", level, -1, nil}, {"Deeper", level, 1, nil},
		{"More arcs in", in, 1, nil}, {"Fewer arcs in", in, -1, nil},
		{"More arcs out", out, 1, nil}, {"Fewer arcs out", out, -1, nil},
	}
}

// take puts a page into the list if it belongs there. Of equal shifts the one
// that came first stands first.
func (g *greatest) take(p compare.PageChange) {
	if p.Change == compare.Added || p.Change == compare.Removed || g.shift(p) <= 0 {
		return
	}
	if n := len(g.pages); n == Shifts && g.shift(p) <= g.shift(g.pages[n-1]) {
		return
	}
	at, _ := slices.BinarySearchFunc(g.pages, g.shift(p), func(q compare.PageChange, shift int) int {
		return cmp.Or(cmp.Compare(shift, g.shift(q)), -1) // behind its equals
	})
	g.pages = slices.Insert(g.pages, at, p)
	g.pages = g.pages[:min(len(g.pages), Shifts)]
}

func (g *greatest) shift(p compare.PageChange) int {
	return g.way * (g.measure(p.B) - g.measure(p.A))
}
