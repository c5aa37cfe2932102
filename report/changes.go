package report

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

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

func (rep *comparisonReport) effects() error {
	e := rep.in.Effects
	if e == nil {
		return nil
	}
	rep.Heading = "A website after changes"
	rep.losses(e)
	rep.backlinks(e)
	if err := rep.newProblems(); err != nil {
		return err
	}
	rep.ranks(e)
	return nil
}

func (rep *comparisonReport) losses(e *compare.Effects) {
	if len(e.Losses) == 0 {
		rep.add("unreachable", "Pages that are no longer reached", paragraphs("All pages that stay are still reached."))
		return
	}
	by := e.LossesBy()
	lines := newTable("By change; several may affect one page", "#line", "change", "#pages")
	all := slices.Sorted(maps.Keys(by))
	for _, n := range first(&lines, all, Changes, inUnreachable) {
		if n == 0 {
			lines.add("", "not known", by[n])
			continue
		}
		lines.add(n, clean(e.Texts[n]), by[n])
	}
	rows := newTable("The pages", "page", "#depth before", "lines")
	for _, l := range first(&rows, e.Losses, Changes, inUnreachable) {
		rows.add(pageCell(l.Title, l.URL), l.Level, numbers(l.Changes))
	}
	rep.add("unreachable", "Pages that are no longer reached", paragraphs(say("unreachable", len(e.Losses))),
		lines.blocks(), folded(wording.Capital(pages(len(e.Losses))), rows))
}

const inUnreachable = "All are in unreachable.csv."

func numbers(all []int) string {
	return strings.Join(site.Each(all, strconv.Itoa), " ")
}

func (rep *comparisonReport) backlinks(e *compare.Effects) {
	if e.Backlinks == nil {
		return
	}
	count := e.CountBacklinks()
	rows := newTable("Links from other sites", "links that", "#number")
	for _, fate := range compare.Fates() {
		rows.add(meaning("fate", fate), count[fate])
	}
	folds := rows.blocks()
	for _, fate := range compare.Fates()[:2] {
		var some []compare.Backlink
		for _, b := range e.Backlinks {
			if b.Fate == fate {
				some = append(some, b)
			}
		}
		list := newTable("Links that "+meaning("fate", fate), "from", "to", "#line", "leads to then")
		for _, b := range first(&list, some, Changes, "All are in backlinks.csv.") {
			line := ""
			if b.Change > 0 {
				line = strconv.Itoa(b.Change)
			}
			list.add(urlCell(b.Source), urlCell(b.Target), line, urlCell(b.To))
		}
		folds = append(folds, folded("Links that "+meaning("fate", fate), list.withoutEmptyColumns())...)
	}
	rep.add("backlinks", "Links from other sites", folds)
}

func (rep *comparisonReport) newProblems() error {
	some, count := map[string][]compare.ProblemChange{}, map[string]int{}
	var kinds []string
	for c, err := range rep.in.Problems {
		if err != nil {
			return err
		}
		if c.Change != compare.NewProblem && c.Change != compare.Worse {
			continue
		}
		if count[c.Kind]++; count[c.Kind] == 1 {
			kinds = append(kinds, c.Kind)
		}
		if len(some[c.Kind]) < Changes {
			some[c.Kind] = append(some[c.Kind], c)
		}
	}
	var folds []block
	for _, kind := range kinds {
		rows := newTable(kindName(kind), "URL", "detail", "#places", "#new places")
		for _, c := range some[kind] {
			rows.add(urlCell(c.URL), clean(c.Detail), c.Places.B, c.Places.New)
		}
		if count[kind] > len(some[kind]) {
			rows.Note = firstRows(len(some[kind]), count[kind], "All are in problem_changes.csv.")
		}
		folds = append(folds, folded(fmt.Sprintf("%s: %s", wording.Capital(kindName(kind)),
			wording.Grouped(count[kind])), rows.withoutEmptyColumns())...)
	}
	if len(folds) > 0 {
		folds = append(folds,
			paragraphs("problems.csv of the graph after the changes names every page where they stand.")...)
	}
	rep.add("new-problems", "Problems that are new or worse", folds)
	return nil
}

func (rep *comparisonReport) ranks(e *compare.Effects) {
	lists := map[bool][]compare.RankChange{}
	for _, r := range e.Ranks {
		if gains := r.Gain() > 0; len(lists[gains]) < Shifts {
			lists[gains] = append(lists[gains], r)
		}
	}
	var folds []block
	for _, gains := range []bool{true, false} {
		name := map[bool]string{true: "Winners", false: "Losers"}[gains]
		rows := newTable(name+" of PageRank", "page", "#before", "#after", "#difference", "#depth", "#arcs in")
		for _, r := range lists[gains] {
			rows.add(pageCell(r.B.Title, r.B.URL), wording.Number(r.RankA), wording.Number(r.RankB),
				wording.Number(r.Gain()), became(r.A.Level, r.B.Level), became(r.A.InDegree, r.B.InDegree))
		}
		if len(rows.Rows) > 0 {
			rows.Note = "All are in pagerank_changes.csv."
		}
		folds = append(folds, folded(name, rows)...)
	}
	rep.add("ranks", "Winners and losers of PageRank", folds)
}
