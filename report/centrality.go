package report

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"sitegraph/report/chart"
	"sitegraph/stats"
	"sitegraph/wording"
)

func (rep *siteReport) surferText() string {
	if len(rep.PageRank.Top) == 0 {
		return ""
	}
	first := rep.PageRank.Top[0]
	return fmt.Sprintf("A visitor who keeps following random links is most often on “%s”: %s of the time, "+
		"where the average page gets %s.",
		pageCell(first.Title, first.URL).Text, wording.Percent(first.Value), wording.Percent(1/float64(rep.Pages)))
}

func (rep *siteReport) pageRankChart() []block {
	if len(rep.values.PageRank) < 2 {
		return nil
	}
	values := slices.Clone(rep.values.PageRank)
	slices.SortFunc(values, func(a, b float64) int { return cmp.Compare(b, a) })
	rows := newTable("PageRank by rank", "#rank", "#PageRank", "#cumulative share")
	sum, half := 0.0, 0
	for i, v := range values {
		if sum += v; half == 0 && sum >= 0.5 {
			half = i + 1
		}
		if i == 0 || i+1 == len(values) || powerOfTen(i+1) {
			rows.add(i+1, share(v), share(min(sum, 1)))
		}
	}
	text := fmt.Sprintf("The top %s (%s) %s half of the PageRank.", pages(half), wording.Percent(of(half, len(values))),
		wording.Form(half, "holds", "hold"))
	w := chart.Words{Title: "PageRank by rank", Description: text, X: "rank of the page",
		Y: "PageRank (share of the random visitor's time)"}
	return rep.described("pagerank", chart.RankSize(w, values), rows)
}

func powerOfTen(n int) bool { return strings.Trim(strconv.Itoa(n), "0") == "1" }

func (rep *siteReport) topPages() []block {
	lists := []struct {
		name, column, text string
		pages              []stats.TopPage
		write              func(float64) string
	}{
		{"PageRank", "#PageRank", "Where a visitor who follows random links is most often.",
			rep.PageRank.Top, wording.Percent},
		{"In-degree", "#pages that link to it", "Pages that the most pages link to.", rep.InDegree.Top, wording.Number},
		{"Out-degree", "#pages it links to", "Pages that link to the most pages.", rep.OutDegree.Top, wording.Number},
		{"Harmonic centrality", "#harmonic centrality",
			"Pages that are close to all others: the mean of 1/distance from every other page, 0 to 1." +
				method(rep.Distances.Method), rep.Distances.Harmonic, wording.Number},
		{"Betweenness", "#share of pairs",
			"Pages on many shortest paths: the share of the pairs of other pages whose shortest paths run " +
				"through the page." + method(rep.Betweenness.Method), rep.Betweenness.Top, wording.Percent},
		{"Hubs", "#hub value", "Pages that link to many good authorities (HITS).", rep.HITS.Hubs, wording.Number},
		{"Authorities", "#authority value", "Pages that many good hubs link to (HITS).",
			rep.HITS.Authorities, wording.Number},
	}
	var folds []block
	for _, l := range lists {
		if rows := rep.topTable("Top pages by "+lower(l.name), l.column, l.pages, l.write); len(rows) > 0 {
			summary := l.name + ": " + pageCell(l.pages[0].Title, l.pages[0].URL).Text
			folds = append(folds, block{Fold: &fold{Summary: summary, Open: len(folds) == 0,
				Blocks: append(paragraphs(l.text), rows...)}})
		}
	}
	return titled("Top pages by each measure", folds)
}

func (rep *document) topTable(caption, column string, top []stats.TopPage, write func(float64) string) []block {
	rows := newTable(caption, "#rank", "page", column)
	for i, p := range top[:min(len(top), rowsShown)] {
		rows.add(i+1, pageCell(p.Title, p.URL), write(p.Value))
	}
	return rep.table(rows)
}

// method describes how a measure was estimated, "" if it is exact.
func method(m stats.Method) string {
	if m.Name == "" || m.Name == "exact" {
		return ""
	}
	text := fmt.Sprintf(" Estimated from %s chosen at random (seed %d", pages(m.Samples), m.Seed)
	if m.Error > 0 {
		text += fmt.Sprintf("; %s: %s", m.ErrorIs, wording.Number(m.Error))
	}
	if m.StandardError > 0 {
		text += "; standard error of the greatest value: " + wording.Number(m.StandardError)
	}
	return text + ")."
}

// lower writes the first letter small, but not that of an abbreviation.
func lower(name string) string {
	if len(name) < 2 || name[1] < 'a' || name == "PageRank" {
		return name
	}
	return string(name[0]|0x20) + name[1:]
}
