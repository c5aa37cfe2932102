package stats

import (
	"math"
	"slices"

	"sitegraph/site"
)

const (
	damping       = 0.85  // the chance to follow an arc, Brin and Page's; else any page comes next
	tolerance     = 1e-12 // sum of changes that ends it; the error is below tolerance*damping/(1-damping)
	maxIterations = 200   // never reached: from 2 at most, a change shrinks by damping
)

// PageRankSummary says how PageRank was computed, see [PageRank], and the pages with the greatest values.
type PageRankSummary struct {
	Damping    float64   `json:"damping"`    // the chance to follow an arc
	Tolerance  float64   `json:"tolerance"`  // the sum of changes that ends it
	Iterations int       `json:"iterations"` // the steps taken
	Top        []TopPage `json:"top"`        // the pages of greatest PageRank
}

// PageRank returns every page's PageRank, positive and 1 in sum. Every arc counts alike, a self-loop too,
// whatever its weight; a page without arcs passes its value to all alike. It is the power iteration from
// equal values, with damping 0.85, until the changes are below 1e-12 in sum (Brin and Page, Computer Networks
// 30, 1998; Langville and Meyer, Google's PageRank and Beyond, 2006, 4.5, for pages without arcs).
func PageRank(g *site.Graph) (s PageRankSummary, rank []float64) {
	s, rank = PageRankOf(targetsOf(g))
	addAddresses(g, s.Top)
	return s, rank
}

// PageRankOf is [PageRank] of lists of targets, without the addresses of the pages of greatest value.
func PageRankOf(targets Lists) (s PageRankSummary, rank []float64) {
	s = PageRankSummary{Damping: damping, Tolerance: tolerance, Top: []TopPage{}}
	n := targets.Len()
	if n == 0 {
		return s, []float64{}
	}
	rank = slices.Repeat([]float64{1 / float64(n)}, n)
	next := make([]float64, n)
	var sinks []uint32
	of := targets.Reader()
	for i := range n {
		if len(of(i)) == 0 {
			sinks = append(sinks, uint32(i))
		}
	}
	for change := math.Inf(1); change >= tolerance && s.Iterations < maxIterations; s.Iterations++ {
		surf(of, sinks, rank, next)
		change = distance(rank, next)
		rank, next = next, rank
	}
	normalise(rank)
	s.Top = Greatest(rank)
	return s, rank
}

// surf moves the surfers on by one step; sinks are the pages without arcs. The conversion prevents fused
// multiplication and addition, which some processors round differently.
func surf(of func(int) []uint32, sinks []uint32, rank, next []float64) {
	lost := 0.0
	for _, i := range sinks {
		lost += rank[i]
	}
	base := (1 - damping + float64(damping*lost)) / float64(len(rank))
	for i := range next {
		next[i] = base
	}
	for i, r := range rank {
		targets := of(i)
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

const (
	hitsTolerance  = 1e-10   // the change of the hubs, in length, that ends the iteration
	hitsIterations = 1000    // for graphs whose greatest singular values are too close
	hitsBlock      = 1 << 14 // the number of pages of a job
)

// HITSSummary says how HITS was computed, see [digraph.hits], and its greatest values.
type HITSSummary struct {
	Iterations  int       `json:"iterations"`  // the steps taken
	Tolerance   float64   `json:"tolerance"`   // the change of the hubs that ends them
	Converged   bool      `json:"converged"`   // below the tolerance, before 1,000 iterations
	Hubs        []TopPage `json:"hubs"`        // the pages that are the best hubs
	Authorities []TopPage `json:"authorities"` // likewise
}

// hits returns how good a hub and an authority every page is: hubs have arcs to good authorities, which are
// reached by arcs from good hubs (J. M. Kleinberg, "Authoritative sources in a hyperlinked environment", J.
// ACM 46(5), 1999). Self-loops count, weights do not. Both have the length 1 (the squares sum to 1); without
// arcs all are 0. It is the power iteration from equal hubs, until these change by less than 1e-10 in length,
// or 1,000 times. Values below 1e-10 are not known to differ from 0, and are 0.
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

// gather gives each page the sum of the values of its list, in its order, and all together the length 1.
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
