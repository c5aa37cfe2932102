package export

import (
	"context"
	"fmt"
	"iter"
	"strconv"

	"sitegraph/site"
)

// PageGraph writes the graph of the pages of all sites in parts, below a folder: arcs and nodes as Parquet, and edges
// and vertices in the text form of Common Crawl.
type PageGraph struct {
	ctx                          context.Context
	arcs, nodes, edges, vertices *Dir
}

// NewPageGraph makes the folders pages/arcs and pages/nodes below d, and those of texts if they are wanted.
func NewPageGraph(ctx context.Context, d *Dir, texts bool) (*PageGraph, error) {
	pages, err := d.Sub("pages")
	if err != nil {
		return nil, err
	}
	g := &PageGraph{ctx: ctx}
	folders := map[string]**Dir{"arcs": &g.arcs, "nodes": &g.nodes}
	if texts {
		folders["edges"], folders["vertices"] = &g.edges, &g.vertices
	}
	for _, name := range site.Names(folders) {
		if *folders[name], err = pages.Sub(name); err != nil {
			return nil, err
		}
	}
	return g, nil
}

// Arcs writes a part of the arcs.
func (g *PageGraph) Arcs(part int, rows iter.Seq2[*site.PageArc, error]) error {
	return writePart(g.ctx, part, rows, pageArcColumns, g.arcs, g.edges, func(z *out, a *site.PageArc) {
		z.pair(int64(a.Source-1), int64(a.Target-1))
	})
}

// Nodes writes a part of the pages.
func (g *PageGraph) Nodes(part int, rows iter.Seq2[*site.PageNode, error]) error {
	return writePart(g.ctx, part, rows, pageNodeColumns, g.nodes, g.vertices, func(z *out, n *site.PageNode) {
		z.vertex(int64(n.ID-1), n.Key)
	})
}

// Prune removes the parts of an earlier run that this one did not write.
func (g *PageGraph) Prune() error {
	for _, d := range []*Dir{g.arcs, g.nodes, g.edges, g.vertices} {
		if d == nil {
			continue
		}
		if err := d.Prune(); err != nil {
			return err
		}
	}
	return nil
}

// writePart writes rows as Parquet, and as text too if there is a folder for it.
func writePart[T any](ctx context.Context, part int, rows iter.Seq2[*T, error], columns []column[T], tables, texts *Dir,
	line func(z *out, row *T)) error {
	name := fmt.Sprintf("part-%05d", part)
	table := func(rows iter.Seq2[*T, error]) error {
		return tables.stream(ctx, name+".parquet", func(o *out) error { return writeParquet(o, columns, rows) })
	}
	if texts == nil {
		return table(rows)
	}
	return texts.stream(ctx, name+".txt.gz", func(o *out) error {
		return o.gzipped(func(z *out) error {
			return table(func(yield func(*T, error) bool) {
				for row, err := range rows {
					if err == nil {
						line(z, row)
						err = z.record()
					}
					if !yield(row, err) {
						return
					}
				}
			})
		})
	})
}

var pageNodeColumns = []column[site.PageNode]{
	{name: "id", number: func(n *site.PageNode) *int { return &n.ID }},
	{name: "site_id", number: func(n *site.PageNode) *int { return &n.Site }},
	{name: "page_id", number: func(n *site.PageNode) *int { return &n.Page }},
	{name: "site", text: func(n *site.PageNode) *string { return &n.Origin }},
	{name: "url", text: func(n *site.PageNode) *string { return &n.URL }},
	{name: "normalized_url", text: func(n *site.PageNode) *string { return &n.Key }},
	{name: "level", number: func(n *site.PageNode) *int { return &n.Level }},
	{name: "in_degree", number: func(n *site.PageNode) *int { return &n.InDegree }},
	{name: "out_degree", number: func(n *site.PageNode) *int { return &n.OutDegree }},
	{name: "pagerank", real: func(n *site.PageNode) *float64 { return &n.PageRank }},
	{name: "harmonic", real: func(n *site.PageNode) *float64 { return &n.Harmonic }},
	{name: "core", number: func(n *site.PageNode) *int { return &n.Core }},
	{name: "component", number: func(n *site.PageNode) *int { return &n.Strong }},
	{name: "weak_component", number: func(n *site.PageNode) *int { return &n.Weak }},
	{name: "region", text: func(n *site.PageNode) *string { return &n.Region }},
}

func betweenText(a *site.PageArc) *string {
	text := strconv.FormatBool(a.Between)
	return &text
}

var pageArcColumns = []column[site.PageArc]{
	{name: "source", number: func(a *site.PageArc) *int { return &a.Source }},
	{name: "target", number: func(a *site.PageArc) *int { return &a.Target }},
	{name: "links", number: func(a *site.PageArc) *int { return &a.Links }},
	{name: "between", text: betweenText, means: kindBoolean},
}
