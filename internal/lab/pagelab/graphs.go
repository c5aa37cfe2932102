package pagelab

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"sitegraph/internal/lab/replayed"
	"sitegraph/schedule/order"
	"sitegraph/schedule/page"
	"sitegraph/site"
	"sitegraph/stats"
)

// oracle is the graph of a finished crawl, or a synthetic graph. Page 0 is the start page.
type oracle struct {
	name string
	site *replayed.Site // nil if synthetic
	*site.Graph
	rank []float64 // final PageRank of every page; the sum is 1
}

// newOracle creates an oracle from a graph and the crawl behind it.
func newOracle(name string, g *site.Graph, s *replayed.Site) *oracle {
	_, rank := stats.PageRank(g)
	return &oracle{name, s, g, rank}
}

func (o *oracle) pages() int { return len(o.Pages) }

func (o *oracle) out(page uint32) []uint32 {
	targets, _ := o.Out(int(page))
	return targets
}

// synthetic makes graphs from seeds. degree is the mean number of links per page. Kind "random" links pages at random,
// and page 0 leads to all others. Kind "site" is a tree of sections with 5 to 40 pages. Every page has a menu with the
// start page and sections, links to neighbours in its section, to its parent, and to a few random pages; the mean
// degree is approximate and at least 5.
type synthetic struct {
	kind   string
	pages  int
	degree float64
}

// name describes the graphs, as in "random, degree 5".
func (e synthetic) name() string { return fmt.Sprintf("%s, degree %g", e.kind, e.degree) }

// ensembles returns graphs of both kinds and several degrees.
func ensembles(pages int) (graphs []synthetic) {
	for _, kind := range []string{"random", "site"} {
		for _, degree := range []float64{5, 10, 20, 30} {
			graphs = append(graphs, synthetic{kind, pages, degree})
		}
	}
	return graphs
}

func (e synthetic) graph(seed uint64) *oracle {
	random := rand.New(rand.NewPCG(seed, 0x6772))
	build := e.scattered
	if e.kind == "site" {
		build = e.menus
	}
	g := &site.Graph{Pages: make([]site.Page, e.pages), Offsets: []int{0}}
	for _, list := range build(random) {
		slices.Sort(list)
		g.Targets = append(g.Targets, slices.Compact(list)...)
		g.Offsets = append(g.Offsets, len(g.Targets))
	}
	g.Weights = site.NewNumbers(len(g.Targets))
	return newOracle(e.name(), g, nil)
}

// scattered links each page from one of the pages before it and adds a random number of random links, so that the
// mean is degree.
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
	section := make([]int, e.pages) // the page that heads each section
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

// The references are orders that schedule/page does not have.
const (
	// frontier knows the true PageRank and always reads the known page with the highest. It is not an upper bound,
	// since a page with a low PageRank may lead to pages with a high one.
	frontier = "frontier"
	// walk reads in sitegraph's default order, by depth and then normalized URL.
	walk = "walk"
	// breadthFirst reads in the order of discovery.
	breadthFirst = "bfs"
)

// Known returns the names of the policies and of the references.
func Known() []string { return append(page.Known(), breadthFirst, walk, frontier) }

// readBy returns the pages of a site in the order in which a policy or reference first reads them.
func (o *oracle) readBy(ctx context.Context, name string, seed uint64) (read []uint32, err error) {
	all := []*replayed.Site{o.site}
	var decisions []replayed.Decision
	switch name {
	case frontier:
		decisions, err = replayed.CrawlBest(ctx, all, &replayed.Best{Worth: o.worth}, 0)
	case breadthFirst:
		decisions, err = replayed.CrawlBest(ctx, all, replayed.BreadthFirst(), 0)
	case walk:
		decisions, err = replayed.Crawl(ctx, all, order.Options{})
	default:
		decisions, err = replayed.Crawl(ctx, all, order.Options{Pages: name, Seed: seed})
	}
	for _, d := range decisions {
		if page, ok := o.site.Page(d.Key); ok && d.Kind == site.OutcomeRead {
			read = append(read, uint32(page))
		}
	}
	return read, err
}

// worth returns the final PageRank of a URL. It puts free URLs first.
func (o *oracle) worth(_ int, key string) float64 {
	if o.site.Free(key) {
		return 1
	}
	if page, ok := o.site.Page(key); ok {
		return o.rank[page]
	}
	return 0
}
