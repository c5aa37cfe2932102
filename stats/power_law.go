package stats

import (
	"math"
	"math/rand/v2"
	"slices"
	"sync/atomic"

	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat/combin"
)

const (
	syntheticSets = 200 // the standard error of P is up to 0.035, and 0.02 near 0.1
	rejectedBelow = 0.1 // the least P of a plausible law
)

// PowerLaw is the discrete law p(k) ~ k^-alpha, k >= xmin, that fits the degrees best (Clauset, Shalizi and
// Newman, SIAM Review 51(4), 2009).
type PowerLaw struct {
	Verdict string `json:"verdict"` // "plausible", "rejected" or "too few" (pages to decide)
	// Alpha is the exponent and AlphaError its standard error. XMin is the least degree of the tail and Tail its
	// number of pages. All are 0 without a fit.
	Alpha      float64 `json:"alpha"`
	AlphaError float64 `json:"alpha_error"`
	XMin       int     `json:"xmin"`
	Tail       int     `json:"tail"`
	KS         float64 `json:"ks"`      // Kolmogorov-Smirnov distance between the tail and the law
	P          float64 `json:"p"`       // share of the synthetic sets that fit worse
	Samples    int     `json:"samples"` // number of synthetic sets
	Seed       uint64  `json:"seed"`
}

// First returns the share of the tail, 0 to 1, that the law expects at the least degree. It is 0 if there is no law.
func (p PowerLaw) First() float64 {
	least := float64(p.XMin)
	if p.Alpha < 1 || least < 1 {
		return 0
	}
	return math.Pow(least, -p.Alpha) / mathext.Zeta(p.Alpha, least)
}

// fitPowerLaw fits a discrete power law to the degrees above 0 of an ascending [degree, pages] distribution, following
// Clauset, Shalizi and Newman (SIAM Review 51(4), 2009). For each candidate for the tail's least degree it takes the
// maximum likelihood exponent (B.3), and then picks the tail closest to its law (3.3). It judges the fit by fitting
// synthetic sets that follow the law in the tail and the given degrees below it (4.1).
//
// Unlike in the paper, a tail has at least a tenth of the pages. For speed, among more than 100 different degrees the
// candidates grow by a fixed factor, and exponents are at most 20.
func fitPowerLaw(distribution [][2]int) PowerLaw {
	given := newTails(distribution)
	best, found := given.fit()
	if !found {
		return PowerLaw{Verdict: "too few"}
	}
	alphaError := 1 / math.Sqrt(float64(best.tail)*best.law.variance()) // Clauset, Shalizi and Newman, 3.6
	p := PowerLaw{Verdict: "plausible", XMin: int(best.law.least), Tail: best.tail, KS: Round(best.ks),
		Alpha: Round(best.law.alpha), AlphaError: Round(alphaError),
		P: share(worse(given, best), syntheticSets), Samples: syntheticSets, Seed: powerLawSeed}
	if p.P < rejectedBelow {
		p.Verdict = "rejected"
	}
	return p
}

// worse counts the synthetic sets that are farther from their law than the given one. Each has its own random numbers.
func worse(given tails, best tailFit) int {
	var count atomic.Int64
	inParallel(syntheticSets, func() func(int) {
		return func(set int) {
			synthetic := given.synthetic(best, newRandom(set))
			if fit, found := synthetic.fit(); found && fit.ks >= best.ks {
				count.Add(1)
			}
		}
	})
	return int(count.Load())
}

const (
	minTail = 50 // with fewer than 50 pages almost any law fits (Clauset et al.)
	// minShare requires a tenth of the pages in the tail. Otherwise half of all exponential samples pass, by a steep
	// law for a few hundred of the greatest degrees.
	minShare  = 10
	maxStarts = 100 // number of candidates for the tail's least degree
)

// tails is an ascending distribution of degrees above 0, with sums for each tail. Degrees are floats because
// synthetic ones can overflow an int.
type tails struct {
	degree, log []float64
	pages       []int     // number of pages with at least this degree, then 0
	logs        []float64 // sums of their logarithms, then 0
}

type tailFit struct {
	law   powerTail
	start int // index of the tail's least degree
	tail  int // number of pages
	ks    float64
}

func newTails(distribution [][2]int) tails {
	var degree []float64
	var count []int
	for _, d := range distribution {
		if d[0] > 0 {
			degree, count = append(degree, float64(d[0])), append(count, d[1])
		}
	}
	return tailsOf(degree, count)
}

func tailsOf(degree []float64, count []int) tails {
	n := len(degree)
	t := tails{degree: degree, log: make([]float64, n), pages: make([]int, n+1), logs: make([]float64, n+1)}
	for i := n - 1; i >= 0; i-- {
		t.log[i] = math.Log(degree[i])
		t.pages[i] = t.pages[i+1] + count[i]
		t.logs[i] = t.logs[i+1] + float64(float64(count[i])*t.log[i])
	}
	return t
}

// fit returns the tail closest to its law, the longest among equals. It needs enough pages and two degrees.
func (t tails) fit() (best tailFit, found bool) {
	best.ks = math.Inf(1)
	factor, next := t.startFactor(), 0.0
	least := max(minTail, t.pages[0]/minShare)
	for i := range t.degree {
		if t.pages[i] < least || i == len(t.degree)-1 {
			break
		}
		if t.degree[i] < next {
			continue
		}
		next = t.degree[i] * factor
		law := fitTail(t.degree[i], t.logs[i]/float64(t.pages[i])-t.log[i])
		if ks := t.ksDistance(i, &law, best.ks); ks < best.ks {
			best = tailFit{law: law, start: i, tail: t.pages[i], ks: ks}
		}
	}
	return best, !math.IsInf(best.ks, 1)
}

// startFactor returns the least ratio between successive candidates for the tail's least degree.
func (t tails) startFactor() float64 {
	n := len(t.degree)
	if n <= maxStarts {
		return 1
	}
	return math.Exp(t.log[n-1] / maxStarts)
}

// ksDistance returns the Kolmogorov-Smirnov distance between the tail from index start on and the law, but at most
// limit. Between two degrees one distribution is flat and the other falls, so the distance is greatest at a degree
// or just before the next.
func (t tails) ksDistance(start int, law *powerTail, limit float64) float64 {
	greatest, all := 0.0, float64(t.pages[start])
	for i := start; i < len(t.degree) && greatest < limit; i++ {
		from, at := law.survival(t.degree[i], t.log[i])
		before := math.Abs(from - float64(t.pages[i])/all)
		after := math.Abs(from - at - float64(t.pages[i+1])/all)
		greatest = max(greatest, before, after)
	}
	return min(greatest, limit)
}

// greatestDegree stops the doubling of drawn degrees, so that floats count them exactly.
const greatestDegree = 1 << 50

const powerLawSeed = 2009

func newRandom(set int) *rand.Rand { return rand.New(rand.NewPCG(powerLawSeed, uint64(set))) }

// binomial draws a binomial number for n trials. It adds up the probabilities of the counts, from the likeliest
// towards both sides, until they exceed a random number. The number of steps is about the standard deviation.
func binomial(n int, chance float64, random *rand.Rand) int {
	switch {
	case n == 0 || chance <= 0:
		return 0
	case chance >= 1:
		return n
	}
	all, odds := float64(n), chance/(1-chance)
	mode := math.Floor((all + 1) * chance)
	ofMode := math.Exp(combin.LogGeneralizedBinomial(all, mode) +
		float64(mode*math.Log(chance)) + float64((all-mode)*math.Log1p(-chance)))
	low, ofLow, high, ofHigh := mode, ofMode, mode, ofMode
	for left := random.Float64() - ofMode; left >= 0 && ofLow+ofHigh > 0; {
		ofLow *= low / float64((all-low+1)*odds) // 0 below 0
		low--
		if left -= ofLow; left < 0 {
			return int(low)
		}
		ofHigh *= float64((all-high)*odds) / (high + 1) // 0 above n
		high++
		if left -= ofHigh; left < 0 {
			return int(high)
		}
	}
	return int(mode)
}

// synthetic draws the given number of pages. A page is in the tail with the tail's share as probability, and there has
// a degree of the law, otherwise a given degree below. Drawing how many have each degree is faster than page by page.
func (t tails) synthetic(best tailFit, random *rand.Rand) tails {
	tail := binomial(t.pages[0], float64(best.tail)/float64(t.pages[0]), random)
	var degree []float64
	var count []int
	left := t.pages[0] - tail
	for i := range best.start {
		chance := float64(t.pages[i]-t.pages[i+1]) / float64(t.pages[i]-best.tail)
		if n := binomial(left, chance, random); n > 0 {
			degree, count = append(degree, t.degree[i]), append(count, n)
			left -= n
		}
	}
	degree, count = best.law.drawMany(tail, random, degree, count)
	return tailsOf(degree, count)
}

// drawMany appends degrees of the law. While several pages may share one, it draws how many do, then page by page.
func (l *powerTail) drawMany(pages int, random *rand.Rand, degree []float64, count []int) ([]float64, []int) {
	k := l.least
	for ; pages > 0; k++ {
		from, at := l.survival(k, math.Log(k))
		if float64(pages)*at < 2*from {
			break
		}
		if n := binomial(pages, at/from, random); n > 0 {
			degree, count = append(degree, k), append(count, n)
			pages -= n
		}
	}
	rare := make([]float64, pages)
	for i := range rare {
		rare[i] = l.draw(k, random.Float64())
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

// draw returns the greatest k, from least on, for which the probability of a degree of at least k is above u.
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
