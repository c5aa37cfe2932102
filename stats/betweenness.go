package stats

import (
	"cmp"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"sync"

	"sitegraph/site"
)

const (
	betweennessPages = 30_000 // up to this size every page is a source, at any cost
	betweennessWork  = 4e9    // limit on searches times (pages + inner arcs) for larger graphs
	betweennessSeed  = 2001   // seed for choosing the sources
	betweennessRisk  = 0.05   // probability that the error exceeds its bound
	shards           = 8      // number of portions of the sources
)

// BetweennessSummary describes the method and lists the pages with the greatest values.
type BetweennessSummary struct {
	Method Method    `json:"method"` // exact or sampled
	Top    []TopPage `json:"top"`    // the pages with the greatest betweenness
}

// describeBetweenness returns the betweenness centrality of every page: the mean, over the ordered pairs of other
// pages, of the share of their shortest paths that cross it (L. C. Freeman, Sociometry 40, 1977). It uses Brandes'
// algorithm ("A faster algorithm for betweenness centrality", J. Math. Sociology 25, 2001). On large graphs it makes an
// unbiased estimate from random sources (Brandes and Pich, "Centrality estimation in large networks", Int. J.
// Bifurcation and Chaos 17, 2007).
func describeBetweenness(g *site.Graph, dg digraph, t tick) (BetweennessSummary, []float64) {
	values, method := dg.betweenness(betweennessPages, betweennessWork, t)
	return BetweennessSummary{Method: method, Top: top(g, values)}, values
}

// betweenness is exact for graphs of at most pages pages, and for larger ones that cost at most about work.
func (dg digraph) betweenness(pages int, work float64, t tick) ([]float64, Method) {
	inner := dg.inner()
	portions, samples := dg.betweennessSources(inner, pages, work)
	d := dg.dependencies(inner, portions, t)
	n := float64(dg.pages)
	scale := 0.0
	if dg.pages > 2 {
		scale = n / float64(cmp.Or(samples, dg.pages)) / ((n - 1) * (n - 2))
	}
	method := Method{Name: "exact"}
	if samples > 0 {
		method = d.sampled(samples)
	}
	for i := range d.sum {
		d.sum[i] *= scale
	}
	return d.sum, method
}

// betweennessSources splits the roots of the searches into portions. The roots cover all pages or a sample.
func (dg digraph) betweennessSources(inner adjacency, pages int, work float64) (portions [shards][]root, samples int) {
	roots := dg.rootsOf(countUp(dg.pages))
	each := float64(dg.pages + len(inner.pages)) // the work of a search
	if dg.pages > pages && float64(len(roots))*each > work {
		samples = min(max(int(work/each), 2), dg.pages)
		random := rand.New(rand.NewPCG(betweennessSeed, 0))
		chosen := countUp(dg.pages)
		random.Shuffle(dg.pages, func(i, j int) { chosen[i], chosen[j] = chosen[j], chosen[i] })
		slices.Sort(chosen[:samples])
		roots = dg.rootOfEach(chosen[:samples])
	}
	for i := range portions {
		portions[i] = roots[i*len(roots)/shards : (i+1)*len(roots)/shards]
	}
	return portions, samples
}

// dependencies add up, over the sources, the pairs whose shortest paths cross each page.
type dependencies struct {
	sum, squares []float64 // sums of the pairs and of their squares, by page
}

func newDependencies(pages int) dependencies {
	return dependencies{make([]float64, pages), make([]float64, pages)}
}

func (d *dependencies) add(other dependencies) {
	for i, x := range other.sum {
		d.sum[i] += x
		d.squares[i] += other.squares[i]
	}
}

// sampled bounds the error of betweenness estimated from a number of sources. With a probability of 95 % no value is
// farther off (Bardenet and Maillard, "Concentration inequalities for sampling without replacement", Bernoulli 21,
// 2015: empirical Bernstein-Serfling, in both directions and for all pages).
func (d *dependencies) sampled(samples int) Method {
	out := Method{Name: "sampled", Samples: samples, Seed: betweennessSeed,
		ErrorIs: "bound that holds with 95 % chance, for all pages at once"}
	n, m := float64(len(d.sum)), float64(samples)
	if n < 3 {
		return out
	}
	greatest, variance := 0, 0.0
	for i, x := range d.sum {
		variance = max(variance, d.variance(i, m))
		if x > d.sum[greatest] {
			greatest = i
		}
	}
	rho := 1 - (m-1)/n
	if m > n/2 {
		rho = (1 - m/n) * (1 + 1/m)
	}
	log, kappa := math.Log(5*2*n/betweennessRisk), 7./3+3/math.Sqrt2
	out.Error = Round((math.Sqrt(2*variance*rho*log/m) + kappa*log/m) * n / (n - 1))
	out.StandardError = Round(math.Sqrt(d.variance(greatest, m)*(1-m/n)/(m-1)) * n / (n - 1))
	return out
}

// variance returns the variance, over m sources, of the share of the n-2 pairs whose shortest paths cross a page.
func (d *dependencies) variance(page int, m float64) float64 {
	pairs := float64(len(d.sum) - 2)
	mean := d.sum[page] / m / pairs
	return max(0, d.squares[page]/m/pairs/pairs-float64(mean*mean))
}

// dependencies sums over all roots. Fixed portions make the sums the same on any number of processors.
func (dg digraph) dependencies(inner adjacency, portions [shards][]root, t tick) dependencies {
	parts := make([]dependencies, shards)
	var mutex sync.Mutex
	done, all := 0, 0
	for _, p := range portions {
		all += len(p)
	}
	reverse := reversed(inner, dg.pages)
	inParallel(shards, func() func(int) {
		search := newLaneBrandes(inner, reverse)
		return func(shard int) {
			parts[shard] = newDependencies(dg.pages)
			for roots := range slices.Chunk(portions[shard], lanes) {
				if !search.add(roots, &parts[shard]) {
					dg.addEach(roots, &parts[shard])
				}
				mutex.Lock()
				done += len(roots)
				t(float64(done) / float64(all))
				mutex.Unlock()
			}
		}
	})
	for _, part := range parts[1:] {
		parts[0].add(part)
	}
	return parts[0]
}

func (dg digraph) addEach(roots []root, d *dependencies) {
	search := newBrandes(dg)
	for _, r := range roots {
		for _, m := range r.members {
			one := newDependencies(dg.pages)
			search.add(int32(m), one.sum)
			for i, x := range one.sum {
				one.squares[i] = float64(x * x)
			}
			d.add(one)
		}
	}
}

const unreached = -1

// brandes computes the dependencies of one source at a time. It is for graphs with too many shortest paths for
// [laneBrandes]: a row of 1,100 squares joined at their corners has 2^1100, which overflows a float64.
type brandes struct {
	out        adjacency
	level      []int32      // the distance of each page from the source
	paths      []*big.Float // the number of shortest paths to each page
	dependency []float64    // the dependency of the source on each page
}

func newBrandes(dg digraph) *brandes {
	return &brandes{dg.out, make([]int32, dg.pages), make([]*big.Float, dg.pages), make([]float64, dg.pages)}
}

// add adds to sum, for each page, the dependency of the source on it.
func (b *brandes) add(source int32, sum []float64) {
	for i := range b.level {
		b.level[i] = unreached
	}
	b.level[source], b.paths[source] = 0, big.NewFloat(1)
	order := []uint32{uint32(source)}
	for k := 0; k < len(order); k++ {
		v := order[k]
		for _, t := range b.out.of(int(v)) {
			if b.level[t] == unreached {
				b.level[t], b.paths[t] = b.level[v]+1, new(big.Float)
				order = append(order, t)
			}
			if b.level[t] > b.level[v] {
				b.paths[t].Add(b.paths[t], b.paths[v])
			}
		}
	}
	for _, v := range slices.Backward(order[1:]) {
		b.dependency[v] = 0
		for _, t := range b.out.of(int(v)) {
			if b.level[t] > b.level[v] {
				share, _ := new(big.Float).Quo(b.paths[v], b.paths[t]).Float64()
				b.dependency[v] += share * (1 + b.dependency[t])
			}
		}
		sum[v] += b.dependency[v]
	}
}
