package export

import "sitegraph/site"

// gexfDialect is what differs between the versions of GEXF
// (https://gexf.net, schemas gexf.rng of 1.3 and 1.2draft).
type gexfDialect struct {
	namespace string
	version   string
	edgeIDs   bool // the schema demands ids of edges
}

func dialect(version string) gexfDialect {
	if version == GEXF12Draft {
		return gexfDialect{namespace: "http://www.gexf.net/1.2draft", version: "1.2", edgeIDs: true}
	}
	return gexfDialect{namespace: "http://gexf.net/1.3", version: "1.3"}
}

// writeGEXF writes the graph with place, size and colour. Attributes are
// declared before the nodes and nodes stand before edges, which Gephi wants;
// there is no date, so that the file depends on the graph alone.
func writeGEXF(o *out, c *site.Crawl, options Options) error {
	d := dialect(options.GEXFVersion)
	o.gexfHead(d, c.Site)
	if err := o.gexfNodes(c.Graph); err != nil {
		return err
	}
	o.raw("    <edges>\n")
	count := int64(0)
	for a := range arcs(c.Graph, options.SelfLoops) {
		o.raw("      <edge")
		if count++; d.edgeIDs {
			o.attributeInt("id", count)
		}
		o.attributeInt("source", a.source)
		o.attributeInt("target", a.target)
		o.attributeInt("weight", a.weight)
		o.raw("/>\n")
		if err := o.record(); err != nil {
			return err
		}
	}
	o.raw("    </edges>\n  </graph>\n</gexf>\n")
	return nil
}

func (o *out) gexfHead(d gexfDialect, origin string) {
	o.raw(xmlHeader + `<gexf xmlns="` + d.namespace + `" xmlns:viz="` + d.namespace + `/viz" version="` + d.version + `">` + "\n")
	o.raw("  <meta>\n    <creator>sitegraph</creator>\n    <description>web graph of ")
	o.escaped(origin)
	o.raw("</description>\n  </meta>\n")
	o.raw(`  <graph defaultedgetype="directed" mode="static">` + "\n")
	o.raw(`    <attributes class="node" mode="static">` + "\n")
	for _, a := range attributes {
		o.raw(`      <attribute id="` + a.name + `" title="` + a.name + `" type="` + a.kind() + `"/>` + "\n")
	}
	o.raw("    </attributes>\n")
}

func (o *out) gexfNodes(g *site.Graph) error {
	o.raw("    <nodes>\n")
	places := layout{pages: g.Pages}
	for n := range nodes(g) {
		o.raw("      <node")
		o.attributeInt("id", int64(n.id))
		o.raw(` label="`)
		o.escaped(n.label)
		o.raw(`"><attvalues>`)
		for i := range attributes {
			o.attribute(`<attvalue for="`, &attributes[i], n, `" value="`, `"/>`)
		}
		o.raw("</attvalues><viz:size")
		o.attributeFloat("value", size(n.inDegree))
		x, y := places.at(n.id - 1)
		o.raw("/><viz:position")
		o.attributeFloat("x", x)
		o.attributeFloat("y", y)
		rgb := colour(n.page.Level)
		o.raw(` z="0"/><viz:color`)
		o.attributeInt("r", rgb[0])
		o.attributeInt("g", rgb[1])
		o.attributeInt("b", rgb[2])
		o.raw("/></node>\n")
		if err := o.record(); err != nil {
			return err
		}
	}
	o.raw("    </nodes>\n")
	return nil
}
