package stats

import (
	"math"
	"slices"

	"sitegraph/site"
)

const (
	// hitsTolerance ends the iteration: the length of the change of the hubs.
	hitsTolerance = 1e-10
	// hitsIterations ends it where the two greatest singular values of the graph are so close that it would take very
	// long.
	hitsIterations = 1000
	// hitsBlock is the number of pages of a job.
	hitsBlock = 1 << 14
)

// HITSSummary says how HITS was computed, see [digraph.hits], and its greatest values.
type HITSSummary struct {
	// Iterations counts the steps taken; Tolerance is the change of the hubs at which they end.
	Iterations int     `json:"iterations"`
	Tolerance  float64 `json:"tolerance"`
	// Converged reports whether the change fell below the tolerance before the iterations were ended at 1,000.
	Converged bool `json:"converged"`
	// Hubs and Authorities are the pages of greatest value.
	Hubs        []TopPage `json:"hubs"`
	Authorities []TopPage `json:"authorities"`
}

// hits returns how good a hub and how good an authority every page is: a hub has arcs to good authorities, an
// authority is reached by arcs from good hubs (J. M. Kleinberg, "Authoritative sources in a hyperlinked environment",
// J. ACM 46(5), 1999). Self-loops are arcs like others, weights do not count. No value is negative, and each of the
// two has the length 1 (the squares sum to 1), as in Kleinberg's paper; in a graph without arcs all are 0. It is the
// power iteration from equal hubs, until these change by less than 1e-10 in length or for 1,000 iterations. Values
// below 1e-10 are not known to differ from 0 and are given as 0.
func (dg digraph) hits() (hub, authority []float64, iterations int, converged bool) {
	hub, authority = make([]float64, dg.pages), make([]float64, dg.pages)
	if len(dg.out.pages) == 0 {
		return hub, authority, 0, true
	}
	before := slices.Repeat([]float64{1 / math.Sqrt(float64(dg.pages))}, dg.pages)
	for iterations < hitsIterations && !converged {
		dg.in.gather(before, authority)
		dg.out.gather(authority, hub)
		converged = apart(before, hub) < hitsTolerance
		before, hub = hub, before
		iterations++
	}
	dropFaint(before)
	dropFaint(authority)
	return before, authority, iterations, converged
}

// dropFaint takes out what the iteration would shrink for ever.
func dropFaint(values []float64) {
	for i, x := range values {
		if x < hitsTolerance {
			values[i] = 0
		}
	}
}

// gather gives each page the sum of the values of its list, and then all of them the length 1. Each sum is in the
// order of the list, whoever adds it.
func (r adjacency) gather(from, to []float64) {
	inParallel((len(to)+hitsBlock-1)/hitsBlock, func() func(int) {
		return func(block int) {
			for i := block * hitsBlock; i < min(len(to), (block+1)*hitsBlock); i++ {
				sum := 0.0
				for _, j := range r.of(i) {
					sum += from[j]
				}
				to[i] = sum
			}
		}
	})
	length := 0.0
	for _, x := range to {
		length += float64(x * x)
	}
	length = math.Sqrt(length)
	for i := range to {
		to[i] /= length
	}
}

// apart is the length of the difference.
func apart(a, b []float64) float64 {
	sum := 0.0
	for i, x := range a {
		d := x - b[i]
		sum += float64(d * d)
	}
	return math.Sqrt(sum)
}

func describeHITS(g *site.Graph, dg digraph) (s HITSSummary, hub, authority []float64) {
	hub, authority, iterations, converged := dg.hits()
	return HITSSummary{Iterations: iterations, Tolerance: hitsTolerance, Converged: converged,
		Hubs: top(g, hub), Authorities: top(g, authority)}, hub, authority
}
