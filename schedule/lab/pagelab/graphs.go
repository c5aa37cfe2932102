package pagelab

import (
	"container/heap"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"sitegraph/schedule/lab"
	"sitegraph/schedule/order"
	"sitegraph/schedule/page"
	"sitegraph/site"
)

// oracle is the graph of a finished crawl. Page 0 is the start page.
type oracle struct {
	name string
	// rank is the final PageRank of every page; their sum is 1.
	rank []float64

	offsets []int
	targets []uint32
}

// newOracle makes an oracle of a crawl. A crawl without pages is an
// [lab.InputError].
func newOracle(c *site.Crawl) (*oracle, error) {
	if len(c.Graph.Pages) == 0 {
		return nil, lab.Invalid("%s: the crawl has no pages to replay", c.Name)
	}
	return ranked(c.Name, c.Graph.Offsets, c.Graph.Targets), nil
}

// pages returns the number of pages.
func (o *oracle) pages() int { return len(o.offsets) - 1 }

// out returns the pages that a page links to.
func (o *oracle) out(page uint32) []uint32 {
	return o.targets[o.offsets[page]:o.offsets[page+1]]
}

// jump is 1 less the damping.
const jump = 0.15

// ranked makes an oracle of a graph. PageRank is that of stats (see
// docs/statistics.md): damping 0.85, pages without arcs pass theirs to all pages
// alike, weights do not count. It is iterated until the values change by less
// than 1e-12 in sum.
func ranked(name string, offsets []int, targets []uint32) *oracle {
	o := &oracle{name: name, offsets: offsets, targets: targets}
	n := o.pages()
	x, y := slices.Repeat([]float64{1 / float64(n)}, n), make([]float64, n)
	for change, round := math.Inf(1), 0; change >= 1e-12 && round < 1000; round++ {
		clear(y)
		lost := 0.0
		for i, v := range x {
			list := o.out(uint32(i))
			if len(list) == 0 {
				lost += v
				continue
			}
			part := (1 - jump) * v / float64(len(list))
			for _, t := range list {
				y[t] += part
			}
		}
		even := (jump + float64((1-jump)*lost)) / float64(n)
		change = 0
		for i := range y {
			y[i] += even
			change += math.Abs(y[i] - x[i])
		}
		x, y = y, x
	}
	o.rank = x
	return o
}

// synthetic makes a graph of a kind from a seed. The kind is "random" (each page
// links to pages at random, degree on average, and every page can be reached
// from page 0) or "site" (a tree of sections of 5 to 40 pages; every page has a
// menu of the start page and the sections, links to neighbours in its section,
// to its parent and to a few pages anywhere; degree is about the average, 5 at
// least).
type synthetic struct {
	kind   string
	pages  int
	degree float64
}

// name describes the graphs, for instance "random, degree 5".
func (e synthetic) name() string { return fmt.Sprintf("%s, degree %g", e.kind, e.degree) }

// ensembles are graphs of both kinds and several degrees.
func ensembles(pages int) (graphs []synthetic) {
	for _, kind := range []string{"random", "site"} {
		for _, degree := range []float64{5, 10, 20, 30} {
			graphs = append(graphs, synthetic{kind, pages, degree})
		}
	}
	return graphs
}

// graph makes the graph of a seed.
func (e synthetic) graph(seed uint64) *oracle {
	random := rand.New(rand.NewPCG(seed, 0x6772))
	build := e.scattered
	if e.kind == "site" {
		build = e.menus
	}
	offsets, targets := []int{0}, []uint32{}
	for _, list := range build(random) {
		slices.Sort(list)
		targets = append(targets, slices.Compact(list)...)
		offsets = append(offsets, len(targets))
	}
	return ranked(e.name(), offsets, targets)
}

// scattered: page i is linked by one of the pages before it, and each page has
// a number of further links between 0 and what makes the mean right.
func (e synthetic) scattered(random *rand.Rand) [][]uint32 {
	graph := make([][]uint32, e.pages)
	for i := 1; i < e.pages; i++ {
		from := random.IntN(i)
		graph[from] = append(graph[from], uint32(i))
	}
	for i := range graph {
		for range random.IntN(int(2*(e.degree-1)) + 1) {
			graph[i] = append(graph[i], uint32(random.IntN(e.pages)))
		}
	}
	return graph
}

func (e synthetic) menus(random *rand.Rand) [][]uint32 {
	graph := make([][]uint32, e.pages)
	section := make([]int, e.pages) // the page that heads it
	menu := []uint32{0}
	for i := 1; i < e.pages; {
		end := min(e.pages, i+5+random.IntN(36))
		for j := i; j < end; j++ {
			section[j] = i
		}
		if float64(len(menu)) < (e.degree-4)/2 {
			menu = append(menu, uint32(i))
		}
		graph[0] = append(graph[0], uint32(i))
		i = end
	}
	for i := range graph {
		graph[i] = append(graph[i], menu...)
		if i > 0 {
			head := section[i]
			graph[i] = append(graph[i], uint32(head), uint32(max(head, i-1)))
			graph[head] = append(graph[head], uint32(i))
			if i+1 < e.pages && section[i+1] == head {
				graph[i] = append(graph[i], uint32(i+1))
			}
		}
		for range random.IntN(max(1, int(e.degree-3))) {
			graph[i] = append(graph[i], uint32(random.IntN(e.pages)))
		}
	}
	return graph
}

// The references, which are no policies of schedule/page.
const (
	// frontier knows the true PageRank and always reads the page of greatest
	// PageRank of those known. It is no upper bound: a page of small PageRank
	// may lead to great ones.
	frontier = "frontier"
	// walk reads in the order of sitegraph's own crawl: by depth, then by
	// normalized URL.
	walk = "walk"
	// breadthFirst reads in the order of discovery.
	breadthFirst = "bfs"
)

// Known returns the names of the policies and of the references.
func Known() []string { return append(page.Known(), breadthFirst, walk, frontier) }

// readBy returns the pages of a site in the order in which a policy or a
// reference reads them, every page once.
func readBy(name string, o *oracle, seed uint64) ([]uint32, error) {
	switch name {
	case frontier:
		return readFrontier(o), nil
	case walk:
		all := make([]uint32, o.pages())
		for i := range all {
			all[i] = uint32(i)
		}
		return all, nil
	case breadthFirst:
		name = order.Levels // whose keys are the numbers of discovery here
	}
	r := &reader{oracle: o, number: make([]uint32, o.pages())}
	r.meet(0)
	d, err := order.New(order.Options{Pages: name, Sites: 1, Seed: seed,
		Links: func(_ int, number uint32) []uint32 { return r.links(number) }})
	if err != nil {
		return nil, err
	}
	for _, number, ok := d.Next(); ok; _, number, ok = d.Next() {
		if err := d.Done(0, number, r.visit(number)); err != nil {
			return nil, err
		}
	}
	return r.read, nil
}

// reader reads a site. The order knows the pages by numbers in the order of
// discovery, which say nothing of the final graph.
type reader struct {
	oracle *oracle
	// number is the order's number plus one, pages the pages by number.
	number, pages []uint32
	read          []uint32
	scratch       []uint32
}

// meet reports whether a page becomes known.
func (r *reader) meet(p uint32) bool {
	if r.number[p] != 0 {
		return false
	}
	r.pages = append(r.pages, p)
	r.number[p] = uint32(len(r.pages))
	return true
}

// visit reads a page.
func (r *reader) visit(number uint32) (out site.Outcome) {
	p := r.pages[number]
	r.read = append(r.read, p)
	for _, t := range r.oracle.out(p) {
		if r.meet(t) {
			key := fmt.Sprintf("%010d", r.number[t])
			out.Known = append(out.Known, site.Known{Key: key})
		}
	}
	out.Links = r.links(number)
	return out
}

func (r *reader) links(number uint32) []uint32 {
	r.scratch = r.scratch[:0]
	for _, t := range r.oracle.out(r.pages[number]) {
		r.scratch = append(r.scratch, r.number[t]-1)
	}
	return r.scratch
}

func readFrontier(o *oracle) (read []uint32) {
	known := make([]bool, o.pages())
	known[0] = true
	front := &lab.Heap[uint32]{Items: []uint32{0}, Before: func(a, b uint32) bool {
		return o.rank[a] > o.rank[b] || o.rank[a] == o.rank[b] && a < b
	}}
	for front.Len() > 0 {
		p := heap.Pop(front).(uint32)
		read = append(read, p)
		for _, t := range o.out(p) {
			if !known[t] {
				known[t] = true
				heap.Push(front, t)
			}
		}
	}
	return read
}
