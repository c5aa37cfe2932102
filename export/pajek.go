package export

import (
	"bytes"

	"sitegraph/site"
)

// writePajek writes a Pajek network. Pajek knows one text per vertex, and some
// readers (networkx) take it for the vertex's identity, so it is the URL: the
// only text that no two pages share, and ASCII, so that no byte order mark is
// needed.
func writePajek(o *out, c *site.Crawl, options Options) error {
	o.raw("*Vertices ")
	o.int(int64(len(c.Graph.Pages)))
	o.raw("\n")
	for n := range records(o, nodes(c)) {
		o.int(int64(n.id))
		o.raw(` "`)
		o.pajekLabel(n.page.URL)
		o.raw("\"\n")
	}
	o.raw("*Arcs\n")
	for a := range records(o, arcs(c.Graph, options.SelfLoops)) {
		o.int(int64(a.source))
		o.raw(" ")
		o.int(int64(a.target))
		o.raw(" ")
		o.int(int64(a.weight))
		o.raw("\n")
	}
	return nil
}

// pajekLabel writes a URL with quotes and backslashes percent-encoded: Pajek
// has no way to write the first, and some readers unescape the second.
func (o *out) pajekLabel(url string) {
	text := o.clean(url)
	if bytes.IndexByte(text, '"') >= 0 || bytes.IndexByte(text, '\\') >= 0 {
		text = bytes.ReplaceAll(text, []byte(`"`), []byte("%22"))
		text = bytes.ReplaceAll(text, []byte(`\`), []byte("%5C"))
	}
	o.buf = append(o.buf, text...)
}
