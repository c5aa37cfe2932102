package pagelab

import (
	"fmt"
	"math/rand/v2"
	"slices"
)

// Ensemble makes a graph of a kind from a seed: Kind is "random" (each page
// links to pages at random, Degree on average, every page reachable from page
// 0) or "site" (a tree of sections of 5 to 40 pages; every page has a menu of
// the start page and the sections, links to neighbours in its section, to its
// parent and to a few pages anywhere; Degree is about that on average, 5 at
// least).
type Ensemble struct {
	Kind   string
	Pages  int
	Degree float64
}

// Name says what the ensemble is, for instance "random, degree 5".
func (e Ensemble) Name() string { return fmt.Sprintf("%s, degree %g", e.Kind, e.Degree) }

// Kinds lists the kinds of ensembles.
func Kinds() []string { return []string{"random", "site"} }

// New makes the graph of a seed.
func (e Ensemble) New(seed uint64) (*Oracle, error) {
	if e.Pages < 1 || !(e.Degree >= 1 && e.Degree < float64(max(2, e.Pages))) {
		return nil, fmt.Errorf("ensemble of %d pages and degree %v: it needs pages, and a degree of 1 at least and less than their number", e.Pages, e.Degree)
	}
	random := rand.New(rand.NewPCG(seed, 0x6772))
	var graph [][]uint32
	switch e.Kind {
	case "random":
		graph = e.scattered(random)
	case "site":
		graph = e.menus(random)
	default:
		return nil, fmt.Errorf("no ensemble is named %q; there are random and site", e.Kind)
	}
	offsets, targets := []int{0}, []uint32{}
	for _, list := range graph {
		slices.Sort(list)
		targets = append(targets, slices.Compact(list)...)
		offsets = append(offsets, len(targets))
	}
	return newOracle(fmt.Sprintf("%s, seed %d", e.Name(), seed), offsets, targets, nil)
}

// scattered: page i is linked by one of the pages before it, and each page has
// a number of further links between 0 and what makes the mean right.
func (e Ensemble) scattered(random *rand.Rand) [][]uint32 {
	graph := make([][]uint32, e.Pages)
	for i := 1; i < e.Pages; i++ {
		from := random.IntN(i)
		graph[from] = append(graph[from], uint32(i))
	}
	for i := range graph {
		for range random.IntN(int(2*(e.Degree-1)) + 1) {
			graph[i] = append(graph[i], uint32(random.IntN(e.Pages)))
		}
	}
	return graph
}

func (e Ensemble) menus(random *rand.Rand) [][]uint32 {
	graph := make([][]uint32, e.Pages)
	section := make([]int, e.Pages) // the page that heads it
	menu := []uint32{0}
	for i := 1; i < e.Pages; {
		end := min(e.Pages, i+5+random.IntN(36))
		for j := i; j < end; j++ {
			section[j] = i
		}
		if float64(len(menu)) < (e.Degree-4)/2 {
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
			if i+1 < e.Pages && section[i+1] == head {
				graph[i] = append(graph[i], uint32(i+1))
			}
		}
		for range random.IntN(max(1, int(e.Degree-3))) {
			graph[i] = append(graph[i], uint32(random.IntN(e.Pages)))
		}
	}
	return graph
}
