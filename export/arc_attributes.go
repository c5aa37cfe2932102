package export

import (
	"bytes"
	"iter"
	"math"
	"slices"
	"strconv"

	"sitegraph/site"
)

// The columns that arcs of some crawls have.
const (
	stableName  = "stable"        // an arc of Graph.Volatile has it
	placeName   = "place"         // of Graph.Places
	contentName = "content_links" // of Graph.Content
)

// arc is an arc between two ids, with all that the files show of it.
type arc struct {
	source, target, weight int
	stable, standing       string
	content                int
	seen                   seenTimes
	visits, changes        int
	place                  int // in Graph.Targets
}

// arcColumns are those of arcs.csv, but for Type, which is always the same. Those from the fourth on that have no
// times are attributes of the edges in GEXF and GraphML too.
var arcColumns = append(slices.Clip(graphArcColumns),
	seenColumnsOf(func(a *arc) (*seenTimes, *int, *int) { return &a.seen, &a.visits, &a.changes })...)

var graphArcColumns = []column[arc]{
	{name: "Source", number: func(a *arc) *int { return &a.source }, most: mostPages},
	{name: "Target", number: func(a *arc) *int { return &a.target }, most: mostPages},
	{name: "Weight", number: func(a *arc) *int { return &a.weight }, most: math.MaxUint32},
	{name: stableName, text: func(a *arc) *string { return &a.stable }, means: kindBoolean, inGraphs: true,
		of: func(c *site.Crawl) bool { return c.Graph.Volatile != nil }},
	{name: placeName, text: func(a *arc) *string { return &a.standing }, repeats: true, of: hasPlaces},
	{name: contentName, number: func(a *arc) *int { return &a.content }, most: math.MaxUint32, of: hasPlaces},
}

func hasPlaces(c *site.Crawl) bool { return c.Graph.Places != nil }

// arcs yields the arcs by (source, target), those from a page to itself only if selfLoops. The arc is reused.
func arcs(g *site.Graph, selfLoops bool) iter.Seq[*arc] {
	return func(yield func(*arc) bool) {
		var a arc
		for i := range g.Pages {
			targets, weights := g.Out(i)
			for k, t := range targets {
				if int(t) == i && !selfLoops {
					continue
				}
				a = arc{source: i + 1, target: int(t) + 1, weight: int(weights.At(k)), place: g.Offsets[i] + k}
				if g.Volatile != nil {
					a.stable = strconv.FormatBool(!g.Volatile[a.place])
				}
				if g.Places != nil {
					a.standing, a.content = g.Places[a.place].String(), int(g.Content.At(a.place))
				}
				if !yield(&a) {
					return
				}
			}
		}
	}
}

// timedArcs is arcs of a crawl, with the times at which they were seen.
func timedArcs(c *site.Crawl, selfLoops bool) iter.Seq[*arc] {
	if c.Watched == nil {
		return arcs(c.Graph, selfLoops)
	}
	return func(yield func(*arc) bool) {
		times := newTimes(c.Watched)
		for a := range arcs(c.Graph, selfLoops) {
			s := c.Watched.Arcs[a.place]
			a.seen, a.visits, a.changes = times.of(s), int(s.Visits), int(s.Changes)
			if !yield(a) {
				return
			}
		}
	}
}

func writeContent(o *out, c *site.Crawl, options Options) error {
	content := *c
	content.Graph = c.Graph.OfContent()
	return writeGEXF(o, &content, options)
}

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
	r.graph.Places = append(r.graph.Places, place)
	r.graph.Content.Append(uint32(links))
	return rest, found && known && number && links <= math.MaxUint32
}
