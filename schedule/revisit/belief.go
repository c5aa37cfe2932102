package revisit

import "math"

// grid is the number of rates that learned distinguishes: never, and 2 to the powers of slowest, slowest+1, ... changes
// per period.
const (
	grid    = 13
	slowest = -9
)

// belief is a distribution over the rates of the grid for one page.
type belief [grid]float64

func (b *belief) norm() {
	sum := 0.0
	for _, share := range b {
		sum += share
	}
	for g := range b {
		b[g] /= sum
	}
}

func (b *belief) changed(periods float64) float64 {
	chance, sum := changes(periods), 0.0
	for g := 1; g < grid; g++ {
		sum += float64(b[g] * chance[g])
	}
	return sum
}

// meanRate is the expected rate, in changes per period, if the page changes at all.
func (b *belief) meanRate() float64 {
	rate, sum := 0.0, 0.0
	for g := 1; g < grid; g++ {
		rate += float64(b[g] * rateOf(g))
		sum += b[g]
	}
	return rate / sum
}

// hint returns the belief after a hint that multiplies the odds of a change in these periods by a factor.
func (b belief) hint(periods, factor float64) belief {
	chance := changes(periods)
	for g := range b {
		b[g] *= 1 + float64((factor-1)*chance[g])
	}
	b.norm()
	return b
}

// changes returns, for each rate of the grid, the probability that a page changes within these periods. It is also
// exact for small ones.
func changes(periods float64) [grid]float64 {
	var chance [grid]float64
	chance[1] = -math.Expm1(-math.Ldexp(periods, slowest))
	for g := 2; g < grid; g++ {
		chance[g] = chance[g-1] * (2 - chance[g-1])
	}
	return chance
}

// rateOf returns rate g of the grid, in changes per period.
func rateOf(g int) float64 {
	if g == 0 {
		return 0
	}
	return math.Ldexp(1, slowest+g-1)
}
