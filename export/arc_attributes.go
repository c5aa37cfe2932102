package export

import (
	"iter"
	"math"
	"slices"

	"sitegraph/site"
)

// Only some crawls have these columns of arcs.
const (
	stableName  = "stable"        // if the crawl has Graph.Volatile
	placeName   = "place"         // if it has Graph.Places
	contentName = "content_links" // likewise, from Graph.Content
)

const directed = "Directed"

type arc struct {
	source, target, weight int
	kind                   string // directed
	stable                 bool
	standing               string
	content                int
	seen                   seenCells
	place                  int // in Graph.Targets
}

// arcColumns are the columns of arcs.csv without Type. GEXF and GraphML take graphArcColumns from the fourth on.
var arcColumns = slices.Concat(graphArcColumns, seenColumnsOf(func(a *arc) *seenCells { return &a.seen }))

var graphArcColumns = []column[arc]{
	{name: "Source", number: func(a *arc) *int { return &a.source }, most: maxPages},
	{name: "Target", number: func(a *arc) *int { return &a.target }, most: maxPages},
	{name: "Weight", number: func(a *arc) *int { return &a.weight }, most: math.MaxUint32},
	{name: stableName, flag: func(a *arc) *bool { return &a.stable }, means: kindBoolean,
		inGraphs: true, of: func(c *site.Crawl) bool { return c.Graph.Volatile != nil }},
	{name: placeName, text: func(a *arc) *string { return &a.standing }, repeats: true, of: hasPlaces},
	{name: contentName, number: func(a *arc) *int { return &a.content }, most: math.MaxUint32, of: hasPlaces},
}

func hasPlaces(c *site.Crawl) bool { return c.Graph.Places != nil }

// arcs yields the arcs sorted by source and target, with self-loops only if selfLoops is set. It reuses the arc.
func arcs(g *site.Graph, selfLoops bool) iter.Seq[*arc] {
	return func(yield func(*arc) bool) {
		var a arc
		for i := range g.Pages {
			targets, weights := g.Out(i)
			for k, t := range targets {
				if int(t) == i && !selfLoops {
					continue
				}
				a = arc{source: i + 1, target: int(t) + 1, weight: int(weights.At(k)), kind: directed,
					place: g.Offsets[i] + k}
				if g.Volatile != nil {
					a.stable = !g.Volatile[a.place]
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

func timedArcs(c *site.Crawl, selfLoops bool) iter.Seq[*arc] {
	if c.Watched == nil {
		return arcs(c.Graph, selfLoops)
	}
	return func(yield func(*arc) bool) {
		times := newTimes(c.Watched)
		for a := range arcs(c.Graph, selfLoops) {
			a.seen = times.of(c.Watched.Arcs[a.place])
			if !yield(a) {
				return
			}
		}
	}
}

func writeContent(o *out, c *site.Crawl, options Options) error {
	content := *c
	content.Graph = c.Graph.OfContent()
	return pageNetwork(&content, options).writeGEXF(o, options)
}

// attributes reads the cells of the columns that only some crawls have.
func (r *graphReader) attributes(t *tableReader[arc], a *arc) error {
	g := r.graph
	if r.stable {
		g.Volatile = append(g.Volatile, !a.stable)
	}
	if r.placed {
		place, known := site.ParseLinkPlace(a.standing)
		if !known {
			return t.damage("place %s is unknown", shown(a.standing))
		}
		g.Places = append(g.Places, place)
		g.Content.Append(uint32(a.content))
	}
	if r.watched == nil {
		return nil
	}
	s, err := r.times.parse(a.seen)
	if err != nil {
		return t.damage("%v", err)
	}
	r.watched.Arcs = append(r.watched.Arcs, s)
	return nil
}
