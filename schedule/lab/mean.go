package lab

import "math"

// Mean is the mean of values, 0 if there are none.
func Mean(values []float64) float64 {
	if len(values) == 0 {
		return 0
	}
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return sum / float64(len(values))
}

// Means is the mean of lists of the same length, entry by entry.
func Means(lists [][]float64) []float64 {
	means := make([]float64, len(lists[0]))
	for _, list := range lists {
		for i, v := range list {
			means[i] += v / float64(len(lists))
		}
	}
	return means
}

// HalfInterval is half the 95 % confidence interval of a mean, by the normal
// distribution; 0 for fewer than two values.
func HalfInterval(values []float64) float64 {
	if len(values) < 2 {
		return 0
	}
	mean, sum := Mean(values), 0.0
	for _, v := range values {
		sum += float64((v - mean) * (v - mean))
	}
	n := float64(len(values))
	return 1.96 * math.Sqrt(sum/(n-1)/n)
}
