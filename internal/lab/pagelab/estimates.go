package pagelab

import (
	"context"
	"fmt"
	"math"
	"slices"

	"sitegraph/internal/lab"
	"sitegraph/schedule/page"
)

// maxReadings is the maximum number of readings per page.
const maxReadings = 10

// precision has the mean error of estimated importance over the graphs, by readings per page.
type precision struct {
	graph, policy string
	// graphs is the number of graphs and seeds behind the means.
	graphs int
	// error is the sum of absolute differences to PageRank, 0 to 2, and tau is Kendall's tau-b with it, after
	// 1, 2, ... readings per page.
	error, tau []float64
}

// measureEstimates measures how fast policies that read pages repeatedly estimate importance. They know all pages
// from the start. It returns a result per policy for each kind of graph, then for each crawl.
func (o Options) measureEstimates(ctx context.Context, graphs []synthetic, crawls []*oracle) ([]precision, error) {
	policies := o.Policies
	if len(policies) == 0 {
		policies = []string{"opic-random", "opic-cycle", "opic-greedy"}
	}
	for _, name := range policies {
		if _, err := newEstimator(name, 0); err != nil {
			return nil, err
		}
	}
	runs, err := lab.Grid(ctx, o.Plan, len(graphs)+len(crawls), len(policies),
		func(i, policy int, seed uint64) (precision, error) {
			if at := i - len(graphs); at >= 0 {
				return estimate(crawls[at], policies[policy], seed)
			}
			return estimate(graphs[i].graph(seed), policies[policy], seed)
		})
	if err != nil {
		return nil, err
	}
	var all []precision
	for _, same := range slices.Concat(runs...) {
		all = append(all, precision{
			graph: same[0].graph, policy: same[0].policy, graphs: len(same),
			error: lab.Means(same, func(p precision) []float64 { return p.error }),
			tau:   lab.Means(same, func(p precision) []float64 { return p.tau }),
		})
	}
	return all, nil
}

// newEstimator returns a policy that estimates importance.
func newEstimator(name string, seed uint64) (page.Policy, error) {
	p := page.New(name, seed)
	if p.Importance() == nil {
		return nil, fmt.Errorf("page policy %s does not estimate importance; "+
			"opic-cycle, opic-greedy and opic-random do", name)
	}
	return p, nil
}

func estimate(graph *oracle, policy string, seed uint64) (precision, error) {
	result := precision{graph: graph.name, policy: policy}
	e, err := newEstimator(policy, seed)
	if err != nil {
		return result, err
	}
	for i := range graph.pages() {
		e.Discovered(uint32(i))
	}
	for reading := range maxReadings * graph.pages() {
		number, ok := e.Next()
		if !ok {
			return result, fmt.Errorf("page policy %s reads every page only once; "+
				"opic-cycle, opic-greedy and opic-random read them again", policy)
		}
		e.Read(number, graph.out(number))
		if (reading+1)%graph.pages() == 0 {
			x := e.Importance()
			result.error = append(result.error, distance(x, graph.rank))
			result.tau = append(result.tau, kendall(x, graph.rank))
		}
	}
	return result, nil
}

func distance(a, b []float64) (sum float64) {
	for i := range a {
		sum += math.Abs(a[i] - b[i])
	}
	return sum
}

// fixpointError reads a whole crawl with the policy stored and settles until each page has at most 1e-7 of the credit
// divided by the number of pages. It returns the sum of absolute differences to PageRank.
func fixpointError(o *oracle) (float64, error) {
	p := page.New("stored", 0)
	for i := range o.pages() {
		p.Discovered(uint32(i))
	}
	for i := range o.pages() {
		p.Read(uint32(i), o.out(uint32(i)))
	}
	p.(page.Stored).Settle(1e-7 / float64(o.pages()))
	return distance(p.Importance(), o.rank), nil
}

// kendall returns Kendall's tau-b of two lists, -1 to 1, or 0 if a list does not vary. It subtracts pairs in opposite
// order from pairs in the same order, corrects for ties, and takes O(n log n) (Knight, JASA 61, 1966).
func kendall(x, y []float64) float64 {
	points := make([][2]float64, len(x))
	for i := range points {
		points[i] = [2]float64{x[i], y[i]}
	}
	slices.SortFunc(points, func(a, b [2]float64) int { return slices.Compare(a[:], b[:]) })
	sorted := make([]float64, len(y))
	for i, p := range points {
		sorted[i] = p[1]
	}
	pairs := len(x) * (len(x) - 1) / 2
	tiedX, tiedY := ties(x), ties(y)
	score := float64(pairs - tiedX - tiedY + ties(points) - 2*inversions(sorted))
	scale := math.Sqrt(float64(pairs-tiedX)) * math.Sqrt(float64(pairs-tiedY))
	return ratio(score, scale)
}

func ties[V comparable](values []V) (pairs int) {
	before := make(map[V]int, len(values))
	for _, v := range values {
		pairs += before[v]
		before[v]++
	}
	return pairs
}

// inversions counts the pairs in falling order by merging runs of growing length.
func inversions(values []float64) (count int) {
	from, to := slices.Clone(values), make([]float64, len(values))
	for width := 1; width < len(from); width *= 2 {
		for start := 0; start < len(from); start += 2 * width {
			middle, end := min(start+width, len(from)), min(start+2*width, len(from))
			a, b := from[start:middle], from[middle:end]
			for k := start; k < end; k++ {
				if len(b) == 0 || len(a) > 0 && a[0] <= b[0] {
					to[k], a = a[0], a[1:]
				} else {
					to[k], b = b[0], b[1:]
					count += len(a)
				}
			}
		}
		from, to = to, from
	}
	return count
}
