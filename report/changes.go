package report

import (
	"fmt"
	"slices"

	"sitegraph/report/chart"
	"sitegraph/site"
	"sitegraph/stats/compare"
	"sitegraph/wording"
)

const inCompare = "All are in compare.json."

type kind struct {
	change        compare.Change
	name, meaning string
	count         int
}

func (rep *comparisonReport) pageKinds() []kind {
	p := rep.Summary.Pages
	first, second := rep.sides()
	return []kind{
		{compare.Kept, "Unchanged", "same depth and same number of arcs", p.Kept},
		{compare.Shifted, "Shifted", "only the depth or the number of arcs differs", p.Shifted},
		{compare.Changed, "Changed", "different content at the same URL", p.Changed},
		{compare.Moved, "Moved", "the same content at a different URL", p.Moved},
		{compare.Added, "Added", "only in " + second, p.Added},
		{compare.Removed, "Removed", "only in " + first, p.Removed},
	}
}

func (rep *comparisonReport) arcKinds() []kind {
	a := rep.Summary.Arcs
	first, second := rep.sides()
	return []kind{
		{compare.Kept, "Unchanged", "same number of links", a.Kept},
		{compare.Reweighted, "Reweighted", "different number of links", a.Reweighted},
		{compare.Added, "Added", "only in " + second, a.Added},
		{compare.Removed, "Removed", "only in " + first, a.Removed},
	}
}

func (rep *comparisonReport) overlap() {
	if rep.A.Pages == 0 && rep.B.Pages == 0 {
		return
	}
	rep.add("overlap", "What stayed the same and what changed", paragraphs(rep.overlapText()),
		rep.kinds("pages", "Pages by kind of change", rep.pageKinds()),
		rep.kinds("arcs", "Arcs by kind of change", rep.arcKinds()))
}

func (rep *comparisonReport) overlapText() string {
	p, a := rep.Summary.Pages, rep.Summary.Arcs
	either, arcs := sum(rep.pageKinds()), sum(rep.arcKinds())
	both, kept := either-p.Added-p.Removed, arcs-a.Added-a.Removed
	return say("overlap", about{"Same": p.Kept == either && a.Kept == arcs, "Either": either, "Both": both, "Pages": p,
		"Arcs": arcs, "Kept": kept, "Overlap": a.Overlap, "Compared": rep.ContentCompared})
}

func sum(kinds []kind) int {
	return site.Sum(kinds, func(k kind) int { return k.count })
}

func (rep *comparisonReport) kinds(name, title string, kinds []kind) []block {
	whole := sum(kinds)
	var bars []chart.Bar
	rows := newTable(title, "change", "meaning", "#"+name, "#share")
	for _, k := range kinds {
		number, share := wording.Grouped(k.count), wording.Percent(of(k.count, whole))
		if !rep.ContentCompared && (k.change == compare.Changed || k.change == compare.Moved) {
			number, share = "not known", "–"
		}
		bars = addBar(bars, k.name+": "+k.meaning, k.count, whole)
		rows.add(k.name, k.meaning, number, share)
	}
	return charted(name, chart.Bars(chart.Words{Title: title, Description: rep.overlapText()}, bars), rows)
}

func (rep *comparisonReport) pages() {
	var folds []block
	for _, k := range rep.pageKinds() {
		if first := rep.firstPages[k.change]; len(first) > 0 && k.change != compare.Kept {
			folds = append(folds, rep.fold(k, "All are in changes.csv.", pageTable(k.change, first))...)
		}
	}
	rep.number(folds) // before they are reversed, so that tables keep their ids
	slices.Reverse(folds)
	rep.add("pages", "Which pages changed", folds)
}

// fold holds the first rows of a kind of change. The caption of the table continues the name of the kind.
func (rep *comparisonReport) fold(k kind, where string, rows table) []block {
	rows.Caption = k.name + ": " + k.meaning + rows.Caption
	n := max(k.count, len(rows.Rows))
	if n > len(rows.Rows) {
		rows.Note = firstRows(len(rows.Rows), n, where)
	}
	return folded(k.name+": "+wording.Grouped(n), rows)
}

func pageTable(change compare.Change, list []compare.PageChange) table {
	caption := " (numbers that differ: before → after)"
	if change == compare.Added || change == compare.Removed {
		caption = ""
	}
	t := newTable(caption, "page", "before at", "#depth", "#arcs in", "#arcs out")
	for _, p := range list {
		from, a, b := text{}, p.A, p.B
		switch change {
		case compare.Added:
			a = b
		case compare.Removed:
			b = a
		case compare.Moved:
			from = urlCell(a.URL)
		}
		t.add(pageCell(b.Title, b.URL), from, became(a.Level, b.Level), became(a.InDegree, b.InDegree),
			became(a.OutDegree, b.OutDegree))
	}
	return t.withoutEmptyColumns()
}

func became(was, is int) string {
	if was == is {
		return wording.Grouped(is)
	}
	return wording.Grouped(was) + " → " + wording.Grouped(is)
}

func (rep *comparisonReport) arcs() {
	var folds []block
	for _, k := range rep.arcKinds() {
		if k.change == compare.Kept {
			continue
		}
		rows := newTable("", "from", "to", "#links before", "#links after")
		for _, a := range rep.firstArcs[k.change] {
			rows.add(clean(a.Source), clean(a.Target), fmt.Sprint(a.WeightA), fmt.Sprint(a.WeightB))
		}
		folds = append(folds, rep.fold(k, "All are in arc_changes.csv.", rows)...)
	}
	rep.number(folds) // before they are reversed, so that tables keep their ids
	slices.Reverse(folds)
	rep.add("arcs", "Which arcs changed", folds)
}
