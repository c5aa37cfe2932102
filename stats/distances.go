package stats

import (
	"math"
	"math/rand/v2"
	"slices"

	"sitegraph/site"
)

const (
	distanceSample = 1024 // number of pages searched first; the rest follow unless they may take too long
	distanceSeed   = 1
	distanceLooks  = 4e9  // limit for a search from all pages, ten seconds on two cores
	distanceLanes  = 2    // batches side by side; fixed, because it determines the order of sums
	distanceRisk   = 0.05 // probability that an error bound does not hold
)

// Distances describes the shortest paths between all ordered pairs of different pages, in arcs. A sample covers the
// paths from some pages to all others, and then every number but Diameter is an estimate.
type Distances struct {
	Method    Method  `json:"method"`    // exact or sampled
	Reachable float64 `json:"reachable"` // share of pairs joined by a path
	Mean      float64 `json:"mean"`      // mean over the pairs with a path
	Median    int     `json:"median"`    // half of these pairs lie within it (Broder et al., 2000)
	// Effective is the least distance within which 90 % of the pairs with a path lie (Leskovec, Kleinberg and
	// Faloutsos, ACM TKDD 1(1), 2007, without interpolation).
	Effective    int      `json:"effective_diameter"`
	Diameter     int      `json:"diameter"`     // the greatest distance; a lower bound if sampled
	Distribution [][2]int `json:"distribution"` // [distance, pairs], ascending, for pairs with a path
	// Harmonic lists the pages with the greatest mean of 1/distance from all other pages, where no path counts as 0
	// (Boldi and Vigna, Internet Mathematics 10, 2014).
	Harmonic []TopPage `json:"harmonic"`
}

// describeDistances measures the distances from all pages, or from a sample if the graph is large, and every
// page's harmonic centrality (Rochat, "Closeness centrality extended to unconnected graphs", 2009; Boldi and
// Vigna, "Axioms for centrality", Internet Mathematics 10, 2014). t is called by one goroutine at a time.
func describeDistances(g *site.Graph, dg digraph, t tick) (Distances, []float64) {
	s := surveyDistances(dg, distanceLooks, t)
	d := s.describe()
	harmonic := s.harmonic()
	d.Harmonic = top(g, harmonic)
	return d, harmonic
}

type survey struct {
	pages, sources int
	// pairs and nearness are as in [multiBFS].
	pairs    []int
	nearness []float64
}

// surveyDistances searches from a sample first. The cost of that decides whether it goes on to all pages.
func surveyDistances(dg digraph, limit float64, t tick) survey {
	sample, rest := drawSources(dg.pages)
	pages := dg.pages
	s := survey{pages: pages, sources: len(sample)}
	var lanes [distanceLanes]*multiBFS
	for k := range lanes {
		lanes[k] = &multiBFS{graph: dg, seen: make([]sourceSet, pages), at: make([]sourceSet, pages),
			next: make([]sourceSet, pages), nearness: make([]float64, pages)}
	}
	split := 0.5
	if len(rest) == 0 {
		split = 1
	}
	search(lanes[:], sample, func(share float64) { t(share * split) })
	looks := 0
	for _, lane := range lanes {
		looks += lane.looks
	}
	if len(rest) > 0 && float64(looks)/float64(len(sample))*float64(dg.pages) <= limit {
		search(lanes[:], rest, func(share float64) { t(split + share*(1-split)) })
		s.sources = dg.pages
	}
	s.collect(lanes[:])
	t(1)
	return s
}

// drawSources draws without replacement (Knuth, The Art of Computer Programming 2, 3.4.2, algorithm S).
func drawSources(pages int) (sample, rest []uint32) {
	r := rand.New(rand.NewPCG(distanceSeed, 0))
	for i := range pages {
		if r.IntN(pages-i) < distanceSample-len(sample) {
			sample = append(sample, uint32(i))
		} else {
			rest = append(rest, uint32(i))
		}
	}
	return sample, rest
}

// search assigns the sources to the lanes in an order that does not depend on time.
func search(lanes []*multiBFS, sources []uint32, t tick) {
	batches := slices.Collect(slices.Chunk(sources, bfsSources))
	inParallel(len(lanes), func() func(int) {
		return func(k int) {
			for i := k; i < len(batches); i += len(lanes) {
				lanes[k].run(batches[i])
				if k == 0 {
					t(float64(i+1) / float64(len(batches)))
				}
			}
		}
	})
}

func (s *survey) collect(lanes []*multiBFS) {
	s.nearness = make([]float64, s.pages)
	for _, lane := range lanes {
		s.pairs = append(s.pairs, make([]int, max(0, len(lane.pairs)-len(s.pairs)))...)
		for d, count := range lane.pairs {
			s.pairs[d] += count
		}
		for i, near := range lane.nearness {
			s.nearness[i] += near
		}
	}
}

func (s *survey) describe() Distances {
	d := Distances{Method: s.method(), Distribution: [][2]int{}}
	found, steps := 0, 0
	for distance, count := range s.pairs {
		if distance > 0 {
			found += count
			steps += distance * count
			// From the sample's pairs to all, in an order that does not overflow.
			all := count/s.sources*s.pages + (count%s.sources*s.pages+s.sources/2)/s.sources
			d.Distribution = append(d.Distribution, [2]int{distance, all})
		}
	}
	d.Reachable = share(found, s.sources*(s.pages-1))
	d.Mean = share(steps, found)
	d.Median = s.quantile(found - found/2)
	d.Effective = s.quantile(found - found/10)
	d.Diameter = max(0, len(s.pairs)-1)
	return d
}

// quantile returns the least distance within which at least pairs pairs lie.
func (s *survey) quantile(pairs int) int {
	for distance, count := range s.pairs {
		if pairs -= count; pairs <= 0 {
			return distance
		}
	}
	return 0
}

func (s *survey) harmonic() []float64 {
	if s.pages < 2 {
		return make([]float64, s.pages)
	}
	scale := float64(s.pages) / float64(s.sources) / float64(s.pages-1)
	h := make([]float64, s.pages)
	for i, near := range s.nearness {
		h[i] = near * scale
	}
	return h
}

func (s *survey) method() Method {
	if s.sources == s.pages {
		return Method{Name: "exact"}
	}
	return Method{Name: "sampled", Samples: s.sources, Seed: distanceSeed,
		Error: Round(samplingError(s.pages, s.sources)),
		ErrorIs: "bound that holds with 95 % chance, for all pages and distances at once: " +
			"on a page's harmonic centrality, and on the share of all pairs within a distance"}
}

// samplingError bounds the error of 2n means of numbers from 0 to 1, one per page, at once, when a sample without
// replacement estimates them: harmonic centralities, and shares of pairs within a distance (Hoeffding,
// "Probability inequalities for sums of bounded random variables", J. Am. Stat. Assoc. 58, 1963, theorem 2
// and section 6). The means are over n-1 pages.
func samplingError(pages, sources int) float64 {
	n := float64(pages)
	means := 2 * n
	return math.Sqrt(math.Log(2*means/distanceRisk)/(2*float64(sources))) * n / (n - 1)
}
