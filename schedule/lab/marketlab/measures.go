package marketlab

import (
	"math"
	"math/rand/v2"
	"slices"
	"strconv"

	"sitegraph/schedule/lab"
)

// measureOf is a number taken of a simulation.
type measureOf struct {
	name string
	of   func(t *task, c counts) float64
}

// measures are, in percent, CR, RCR and RR of the document, section 3; recall
// (distinct pages on topic stored, of those within reach); distinct (the same,
// of all visits); own (visits to pages of the agent's own keyword, of all).
// Counts a simulation: VC, pages visited; relevant, distinct pages on topic
// stored; markets held, URLs offered and sold.
var measures = []measureOf{
	{"CR", func(_ *task, c counts) float64 { return percent(c.onTopic, c.visited) }},
	{"RCR", func(_ *task, c counts) float64 { return percent(c.stored, c.visited) }},
	{"RR", func(_ *task, c counts) float64 { return percent(c.again, c.visited) }},
	{"recall", func(t *task, c counts) float64 { return percent(c.recalled, t.relevant) }},
	{"distinct", func(_ *task, c counts) float64 { return percent(c.recalled, c.visited) }},
	{"own", func(_ *task, c counts) float64 { return percent(c.own, c.visited) }},
	{"VC", func(_ *task, c counts) float64 { return float64(c.visited) }},
	{"relevant", func(_ *task, c counts) float64 { return float64(c.recalled) }},
	{"markets", func(_ *task, c counts) float64 { return float64(c.markets) }},
	{"offered", func(_ *task, c counts) float64 { return float64(c.offered) }},
	{"sold", func(_ *task, c counts) float64 { return float64(c.sold) }},
}

func percent(part, whole int) float64 {
	if whole == 0 {
		return 0
	}
	return 100 * float64(part) / float64(whole)
}

// interval is a mean over webs; low and high bound 95 % of the means of webs
// sampled again from those measured (B. Efron's percentile bootstrap).
type interval struct{ mean, low, high float64 }

func (i interval) cells() []lab.Cell {
	return []lab.Cell{number(i.mean), number(i.low), number(i.high)}
}

// resamples is how often the webs are sampled again.
const resamples = 10_000

// estimate takes one value of each web; paired differences are given as such.
func estimate(values []float64) interval {
	low, high := bootstrap(len(values), func(sample []int) float64 {
		sum := 0.0
		for _, i := range sample {
			sum += values[i]
		}
		return sum / float64(len(sample))
	})
	return interval{lab.Mean(values), low, high}
}

// relative is the change from the mean of b to that of a, in percent, the webs
// of both sampled together; 0 where the mean of b is 0.
func relative(a, b []float64) interval {
	change := func(sample []int) float64 {
		x, y := 0.0, 0.0
		for _, i := range sample {
			x, y = x+a[i], y+b[i]
		}
		if y == 0 {
			return 0
		}
		return 100 * (x/y - 1)
	}
	all := make([]int, len(a))
	for i := range all {
		all[i] = i
	}
	low, high := bootstrap(len(a), change)
	return interval{change(all), low, high}
}

// bootstrap samples n webs again, many times, and returns the bounds of the
// middle 95 % of what is made of them.
func bootstrap(n int, of func(sample []int) float64) (low, high float64) {
	if n == 0 {
		return 0, 0
	}
	rng := rand.New(rand.NewPCG(uint64(n), 0xb007))
	results := make([]float64, resamples)
	sample := make([]int, n)
	for i := range results {
		for j := range sample {
			sample[j] = rng.IntN(n)
		}
		results[i] = of(sample)
	}
	slices.Sort(results)
	return results[resamples/40], results[resamples-1-resamples/40]
}

// number is the cell of a measure.
func number(x float64) lab.Cell { return lab.Significant(round(x), 4) }

// round keeps nine significant digits, more than any of these numbers has.
func round(x float64) float64 {
	if math.Abs(x) < 1e-9 {
		return 0 // what rounding leaves of the difference of equal means
	}
	r, err := strconv.ParseFloat(strconv.FormatFloat(x, 'e', 8, 64), 64)
	if err != nil {
		return x
	}
	return r
}
