package stats

import (
	"math"
	"slices"

	"sitegraph/site"
)

const (
	// damping is the chance that the surfer follows an arc; else any page comes next with equal chance. 0.85 is the
	// value of Brin and Page.
	damping = 0.85
	// tolerance ends the iteration: the sum of the absolute changes of all values. What then remains is below
	// tolerance * damping / (1 - damping).
	tolerance = 1e-12
	// maxIterations is never reached: each iteration shrinks the change, at most 2 in the first, by the factor
	// damping, which takes 175.
	maxIterations = 200
)

// PageRankSummary says how PageRank was computed, see [pageRank], and the pages with the greatest values.
type PageRankSummary struct {
	// Damping is the chance to follow an arc, Tolerance the sum of changes at which the iteration ends, Iterations
	// the number of steps taken.
	Damping    float64 `json:"damping"`
	Tolerance  float64 `json:"tolerance"`
	Iterations int     `json:"iterations"`
	// Top lists the pages of greatest PageRank.
	Top []TopPage `json:"top"`
}

// pageRank returns the PageRank of every page; the values are positive and their sum is 1. Every arc out of a page, a
// self-loop too, counts alike, whatever its weight; a page without arcs passes its value to all pages alike. It is
// the power iteration from equal values, with damping 0.85, until the values change by less than 1e-12 in sum (Brin
// and Page, Computer Networks 30, 1998; Langville and Meyer, Google's PageRank and Beyond, 2006, 4.5, for pages
// without arcs).
func pageRank(g *site.Graph) (rank []float64, iterations int) {
	n := len(g.Pages)
	if n == 0 {
		return []float64{}, 0
	}
	rank = slices.Repeat([]float64{1 / float64(n)}, n)
	next := make([]float64, n)
	for change := math.Inf(1); change >= tolerance && iterations < maxIterations; iterations++ {
		surf(g, rank, next)
		change = distance(rank, next)
		rank, next = next, rank
	}
	normalise(rank)
	return rank, iterations
}

// surf moves the surfers on by one step. The conversion keeps the compiler from fusing multiplication and addition,
// which some processors round differently.
func surf(g *site.Graph, rank, next []float64) {
	lost := 0.0 // the value of pages without arcs
	for i, r := range rank {
		if g.OutDegree(i) == 0 {
			lost += r
		}
	}
	base := (1 - damping + float64(damping*lost)) / float64(len(rank))
	for i := range next {
		next[i] = base
	}
	for i, r := range rank {
		targets, _ := g.Out(i)
		part := damping * r / float64(len(targets))
		for _, t := range targets {
			next[t] += part
		}
	}
}

// distance adds in page order; gonum's order depends on the processor.
func distance(a, b []float64) float64 {
	sum := 0.0
	for i := range a {
		sum += math.Abs(a[i] - b[i])
	}
	return sum
}

// normalise takes out the rounding of the iteration.
func normalise(rank []float64) {
	sum := 0.0
	for _, r := range rank {
		sum += r
	}
	for i := range rank {
		rank[i] /= sum
	}
}

func describePageRank(g *site.Graph) (PageRankSummary, []float64) {
	rank, iterations := pageRank(g)
	return PageRankSummary{Damping: damping, Tolerance: tolerance, Iterations: iterations,
		Top: top(g, rank)}, rank
}
