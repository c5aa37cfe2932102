package export

import (
	"fmt"
	"iter"
	"math"
	"slices"

	"sitegraph/site"
)

// arcsTable is arcs.csv. It has no Id, because Gephi numbers edges itself and drops an edge whose Id it knows already.
var arcsTable = table[arc]{name: "arcs.csv", columns: slices.Insert(slices.Clone(arcColumns), 2,
	column[arc]{name: "Type", text: func(a *arc) *string { return &a.kind }, repeats: true})}

const shortestArc = int64(len("1,1,Directed,1\n"))

// arcsOf returns arcs.csv.
func arcsOf(c *site.Crawl, options Options) Listing {
	t := table[arc]{columns: ofCrawl(c, arcsTable.columns)}
	return listOf(arcsTable.name, site.Unfailing(timedArcs(c, options.SelfLoops)), t.cells)
}

type graphReader struct {
	graph   *site.Graph
	in      []uint32      // in-degree of each page so far
	last    uint32        // source of the previous arc
	watched *site.Watched // gets the times of the arcs; may be nil
	times   times
	stable  bool // the rows have the column stable
	placed  bool // the rows have the columns place and content_links
	loose   bool // levels need not be depths, as in a search by agents, or after rows were struck out
}

// readGraph reads nodes.csv and arcs.csv and compares them. It also fills w and search unless they are nil.
func (f *Folder) readGraph(w *site.Watched, search *searchedReader) (*site.Graph, []string, error) {
	for _, name := range []string{nodesTable.name, arcsTable.name} {
		if _, ok := f.files[name]; !ok {
			return nil, nil, fmt.Errorf("%s has no %s.%s that its manifest lists: "+
				"write it with `sitegraph export --export csv`", f.path, f.prefix, name)
		}
	}
	pages, want, err := f.readNodes(w, search)
	if err != nil {
		return nil, nil, err
	}
	r, err := f.newGraphReader(pages)
	if err != nil {
		return nil, nil, err
	}
	r.watched, r.times = w, newTimes(w)
	r.loose = search != nil || len(f.Manifest.Struck) > 0
	var notes []string
	err = eachOf(f, arcsTable, tableCheck[arc]{row: r.arc, end: func(t *tableReader[arc]) (err error) {
		r.fill(len(pages))
		notes, err = r.end(t, f.Manifest, want)
		return err
	}})
	return r.graph, notes, err
}

func (f *Folder) newGraphReader(pages []site.Page) (*graphReader, error) {
	lacks, err := lacking(f, arcsTable)
	if err != nil {
		return nil, err
	}
	has := func(name string) bool { return !slices.Contains(lacks, name) }
	room := min(int64(f.Manifest.Counts.Arcs), f.files[arcsTable.name].Bytes/shortestArc)
	g := &site.Graph{Pages: pages, Offsets: make([]int, 1, len(pages)+1), Targets: make([]uint32, 0, room)}
	g.Weights.Grow(int(room))
	r := &graphReader{in: make([]uint32, len(pages)), graph: g, stable: has(stableName),
		placed: has(placeName) && has(contentName)}
	if r.stable {
		g.Volatile = make([]bool, 0, room)
	}
	if r.placed {
		g.Places = make([]site.LinkPlace, 0, room)
		g.Content.Grow(int(room))
	}
	return r, f.checkTimed(arcsTable.name, lacks)
}

func (r *graphReader) arc(t *tableReader[arc], a *arc) error {
	g, n := r.graph, len(r.graph.Pages)
	switch {
	case a.kind != directed:
		return t.damage("Type is %s, not %s", shown(a.kind), directed)
	case a.source < 1 || a.source > n || a.target < 1 || a.target > n:
		return t.damage("an arc from %d to %d among %d pages", a.source, a.target, n)
	case a.weight < 1:
		return t.damage("the arc from %d to %d has weight 0", a.source, a.target)
	}
	from, to := uint32(a.source-1), uint32(a.target-1)
	begin := r.fill(int(from))
	if from < r.last || len(g.Targets) > begin && g.Targets[len(g.Targets)-1] >= to {
		return t.damage("the arc from %d to %d comes after a greater or equal one: "+
			"they are sorted by source and target", a.source, a.target)
	}
	r.last = from
	// The first arc to a page comes from the level above it, unless the crawl began at the page.
	if !r.loose && from != to && r.in[to] == 0 && g.Pages[to].Level > 0 && g.Pages[to].Level != g.Pages[from].Level+1 {
		return t.damage("page %d has level %d, but the nearest page that links to it, %d, has level %d",
			a.target, g.Pages[to].Level, a.source, g.Pages[from].Level)
	}
	r.in[to]++
	g.Targets = append(g.Targets, to)
	g.Weights.Append(uint32(a.weight))
	return r.attributes(t, a)
}

// fill ends the rows of all pages before i and returns the offset at which the row of i begins.
func (r *graphReader) fill(i int) int {
	g := r.graph
	for len(g.Offsets) <= i {
		g.Offsets = append(g.Offsets, len(g.Targets))
	}
	return g.Offsets[min(i, len(g.Offsets)-1)]
}

// compare checks the degrees against nodes.csv, which counts self-loops even if arcs.csv leaves them out.
func (r *graphReader) compare(t *tableReader[arc], want []degrees, selfLoops bool) (left int, err error) {
	for i, d := range want {
		in, out := r.in[i], uint32(r.graph.OutDegree(i))
		loop := !selfLoops && d.in == in+1 && d.out == out+1
		if loop {
			left++
			in, out = in+1, out+1
		}
		if d.in != in || d.out != out {
			return 0, t.mismatch("page %d has %d arcs in and %d out, %s says %d and %d",
				i+1, in, out, nodesTable.name, d.in, d.out)
		}
		if r.graph.Pages[i].Level > 0 && in == 0 && !r.loose {
			return 0, t.mismatch("no page links to page %d, yet it has level %d", i+1, r.graph.Pages[i].Level)
		}
	}
	return left, nil
}

// end compares the arcs with nodes.csv and the manifest. It returns a note if self-loops were left out.
func (r *graphReader) end(t *tableReader[arc], m Manifest, want []degrees) ([]string, error) {
	left, err := r.compare(t, want, m.selfLoops())
	if err != nil {
		return nil, err
	}
	c, links := m.Counts, r.graph.Weights.Sum()
	if arcs := r.graph.Arcs() + left; arcs != c.Arcs {
		return nil, t.mismatch("%d arcs, the manifest counts %d", arcs, c.Arcs)
	}
	if left == 0 && links != c.Links || links+left > c.Links {
		return nil, t.mismatch("%d links behind the arcs, the manifest counts %d", links, c.Links)
	}
	if left == 0 {
		return nil, nil
	}
	return []string{fmt.Sprintf("%d arc(s) from a page to itself are missing: "+
		"the files were written with [export] self_loops = false", left)}, nil
}

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
