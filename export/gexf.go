package export

import (
	"cmp"

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

// writeGEXF writes the graph with positions, sizes and colours. Attributes are
// declared before the nodes and nodes come before edges, which Gephi wants;
// there is no date, so that the file depends on the graph alone.
func writeGEXF(o *out, c *site.Crawl, options Options) error {
	d, err := options.dialect()
	if err != nil {
		return err
	}
	o.gexfHead(d, "web graph of ", c.Site, ` mode="static"`)
	o.raw(`    <attributes class="node" mode="static">` + "\n")
	attributes := attributesOf(c, options)
	for _, a := range attributes {
		o.gexfAttribute(a.name, a.kind())
	}
	o.raw("    </attributes>\n")
	ofArcs := arcAttributes(c.Graph)
	if len(ofArcs) > 0 {
		o.raw(`    <attributes class="edge" mode="static">` + "\n")
		for _, a := range ofArcs {
			o.gexfAttribute(a.name, a.kind)
		}
		o.raw("    </attributes>\n")
	}
	o.gexfNodes(c, attributes, newLooks(c, options.Communities))
	o.raw("    <edges>\n")
	count := int64(0)
	for a := range records(o, arcs(c.Graph, options.SelfLoops)) {
		count++
		o.gexfEdge(d, count, a)
		if len(ofArcs) == 0 {
			o.raw("/>\n")
			continue
		}
		o.raw(`><attvalues>`)
		for _, attribute := range ofArcs {
			o.raw(`<attvalue for="` + attribute.name + `" value="`)
			attribute.write(o, a)
			o.raw(`"/>`)
		}
		o.raw("</attvalues></edge>\n")
	}
	o.raw(gexfEnd)
	return nil
}

const gexfEnd = "    </edges>\n  </graph>\n</gexf>\n"

// gexfHead writes what comes before the attributes; mode has attributes of the
// element graph.
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

func (o *out) gexfNodes(c *site.Crawl, attributes []column[node], looks *looks) {
	o.raw("    <nodes>\n")
	for n := range records(o, nodes(c)) {
		gexfValues(o, n.id, n.label, attributes, n)
		x, y, rgb := looks.of(n.id)
		o.gexfLooks(size(n.inDegree), x, y, rgb)
		o.raw("</node>\n")
	}
	o.raw("    </nodes>\n")
}

// gexfValues begins the element of a node that has attributes, with their values.
func gexfValues[T any](o *out, id int, label string, attributes []column[T], n *T) {
	o.gexfNode(int64(id), label)
	o.raw("><attvalues>")
	for i := range attributes {
		writeAttribute(o, `<attvalue for="`, &attributes[i], n, `" value="`, `"/>`)
	}
	o.raw("</attvalues>")
}

// gexfNode begins the element of a node.
func (o *out) gexfNode(id int64, label string) {
	o.raw("      <node")
	o.attributeInt("id", id)
	o.raw(` label="`)
	o.escaped(label)
	o.raw(`"`)
}

// gexfEdge begins the element of an edge.
func (o *out) gexfEdge(d gexfDialect, id int64, a arc) {
	o.raw("      <edge")
	if d.edgeIDs {
		o.attributeInt("id", id)
	}
	o.attributeInt("source", a.source)
	o.attributeInt("target", a.target)
	o.attributeInt("weight", a.weight)
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
