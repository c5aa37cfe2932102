package stats

import (
	"slices"

	"sitegraph/site"
)

// arcCounts is what one look at all arcs gives.
type arcCounts struct {
	links  int // sum of the weights
	loops  int // arcs from a page to itself
	proper int // the other arcs
	mutual int // proper arcs whose reverse is an arc
	sinks  int // pages without a proper arc
}

// countArcs looks up no reverse arc twice and searches for none: as sources
// come in ascending order, each row is read once from left to right by those
// that ask it for its arc back.
func countArcs(g *site.Graph) arcCounts {
	var c arcCounts
	if len(g.Pages) == 0 {
		return c
	}
	read := slices.Clone(g.Offsets)
	for i := range g.Pages {
		targets, weights := g.Out(i)
		source, proper := uint32(i), len(targets)
		for k, t := range targets {
			c.links += int(weights[k])
			switch {
			case t == source:
				c.loops++
				proper--
			case seek(g, read, t, source):
				c.mutual++
			}
		}
		c.proper += proper
		if proper == 0 {
			c.sinks++
		}
	}
	return c
}

// seek moves row's read mark to the first target not below want and tells
// whether it is want.
func seek(g *site.Graph, read []int, row, want uint32) bool {
	k, end := read[row], g.Offsets[row+1]
	for k < end && g.Targets[k] < want {
		k++
	}
	read[row] = k
	return k < end && g.Targets[k] == want
}

// density divides in floating point: n(n-1) may be beyond an int.
func (c arcCounts) density(pages int) float64 {
	if pages < 2 {
		return 0
	}
	n := float64(pages)
	return Round(float64(c.proper) / (n * (n - 1)))
}
