package stats

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// mostPermuted is the number of observations up to which the p-value of a rank
// correlation is counted over all orders: 8! are 40,320.
const mostPermuted = 8

// Spearman returns the rank correlation of two columns of equal length and its
// two-sided p-value, the chance of one at least as great, in absolute value,
// if the columns have nothing to do with each other (C. Spearman, American
// Journal of Psychology 15, 1904). Equal values share the mean of their ranks.
// Up to 8 observations p is exact, over all orders; beyond that it is from
// Student's t with n-2 degrees of freedom. Where a column does not vary, or
// has fewer than two entries, rho is 0 and p is 1.
func spearman(x, y []float64) (rho, p float64) {
	a, b := ranks(x), ranks(y)
	if !varies(a) || !varies(b) {
		return 0, 1
	}
	rho = math.Max(-1, math.Min(1, stat.Correlation(a, b, nil)))
	n := len(a)
	if n <= mostPermuted {
		return Round(rho), Round(permuted(a, b))
	}
	if math.Abs(rho) == 1 {
		return rho, 0
	}
	t := math.Abs(rho) * math.Sqrt(float64(n-2)/(1-rho*rho))
	return Round(rho), Round(2 * distuv.StudentsT{Mu: 0, Sigma: 1, Nu: float64(n - 2)}.Survival(t))
}

// ranks returns the ranks of values from 1, equal values sharing the mean.
func ranks(values []float64) []float64 {
	order := make([]int, len(values))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(values[i], values[j]) })
	rank := make([]float64, len(values))
	for i := 0; i < len(order); {
		j := i
		for j < len(order) && values[order[j]] == values[order[i]] {
			j++
		}
		for _, k := range order[i:j] {
			rank[k] = float64(i+1+j) / 2
		}
		i = j
	}
	return rank
}

func varies(values []float64) bool {
	return slices.ContainsFunc(values, func(v float64) bool { return v != values[0] })
}

// permuted counts the share of the orders of b whose correlation with a is, in
// absolute value, at least that of the order given. As means and variances are
// the same for all orders, it suffices to compare the sums of products about
// the mean; ranks are halves, so twice the ranks make the sums exact.
func permuted(a, b []float64) float64 {
	n := len(a)
	p := permutation{a: centred(a), b: centred(b), used: make([]bool, n)}
	for i := range n {
		p.given += p.a[i] * p.b[i]
	}
	p.from(0, 0)
	return float64(p.extreme) / float64(p.all)
}

// centred returns 2·rank·n less its mean, which are whole numbers.
func centred(rank []float64) []int {
	n := len(rank)
	whole := make([]int, n)
	for i, r := range rank {
		whole[i] = int(2*r)*n - n*(n+1)
	}
	return whole
}

// permutation walks over all orders of b.
type permutation struct {
	a, b                []int
	used                []bool
	given, all, extreme int
}

// from places what is left of b from position i on; its depth is at most
// mostPermuted.
func (p *permutation) from(i, sum int) {
	if i == len(p.a) {
		p.all++
		if max(sum, -sum) >= max(p.given, -p.given) {
			p.extreme++
		}
		return
	}
	for j := range p.b {
		if !p.used[j] {
			p.used[j] = true
			p.from(i+1, sum+p.a[i]*p.b[j])
			p.used[j] = false
		}
	}
}
