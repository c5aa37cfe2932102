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

func countArcs(g *site.Graph, dg digraph) (c arcCounts) {
	for _, weight := range g.Weights {
		c.links += int(weight)
	}
	for i := range dg.pages {
		targets := dg.out.of(i)
		proper, mutual := len(targets), inBoth(targets, dg.in.of(i))
		if _, loop := slices.BinarySearch(targets, uint32(i)); loop {
			c.loops++
			proper--
			mutual--
		}
		c.proper += proper
		c.mutual += mutual
		if proper == 0 {
			c.sinks++
		}
	}
	return c
}

// inBoth counts the members that two ascending lists share.
func inBoth(a, b []uint32) (count int) {
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0] < b[0]:
			a = a[1:]
		case b[0] < a[0]:
			b = b[1:]
		default:
			count++
			a, b = a[1:], b[1:]
		}
	}
	return count
}

// density divides in floating point: n(n-1) may be beyond an int.
func (c arcCounts) density(pages int) float64 {
	if pages < 2 {
		return 0
	}
	n := float64(pages)
	return Round(float64(c.proper) / (n * (n - 1)))
}
