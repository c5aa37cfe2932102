package stats

import (
	"math"
	"math/rand/v2"
	"slices"
	"sync"

	"sitegraph/site"
)

const (
	// betweennessWork bounds sources times (pages + arcs): with fewer pages all are sources, else as many as this
	// allows. It takes 20 to 80 seconds of one processor, the longer the less of the graph its caches hold.
	betweennessWork = 2e9
	// betweennessSeed seeds the choice of the sources.
	betweennessSeed = 2001
	// shards is the number of portions the sources are cut into.
	shards = 8
)

// BetweennessSummary says how betweenness was computed, and lists the greatest values.
type BetweennessSummary struct {
	// Method is exact or sampled.
	Method Method `json:"method"`
	// Top lists the pages of greatest betweenness.
	Top []TopPage `json:"top"`
}

// describeBetweenness returns every page's betweenness centrality beside the summary: the share of the ordered pairs
// of other pages that a page lies between, where a pair with several shortest paths counts with the share of those
// that lead over the page; pairs without a path count 0 (L. C. Freeman, Sociometry 40, 1977). Arcs have the length 1.
// The algorithm is that of U. Brandes ("A faster algorithm for betweenness centrality", J. Math. Sociology 25, 2001),
// and on large graphs, with random sources, that of U. Brandes and C. Pich ("Centrality estimation in large
// networks", Int. J. Bifurcation and Chaos 17, 2007): then a value is an unbiased estimate.
func describeBetweenness(g *site.Graph, dg digraph, t tick) (BetweennessSummary, []float64) {
	values, method := dg.betweenness(betweennessWork, t)
	return BetweennessSummary{Method: method, Top: top(g, values)}, values
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
func (dg digraph) betweennessSources(work float64) ([]int32, Method) {
	most := int(work / float64(dg.pages+len(dg.out.pages)+1))
	if dg.pages <= max(most, shards) {
		return countUp(dg.pages), Method{Name: "exact"}
	}
	count := max(most/shards, 1) * shards // as many for each shard
	random := rand.New(rand.NewPCG(betweennessSeed, 0))
	chosen := countUp(dg.pages)
	random.Shuffle(dg.pages, func(i, j int) { chosen[i], chosen[j] = chosen[j], chosen[i] })
	return chosen[:count], Method{Name: "sampled", Samples: count, Seed: betweennessSeed}
}

// standardError estimates that of the greatest value from the spread between the shards, which are independent
// samples, less what the share of the pages that were sources leaves certain.
func standardError(parts [][]float64, values []float64, scale, share float64) float64 {
	page := slices.Index(values, slices.Max(values))
	k, spread := float64(len(parts)), 0.0
	for _, part := range parts {
		d := float64(part[page]*scale*k) - values[page]
		spread += float64(d * d)
	}
	return Round(math.Sqrt(spread / (k * (k - 1)) * (1 - share)))
}

// dependencies returns, for every shard of the sources, the sum of the pages' dependencies: the pairs from these
// sources that each page lies between. The sums do not depend on the number of processors, since the shards do not.
func (dg digraph) dependencies(sources []int32, t tick) [][]float64 {
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

// The number of shortest paths to a page may be beyond a float64 (a row of 1,100 squares, linked at the corners, has
// 2^1100). A large one is kept as a number below 2^scaleBits and an exponent.
const (
	scaleBits = 500
	scale     = 1 << scaleBits
)

// unreached is the level of a page no path leads to.
const unreached = -1

// brandes computes the dependencies of one source after the other. It takes 20 bytes a page, in arrays of their own,
// since the inner loops look at the level of every target and at the rest of few.
type brandes struct {
	out adjacency
	// level is the distance of each page from the source.
	level []int32
	// paths is the number of shortest paths from the source to each page, over 2^(scaleBits*exponent); on the way
	// back, from when the page's dependency is known, (1 + dependency) / paths.
	paths    []float64
	exponent []int32
	// large reports whether an exponent is not 0.
	large bool
	order []uint32 // the pages reached, by level
}

func newBrandes(dg digraph) *brandes {
	return &brandes{out: dg.out, level: slices.Repeat([]int32{unreached}, dg.pages),
		paths: make([]float64, dg.pages), exponent: make([]int32, dg.pages), order: make([]uint32, 0, dg.pages)}
}

// add adds, for each page, how many pages it lies between the source and.
func (b *brandes) add(source int32, sum []float64) {
	b.search(source)
	last := b.level[b.order[len(b.order)-1]]
	for k := len(b.order) - 1; k > 0; k-- {
		v := b.order[k]
		dependency := 0.0
		if b.level[v] < last {
			dependency = float64(b.paths[v] * b.sumSuccessors(v))
		}
		sum[v] += dependency
		b.paths[v] = (1 + dependency) / b.paths[v]
	}
	for _, v := range b.order {
		b.level[v] = unreached
	}
	if b.large {
		clear(b.exponent)
		b.large = false
	}
}

// search counts the shortest paths from the source.
func (b *brandes) search(source int32) {
	b.level[source], b.paths[source] = 0, 1
	b.order = append(b.order[:0], uint32(source))
	ahead := 0 // where the next level begins
	for k := 0; k < len(b.order); k++ {
		if k == ahead {
			ahead = len(b.order)
			b.sortLevel(b.order[k:])
			if len(b.order) == len(b.level) {
				return // this is the last level
			}
		}
		b.follow(b.order[k])
	}
}

// follow hands the paths to a page on to those of the next level.
func (b *brandes) follow(v uint32) {
	if b.paths[v] >= scale {
		b.paths[v] /= scale
		b.exponent[v]++
		b.large = true
	}
	next, paths := b.level[v]+1, b.paths[v]
	for _, t := range b.out.of(int(v)) {
		switch b.level[t] {
		case unreached:
			b.level[t], b.paths[t] = next, paths
			b.order = append(b.order, t)
			if b.large {
				b.exponent[t] = b.exponent[v]
			}
		case next:
			if b.large {
				b.join(t, v)
			} else {
				b.paths[t] += paths
			}
		}
	}
}

// join adds v's paths to t's. What gets lost is below the last bit.
func (b *brandes) join(t, v uint32) {
	shift := scaleBits * int(b.exponent[t]-b.exponent[v])
	if shift >= 0 {
		b.paths[t] += math.Ldexp(b.paths[v], -shift)
		return
	}
	b.paths[t] = math.Ldexp(b.paths[t], shift) + b.paths[v]
	b.exponent[t] = b.exponent[v]
}

// sumSuccessors sums (1 + dependency) / paths over the pages behind a page.
func (b *brandes) sumSuccessors(v uint32) (sum float64) {
	next := b.level[v] + 1
	for _, t := range b.out.of(int(v)) {
		switch {
		case b.level[t] != next:
		case b.large:
			sum += math.Ldexp(b.paths[t], scaleBits*int(b.exponent[v]-b.exponent[t]))
		default:
			sum += b.paths[t]
		}
	}
	return sum
}

// sortLevel puts the pages of a level in order when they are many, so that their arcs, and much of what these lead
// to, are read as they lie in memory; this halves the time.
func (b *brandes) sortLevel(pages []uint32) {
	if len(pages) < len(b.level)/64 {
		return
	}
	level, k := b.level[pages[0]], 0
	for i, l := range b.level {
		if l == level {
			pages[k] = uint32(i)
			k++
		}
	}
}
