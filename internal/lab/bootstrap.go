package lab

import (
	"math/rand/v2"
	"slices"
)

// Interval is what was measured, with its uncertainty.
type Interval struct {
	Mean float64 // of all
	// Low and High bound 95 % of the means of those measured when they are sampled
	// again (B. Efron's percentile bootstrap).
	Low, High float64
}

// resamples is how often what was measured is sampled again.
const resamples = 10_000

// Estimate takes one value of each of those measured; paired differences are given as such.
func Estimate(values []float64) Interval {
	return Bootstrap(len(values), func(sample []int) float64 {
		sum := 0.0
		for _, i := range sample {
			sum += values[i]
		}
		return sum / float64(len(sample))
	})
}

// Bootstrap returns what is made of n measured, and the bounds of the middle 95 % of
// what is made of them when they are sampled again, many times.
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
