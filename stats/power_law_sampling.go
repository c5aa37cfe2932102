package stats

import (
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// greatestDegree bounds the degrees drawn, to twice as much, so that floats
// count them exactly.
const greatestDegree = 1 << 50

// powerLawSeed seeds the synthetic sets.
const powerLawSeed = 2009

// sampler draws random numbers; both fields are the same generator.
type sampler struct {
	source rand.Source
	random *rand.Rand
}

// newSampler returns a sampler whose numbers do not depend on those of others.
func newSampler(number int) sampler {
	source := rand.NewPCG(powerLawSeed, uint64(number))
	return sampler{source: source, random: rand.New(source)}
}

// binomial draws how many of n trials succeed.
func (d sampler) binomial(n int, chance float64) int {
	switch {
	case n == 0 || chance <= 0:
		return 0
	case chance >= 1:
		return n
	}
	return int(distuv.Binomial{N: float64(n), P: chance, Src: d.source}.Rand())
}

// synthetic draws as many pages as were given: each is in the tail with the
// chance of the given pages, and has there a degree of the law, and else one
// of the given degrees below the tail. It draws for each degree how many have
// it, which is the same and faster.
func (t tails) synthetic(best tailFit, d sampler) tails {
	tail := d.binomial(t.pages[0], float64(best.tail)/float64(t.pages[0]))
	var degree []float64
	var count []int
	left := t.pages[0] - tail
	for i := range best.start {
		chance := float64(t.pages[i]-t.pages[i+1]) / float64(t.pages[i]-best.tail)
		if n := d.binomial(left, chance); n > 0 {
			degree, count = append(degree, t.degree[i]), append(count, n)
			left -= n
		}
	}
	degree, count = best.law.drawMany(tail, d, degree, count)
	return tailsOf(degree, count)
}

// drawMany appends pages degrees of the law: as long as several pages are
// expected to have a degree it draws how many, and then each page by itself.
func (l *powerTail) drawMany(pages int, d sampler, degree []float64, count []int) ([]float64, []int) {
	k := l.least
	for ; pages > 0; k++ {
		from, at := l.survival(k, math.Log(k))
		if float64(pages)*at < 2*from {
			break
		}
		if n := d.binomial(pages, at/from); n > 0 {
			degree, count = append(degree, k), append(count, n)
			pages -= n
		}
	}
	rare := make([]float64, pages)
	for i := range rare {
		rare[i] = l.draw(k, d.random.Float64())
	}
	slices.Sort(rare)
	for _, k := range rare {
		if n := len(degree); n > 0 && degree[n-1] == k {
			count[n-1]++
		} else {
			degree, count = append(degree, k), append(count, 1)
		}
	}
	return degree, count
}

// draw returns the degree, among those from least on, that a share u of them
// is beyond: the greatest k with a chance of at least k above u.
func (l *powerTail) draw(least, u float64) float64 {
	from, _ := l.survival(least, math.Log(least))
	low, high := least, 2*least
	for high < greatestDegree && l.exceeds(high, u*from) {
		low, high = high, 2*high
	}
	for high-low > 1 {
		middle := math.Floor((low + high) / 2)
		if l.exceeds(middle, u*from) {
			low = middle
		} else {
			high = middle
		}
	}
	return low
}

func (l *powerTail) exceeds(k, chance float64) bool {
	from, _ := l.survival(k, math.Log(k))
	return from > chance
}
