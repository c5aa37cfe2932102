package export

import (
	"cmp"
	"slices"

	"sitegraph/site"
)

// gexfDialect is what differs between the versions of GEXF
// (https://gexf.net, schemas gexf.rng of 1.3 and 1.2draft).
type gexfDialect struct {
	namespace, version string
	edgeIDs            bool // the schema demands ids of edges
}

// dialects are those that can be written, by their versions.
var dialects = map[string]gexfDialect{
	GEXF13:      {namespace: "http://gexf.net/1.3", version: "1.3"},
	GEXF12Draft: {namespace: "http://www.gexf.net/1.2draft", version: "1.2", edgeIDs: true},
}

func (o Options) dialect() (gexfDialect, error) {
	return site.Lookup("GEXF version", cmp.Or(o.GEXFVersion, GEXF13), dialects)
}

func pageNetwork(c *site.Crawl, options Options) network[node, arc] {
	looks := newLooks(c, options.Communities)
	return network[node, arc]{about: "web graph of ", of: c.Site,
		nodes: nodes(c), nodeColumns: slices.Concat(nodesTable.columns[:2], attributesOf(c, options)),
		arcs: arcs(c.Graph, options.SelfLoops), arcColumns: ofCrawl(c, graphArcColumns),
		looks: func(n *node) (wide, x, y float64, rgb [3]int64) {
			x, y, rgb = looks.of(n.id)
			return size(n.inDegree), x, y, rgb
		}}
}

func writeGEXF(o *out, c *site.Crawl, options Options) error {
	return pageNetwork(c, options).writeGEXF(o, options)
}

const gexfEnd = "    </edges>\n  </graph>\n</gexf>\n"

// gexfHead writes what comes before the attributes; mode has attributes of the element graph.
func (o *out) gexfHead(d gexfDialect, description, origin, mode string) {
	o.raw(xmlHeader + `<gexf xmlns="` + d.namespace + `" xmlns:viz="` + d.namespace + `/viz"`)
	o.raw(` version="` + d.version + `">` + "\n  <meta>\n    <creator>sitegraph</creator>\n")
	o.raw("    <description>" + description)
	o.escaped(origin)
	o.raw("</description>\n  </meta>\n" + `  <graph defaultedgetype="directed"` + mode + ">\n")
}

func (o *out) gexfAttribute(name, kind string) {
	o.raw(`      <attribute id="` + name + `" title="` + name + `" type="` + kind + `"/>` + "\n")
}

func gexfAttributes[T any](o *out, class string, columns []column[T]) {
	o.raw(`    <attributes class="` + class + `" mode="static">` + "\n")
	for _, c := range columns {
		o.gexfAttribute(c.name, c.kind())
	}
	o.raw("    </attributes>\n")
}

func gexfValues[T any](o *out, attributes []column[T], of *T) {
	o.raw("<attvalues>")
	for i := range attributes {
		writeAttribute(o, `<attvalue for="`, &attributes[i], of, `" value="`, `"/>`)
	}
	o.raw("</attvalues>")
}

func (o *out) gexfNode(id int64, label string) {
	o.raw("      <node")
	o.attributeInt("id", id)
	o.raw(` label="`)
	o.escaped(label)
	o.raw(`"`)
}

func (o *out) gexfEdge(d gexfDialect, id, source, target, weight int64) {
	o.raw("      <edge")
	if d.edgeIDs {
		o.attributeInt("id", id)
	}
	o.attributeInt("source", source)
	o.attributeInt("target", target)
	o.attributeInt("weight", weight)
}

func (o *out) gexfLooks(size, x, y float64, rgb [3]int64) {
	o.raw(`<viz:size value="`)
	o.float(size)
	o.raw(`"/><viz:position x="`)
	o.float(x)
	o.raw(`" y="`)
	o.float(y)
	o.raw(`" z="0"/>`)
	o.gexfColour(rgb)
}

func (o *out) gexfColour(rgb [3]int64) {
	o.raw("<viz:color")
	o.attributeInt("r", rgb[0])
	o.attributeInt("g", rgb[1])
	o.attributeInt("b", rgb[2])
	o.raw("/>")
}
