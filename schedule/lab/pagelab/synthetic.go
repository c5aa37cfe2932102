package pagelab

import (
	"fmt"
	"math/rand/v2"
	"slices"
)

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

// kinds lists the kinds of graphs.
func kinds() []string { return []string{"random", "site"} }

// graph makes the graph of a seed.
func (e synthetic) graph(seed uint64) (*oracle, error) {
	if e.pages < 1 || !(e.degree >= 1 && e.degree < float64(max(2, e.pages))) {
		return nil, fmt.Errorf("a graph of %d pages and degree %v: the degree must be from 1 to the pages less one",
			e.pages, e.degree)
	}
	random := rand.New(rand.NewPCG(seed, 0x6772))
	var graph [][]uint32
	switch e.kind {
	case "random":
		graph = e.scattered(random)
	case "site":
		graph = e.menus(random)
	default:
		return nil, fmt.Errorf("no graph is of the kind %q; there are random and site", e.kind)
	}
	offsets, targets := []int{0}, []uint32{}
	for _, list := range graph {
		slices.Sort(list)
		targets = append(targets, slices.Compact(list)...)
		offsets = append(offsets, len(targets))
	}
	return ranked(fmt.Sprintf("%s, seed %d", e.name(), seed), offsets, targets), nil
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
