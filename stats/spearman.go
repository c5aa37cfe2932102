package stats

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/mathext"
)

// spearman returns the rank correlation of two columns and its two-sided p-value: the probability of at least this
// absolute value if the columns are unrelated (C. Spearman, American Journal of Psychology 15, 1904). Equal values
// share their mean rank. For up to 8 observations p is exact, over all orders. Beyond, it comes from Student's t
// with n-2 degrees of freedom. If a column does not vary, rho is 0 and p is 1.
func spearman(x, y []float64) (rho, p float64) {
	a, b := ranks(x), ranks(y)
	if !varies(a) || !varies(b) {
		return 0, 1
	}
	rho = math.Max(-1, math.Min(1, correlation(a, b)))
	n := len(a)
	if n <= maxPermuted {
		return Round(rho), Round(permuted(a, b))
	}
	if math.Abs(rho) == 1 {
		return rho, 0
	}
	t, free := math.Abs(rho)*math.Sqrt(float64(n-2)/(1-rho*rho)), float64(n-2)
	return Round(rho), Round(mathext.RegIncBeta(free/2, 0.5, free/(t*t+free)))
}

func correlation(a, b []float64) float64 {
	x, y := centred(a), centred(b)
	var xx, yy, xy float64
	for i := range x {
		dx, dy := float64(x[i]), float64(y[i])
		xx += float64(dx * dx)
		yy += float64(dy * dy)
		xy += float64(dx * dy)
	}
	return xy / math.Sqrt(xx*yy)
}

// ranks returns the ranks of values from 1; equal values share their mean rank.
func ranks(values []float64) []float64 {
	order := countUp(len(values))
	slices.SortStableFunc(order, func(i, j int32) int { return cmp.Compare(values[i], values[j]) })

	rank := make([]float64, len(values))
	for from, to := range runs(order, func(i, j *int32) bool { return values[*i] == values[*j] }) {
		for _, k := range order[from:to] {
			rank[k] = float64(from+1+to) / 2
		}
	}
	return rank
}

func varies(values []float64) bool {
	return slices.ContainsFunc(values, func(v float64) bool { return v != values[0] })
}

// permuted returns the share of the orders of b whose correlation with a has at least the given absolute value.
// Means and variances are the same for all orders, so sums of products suffice. Ranks are multiples of 1/2, so
// doubling them makes the sums exact.
func permuted(a, b []float64) float64 {
	x, y := centred(a), centred(b)
	given, all, extreme := 0, 0, 0
	for i := range x {
		given += x[i] * y[i]
	}
	var order func(i, sum int) // permutes y from position i on
	order = func(i, sum int) {
		if i == len(x) {
			all++
			if max(sum, -sum) >= max(given, -given) {
				extreme++
			}
			return
		}
		for j := i; j < len(y); j++ {
			y[i], y[j] = y[j], y[i]
			order(i+1, sum+x[i]*y[i])
			y[i], y[j] = y[j], y[i]
		}
	}
	order(0, 0)
	return float64(extreme) / float64(all)
}

// centred returns 2·rank·n minus its mean, which are integers.
func centred(rank []float64) []int {
	n := len(rank)
	whole := make([]int, n)
	for i, r := range rank {
		whole[i] = int(2*r)*n - n*(n+1)
	}
	return whole
}
