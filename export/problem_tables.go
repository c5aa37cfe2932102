package export

import (
	"context"
	"iter"

	"sitegraph/site"
	"sitegraph/stats"
)

// Hosts is hosts.csv, a row a host that the site links to.
func Hosts(all []stats.OutsideHost) Listing {
	return List("hosts.csv", site.WithoutErrors(all), func(r *Row, h *stats.OutsideHost) {
		r.text("host", h.Host).number("links", h.Links).number("pages", h.Pages).number("urls", h.URLs)
		r.number("first_page_id", h.FirstPage).url("first_page", h.FirstURL)
	})
}

// Problems is problems.csv, a row a place where a problem of a graph is to be mended.
func Problems(g *site.Graph, places iter.Seq2[stats.Place, error]) Listing {
	return List(linkerTable.name, places, func(r *Row, p *stats.Place) {
		r.text("kind", p.Kind).text("severity", p.Severity).positive("page_id", p.Page).url("url", p.URL)
		r.positive("status", p.Status).text("detail", p.Detail).positive("source", p.Source)
		r.url("source_url", urlOf(g, p.Source)).text("anchor", p.Text).text("href", p.Href)
	})
}

// urlOf is the URL of the page of an id, "" if there is none.
func urlOf(g *site.Graph, id int) string {
	if id < 1 || id > len(g.Pages) {
		return ""
	}
	return g.Pages[id-1].URL
}

// WriteProblems writes problems.xlsx: the kinds of problems, and the rows of problems.csv.
func WriteProblems(ctx context.Context, d *Dir, kinds []stats.Problem, places Listing) error {
	count := List("", site.WithoutErrors(kinds), func(r *Row, p *stats.Problem) {
		r.text("kind", p.Kind).text("severity", p.Severity).number("count", p.Count).text("meaning", p.Explanation)
	})
	return WriteWorkbook(ctx, d, "problems.xlsx", linkerTable.name,
		Sheet{Name: "Kinds", Listing: count, Widths: []float64{24, 10, 10, 100}},
		Sheet{Name: "Problems", Listing: places, Widths: []float64{22, 10, 9, 60, 8, 40, 9, 60, 30, 40}})
}
