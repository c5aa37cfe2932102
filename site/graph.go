package site

// Graph is a site's web graph in compressed rows: the arcs of page i are
// Targets[Offsets[i]:Offsets[i+1]], ascending, with their weights beside
// them. Pages are in (depth, key) order and page i has id i+1 in all files.
// The start page, when there is one, is page 0.
type Graph struct {
	// Pages are the nodes, in the order of their ids.
	Pages []Page
	// Offsets has len(Pages)+1 entries.
	Offsets []int
	// Targets holds page indices (not ids).
	Targets []uint32
	// Weights counts the links behind each arc, 1 or more.
	Weights []uint32
}

// Arcs returns the number of arcs, self-loops included.
func (g *Graph) Arcs() int { return len(g.Targets) }

// Out returns the targets of page i and the weights of the arcs to them. The
// slices belong to the graph.
func (g *Graph) Out(i int) (targets, weights []uint32) {
	from, to := g.Offsets[i], g.Offsets[i+1]
	return g.Targets[from:to], g.Weights[from:to]
}

// OutDegree returns the number of arcs that leave page i, a self-loop
// included.
func (g *Graph) OutDegree(i int) int { return g.Offsets[i+1] - g.Offsets[i] }

// InDegrees returns, for every page, the number of arcs that reach it,
// self-loops included.
func (g *Graph) InDegrees() []int {
	in := make([]int, len(g.Pages))
	for _, t := range g.Targets {
		in[t]++
	}
	return in
}
