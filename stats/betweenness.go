package stats

import (
	"math"
	"math/rand/v2"
	"slices"
	"sync"

	"sitegraph/site"
)

const (
	// betweennessWork bounds sources times (pages + arcs): with fewer pages
	// all are sources, else as many as this allows. It takes 20 to 80 seconds
	// of one processor, the longer the less of the graph its caches hold.
	betweennessWork = 2e9
	// betweennessSeed seeds the choice of the sources.
	betweennessSeed = 2001
	// shards is the number of portions the sources are cut into.
	shards = 8
)

// BetweennessSummary says how betweenness was computed, and lists the greatest
// values.
type BetweennessSummary struct {
	// Method is exact or sampled.
	Method Method `json:"method"`
	// Top lists the pages of greatest betweenness.
	Top []TopPage `json:"top"`
}

// describeBetweenness returns every page's betweenness centrality beside the
// summary: the share of the ordered pairs of other pages that a page lies
// between, where a pair with several shortest paths counts with the share of
// those that lead over the page; pairs without a path count 0 (L. C. Freeman,
// Sociometry 40, 1977). Arcs have the length 1. The algorithm is that of U.
// Brandes ("A faster algorithm for betweenness centrality", J. Math. Sociology
// 25, 2001), and on large graphs, with random sources, that of U. Brandes and
// C. Pich ("Centrality estimation in large networks", Int. J. Bifurcation and
// Chaos 17, 2007): then a value is an unbiased estimate.
func describeBetweenness(g *site.Graph, dg digraph, t tick) (BetweennessSummary, []float64) {
	values, method := dg.betweenness(betweennessWork, t)
	return BetweennessSummary{
		Method: method,
		Top:    top(g, func(i int) float64 { return values[i] }),
	}, values
}

// betweenness does at most about the given work.
func (dg digraph) betweenness(work float64, t tick) ([]float64, Method) {
	sources, method := dg.betweennessSources(work)
	parts := dg.dependencies(sources, t)
	values := make([]float64, dg.pages)
	for _, part := range parts {
		for i, x := range part {
			values[i] += x
		}
	}
	n := float64(dg.pages)
	scale := 0.0
	if dg.pages > 2 {
		scale = n / float64(len(sources)) / ((n - 1) * (n - 2))
	}
	for i := range values {
		values[i] *= scale
	}
	if method.Samples > 0 {
		method.Error = standardError(parts, values, scale, float64(method.Samples)/n)
		method.ErrorIs = "estimated standard error of the greatest value"
	}
	return values, method
}

// betweennessSources returns all pages, or a random choice in random order.
func (dg digraph) betweennessSources(work float64) ([]int, Method) {
	most := int(work / float64(dg.pages+len(dg.out.pages)+1))
	if dg.pages <= max(most, shards) {
		all := make([]int, dg.pages)
		for i := range all {
			all[i] = i
		}
		return all, Method{Name: "exact"}
	}
	count := max(most/shards, 1) * shards // as many for each shard
	random := rand.New(rand.NewPCG(betweennessSeed, 0))
	chosen := random.Perm(dg.pages)[:count]
	return chosen, Method{Name: "sampled", Samples: count, Seed: betweennessSeed}
}

// standardError estimates that of the greatest value from the spread between
// the shards, which are independent samples, less what the share of the pages
// that were sources leaves certain.
func standardError(parts [][]float64, values []float64, scale, share float64) float64 {
	page := slices.Index(values, slices.Max(values))
	k, spread := float64(len(parts)), 0.0
	for _, part := range parts {
		d := float64(part[page]*scale*k) - values[page]
		spread += float64(d * d)
	}
	return Round(math.Sqrt(spread / (k * (k - 1)) * (1 - share)))
}

// dependencies returns, for every shard of the sources, the sum of the pages'
// dependencies: the pairs from these sources that each page lies between. The
// sums do not depend on the number of processors, since the shards do not.
func (dg digraph) dependencies(sources []int, t tick) [][]float64 {
	parts := make([][]float64, shards)
	var mutex sync.Mutex
	done := 0
	inParallel(shards, func() func(int) {
		b := newBrandes(dg)
		return func(shard int) {
			parts[shard] = make([]float64, dg.pages)
			for k := shard; k < len(sources); k += shards {
				b.add(sources[k], parts[shard])
				mutex.Lock()
				done++
				t(float64(done) / float64(len(sources)))
				mutex.Unlock()
			}
		}
	})
	return parts
}
