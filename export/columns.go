package export

// column is a property of a node: a text or a number.
type column struct {
	name string
	// kind is the type in GEXF; GraphML has the same but "int".
	kind   string
	text   func(*node) string
	number func(*node) int64
	// gexf and graphML are what stands before the value in these formats.
	gexf, graphML string
}

// The kinds of column.
const (
	kindString  = "string"
	kindInteger = "integer" // 32 bits
	kindLong    = "long"    // 64 bits
)

// nodeColumns are the columns of nodes.csv after Id and Label and the
// attributes in GEXF and GraphML. No name may contain source, target,
// timestamp or interval: Gephi takes a table with such a header for arcs, or
// the column for times.
var nodeColumns = []column{
	text("url", func(n *node) string { return n.page.URL }),
	text("normalized_url", func(n *node) string { return n.page.Key }),
	integer("level", func(n *node) int64 { return int64(n.page.Level) }),
	integer("in_degree", func(n *node) int64 { return int64(n.inDegree) }),
	integer("out_degree", func(n *node) int64 { return int64(n.out) }),
	integer("external_links", func(n *node) int64 { return int64(n.page.ExternalLinks) }),
	integer("status", func(n *node) int64 { return int64(n.page.Status) }),
	text("content_type", func(n *node) string { return n.page.ContentType }),
	long("bytes", func(n *node) int64 { return n.page.Bytes }),
	text("hash", func(n *node) string { return n.page.Hash }),
	text("title", func(n *node) string { return n.page.Title }),
	text("lang", func(n *node) string { return n.page.Lang }),
	text("canonical", func(n *node) string { return n.page.Canonical }),
	text("robots", func(n *node) string { return n.page.Robots }),
	text("refresh", func(n *node) string { return n.page.Refresh }),
}

func text(name string, value func(*node) string) column {
	c := named(name, kindString)
	c.text = value
	return c
}

func integer(name string, value func(*node) int64) column {
	c := named(name, kindInteger)
	c.number = value
	return c
}

func long(name string, value func(*node) int64) column {
	c := named(name, kindLong)
	c.number = value
	return c
}

func named(name, kind string) column {
	return column{
		name: name, kind: kind,
		gexf:    `<attvalue for="` + name + `" value="`,
		graphML: `<data key="` + name + `">`,
	}
}
