package export

import (
	"iter"
	"slices"

	"sitegraph/site"
)

// network is a graph to draw, of pages, sites or directories.
type network[N, A any] struct {
	about, of string // description in the GEXF, ending in of
	nodes     iter.Seq[*N]
	arcs      iter.Seq[*A]
	// GEXF and GraphML turn columns into attributes, except ids, a node's label and an arc's weight.
	nodeColumns []column[N]
	arcColumns  []column[A]
	arcKey      string // prefix for ids of arcs' attributes in GraphML, if nodes may have the same
	// looks returns size, position and colour of a node. Writers call it once for each node, in order.
	looks func(*N) (size, x, y float64, rgb [3]int)
}

func (g network[N, A]) writeNodes(o *out, _ Options) error {
	return table[N]{columns: g.nodeColumns}.writeAll(o, g.nodes)
}

// writeArcs adds a column Type after the two ids, because Gephi wants it.
func (g network[N, A]) writeArcs(o *out, _ Options) error {
	kind := "Directed"
	directed := column[A]{name: "Type", text: func(*A) *string { return &kind }}
	columns := slices.Insert(slices.Clone(g.arcColumns), 2, directed)
	return table[A]{columns: columns}.writeAll(o, g.arcs)
}

func (g network[N, A]) writeNodesParquet(o *out, _ Options) error {
	return writeParquet(o, g.nodeColumns, site.Unfailing(g.nodes))
}

func (g network[N, A]) writeArcsParquet(o *out, _ Options) error {
	return writeParquet(o, g.arcColumns, site.Unfailing(g.arcs))
}

// drawn returns a function that makes a graph with of and writes it with write.
func drawn[N, A, T any](of func(T, Options) network[N, A], write func(network[N, A], *out, Options) error,
) func(*out, T, Options) error {
	return func(o *out, t T, options Options) error { return write(of(t, options), o, options) }
}

func (g network[N, A]) ends(a *A) (source, target, weight int) {
	return *g.arcColumns[0].number(a), *g.arcColumns[1].number(a), *g.arcColumns[2].number(a)
}

// writeGEXF writes attributes, then nodes, then edges, as Gephi wants. It writes no date, so that the file depends
// on the graph alone.
func (g network[N, A]) writeGEXF(o *out, options Options) error {
	d := options.dialect()
	ofNodes, ofArcs := g.nodeColumns[2:], g.arcColumns[3:]
	o.gexfHead(d, g.about, g.of, ` mode="static"`)
	gexfAttributes(o, "node", ofNodes)
	if len(ofArcs) > 0 {
		gexfAttributes(o, "edge", ofArcs)
	}
	o.raw("    <nodes>\n")
	for n := range records(o, g.nodes) {
		o.gexfNode(*g.nodeColumns[0].number(n), *g.nodeColumns[1].text(n))
		o.raw(">")
		gexfValues(o, ofNodes, n)
		o.gexfLooks(g.looks(n))
		o.raw("</node>\n")
	}
	o.raw("    </nodes>\n    <edges>\n")
	count := 0
	for a := range records(o, g.arcs) {
		count++
		source, target, weight := g.ends(a)
		o.gexfEdge(d, count, source, target, weight)
		if len(ofArcs) == 0 {
			o.raw("/>\n")
			continue
		}
		o.raw(">")
		gexfValues(o, ofArcs, a)
		o.raw("</edge>\n")
	}
	o.raw(gexfEnd)
	return nil
}

// writeGraphML writes the same attributes, positions, sizes and colours (http://graphml.graphdrawing.org).
func (g network[N, A]) writeGraphML(o *out, _ Options) error {
	o.raw(xmlHeader + `<graphml xmlns="http://graphml.graphdrawing.org/xmlns">` + "\n")
	o.graphMLKey("node", "label", "label", "string")
	ofNodes := graphMLAttributes(o, "node", "", g.nodeColumns[2:])
	for _, v := range graphMLVisual {
		o.graphMLKey("node", v.name, v.name, v.kind)
	}
	o.graphMLKey("edge", "weight", "weight", "double")
	ofArcs := graphMLAttributes(o, "edge", g.arcKey, g.arcColumns[3:])
	o.raw(`  <graph edgedefault="directed">` + "\n")
	for n := range records(o, g.nodes) {
		o.graphMLNode(*g.nodeColumns[0].number(n), *g.nodeColumns[1].text(n))
		for i := range ofNodes {
			writeAttribute(o, `<data key="`, &ofNodes[i], n, `">`, "</data>")
		}
		o.graphMLLooks(g.looks(n))
	}
	for a := range records(o, g.arcs) {
		o.graphMLEdge(g.ends(a))
		for i := range ofArcs {
			writeAttribute(o, `<data key="`, &ofArcs[i], a, `">`, "</data>")
		}
		o.raw("</edge>\n")
	}
	o.raw("  </graph>\n</graphml>\n")
	return nil
}
