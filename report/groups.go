package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"sitegraph/report/chart"
	"sitegraph/site"
	"sitegraph/stats"
	"sitegraph/wording"
)

func (rep *siteReport) groups() {
	if rep.Pages < 2 {
		return
	}
	rep.add("parts", "What the site is made of", communities(&rep.Summary, rep.graph), folderBlocks(&rep.Summary),
		titled("URLs", patterns(&rep.Summary), parameters(&rep.Summary)))
}

func communityName(c stats.Community) string {
	words, prefix := clean(strings.Join(c.Words, ", ")), clean(c.Prefix)
	if words != "" && prefix != "" {
		return words + " — " + prefix
	}
	return cmp.Or(words, prefix, "(no common name)")
}

func communities(s *stats.Summary, g *site.Graph) []block {
	c := s.Communities
	if len(c.List) == 0 {
		return nil
	}
	var bars []chart.Bar
	for _, m := range c.List[:min(len(c.List), barsShown)] {
		bars = addBar(bars, communityName(m), m.Pages, s.Pages)
	}
	rows := newTable("Communities: groups of pages that link to each other more than to others",
		"community", "first page", "#pages", "#arcs inside", "#arcs out", "#arcs in")
	for _, m := range first(&rows, c.List, rowsShown, inJSON) {
		rows.add(communityName(m), page(g, m.First), m.Pages, m.Inside, m.Out, m.In)
	}
	text := fmt.Sprintf("The links divide the site into %s; modularity %s (0: no better than chance; "+
		"near 1: hardly any links between communities). The largest has %s of the pages.",
		wording.Count(c.Count, "community", "communities"), wording.Number(c.Modularity),
		wording.Percent(of(c.List[0].Pages, s.Pages)))
	return titled("Communities", barChart("communities", "Largest communities", text, bars, rows))
}

func folderBlocks(s *stats.Summary) []block {
	d := s.Directories
	if len(d.List) == 0 {
		return nil
	}
	list := slices.Clone(d.List)
	slices.SortStableFunc(list, func(a, b stats.Directory) int { return b.Pages - a.Pages })
	var bars []chart.Bar
	for _, f := range list[:min(len(list), barsShown)] {
		bars = addBar(bars, clean(f.Path), f.Pages, s.Pages)
	}
	rows := newTable("Folders by pages", "folder", "#pages", "#arcs inside", "#arcs out", "#arcs in")
	for _, f := range first(&rows, list, rowsShown, inJSON) {
		rows.add(clean(f.Path), f.Pages, f.Inside, f.Out, f.In)
	}
	text := fmt.Sprintf("The pages are in %s; the largest, %s, has %s of them.",
		wording.Count(d.Count, "folder", "folders"), clean(list[0].Path), wording.Percent(of(list[0].Pages, s.Pages)))
	if d.Count == 1 {
		text = "All pages are in one folder, " + clean(list[0].Path) + "."
	}
	return titled("Folders", barChart("folders", "Largest folders", text, bars, rows))
}

func patterns(s *stats.Summary) []block {
	rows := newTable("Patterns that many URLs follow", "pattern", "example", "#pages")
	for _, m := range first(&rows, s.Templates, rowsShown, inJSON) {
		rows.add(clean(m.Template), urlCell(m.Example), m.Pages)
	}
	return folded(wording.Count(len(s.Templates), "URL pattern", "URL patterns"), rows)
}

func parameters(s *stats.Summary) []block {
	rows := newTable("Parameters in query strings", "name", "#pages", "#different values")
	for _, p := range first(&rows, s.Parameters, rowsShown, inJSON) {
		rows.add(clean(p.Name), p.Pages, p.Values)
	}
	return folded(wording.Count(len(s.Parameters), "query parameter", "query parameters"), rows)
}
