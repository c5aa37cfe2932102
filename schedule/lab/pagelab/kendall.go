package pagelab

import (
	"cmp"
	"math"
	"slices"
)

// kendall is Kendall's tau-b of two lists of values, -1 to 1: the share of the
// pairs that stand in the same order, less those that do not, corrected for
// ties (Knight, JASA 61, 1966; O(n log n)). 0 where a list does not vary.
func kendall(x, y []float64) float64 {
	byX := make([]int, len(x))
	for i := range byX {
		byX[i] = i
	}
	slices.SortFunc(byX, func(i, j int) int { return cmp.Or(cmp.Compare(x[i], x[j]), cmp.Compare(y[i], y[j])) })
	sorted := make([]float64, len(y))
	both := 0
	for k, run := 0, 0; k < len(byX); k++ {
		sorted[k] = y[byX[k]]
		if k > 0 && x[byX[k]] == x[byX[k-1]] && sorted[k] == sorted[k-1] {
			run++
			both += run
		} else {
			run = 0
		}
	}
	pairs := len(x) * (len(x) - 1) / 2
	tiedX, tiedY := ties(x), ties(y)
	swaps := inversions(sorted)
	score := float64(pairs - tiedX - tiedY + both - 2*swaps)
	scale := math.Sqrt(float64(pairs-tiedX)) * math.Sqrt(float64(pairs-tiedY))
	return ratio(score, scale)
}

// ties counts the pairs of equal values.
func ties(values []float64) (pairs int) {
	sorted := slices.Sorted(slices.Values(values))
	for i, run := 1, 0; i < len(sorted); i++ {
		if sorted[i] == sorted[i-1] {
			run++
			pairs += run
		} else {
			run = 0
		}
	}
	return pairs
}

// inversions counts the pairs in falling order by merging runs of growing
// length.
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
