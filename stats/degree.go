package stats

import (
	"slices"

	"gonum.org/v1/gonum/stat"

	"sitegraph/site"
)

func outDegrees(g *site.Graph) []int {
	out := make([]int, len(g.Pages))
	for i := range out {
		out[i] = g.OutDegree(i)
	}
	return out
}

// describeDegrees sums up the degrees, one per page.
func describeDegrees(g *site.Graph, degrees []int) Degrees {
	d := Degrees{
		Distribution: distribution(degrees),
		Top:          top(g, func(i int) float64 { return float64(degrees[i]) }),
	}
	d.Gini = gini(d.Distribution)
	d.Bins = degreeBins(d.Distribution)
	d.PowerLaw = fitPowerLaw(d.Distribution)
	if len(degrees) == 0 {
		return d // gonum's mean of nothing is NaN
	}
	values, counts := columns(d.Distribution)
	d.Mean = round(stat.Mean(values, counts))
	d.Median = median(values, counts, len(degrees))
	d.Max = slices.Max(degrees)
	return d
}

// distribution returns [degree, pages], ascending; so it does of core numbers.
func distribution[T int | int32](degrees []T) [][2]int {
	bins := [][2]int{}
	if len(degrees) == 0 {
		return bins
	}
	counts := make([]int, slices.Max(degrees)+1)
	for _, d := range degrees {
		counts[d]++
	}
	for d, n := range counts {
		if n > 0 {
			bins = append(bins, [2]int{d, n})
		}
	}
	return bins
}

// columns turns the distribution into gonum's form, values and weights.
func columns(bins [][2]int) (values, counts []float64) {
	for _, b := range bins {
		values = append(values, float64(b[0]))
		counts = append(counts, float64(b[1]))
	}
	return values, counts
}

// median returns the mean of the two values in the middle of n, or the one
// there is twice. None of gonum's own ways to interpolate does this.
func median(values, counts []float64, n int) float64 {
	return (kth(values, counts, (n+1)/2, n) + kth(values, counts, n/2+1, n)) / 2
}

// kth returns the k-th smallest of n values, k from 1. Asking half a step
// below keeps rounding from reaching the next value.
func kth(values, counts []float64, k, n int) float64 {
	p := (float64(k) - 0.5) / float64(n)
	return stat.Quantile(p, stat.Empirical, values, counts)
}
