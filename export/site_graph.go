package export

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strconv"

	"sitegraph/site"
)

type sites = network[site.SiteNode, site.SiteArc]

// siteFormats maps an exporter's name to its files of the graph of sites. Other exporters have none.
var siteFormats = map[string][]file[*site.SiteGraph]{
	"csv": {{name: siteNodesTable.name, write: drawn(siteNetwork, sites.writeNodes)},
		{name: "arcs.csv", write: drawn(siteNetwork, sites.writeArcs)},
		{name: "matrix.csv", write: writeSiteMatrix, of: hasPairs},
		{name: coLinksTable.name, write: writeCoLinks, of: hasPairs}},
	"gexf":    {{name: "graph.gexf", write: drawn(siteNetwork, sites.writeGEXF)}},
	"graphml": {{name: "graph.graphml", write: drawn(siteNetwork, sites.writeGraphML)}},
	"parquet": {{name: "nodes.parquet", write: drawn(siteNetwork, sites.writeNodesParquet)},
		{name: "arcs.parquet", write: drawn(siteNetwork, sites.writeArcsParquet)}},
	"webgraph": {{name: "hosts.vertices.txt.gz", write: ofHosts(hostsOfSites, hostGraph.writeVertices)},
		{name: "hosts.edges.txt.gz", write: ofHosts(hostsOfSites, hostGraph.writeEdges)}},
}

func hasPairs(g *site.SiteGraph) bool { return g.Sites <= site.MaxPaired }

// WriteSiteGraph writes an exporter's files of the graph of sites. It writes files about pairs of sites only up to
// [site.MaxPaired] sites. Errors name the file.
func WriteSiteGraph(ctx context.Context, d *Dir, name string, g *site.SiteGraph, options Options) error {
	return writeFiles(ctx, d, siteFormats[name], g, options)
}

// siteNodesTable is sites.nodes.csv. All its columns but the first two are attributes in GEXF and GraphML.
var siteNodesTable = table[site.SiteNode]{name: "nodes.csv", columns: []column[site.SiteNode]{
	{name: "Id", number: func(n *site.SiteNode) *int { return &n.ID }},
	{name: "Label", text: func(n *site.SiteNode) *string { return &n.Label }},
	{name: "url", text: func(n *site.SiteNode) *string { return &n.URL }},
	{name: "kind", text: func(n *site.SiteNode) *string { return &n.Kind }},
	{name: "complete", text: func(n *site.SiteNode) *string { return &n.Complete }, means: kindBoolean},
	{name: "pages", number: func(n *site.SiteNode) *int { return &n.Pages }, optional: true},
	{name: "in_degree", number: func(n *site.SiteNode) *int { return &n.InDegree }},
	{name: "out_degree", number: func(n *site.SiteNode) *int { return &n.OutDegree }},
	{name: "in_links", number: func(n *site.SiteNode) *int { return &n.InLinks }},
	{name: "in_pages", number: func(n *site.SiteNode) *int { return &n.InPages }},
	{name: "out_links", number: func(n *site.SiteNode) *int { return &n.OutLinks }},
	{name: "self_links", number: func(n *site.SiteNode) *int { return &n.SelfLinks }},
	{name: "external_impact", share: func(n *site.SiteNode) *float64 { return &n.ExternalImpact }, optional: true},
	{name: "self_impact", share: func(n *site.SiteNode) *float64 { return &n.SelfImpact }, optional: true},
	{name: "reciprocity", share: func(n *site.SiteNode) *float64 { return &n.Reciprocity }, optional: true},
}}

// aboutColumns are further columns of sites.nodes.csv, written if hosts.txt describes any site.
var aboutColumns = []column[site.SiteNode]{
	{name: "name", text: func(n *site.SiteNode) *string { return &n.Name }},
	{name: "tags", text: func(n *site.SiteNode) *string { return &n.Tags }},
	{name: "note", text: func(n *site.SiteNode) *string { return &n.Note }},
}

func siteColumns(g *site.SiteGraph) []column[site.SiteNode] {
	if !slices.ContainsFunc(g.Nodes, func(n site.SiteNode) bool { return n.Name+n.Tags+n.Note != "" }) {
		return siteNodesTable.columns
	}
	return slices.Concat(siteNodesTable.columns, aboutColumns)
}

var coLinksTable = table[site.CoLink]{name: "colinks.csv", columns: []column[site.CoLink]{
	{name: "a", number: func(c *site.CoLink) *int { return &c.A }},
	{name: "b", number: func(c *site.CoLink) *int { return &c.B }},
	{name: "sites", number: func(c *site.CoLink) *int { return &c.Sites }},
	{name: "pages", number: func(c *site.CoLink) *int { return &c.Pages }},
}}

func writeCoLinks(o *out, g *site.SiteGraph, _ Options) error {
	return coLinksTable.writeAll(o, places(g.CoLinks))
}

// writeSiteMatrix writes a matrix of links from each site (row) to each site (column), self-links on the diagonal.
func writeSiteMatrix(o *out, g *site.SiteGraph, _ Options) error {
	nodes := g.Nodes[:g.Sites]
	o.cell("site")
	hosts := map[string]int{"site": 1}
	for i := range nodes {
		hosts[nodes[i].Label]++
	}
	name := func(n *site.SiteNode) string {
		if hosts[n.Label] > 1 { // both http and https, or a host called site
			return n.URL
		}
		return n.Label
	}
	for i := range nodes {
		o.cell(name(&nodes[i]))
	}
	o.endRow()
	arcs, links := g.Arcs, make([]int, g.Sites)
	for n := range records(o, places(nodes)) {
		clear(links)
		links[n.ID-1] = n.SelfLinks
		for ; len(arcs) > 0 && arcs[0].Source == n.ID; arcs = arcs[1:] {
			if target := arcs[0].Target; target <= g.Sites {
				links[target-1] = arcs[0].Links
			}
		}
		o.cell(name(n))
		for _, count := range links {
			o.number(count)
		}
		o.endRow()
	}
	return nil
}

var siteArcColumns = []column[site.SiteArc]{
	{name: "Source", number: func(a *site.SiteArc) *int { return &a.Source }},
	{name: "Target", number: func(a *site.SiteArc) *int { return &a.Target }},
	{name: "Weight", number: func(a *site.SiteArc) *int { return &a.Links }},
	{name: "pages", number: func(a *site.SiteArc) *int { return &a.Pages }},
	{name: "urls", number: func(a *site.SiteArc) *int { return &a.URLs }},
}

// siteNetwork draws the graph of sites, with the sites in the middle and other hosts in a ring around them.
func siteNetwork(g *site.SiteGraph, _ Options) sites {
	const hosts = 5 // colours hosts lighter than sites
	l := newLayout([]int{g.Sites, len(g.Nodes) - g.Sites})
	looks := func(n *site.SiteNode) (wide, x, y float64, rgb [3]int) {
		ring, place, rgb := 0, n.ID-1, colour(0)
		if n.ID > g.Sites {
			ring, place, rgb = 1, n.ID-1-g.Sites, colour(hosts)
		}
		x, y = l.at(ring, place)
		return size(n.InDegree), x, y, rgb
	}
	return sites{about: "graph of sites: ", of: strconv.Itoa(g.Sites),
		nodes: places(g.Nodes), nodeColumns: siteColumns(g),
		arcs: places(g.Arcs), arcKey: "arc_", arcColumns: siteArcColumns, looks: looks}
}

// PageGraph writes the graph of all sites' pages in parts, as Parquet and as text like Common Crawl's.
type PageGraph struct {
	ctx     context.Context
	folders map[string]*Dir // arcs and nodes; for text also edges and vertices
}

// NewPageGraph makes the folders pages/arcs and pages/nodes below d, and for texts also edges and vertices.
func NewPageGraph(ctx context.Context, d *Dir, texts bool) (*PageGraph, error) {
	pages, err := d.Sub("pages")
	if err != nil {
		return nil, err
	}
	names := []string{"arcs", "nodes"}
	if texts {
		names = append(names, "edges", "vertices")
	}
	g := &PageGraph{ctx: ctx, folders: map[string]*Dir{}}
	for _, name := range names {
		if g.folders[name], err = pages.Sub(name); err != nil {
			return nil, err
		}
	}
	return g, nil
}

// Arcs writes a part of the arcs.
func (g *PageGraph) Arcs(part int, rows iter.Seq2[*site.PageArc, error]) error {
	line := func(z *out, a *site.PageArc) { z.pair(a.Source-1, a.Target-1) }
	return writePart(g.ctx, part, rows, pageArcColumns, g.folders["arcs"], g.folders["edges"], line)
}

// Nodes writes a part of the pages.
func (g *PageGraph) Nodes(part int, rows iter.Seq2[*site.PageNode, error]) error {
	line := func(z *out, n *site.PageNode) { z.vertex(n.ID-1, n.Key) }
	return writePart(g.ctx, part, rows, pageNodeColumns, g.folders["nodes"], g.folders["vertices"], line)
}

// Prune removes the parts of an earlier run that this one did not write.
func (g *PageGraph) Prune() error {
	for _, name := range site.Names(g.folders) {
		if err := g.folders[name].Prune(); err != nil {
			return err
		}
	}
	return nil
}

// writePart writes rows as Parquet, and also as text if texts is not nil.
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
	{name: "title", text: func(n *site.PageNode) *string { return &n.Title }},
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

var pageArcColumns = []column[site.PageArc]{
	{name: "source", number: func(a *site.PageArc) *int { return &a.Source }},
	{name: "target", number: func(a *site.PageArc) *int { return &a.Target }},
	{name: "weight", number: func(a *site.PageArc) *int { return &a.Links }},
	{name: "between", flag: func(a *site.PageArc) *bool { return &a.Between }, means: kindBoolean},
}
