package export

import (
	"slices"
	"strings"

	"sitegraph/site"
)

// graphMLVisual are the properties of a node that Gephi and Gephi Lite take for its looks.
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

// graphMLAttributes declares attributes of nodes or edges, and returns them with the ids of their keys as names.
func graphMLAttributes[T any](o *out, of, prefix string, attributes []column[T]) []column[T] {
	attributes = slices.Clone(attributes)
	for i := range attributes {
		a := &attributes[i]
		id := prefix + nameTokens.Replace(a.name)
		o.graphMLKey(of, id, a.name, a.kind())
		a.name = id
	}
	return attributes
}

// nameTokens makes the name of a column an NMTOKEN, as the id of a key must be (https://www.w3.org/TR/xml, section
// 2.3). Names of columns consist of letters, marks, digits, "-", "_" and "*"; the star and three of the letters are not
// allowed.
var nameTokens = strings.NewReplacer("*", ".2A", "ª", ".AA", "µ", ".B5", "º", ".BA")

// graphMLKey declares an attribute.
func (o *out) graphMLKey(of, id, name, kind string) {
	if kind == kindInteger {
		kind = "int"
	}
	o.raw(`  <key id="` + id + `" for="` + of + `" attr.name="` + name)
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
