package export

import "sitegraph/site"

// graphMLVisual are the properties of a node that Gephi and Gephi Lite take
// for its looks.
var graphMLVisual = []struct{ name, kind string }{
	{name: "x", kind: "double"}, {name: "y", kind: "double"}, {name: "size", kind: "double"},
	{name: "r", kind: "int"}, {name: "g", kind: "int"}, {name: "b", kind: "int"},
}

// writeGraphML writes the graph with the same properties, positions, sizes and
// colours as GEXF (http://graphml.graphdrawing.org). A key's id is its name.
func writeGraphML(o *out, c *site.Crawl, options Options) error {
	attributes := attributesOf(c, options)
	o.graphMLHead(attributes, c.Graph.Volatile != nil)
	looks := newLooks(c, options.Communities)
	for n := range records(o, nodes(c)) {
		o.raw("    <node")
		o.attributeInt("id", int64(n.id))
		o.raw(`><data key="label">`)
		o.escaped(n.label)
		o.raw("</data>")
		for i := range attributes {
			o.attribute(`<data key="`, &attributes[i], n, `">`, "</data>")
		}
		x, y, rgb := looks.of(n.id)
		o.dataFloat("x", x)
		o.dataFloat("y", y)
		o.dataFloat("size", size(n.inDegree))
		for i, v := range rgb {
			o.dataInt(graphMLVisual[3+i].name, v)
		}
		o.raw("</node>\n")
	}
	for a := range records(o, arcs(c.Graph, options.SelfLoops)) {
		o.raw("    <edge")
		o.attributeInt("source", a.source)
		o.attributeInt("target", a.target)
		o.raw(">")
		o.dataInt("weight", a.weight)
		if c.Graph.Volatile != nil {
			o.raw(`<data key="` + stableName + `">` + a.stable(c.Graph) + "</data>")
		}
		o.raw("</edge>\n")
	}
	o.raw("  </graph>\n</graphml>\n")
	return nil
}

func (o *out) graphMLHead(attributes []column[node], stable bool) {
	o.raw(xmlHeader + `<graphml xmlns="http://graphml.graphdrawing.org/xmlns">` + "\n")
	o.graphMLKey("node", "label", "string")
	for _, a := range attributes {
		kind := a.kind()
		if kind == kindInteger {
			kind = "int"
		}
		o.graphMLKey("node", a.name, kind)
	}
	for _, v := range graphMLVisual {
		o.graphMLKey("node", v.name, v.kind)
	}
	o.graphMLKey("edge", "weight", "double")
	if stable {
		o.graphMLKey("edge", stableName, kindBoolean)
	}
	o.raw(`  <graph edgedefault="directed">` + "\n")
}

func (o *out) graphMLKey(of, name, kind string) {
	o.raw(`  <key id="` + name + `" for="` + of + `" attr.name="` + name + `" attr.type="` + kind + `"/>` + "\n")
}

func (o *out) dataInt(key string, n int64) {
	o.raw(`<data key="` + key + `">`)
	o.int(n)
	o.raw("</data>")
}

func (o *out) dataFloat(key string, x float64) {
	o.raw(`<data key="` + key + `">`)
	o.float(x)
	o.raw("</data>")
}
