package stats

import (
	"math"
	"slices"

	"sitegraph/site"
)

const (
	damping       = 0.85  // probability of following an arc (Brin and Page); otherwise any page comes next
	tolerance     = 1e-12 // total change at which it stops; the error is below tolerance*damping/(1-damping)
	maxIterations = 200   // never reached, because changes start at 2 at most and shrink by damping
)

// PageRankSummary describes the computation of PageRank, see [PageRank], and lists the greatest values.
type PageRankSummary struct {
	Damping    float64   `json:"damping"`    // probability of following an arc
	Tolerance  float64   `json:"tolerance"`  // total change at which it stops
	Iterations int       `json:"iterations"` // number of steps
	Top        []TopPage `json:"top"`        // the pages with the greatest PageRank
}

// PageRank returns the PageRank of every page, positive and summing to 1. All arcs count alike, self-loops included,
// regardless of weight. A page without arcs passes its value to all pages equally. The power iteration starts from
// equal values, with damping 0.85, and stops when the changes sum to less than 1e-12 (Brin and Page, Computer
// Networks 30, 1998; Langville and Meyer, Google's PageRank and Beyond, 2006, 4.5, for pages without arcs).
func PageRank(g *site.Graph) (s PageRankSummary, rank []float64) {
	s, rank = PageRankOf(targetsOf(g))
	addAddresses(g, s.Top)
	return s, rank
}

// PageRankOf is like [PageRank] for lists of targets, but leaves the addresses in Top empty.
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

// surf moves the surfers one step; sinks are the pages without arcs. The conversion prevents fused multiply-adds,
// which some processors round differently.
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

// distance adds in page order, while gonum's order depends on the processor.
func distance(a, b []float64) float64 {
	sum := 0.0
	for i := range a {
		sum += math.Abs(a[i] - b[i])
	}
	return sum
}

// normalise removes the rounding errors of the iteration.
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
	hitsTolerance  = 1e-10   // change of the hubs (Euclidean length) at which it stops
	hitsIterations = 1000    // limit for graphs whose greatest singular values are too close
	hitsBlock      = 1 << 14 // number of pages in a job
)

// HITSSummary describes the computation of HITS, see [digraph.hits], and lists the greatest values.
type HITSSummary struct {
	Iterations  int       `json:"iterations"`  // number of steps
	Tolerance   float64   `json:"tolerance"`   // change of the hubs at which it stops
	Converged   bool      `json:"converged"`   // whether the change fell below the tolerance within 1,000 iterations
	Hubs        []TopPage `json:"hubs"`        // the best hubs
	Authorities []TopPage `json:"authorities"` // the best authorities
}

// hits returns how good a hub and how good an authority every page is. Hubs link to good authorities, and good hubs
// link to authorities (J. M. Kleinberg, "Authoritative sources in a hyperlinked environment", J. ACM 46(5), 1999).
// Self-loops count, weights do not. Both vectors have length 1 (the squares sum to 1), or are 0 if there are no
// arcs. The power iteration starts from equal hubs and stops after 1,000 steps or when the hubs change by less than
// 1e-10 in length. Values below 1e-10 cannot be told from 0 and are set to 0.
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

// dropFaint removes values that the iteration would shrink for ever.
func dropFaint(values []float64) {
	for i, x := range values {
		if x < hitsTolerance {
			values[i] = 0
		}
	}
}

// gather sets each page to the sum over its list, in list order, and scales the vector to length 1.
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
