package stats

import "sitegraph/site"

// Lists has a list of page numbers for every page, ascending, each number once: the targets of its arcs, their
// sources, or both without the page itself. Those of a large graph may be in a file.
type Lists interface {
	// Len is the number of pages.
	Len() int
	// Reader returns what reads the list of page i, which is valid until the next one is read. Each goroutine needs a
	// reader of its own.
	Reader() func(i int) []uint32
}

// Len is the number of pages.
func (r adjacency) Len() int { return len(r.offsets) - 1 }

// Reader returns what reads the list of page i.
func (r adjacency) Reader() func(i int) []uint32 { return r.of }

func targetsOf(g *site.Graph) adjacency {
	if len(g.Pages) == 0 {
		return adjacency{offsets: []int{0}}
	}
	return adjacency{offsets: g.Offsets, pages: g.Targets}
}

// Shape says how a graph hangs together; the components are numbered from 0 in the order of their first pages.
type Shape struct {
	// Strong and Weak sum up the components, BowTie the regions.
	Strong WeakComponent `json:"scc"`
	Weak   WeakComponent `json:"weak"`
	BowTie BowTie        `json:"bow_tie"`
	// StrongOf, WeakOf and Region have the component and the region of each page.
	StrongOf []int32  `json:"-"`
	WeakOf   []int32  `json:"-"`
	Region   []Region `json:"-"`
}

// ShapeOf finds the components and the bow-tie of a graph, given both directions of its arcs.
func ShapeOf(out, in Lists) (s Shape) {
	component, count := strongComponents(out)
	s.StrongOf = component
	s.Strong, _ = largestOf(component, count)
	s.BowTie, s.Region = bowTie(out, in, component, count)
	s.WeakOf, count = components(out, nil)
	s.Weak, _ = largestOf(s.WeakOf, count)
	return s
}
