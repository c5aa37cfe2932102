package export

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"sitegraph/site"
)

// gexfDialect is a version of GEXF (https://gexf.net, schemas gexf.rng of 1.3 and 1.2draft).
type gexfDialect struct {
	namespace, version string
	edgeIDs            bool // the schema requires edge ids
}

var dialects = map[string]gexfDialect{
	GEXF13:      {namespace: "http://gexf.net/1.3", version: "1.3"},
	GEXF12Draft: {namespace: "http://www.gexf.net/1.2draft", version: "1.2", edgeIDs: true},
}

func (o Options) dialect() gexfDialect { return dialects[cmp.Or(o.GEXFVersion, GEXF13)] }

type pages = network[node, arc]

func pageNetwork(c *site.Crawl, options Options) pages {
	looks := newLooks(c, options.Communities)
	return pages{about: "web graph of ", of: c.Site,
		nodes: nodes(c), nodeColumns: slices.Concat(nodesTable.columns[:2],
			columnsOf(c, attributes, options.Facts), site.Each(options.Measures, Measure.column)),
		arcs: arcs(c.Graph, options.SelfLoops), arcColumns: ofCrawl(c, graphArcColumns),
		looks: func(n *node) (wide, x, y float64, rgb [3]int) {
			x, y, rgb = looks.of(n.id)
			return size(n.inDegree), x, y, rgb
		}}
}

const gexfEnd = "    </edges>\n  </graph>\n</gexf>\n"

// gexfHead writes everything before the attributes. mode has further attributes for the element graph.
func (o *out) gexfHead(d gexfDialect, description, origin, mode string) {
	o.raw(xmlHeader + `<gexf xmlns="` + d.namespace + `" xmlns:viz="` + d.namespace + `/viz"`)
	o.raw(` version="` + d.version + `">` + "\n  <meta>\n    <creator>sitegraph</creator>\n")
	o.raw("    <description>" + description).escaped(origin)
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

func (o *out) gexfNode(id int, label string) {
	o.raw("      <node").attribute("id", id).raw(` label="`).escaped(label).raw(`"`)
}

func (o *out) gexfEdge(d gexfDialect, id, source, target, weight int) {
	o.raw("      <edge")
	if d.edgeIDs {
		o.attribute("id", id)
	}
	o.attribute("source", source).attribute("target", target).attribute("weight", weight)
}

func (o *out) gexfLooks(size, x, y float64, rgb [3]int) {
	o.raw(`<viz:size value="`).float(size)
	o.raw(`"/><viz:position x="`).float(x).raw(`" y="`).float(y).raw(`" z="0"/>`)
	o.gexfColour(rgb)
}

func (o *out) gexfColour(rgb [3]int) {
	o.raw("<viz:color").attribute("r", rgb[0]).attribute("g", rgb[1]).attribute("b", rgb[2]).raw("/>")
}

// graphMLVisual lists the properties from which Gephi and Gephi Lite take a node's looks.
var graphMLVisual = []struct{ name, kind string }{
	{name: "x", kind: "double"}, {name: "y", kind: "double"}, {name: "size", kind: "double"},
	{name: "r", kind: "int"}, {name: "g", kind: "int"}, {name: "b", kind: "int"},
}

func (o *out) graphMLNode(id int, label string) {
	o.raw("    <node").attribute("id", id).raw(`><data key="label">`).escaped(label).raw("</data>")
}

func (o *out) graphMLLooks(size, x, y float64, rgb [3]int) {
	for i, v := range [...]float64{x, y, size, float64(rgb[0]), float64(rgb[1]), float64(rgb[2])} {
		o.raw(`<data key="` + graphMLVisual[i].name + `">`).float(v).raw("</data>")
	}
	o.raw("</node>\n")
}

func (o *out) graphMLEdge(source, target, weight int) {
	o.raw("    <edge").attribute("source", source).attribute("target", target)
	o.raw(`><data key="weight">`).int(weight).raw("</data>")
}

// graphMLAttributes declares attributes of nodes or edges. It returns them renamed to the ids of their keys.
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

// nameTokens turns a column's name into an NMTOKEN, as ids of keys must be (https://www.w3.org/TR/xml, 2.3).
// Names consist of letters, marks, digits, "-", "_" and "*". NMTOKENs allow them all but these four.
var nameTokens = strings.NewReplacer("*", ".2A", "ª", ".AA", "µ", ".B5", "º", ".BA")

func (o *out) graphMLKey(of, id, name, kind string) {
	if kind == kindInteger {
		kind = "int"
	}
	o.raw(`  <key id="` + id + `" for="` + of + `" attr.name="` + name)
	o.raw(`" attr.type="` + kind + `"/>` + "\n")
}

// writePajek labels vertices with URLs, because some readers (networkx) identify a vertex by its label. URLs are
// distinct, and they are ASCII, so the file needs no byte order mark.
func writePajek(o *out, c *site.Crawl, options Options) error {
	o.raw("*Vertices ").int(len(c.Graph.Pages)).raw("\n")
	for n := range records(o, nodes(c)) {
		o.int(n.id).raw(` "`)
		o.pajekLabel(n.page.URL)
		o.raw("\"\n")
	}
	o.raw("*Arcs\n")
	for a := range records(o, arcs(c.Graph, options.SelfLoops)) {
		o.int(a.source).raw(" ").int(a.target).raw(" ").int(a.weight).raw("\n")
	}
	return nil
}

// pajekLabel percent-encodes quotes, which Pajek cannot write, and backslashes, which some readers unescape.
func (o *out) pajekLabel(url string) {
	text := o.clean(url)
	if bytes.IndexByte(text, '"') >= 0 || bytes.IndexByte(text, '\\') >= 0 {
		text = bytes.ReplaceAll(text, []byte(`"`), []byte("%22"))
		text = bytes.ReplaceAll(text, []byte(`\`), []byte("%5C"))
	}
	o.buf = append(o.buf, text...)
}
