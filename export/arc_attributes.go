package export

import (
	"bytes"
	"math"
	"strconv"

	"sitegraph/site"
)

// The columns that arcs of some crawls have.
const (
	stableName  = "stable"        // an arc of Graph.Volatile has it
	placeName   = "place"         // of Graph.Places
	contentName = "content_links" // of Graph.Content
)

// arcAttribute is one of them, an attribute of the edges in GEXF and GraphML too.
type arcAttribute struct {
	name, kind string
	write      func(o *out, a arc)
}

// arcAttributes are those that the arcs of a graph have.
func arcAttributes(g *site.Graph) (all []arcAttribute) {
	if g.Volatile != nil {
		all = append(all, arcAttribute{stableName, kindBoolean, func(o *out, a arc) { o.raw(a.stable(g)) }})
	}
	if g.Places != nil {
		place := func(o *out, a arc) { o.raw(g.Places[a.place].String()) }
		content := func(o *out, a arc) { o.int(int64(g.Content[a.place])) }
		all = append(all, arcAttribute{placeName, kindString, place},
			arcAttribute{contentName, kindInteger, content})
	}
	return all
}

// stable is the cell of the column stable.
func (a arc) stable(g *site.Graph) string { return strconv.FormatBool(!g.Volatile[a.place]) }

// writeContent writes the graph of the links in the content of pages as GEXF.
func writeContent(o *out, c *site.Crawl, options Options) error {
	content := *c
	content.Graph = c.Graph.OfContent()
	return writeGEXF(o, &content, options)
}

// readStable reads the cell of the column stable and returns what follows it.
func (r *graphReader) readStable(text []byte) (rest []byte, ok bool) {
	rest, stable := bytes.CutPrefix(text, []byte(",true"))
	if !stable {
		rest, ok = bytes.CutPrefix(text, []byte(",false"))
	}
	r.graph.Volatile = append(r.graph.Volatile, !stable)
	return rest, stable || ok
}

// readPlace reads the cells of the columns place and content_links.
func (r *graphReader) readPlace(text []byte) (rest []byte, ok bool) {
	if len(text) == 0 || text[0] != ',' {
		return nil, false
	}
	name, rest, found := bytes.Cut(text[1:], []byte(","))
	place, known := site.ParseLinkPlace(string(name))
	links, rest, number := leadingNumber(rest)
	r.graph.Places, r.graph.Content = append(r.graph.Places, place), append(r.graph.Content, uint32(links))
	return rest, found && known && number && links <= math.MaxUint32
}
