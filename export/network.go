package export

import (
	"slices"

	"sitegraph/site"
)

// network is a graph of something else than pages: of sites, of directories.
type network[N, A any] struct {
	// about is what the GEXF says of itself, of the name in it.
	about, of string
	// The first two columns of nodes are the id and the label; in GEXF and GraphML the others are attributes.
	nodes       []N
	nodeColumns []column[N]
	// The first three columns of arcs are the two ids and the weight; in GEXF and GraphML the others are attributes.
	arcs       []A
	arcColumns []column[A]
	// looks are size, position and colour of a node.
	looks func(*N) (size, x, y float64, rgb [3]int64)
}

func (g network[N, A]) writeNodes(o *out) error {
	return table[N]{columns: g.nodeColumns}.write(o, site.WithoutErrors(g.nodes))
}

// writeArcs has the column Type after the two ids, which Gephi wants.
func (g network[N, A]) writeArcs(o *out) error {
	kind := "Directed"
	directed := column[A]{name: "Type", text: func(*A) *string { return &kind }}
	columns := slices.Insert(slices.Clone(g.arcColumns), 2, directed)
	return table[A]{columns: columns}.write(o, site.WithoutErrors(g.arcs))
}

func (g network[N, A]) writeNodesParquet(o *out) error {
	return writeParquet(o, g.nodeColumns, pointed(places(g.nodes)))
}

func (g network[N, A]) writeArcsParquet(o *out) error {
	return writeParquet(o, g.arcColumns, pointed(places(g.arcs)))
}

// arc is an arc as it is drawn.
func (g network[N, A]) arc(a *A) arc {
	number := func(i int) int64 { return int64(*g.arcColumns[i].number(a)) }
	return arc{source: number(0), target: number(1), weight: number(2)}
}

func (g network[N, A]) writeGEXF(o *out, options Options) error {
	d, err := options.dialect()
	if err != nil {
		return err
	}
	o.gexfHead(d, g.about, g.of, ` mode="static"`)
	gexfAttributes(o, "node", g.nodeColumns[2:])
	gexfAttributes(o, "edge", g.arcColumns[3:])
	o.raw("    <nodes>\n")
	for n := range records(o, places(g.nodes)) {
		gexfValues(o, *g.nodeColumns[0].number(n), *g.nodeColumns[1].text(n), g.nodeColumns[2:], n)
		size, x, y, rgb := g.looks(n)
		o.gexfLooks(size, x, y, rgb)
		o.raw("</node>\n")
	}
	o.raw("    </nodes>\n    <edges>\n")
	count := int64(0)
	for a := range records(o, places(g.arcs)) {
		count++
		o.gexfEdge(d, count, g.arc(a))
		o.raw("><attvalues>")
		for i := range g.arcColumns[3:] {
			writeAttribute(o, `<attvalue for="`, &g.arcColumns[3+i], a, `" value="`, `"/>`)
		}
		o.raw("</attvalues></edge>\n")
	}
	o.raw(gexfEnd)
	return nil
}

func gexfAttributes[T any](o *out, class string, columns []column[T]) {
	o.raw(`    <attributes class="` + class + `" mode="static">` + "\n")
	for _, c := range columns {
		o.gexfAttribute(c.name, c.kind())
	}
	o.raw("    </attributes>\n")
}

func (g network[N, A]) writeGraphML(o *out) error {
	graphMLKeys(o, g.nodeColumns[2:])
	// A node may have an attribute of the same name, and the id of a key is its only name.
	for _, c := range g.arcColumns[3:] {
		o.raw(`  <key id="arc_` + c.name + `" for="edge" attr.name="` + c.name + `" attr.type="int"/>` + "\n")
	}
	o.raw(graphMLStart)
	for n := range records(o, places(g.nodes)) {
		graphMLNode(o, *g.nodeColumns[0].number(n), *g.nodeColumns[1].text(n), g.nodeColumns[2:], n)
		o.graphMLLooks(g.looks(n))
	}
	for row := range records(o, places(g.arcs)) {
		a := g.arc(row)
		o.graphMLEdge(a.source, a.target, a.weight)
		for i := range g.arcColumns[3:] {
			writeAttribute(o, `<data key="arc_`, &g.arcColumns[3+i], row, `">`, "</data>")
		}
		o.raw("</edge>\n")
	}
	o.raw(graphMLEnd)
	return nil
}
