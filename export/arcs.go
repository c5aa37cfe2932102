package export

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"

	"sitegraph/site"
)

// arcs.csv is written and read without a table: twenty million rows of a large site deserve code of their own.
const (
	arcsName    = "arcs.csv"
	arcsHeader  = "Source,Target,Type,Weight"
	directed    = ",Directed," // between target and weight in every row
	shortestArc = int64(len("1,1" + directed + "1\n"))
)

// writeArcs writes arcs.csv for Gephi's import of edges. It has no Id: Gephi
// numbers edges itself and drops those whose Id it knows already.
func writeArcs(o *out, c *site.Crawl, options Options) error {
	others, row := table[arc]{columns: ofCrawl(c, arcColumns)[3:]}, Row{}
	o.raw(arcsHeaderOf(c.Graph.Volatile != nil, c.Graph.Places != nil, c.Watched != nil) + "\n")
	for a := range records(o, timedArcs(c, options.SelfLoops)) {
		o.number(int64(a.source))
		o.int(int64(a.target))
		o.raw(directed)
		o.number(int64(a.weight))
		row.cells = row.cells[:0]
		others.cells(&row, a)
		if err := o.row(&row); err != nil {
			return err
		}
	}
	return nil
}

// arcsHeaderOf returns the header; stable tells whether the arcs were seen
// twice, placed whether they have places, timed whether they have times.
func arcsHeaderOf(stable, placed, timed bool) string {
	header := arcsHeader
	if stable {
		header += "," + stableName
	}
	if placed {
		header += "," + placeName + "," + contentName
	}
	if timed {
		header += seenHeader
	}
	return header
}

// graphReader makes compressed rows of the lines of arcs.csv.
type graphReader struct {
	*verifiedReader
	graph *site.Graph
	in    []uint32 // arcs that reach each page so far
	last  uint32   // source of the arc before
	// timed tells whether the rows have times, which watched gets unless it is nil.
	timed   bool
	watched *site.Watched
	times   times
	stable  bool // the rows have the column stable
	placed  bool // the rows have the columns place and content_links
	// loose tells that levels need not be depths in this graph: they are those in
	// the tree of a search, or of a crawl without the rows that were struck out.
	loose bool
}

// readGraph reads nodes.csv and arcs.csv and compares them with each other. w gets when pages and arcs were seen,
// search what agents know of the pages, unless they are nil.
func (f *Folder) readGraph(w *site.Watched, search *searchedReader) (*site.Graph, []string, error) {
	for _, name := range []string{nodesTable.name, arcsName} {
		if _, ok := f.files[name]; !ok {
			return nil, nil, fmt.Errorf("%s has no %s.%s that its manifest lists: "+
				"write it with `sitegraph export --export csv`", f.path, f.prefix, name)
		}
	}
	pages, want, err := f.readNodes(w, search)
	if err != nil {
		return nil, nil, err
	}
	t, err := f.openFile(arcsName)
	if err != nil {
		return nil, nil, err
	}
	defer t.close()
	r := f.newGraphReader(t, pages)
	r.timed, r.watched, r.times = f.timed, w, newTimes(w)
	r.loose = search != nil || len(f.Manifest.Struck) > 0
	if err := r.read(); err != nil {
		return nil, nil, err
	}
	left, err := r.compare(want, f.Manifest.selfLoops())
	if err != nil {
		return nil, nil, err
	}
	notes, err := f.sums(r, left)
	return r.graph, notes, err
}

func (f *Folder) newGraphReader(t *verifiedReader, pages []site.Page) *graphReader {
	room := min(int64(f.Manifest.Counts.Arcs), t.want.Bytes/shortestArc)
	g := &site.Graph{Pages: pages, Offsets: make([]int, 1, len(pages)+1),
		Targets: make([]uint32, 0, room)}
	g.Weights.Grow(int(room))
	return &graphReader{verifiedReader: t, in: make([]uint32, len(pages)), graph: g}
}

func (r *graphReader) read() error {
	header, err := r.line()
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	columns := "," + string(header) + ","
	r.stable = strings.Contains(columns, ","+stableName+",")
	r.placed = strings.Contains(columns, ","+placeName+","+contentName+",")
	if want := arcsHeaderOf(r.stable, r.placed, r.timed); err != nil || string(header) != want {
		return r.damage("the header is not %s", want)
	}
	room := cap(r.graph.Targets)
	if r.stable {
		r.graph.Volatile = make([]bool, 0, room)
	}
	if r.placed {
		r.graph.Places = make([]site.LinkPlace, 0, room)
		r.graph.Content.Grow(room)
	}
	for {
		line, err := r.line()
		if errors.Is(err, io.EOF) {
			r.fill(len(r.graph.Pages))
			return nil
		}
		if err == nil {
			err = r.arc(line)
		}
		if err != nil {
			return err
		}
	}
}

func (r *graphReader) arc(line []byte) error {
	source, target, weight, rest, ok := splitArc(line)
	if ok && r.stable {
		rest, ok = r.readStable(rest)
	}
	if ok && r.placed {
		rest, ok = r.readPlace(rest)
	}
	if !ok || len(rest) > 0 && !r.timed {
		return r.damage("no arc: want source,target,Directed,weight")
	}
	g, n := r.graph, int64(len(r.graph.Pages))
	if source < 1 || source > n || target < 1 || target > n {
		return r.damage("an arc from %d to %d among %d pages", source, target, n)
	}
	from, to := uint32(source-1), uint32(target-1)
	begin := r.fill(int(from))
	if from < r.last || len(g.Targets) > begin && g.Targets[len(g.Targets)-1] >= to {
		return r.damage("the arc from %d to %d comes after a greater or equal one: "+
			"they are sorted by source and target", source, target)
	}
	if weight < 1 {
		return r.damage("the arc from %d to %d has weight 0", source, target)
	}
	r.last = from
	// The first arc that reaches a page comes from the level before its own, unless the crawl began there.
	if !r.loose && from != to && r.in[to] == 0 && g.Pages[to].Level > 0 && g.Pages[to].Level != g.Pages[from].Level+1 {
		return r.damage("page %d has level %d, but the nearest page that links to it, %d, has level %d",
			target, g.Pages[to].Level, source, g.Pages[from].Level)
	}
	if r.watched != nil {
		s, err := parseArcSeen(r.times, rest)
		if err != nil {
			return r.damage("%v", err)
		}
		r.watched.Arcs = append(r.watched.Arcs, s)
	}
	r.in[to]++
	g.Targets = append(g.Targets, to)
	g.Weights.Append(uint32(weight))
	return nil
}

// fill ends the rows before that of page i and returns where its own begins.
func (r *graphReader) fill(i int) int {
	g := r.graph
	for len(g.Offsets) <= i {
		g.Offsets = append(g.Offsets, len(g.Targets))
	}
	return g.Offsets[min(i, len(g.Offsets)-1)]
}

// splitArc reads the three numbers of a line and returns what follows them.
func splitArc(line []byte) (source, target, weight int64, rest []byte, ok bool) {
	source, line, ok = leadingNumber(line)
	if !ok || len(line) == 0 || line[0] != ',' {
		return 0, 0, 0, nil, false
	}
	target, line, ok = leadingNumber(line[1:])
	if !ok || !bytes.HasPrefix(line, []byte(directed)) {
		return 0, 0, 0, nil, false
	}
	weight, line, ok = leadingNumber(line[len(directed):])
	return source, target, weight, line, ok && weight <= math.MaxUint32
}

// compare compares the degrees with those of nodes.csv, which count self-loops
// even where arcs.csv has none. It returns the number of self-loops left out.
func (r *graphReader) compare(want []degrees, selfLoops bool) (left int, err error) {
	for i, d := range want {
		in, out := r.in[i], uint32(r.graph.OutDegree(i))
		loop := !selfLoops && d.in == in+1 && d.out == out+1
		if loop {
			left++
			in, out = in+1, out+1
		}
		if d.in != in || d.out != out {
			return 0, r.mismatch("page %d has %d arcs in and %d out, %s says %d and %d",
				i+1, in, out, nodesTable.name, d.in, d.out)
		}
		if r.graph.Pages[i].Level > 0 && in == 0 && !r.loose {
			return 0, r.mismatch("no page links to page %d, yet it has level %d", i+1, r.graph.Pages[i].Level)
		}
	}
	return left, nil
}

// sums compares the number of arcs and links with the manifest. It returns a note on the arcs left out.
func (f *Folder) sums(r *graphReader, left int) ([]string, error) {
	c, links := f.Manifest.Counts, r.graph.Weights.Sum()
	if arcs := r.graph.Arcs() + left; arcs != c.Arcs {
		return nil, r.mismatch("%d arcs, the manifest counts %d", arcs, c.Arcs)
	}
	if left == 0 && links != c.Links || links+left > c.Links {
		return nil, r.mismatch("%d links behind the arcs, the manifest counts %d", links, c.Links)
	}
	if left == 0 {
		return nil, nil
	}
	return []string{fmt.Sprintf("%d arc(s) from a page to itself are missing: "+
		"the files were written with [export] self_loops = false", left)}, nil
}
