package export

import (
	"context"
	"iter"
	"slices"
	"strconv"

	"sitegraph/site"
)

// siteFile is a file of the graph of the sites.
type siteFile struct {
	name  string
	write func(o *out, g *site.SiteGraph, options Options) error
}

// siteFormats maps the name of an exporter to its files of the graph of the sites. The others have none.
var siteFormats = map[string][]siteFile{
	"csv": {{siteNodesTable.name, writeSiteNodes}, {"arcs.csv", writeSiteArcs},
		{"matrix.csv", writeSiteMatrix}, {coLinksTable.name, writeCoLinks}},
	"gexf":     {{"graph.gexf", writeSitesGEXF}},
	"graphml":  {{"graph.graphml", writeSitesGraphML}},
	"parquet":  {{"nodes.parquet", writeSiteNodesParquet}, {"arcs.parquet", writeSiteArcsParquet}},
	"webgraph": {{"hosts.vertices.txt.gz", writeSiteHostVertices}, {"hosts.edges.txt.gz", writeSiteHostEdges}},
}

// WriteSiteGraph writes the files of the graph of the sites that an exporter of that name has. Those about pairs of
// sites are left out of more than [site.MostPaired] sites. Errors name the file.
func WriteSiteGraph(ctx context.Context, d *Dir, name string, g *site.SiteGraph, options Options) error {
	for _, f := range siteFormats[name] {
		pairs := f.name == "matrix.csv" || f.name == coLinksTable.name
		if pairs && g.Sites > site.MostPaired {
			continue
		}
		if err := d.stream(ctx, f.name, func(o *out) error { return f.write(o, g, options) }); err != nil {
			return err
		}
	}
	return nil
}

// siteNodesTable is sites.nodes.csv. GEXF and GraphML have its columns but the first two as attributes.
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

// coLinksTable is sites.colinks.csv.
var coLinksTable = table[site.CoLink]{name: "colinks.csv", columns: []column[site.CoLink]{
	{name: "a", number: func(c *site.CoLink) *int { return &c.A }},
	{name: "b", number: func(c *site.CoLink) *int { return &c.B }},
	{name: "sites", number: func(c *site.CoLink) *int { return &c.Sites }},
	{name: "pages", number: func(c *site.CoLink) *int { return &c.Pages }},
}}

func writeSiteNodes(o *out, g *site.SiteGraph, _ Options) error {
	return siteNodesTable.write(o, sound(g.Nodes))
}

func writeCoLinks(o *out, g *site.SiteGraph, _ Options) error {
	return coLinksTable.write(o, sound(g.CoLinks))
}

// sound is values that come without an error.
func sound[T any](all []T) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for _, v := range all {
			if !yield(v, nil) {
				return
			}
		}
	}
}

func writeSiteArcs(o *out, g *site.SiteGraph, _ Options) error {
	o.raw("Source,Target,Type,Weight,pages,urls\n")
	for a := range records(o, slices.Values(g.Arcs)) {
		o.number(int64(a.Source))
		o.number(int64(a.Target))
		o.raw("Directed,")
		o.number(int64(a.Links))
		o.number(int64(a.Pages))
		o.number(int64(a.URLs))
		o.endRow()
	}
	return nil
}

// writeSiteMatrix writes the links from each site, a row, to each, a column. On the diagonal are the self-links.
func writeSiteMatrix(o *out, g *site.SiteGraph, _ Options) error {
	sites := g.Nodes[:g.Sites]
	o.cell("site")
	for i := range sites {
		o.cell(sites[i].Label)
	}
	o.endRow()
	arcs, links := g.Arcs, make([]int, g.Sites)
	for n := range records(o, slices.Values(sites)) {
		clear(links)
		links[n.ID-1] = n.SelfLinks
		for ; len(arcs) > 0 && arcs[0].Source == n.ID; arcs = arcs[1:] {
			if target := arcs[0].Target; target <= g.Sites {
				links[target-1] = arcs[0].Links
			}
		}
		o.cell(n.Label)
		for _, count := range links {
			o.number(int64(count))
		}
		o.endRow()
	}
	return nil
}

// siteAttributes are those of a node in GEXF and GraphML.
func siteAttributes() []column[site.SiteNode] { return siteNodesTable.columns[2:] }

// arcAttributes are those of an arc between sites, besides its weight.
func arcAttributes(a site.SiteArc) [2]struct {
	name  string
	value int
} {
	return [2]struct {
		name  string
		value int
	}{{"pages", a.Pages}, {"urls", a.URLs}}
}

// siteLooks are the positions and colours of the nodes: the sites in the middle, the other hosts in a ring around
// them.
func siteLooks(g *site.SiteGraph) func(id int) (x, y float64, rgb [3]int64) {
	const hosts = 5 // lighter
	l := newLayout([]int{g.Sites, len(g.Nodes) - g.Sites})
	return func(id int) (x, y float64, rgb [3]int64) {
		if id <= g.Sites {
			x, y = l.at(0, id-1)
			return x, y, colour(0)
		}
		x, y = l.at(1, id-1-g.Sites)
		return x, y, colour(hosts)
	}
}

func writeSitesGEXF(o *out, g *site.SiteGraph, options Options) error {
	d, err := options.dialect()
	if err != nil {
		return err
	}
	o.gexfHead(d, "graph of sites: ", strconv.Itoa(g.Sites), ` mode="static"`)
	o.raw(`    <attributes class="node" mode="static">` + "\n")
	attributes := siteAttributes()
	for _, a := range attributes {
		o.gexfAttribute(a.name, a.kind())
	}
	o.raw("    </attributes>\n" + `    <attributes class="edge" mode="static">` + "\n")
	for _, a := range arcAttributes(site.SiteArc{}) {
		o.gexfAttribute(a.name, kindInteger)
	}
	o.raw("    </attributes>\n    <nodes>\n")
	looks := siteLooks(g)
	for n := range records(o, slices.Values(g.Nodes)) {
		gexfValues(o, n.ID, n.Label, attributes, &n)
		x, y, rgb := looks(n.ID)
		o.gexfLooks(size(n.InDegree), x, y, rgb)
		o.raw("</node>\n")
	}
	o.raw("    </nodes>\n    <edges>\n")
	for i, a := range g.Arcs {
		o.gexfEdge(d, int64(i+1), arc{source: int64(a.Source), target: int64(a.Target), weight: int64(a.Links)})
		o.raw("><attvalues>")
		for _, v := range arcAttributes(a) {
			o.raw(`<attvalue for="` + v.name + `" value="` + strconv.Itoa(v.value) + `"/>`)
		}
		o.raw("</attvalues></edge>\n")
		if err := o.record(); err != nil {
			return err
		}
	}
	o.raw(gexfEnd)
	return nil
}

func writeSitesGraphML(o *out, g *site.SiteGraph, _ Options) error {
	attributes := siteAttributes()
	graphMLKeys(o, attributes)
	// "pages" is a key of nodes already, and the id of a key is its only name.
	for _, a := range arcAttributes(site.SiteArc{}) {
		o.raw(`  <key id="arc_` + a.name + `" for="edge" attr.name="` + a.name + `" attr.type="int"/>` + "\n")
	}
	o.raw(graphMLStart)
	looks := siteLooks(g)
	for n := range records(o, slices.Values(g.Nodes)) {
		x, y, rgb := looks(n.ID)
		graphMLNode(o, n.ID, n.Label, attributes, &n)
		o.graphMLLooks(size(n.InDegree), x, y, rgb)
	}
	for a := range records(o, slices.Values(g.Arcs)) {
		o.graphMLEdge(int64(a.Source), int64(a.Target), int64(a.Links))
		for _, v := range arcAttributes(a) {
			o.dataInt("arc_"+v.name, int64(v.value))
		}
		o.raw("</edge>\n")
	}
	o.raw(graphMLEnd)
	return nil
}
