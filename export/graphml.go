package export

import "sitegraph/site"

// graphMLVisual are the properties of a node that Gephi and Gephi Lite take
// for its looks.
var graphMLVisual = []struct{ name, kind string }{
	{name: "x", kind: "double"}, {name: "y", kind: "double"}, {name: "size", kind: "double"},
	{name: "r", kind: "int"}, {name: "g", kind: "int"}, {name: "b", kind: "int"},
}

func writeGraphML(o *out, c *site.Crawl, options Options) error {
	return pageNetwork(c, options).writeGraphML(o, options)
}

func (o *out) graphMLNode(id int, label string) {
	o.raw("    <node")
	o.attributeInt("id", int64(id))
	o.raw(`><data key="label">`)
	o.escaped(label)
	o.raw("</data>")
}

// graphMLLooks ends the element of a node.
func (o *out) graphMLLooks(size, x, y float64, rgb [3]int64) {
	o.dataFloat("x", x)
	o.dataFloat("y", y)
	o.dataFloat("size", size)
	for i, v := range rgb {
		o.dataInt(graphMLVisual[3+i].name, v)
	}
	o.raw("</node>\n")
}

func (o *out) graphMLEdge(source, target, weight int64) {
	o.raw("    <edge")
	o.attributeInt("source", source)
	o.attributeInt("target", target)
	o.raw(">")
	o.dataInt("weight", weight)
}

// graphMLKeys begins the file, with the keys that all graphs have.
func graphMLKeys[T any](o *out, attributes []column[T]) {
	o.raw(xmlHeader + `<graphml xmlns="http://graphml.graphdrawing.org/xmlns">` + "\n")
	o.graphMLKey("node", "", "label", "string")
	for _, a := range attributes {
		o.graphMLKey("node", "", a.name, a.kind())
	}
	for _, v := range graphMLVisual {
		o.graphMLKey("node", "", v.name, v.kind)
	}
	o.graphMLKey("edge", "", "weight", "double")
}

// graphMLKey declares an attribute; its id is its name after prefix.
func (o *out) graphMLKey(of, prefix, name, kind string) {
	if kind == kindInteger {
		kind = "int"
	}
	o.raw(`  <key id="` + prefix + name + `" for="` + of + `" attr.name="` + name)
	o.raw(`" attr.type="` + kind + `"/>` + "\n")
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
