package report

import (
	"slices"
	"strings"

	"sitegraph/chart"
	"sitegraph/stats"
	"sitegraph/wording"
)

// parts tells what the site is made of.
func (t *teller) parts() {
	if t.Pages < 2 {
		return
	}
	t.add("parts", "What it is made of", t.communities(), t.directories(), t.templates(), t.parameters())
}

// label names a community by its titles' words and its folder.
func label(c stats.Community) string {
	words := clean(strings.Join(c.Words, ", "))
	prefix := clean(c.Prefix)
	switch {
	case words == "" && prefix == "":
		return "(no common name)"
	case words == "":
		return prefix
	case prefix == "":
		return words
	}
	return words + " — " + prefix
}

func (t *teller) communities() []block {
	c := t.Communities
	if len(c.List) == 0 {
		return nil
	}
	var bars []chart.Bar
	all := table{Caption: "Communities: groups of pages that link to each other more than to others",
		Columns: columns("community", "first page", "#pages", "#arcs inside", "#arcs out", "#arcs in")}
	for _, m := range c.List[:min(len(c.List), barsShown)] {
		bars = append(bars, t.bar(label(m), m.Pages))
	}
	all = filled(all, c.List, rowsShown, inJSON, func(_ int, m stats.Community) []text {
		return []text{{Text: label(m)}, t.page(m.First), {Text: wording.Grouped(m.Pages)}, {Text: wording.Grouped(m.Inside)}, {Text: wording.Grouped(m.Out)}, {Text: wording.Grouped(m.In)}}
	})
	says := say("The links divide the site into %s; modularity %s (0: no better than chance, near 1: hardly a link between them). The largest has %s of the pages.",
		wording.Count(c.Count, "community", "communities"), wording.Number(c.Modularity), wording.Percent(of(c.List[0].Pages, t.Pages)))
	w := chart.Words{Title: "The largest communities, by pages", Says: says}
	return slices.Concat([]block{{Title: "Communities"}}, words(says), t.figure("communities", chart.Bars(w, bars), all))
}

// bar is a part of the site as a bar.
func (t *teller) bar(name string, pages int) chart.Bar {
	return chart.Bar{Name: name, Value: float64(pages), Note: wording.Grouped(pages) + " (" + wording.Percent(of(pages, t.Pages)) + ")"}
}

func (t *teller) directories() []block {
	d := t.Directories
	if len(d.List) == 0 {
		return nil
	}
	list := slices.Clone(d.List)
	slices.SortStableFunc(list, func(a, b stats.Directory) int { return b.Pages - a.Pages })
	var bars []chart.Bar
	all := table{Caption: "Folders, the largest first", Columns: columns("folder", "#pages", "#arcs inside", "#arcs out", "#arcs in")}
	for _, f := range list[:min(len(list), barsShown)] {
		bars = append(bars, t.bar(clean(f.Path), f.Pages))
	}
	all = filled(all, list, rowsShown, inJSON, func(_ int, f stats.Directory) []text {
		return cells(clean(f.Path), wording.Grouped(f.Pages), wording.Grouped(f.Inside), wording.Grouped(f.Out), wording.Grouped(f.In))
	})
	says := say("%s pages; the largest, %s, has %s of them.", wording.Count(d.Count, "folder holds", "folders hold"), clean(list[0].Path), wording.Percent(of(list[0].Pages, t.Pages)))
	w := chart.Words{Title: "The largest folders, by pages", Says: says}
	return slices.Concat([]block{{Title: "Folders"}}, words(says), t.figure("folders", chart.Bars(w, bars), all))
}

func (t *teller) templates() []block {
	all := table{Caption: "Patterns that many addresses follow", Columns: columns("pattern", "example", "#pages")}
	rows := t.table(filled(all, t.Templates, rowsShown, inJSON, func(_ int, m stats.Template) []text {
		return []text{{Text: clean(m.Template)}, address(m.Example), {Text: wording.Grouped(m.Pages)}}
	}))
	if len(rows) == 0 {
		return nil
	}
	return []block{{Title: "Addresses"}, {Fold: &fold{Summary: wording.Count(len(t.Templates), "pattern", "patterns") + " of addresses", Blocks: rows}}}
}

func (t *teller) parameters() []block {
	all := table{Caption: "Parameters in the queries of addresses", Columns: columns("name", "#pages", "#different values")}
	rows := t.table(filled(all, t.Parameters, rowsShown, inJSON, func(_ int, p stats.Parameter) []text {
		return cells(clean(p.Name), wording.Grouped(p.Pages), wording.Grouped(p.Values))
	}))
	if len(rows) == 0 {
		return nil
	}
	return []block{{Fold: &fold{Summary: wording.Count(len(t.Parameters), "parameter", "parameters") + " in queries", Blocks: rows}}}
}
