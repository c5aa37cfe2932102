package stats

import (
	"runtime"
	"slices"
	"sync/atomic"

	"sitegraph/site"
)

// digraph holds the arcs of a graph in both directions, without weights.
type digraph struct {
	pages int
	// out lists the targets of each page's arcs, in lists the sources. Both ascend and include self-loops.
	out, in adjacency
}

// adjacency holds a list of page numbers for every page (compressed sparse rows).
type adjacency struct {
	offsets []int // one more than there are pages
	pages   []uint32
}

// of returns the list of page i without copying it.
func (r adjacency) of(i int) []uint32 { return r.pages[r.offsets[i]:r.offsets[i+1]] }

func (r adjacency) degree(i int) int { return r.offsets[i+1] - r.offsets[i] }

// loops returns 1 if page i is in its own list, else 0.
func (r adjacency) loops(i int) int {
	if _, found := slices.BinarySearch(r.of(i), uint32(i)); found {
		return 1
	}
	return 0
}

// newDigraph adds the reverse arcs to the graph, at 4 bytes per arc and 8 per page.
func newDigraph(g *site.Graph) digraph {
	out := targetsOf(g)
	return digraph{pages: len(g.Pages), out: out, in: reversed(out, len(g.Pages))}
}

// reversed returns n lists: i is in the list of j if j is in r.of(i).
func reversed(r adjacency, n int) adjacency {
	offsets := make([]int, n+1)
	for _, t := range r.pages {
		offsets[t+1]++
	}
	for i := range n {
		offsets[i+1] += offsets[i]
	}
	pages := make([]uint32, len(r.pages))
	next := slices.Clone(offsets[:n])
	for i := range len(r.offsets) - 1 {
		for _, t := range r.of(i) {
			pages[next[t]] = uint32(i)
			next[t]++
		}
	}
	return adjacency{offsets: offsets, pages: pages}
}

// neighbours lists, for every page, the other pages that it links to or that link to it, each once, ascending.
func (dg digraph) neighbours() adjacency {
	r := adjacency{offsets: make([]int, 1, dg.pages+1)}
	for i := range dg.pages {
		r.pages = AppendNeighbours(r.pages, uint32(i), dg.out.of(i), dg.in.of(i))
		r.offsets = append(r.offsets, len(r.pages))
	}
	r.pages = slices.Clip(r.pages)
	return r
}

// AppendNeighbours appends the union of two ascending lists, without page itself.
func AppendNeighbours(to []uint32, page uint32, a, b []uint32) []uint32 {
	from := len(to)
	to = append(append(to, a...), b...)
	slices.Sort(to[from:])
	own := slices.DeleteFunc(slices.Compact(to[from:]), func(p uint32) bool { return p == page })
	return to[:from+len(own)]
}

const none = -1

func countUp(n int) []int32 { return site.UpTo[int32](n) }

func runs[T any](all []T, alike func(a, b *T) bool) func(yield func(from, to int) bool) {
	return func(yield func(from, to int) bool) {
		for from := 0; from < len(all); {
			to := from + 1
			for to < len(all) && alike(&all[from], &all[to]) {
				to++
			}
			if !yield(from, to) {
				return
			}
			from = to
		}
	}
}

// inParallel runs the jobs 0 to jobs-1 on all processors. Each worker gets its own function, which may reuse memory
// between jobs. To get the same result on any number of processors, add results in a fixed order or as integers.
func inParallel(jobs int, newWorker func() func(job int)) {
	var next atomic.Int64
	var running site.Group
	for range min(jobs, runtime.GOMAXPROCS(0)) {
		running.Go(func() {
			do := newWorker()
			for job := int(next.Add(1)) - 1; job < jobs; job = int(next.Add(1)) - 1 {
				do(job)
			}
		})
	}
	running.Wait()
}

// tick receives the progress of a long computation, from 0 to 1.
type tick func(share float64)

// Lists holds an ascending list of distinct page numbers for every page: the targets of its arcs, their sources, or
// both without the page itself. A file can back it.
type Lists interface {
	// Len returns the number of pages.
	Len() int
	// Reader returns a function for one goroutine that returns the list of page i, valid until its next call.
	Reader() func(i int) []uint32
}

func (r adjacency) Len() int { return len(r.offsets) - 1 }

func (r adjacency) Reader() func(i int) []uint32 { return r.of }

func targetsOf(g *site.Graph) adjacency {
	if len(g.Pages) == 0 {
		return adjacency{offsets: []int{0}}
	}
	return adjacency{offsets: g.Offsets, pages: g.Targets}
}

// Shape describes the components of a graph, numbered from 0 by their first pages, and its bow-tie.
type Shape struct {
	Strong   WeakComponent `json:"scc"`     // the strongly connected components
	Weak     WeakComponent `json:"weak"`    // the weakly connected components
	BowTie   BowTie        `json:"bow_tie"` // the size of each region
	StrongOf []int32       `json:"-"`       // the strong component of each page
	WeakOf   []int32       `json:"-"`       // the weak component of each page
	Region   []Region      `json:"-"`       // the region of each page
}

// ShapeOf finds the components and the bow-tie of a graph from its arcs in both directions.
func ShapeOf(out, in Lists) (s Shape) {
	component, count := strongComponents(out)
	s.StrongOf = component
	s.Strong, _ = largestOf(component, count)
	s.BowTie, s.Region = bowTie(out, in, component, count)
	s.WeakOf, count = components(out, nil)
	s.Weak, _ = largestOf(s.WeakOf, count)
	return s
}
