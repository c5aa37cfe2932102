package run

import (
	"iter"
	"slices"
	"strconv"

	"sitegraph/export"
	"sitegraph/export/struck"
	"sitegraph/site"
	"sitegraph/stats"
)

// further are the measures of pages that are taken where they are asked for: what robots reach, and visits.
func (a *artefacts) further(n *stats.Analysis) []export.Measure {
	return append(reachOf(n.Reach), visitsOf(a.crawl)...)
}

// times are how long the requests for pages took, if that was kept. No graph has them: they differ from run to run.
func (a *artefacts) times() []export.Measure {
	pages := a.crawl.Graph.Pages
	kept := func(p site.Page) bool { return p.Facts != nil && p.Facts.Milliseconds > 0 }
	if !slices.ContainsFunc(pages, kept) {
		return nil
	}
	return []export.Measure{{Name: "milliseconds", Whole: true, Of: func(page int) float64 {
		if pages[page].Facts == nil {
			return 0
		}
		return float64(pages[page].Facts.Milliseconds)
	}}}
}

// measureColumns are those of measures.csv.
func measureColumns(further []export.Measure) []string {
	columns := []string{"Id", "pagerank", "hub", "authority", "betweenness", "harmonic", "clustering", "core",
		"community", "component", "region", "returns_home", "cut_off", "directory"}
	for _, m := range further {
		columns = append(columns, m.Name)
	}
	return columns
}

// figureOf are the figures of stats.json that the columns of measures.csv belong to. Where an incomplete crawl does not
// tell the one, it does not tell the other.
var figureOf = map[string]string{"component": "scc", "region": "bow_tie",
	"returns_home": "return", "cut_off": "dominators"}

// measureRows are the rows of measures.csv, one a page.
func measureRows(g *site.Graph, n *stats.Analysis, further []export.Measure) iter.Seq2[[]export.Cell, error] {
	v := &n.Values
	unknown := map[int]bool{}
	for at, name := range measureColumns(nil) {
		if figure, is := figureOf[name]; is && n.Summary.UnknownBecause(figure) != "" {
			unknown[at] = true
		}
	}
	pages := func(yield func(int) bool) {
		for i := 0; i < len(g.Pages) && yield(i); i++ {
		}
	}
	return rows(pages, func(row []export.Cell, i int) []export.Cell {
		row = append(row, export.Int(i+1))
		for _, all := range [][]float64{v.PageRank, v.Hub, v.Authority, v.Betweenness, v.Harmonic, v.Clustering} {
			row = append(row, export.Float(stats.Round(all[i])))
		}
		row = append(row, export.Int(int(v.Core[i])), export.Int(int(v.Community[i])+1),
			export.Int(int(v.Component[i])+1), export.Text(v.Region[i].String()),
			export.Text(strconv.FormatBool(v.Home[i])), export.Int(int(v.CutOff[i])), export.Int(int(v.Directory[i])+1))
		for at := range unknown {
			row[at] = export.Cell{}
		}
		for _, m := range further {
			row = append(row, export.Int(int(m.Of(i))))
		}
		return row
	})
}

// visitsOf are the visits of pages, none unless access logs were read. The column visits of nodes.csv counts the checks
// of a watched site, and graphs have both.
func visitsOf(c *site.Crawl) (all []export.Measure) {
	if c.Hits == nil {
		return nil
	}
	people, robots := c.Hits.OfPages(c.Graph)
	number := func(of []int) func(page int) float64 { return func(page int) float64 { return float64(of[page]) } }
	return []export.Measure{{Name: "human_visits", Whole: true, Of: number(people)},
		{Name: "robot_visits", Whole: true, Of: number(robots)}}
}

// measuresOf are the measures of pages that graphs have as attributes of their nodes, as
// measures.csv names them.
func measuresOf(v *stats.Values) []export.Measure {
	real := func(name string, all []float64) export.Measure {
		return export.Measure{Name: name, Of: func(i int) float64 { return all[i] }}
	}
	return []export.Measure{
		real("pagerank", v.PageRank), real("hub", v.Hub), real("authority", v.Authority),
		real("betweenness", v.Betweenness),
		{Name: "core", Whole: true, Of: func(i int) float64 { return float64(v.Core[i]) }},
		{Name: "community", Whole: true, Of: func(i int) float64 { return float64(v.Community[i] + 1) }},
	}
}

// rows makes rows of values; write appends the cells of one.
func rows[V any](values iter.Seq[V], write func([]export.Cell, V) []export.Cell) iter.Seq2[[]export.Cell, error] {
	return func(yield func([]export.Cell, error) bool) {
		var row []export.Cell
		for v := range values {
			row = write(row[:0], v)
			if !yield(row, nil) {
				return
			}
		}
	}
}

var hostColumns = []string{"host", "links", "pages", "urls", "first_page_id", "first_page"}

// hostRows are the rows of hosts.csv, one a host that the site links to.
func hostRows(hosts []stats.OutsideHost) iter.Seq2[[]export.Cell, error] {
	return rows(slices.Values(hosts), func(row []export.Cell, h stats.OutsideHost) []export.Cell {
		return append(row, export.Text(h.Host), export.Int(h.Links), export.Int(h.Pages), export.Int(h.URLs),
			export.Int(h.FirstPage), export.Text(h.FirstURL))
	})
}

var kindColumns = []string{"kind", "severity", "count", "meaning"}

func kindRows(kinds []stats.Problem) iter.Seq2[[]export.Cell, error] {
	return rows(slices.Values(kinds), func(row []export.Cell, p stats.Problem) []export.Cell {
		return append(row, export.Text(p.Kind), export.Text(p.Severity), export.Int(p.Count),
			export.Text(p.Explanation))
	})
}

var problemColumns = []string{"kind", "severity", "page_id", "url", "status", "detail", "source", "source_url",
	"anchor", "href"}

// problemRows are the rows of problems.csv, but for those that were struck out.
func problemRows(g *site.Graph, places iter.Seq2[stats.Place, error],
	out map[string]bool) iter.Seq2[[]export.Cell, error] {
	return func(yield func([]export.Cell, error) bool) {
		var row []export.Cell
		for p, err := range places {
			if len(out) > 0 && out[struck.Identity("problems", p.Kind, p.URL, p.Detail)] {
				continue
			}
			source := ""
			if p.Source > 0 {
				source = g.Pages[p.Source-1].URL
			}
			row = append(row[:0], export.Text(p.Kind), export.Text(p.Severity), intIf(p.Page > 0, p.Page),
				export.Text(p.URL), intIf(p.Status > 0, p.Status), export.Text(p.Detail),
				intIf(p.Source > 0, p.Source), export.Text(source), export.Text(p.Text), export.Text(p.Href))
			if !yield(row, err) || err != nil {
				return
			}
		}
	}
}

func intIf(known bool, n int) export.Cell {
	if !known {
		return export.Cell{}
	}
	return export.Int(n)
}
