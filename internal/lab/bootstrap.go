package lab

import (
	"math/rand/v2"
	"slices"
)

// Interval is a mean with its uncertainty.
type Interval struct {
	Mean float64 // mean of all values
	// Low and High bound 95 % of the means of resampled values (B. Efron's percentile bootstrap).
	Low, High float64
}

// resamples is the number of resamples.
const resamples = 10_000

// Estimate returns the mean of values with its interval. In paired comparisons, values are differences.
func Estimate(values []float64) Interval {
	return Bootstrap(len(values), func(sample []int) float64 {
		sum := 0.0
		for _, i := range sample {
			sum += values[i]
		}
		return sum / float64(len(sample))
	})
}

// Bootstrap applies the statistic of to n values, given by a sample of their indexes, and bounds its middle 95 % over
// many resamples.
func Bootstrap(n int, of func(sample []int) float64) Interval {
	if n == 0 {
		return Interval{}
	}
	rng := rand.New(rand.NewPCG(uint64(n), 0xb007))
	results := make([]float64, resamples)
	sample := make([]int, n)
	for j := range sample {
		sample[j] = j
	}
	all := of(sample)
	for i := range results {
		for j := range sample {
			sample[j] = rng.IntN(n)
		}
		results[i] = of(sample)
	}
	slices.Sort(results)
	return Interval{Mean: all, Low: results[resamples/40], High: results[resamples-1-resamples/40]}
}
