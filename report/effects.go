package report

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"sitegraph/site"
	"sitegraph/stats/compare"
	"sitegraph/wording"
)

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
