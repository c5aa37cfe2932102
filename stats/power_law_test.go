package stats

import (
	"maps"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat/distuv"
)

// lawDegree draws from p(k) ~ k^-alpha, k >= least, by rejection from the rounded-down continuous law. It shares no
// code with the program.
func lawDegree(r *rand.Rand, alpha float64, least int) int {
	q := float64(least)
	envelope := func(k float64) float64 { return math.Pow(q/k, alpha-1) - math.Pow(q/(k+1), alpha-1) }
	most := 1 / envelope(q) // the ratio is greatest at least
	for {
		k := math.Floor(q * math.Pow(1-r.Float64(), -1/(alpha-1)))
		if k < 1<<40 && r.Float64()*most*envelope(k) <= math.Pow(k/q, -alpha) {
			return int(k)
		}
	}
}

// drawn returns the distribution of n draws.
func drawn(n int, degree func() int) [][2]int {
	counts := map[int]int{}
	for range n {
		counts[degree()]++
	}
	var distribution [][2]int
	for _, d := range slices.Sorted(maps.Keys(counts)) {
		distribution = append(distribution, [2]int{d, counts[d]})
	}
	return distribution
}

func TestPowerLawIsFound(t *testing.T) {
	for _, test := range []struct {
		n     int
		alpha float64
		least int // lower degrees are equally likely, on 3 of 10 pages
	}{
		{n: 2000, alpha: 2.5, least: 1},
		{n: 20_000, alpha: 2.1, least: 1},
		{n: 20_000, alpha: 3.2, least: 1},
		{n: 20_000, alpha: 2.5, least: 8},
	} {
		r := rand.New(rand.NewPCG(11, uint64(test.n)))
		p := fitPowerLaw(drawn(test.n, func() int {
			if test.least > 1 && r.Float64() < 0.3 {
				return 1 + r.IntN(test.least-1)
			}
			return lawDegree(r, test.alpha, test.least)
		}))
		if p.Verdict != "plausible" || math.Abs(p.Alpha-test.alpha) > 4*p.AlphaError {
			t.Errorf("%+v: got %+v", test, p)
		}
		// Below its start the law is wrong, so the tail is not longer, but the start may be found too late.
		if p.XMin < test.least || p.XMin > 3*test.least+2 {
			t.Errorf("%+v: tail from %d", test, p.XMin)
		}
	}
}

func TestPowerLawIsRejected(t *testing.T) {
	r := rand.New(rand.NewPCG(12, 0))
	for _, test := range []struct {
		name   string
		degree func() int
	}{
		{"uniform", func() int { return 1 + r.IntN(300) }},
		{"geometric", func() int { return 1 + int(r.ExpFloat64()*20) }},
		{"short geometric", func() int { return 1 + int(r.ExpFloat64()*4) }},
		{"two degrees", func() int { return 10 + 20*r.IntN(2) }},
	} {
		p := fitPowerLaw(drawn(10_000, test.degree))
		if p.Verdict != "rejected" || p.P >= 0.1 || p.Samples != 200 || p.Seed == 0 || p.Tail < 1000 {
			t.Errorf("%s: got %+v", test.name, p)
		}
	}
}

// For a true law, P is below 0.1 in a tenth of the cases. The bound is 4 standard deviations of a binomial.
func TestPowerLawIsSeldomRejectedWrongly(t *testing.T) {
	const runs = 20
	rejected := 0
	for seed := range uint64(runs) {
		r := rand.New(rand.NewPCG(seed, 13))
		if p := fitPowerLaw(drawn(400, func() int { return lawDegree(r, 2.3, 1) })); p.Verdict == "rejected" {
			rejected++
		}
	}
	if limit := 0.1*runs + 4*math.Sqrt(0.09*runs); float64(rejected) > limit {
		t.Errorf("rejected %d of %d, at most %v expected", rejected, runs, limit)
	}
}

// The draws follow a binomial distribution. The bound is 4 standard deviations of each.
func TestBinomial(t *testing.T) {
	const draws = 20_000
	r := newRandom(1)
	for _, of := range []struct {
		n      int
		chance float64
	}{{1, 0.5}, {5, 0.3}, {40, 0.02}, {40, 0.97}, {300, 0.5}} {
		law := distuv.Binomial{N: float64(of.n), P: of.chance}
		counts := make([]int, of.n+1)
		for range draws {
			counts[binomial(of.n, of.chance, r)]++
		}
		for k, count := range counts {
			want := draws * law.Prob(float64(k))
			if math.Abs(float64(count)-want) > 4*math.Sqrt(want)+1 {
				t.Errorf("%v: %d was drawn %d times, want %.1f", of, k, count, want)
			}
		}
	}
	if sum := binomial(1_000_000, 0.25, r); sum < 248_000 || sum > 252_000 { // 4.6 standard deviations
		t.Errorf("%d of a million by a quarter", sum)
	}
}

func TestPowerLawOfTooFew(t *testing.T) {
	for name, distribution := range map[string][][2]int{
		"no pages":   {},
		"no arcs":    {{0, 100_000}},
		"one degree": {{0, 5}, {3, 100_000}},
		"49 pages":   {{0, 1000}, {1, 40}, {2, 5}, {7, 4}},
	} {
		if p := fitPowerLaw(distribution); (p != PowerLaw{Verdict: "too few"}) {
			t.Errorf("%s: got %+v", name, p)
		}
	}
	if p := fitPowerLaw([][2]int{{1, 41}, {2, 5}, {7, 4}}); p.Verdict == "too few" || p.Tail != 50 {
		t.Errorf("50 pages: got %+v", p)
	}
}

// Nearly equal degrees are steeper than any law, but all numbers stay finite.
func TestPowerLawAtItsBounds(t *testing.T) {
	for _, distribution := range [][][2]int{{{1, 50_000}, {2, 1}}, {{1000, 50_000}, {1001, 1}},
		{{1, 60}, {1 << 40, 60}}, {{1 << 40, 60}, {1<<40 + 1, 60}}} {
		p := fitPowerLaw(distribution)
		for _, x := range []float64{p.Alpha, p.AlphaError, p.KS, p.P} {
			if math.IsNaN(x) || math.IsInf(x, 0) || x < 0 || p.Alpha > steepest {
				t.Errorf("%v: got %+v", distribution, p)
			}
		}
	}
}

func TestPowerLawOnAnyNumberOfProcessors(t *testing.T) {
	r := rand.New(rand.NewPCG(14, 0))
	d := drawn(5000, func() int { return lawDegree(r, 2.2, 2) })
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	one := fitPowerLaw(d)
	runtime.GOMAXPROCS(5)
	if five := fitPowerLaw(d); one != five {
		t.Errorf("got %+v and %+v", one, five)
	}
}

// lawWith returns the law of a given exponent.
func lawWith(alpha, least float64) powerTail {
	law := powerTail{alpha: alpha, least: least, logLeast: math.Log(least)}
	law.differentiate()
	law.sum()
	return law
}

// The law agrees with gonum's Hurwitz zeta function.
func TestPowerTailAgainstGonum(t *testing.T) {
	for _, alpha := range []float64{1.01, 1.2, 1.5, 2, 2.5, 3.7, 6, 12, 20} {
		for _, least := range []float64{1, 2, 3, 10, 33, 100, 5000} {
			law := lawWith(alpha, least)
			zeta := mathext.Zeta(alpha, least)
			want := zeta * math.Pow(least, alpha)
			if math.Abs(law.zeta/want-1) > 1e-12 {
				t.Errorf("alpha %v from %v: zeta %v, gonum %v", alpha, least, law.zeta, want)
			}
			for _, k := range []float64{least, least + 1, least + 7, 2*least + 40, 1000 * least} {
				from, at := law.survival(k, math.Log(k))
				wantFrom, wantAt := mathext.Zeta(alpha, k)/zeta, math.Pow(k, -alpha)/zeta
				if math.Abs(from/wantFrom-1) > 1e-11 || math.Abs(at/wantAt-1) > 1e-11 {
					t.Errorf("alpha %v from %v, degree %v: got %v, %v, gonum %v, %v", alpha, least, k, from, at,
						wantFrom, wantAt)
				}
			}
		}
	}
}

// The derivatives agree with differences of gonum's function.
func TestPowerTailDerivatives(t *testing.T) {
	for _, alpha := range []float64{1.5, 2, 3.7, 8} {
		for _, least := range []float64{1, 4, 60} {
			const h = 1e-3
			at := func(s float64) float64 { return math.Log(mathext.Zeta(s, least)) + s*math.Log(least) }
			low, middle, high := at(alpha-h), at(alpha), at(alpha+h)
			law := lawWith(alpha, least)
			if got, want := law.slope/law.zeta, (high-low)/(2*h); math.Abs(got/want-1) > 1e-4 {
				t.Errorf("alpha %v from %v: mean %v, want %v", alpha, least, got, want)
			}
			if got, want := law.variance(), (high-2*middle+low)/(h*h); math.Abs(got/want-1) > 1e-4 {
				t.Errorf("alpha %v from %v: variance %v, want %v", alpha, least, got, want)
			}
		}
	}
}

// The derivative of the zeta function at 2 is known: ζ(2)(γ + log 2π - 12 log A), with Glaisher's constant A. A tail
// with that mean has the exponent 2.
func TestFitTail(t *testing.T) {
	const gamma, glaisher = 0.57721566490153286, 1.28242712910062264
	mean := -(gamma + math.Log(2*math.Pi) - 12*math.Log(glaisher))
	if law := fitTail(1, mean); math.Abs(law.alpha-2) > 1e-12 {
		t.Errorf("alpha %v, want 2", law.alpha)
	}
	for _, alpha := range []float64{1.02, 1.3, 2.2, 5, 15} {
		for _, least := range []float64{1, 2, 9, 100, 1e6} {
			law := lawWith(alpha, least)
			fitted := fitTail(least, -law.slope/law.zeta)
			if math.Abs(fitted.alpha-alpha) > 1e-9 {
				t.Errorf("alpha %v from %v: got %v", alpha, least, fitted.alpha)
			}
		}
	}
}

// The distance agrees with one computed at every whole number.
func TestTailsApart(t *testing.T) {
	tail := newTails([][2]int{{0, 3}, {1, 9}, {3, 20}, {4, 10}, {5, 5}, {9, 4}, {40, 1}})
	for start := range tail.degree[:5] {
		for _, alpha := range []float64{1.5, 2.5, 4} {
			law := lawWith(alpha, tail.degree[start])
			want := 0.0
			for k := law.least; k < 2000; k++ {
				above := 0
				for i, d := range tail.degree {
					if d > k {
						above = tail.pages[i]
						break
					}
				}
				model := mathext.Zeta(alpha, k+1) / mathext.Zeta(alpha, law.least)
				want = max(want, math.Abs(model-float64(above)/float64(tail.pages[start])))
			}
			if got := tail.ksDistance(start, &law, math.Inf(1)); math.Abs(got-want) > 1e-12 {
				t.Errorf("from %v, alpha %v: got %v, want %v", law.least, alpha, got, want)
			}
		}
	}
}

// The draws have the mean of the law, and each small degree has its chance.
func TestDrawMany(t *testing.T) {
	const n = 200_000
	for _, least := range []float64{1, 6} {
		law := lawWith(2.4, least)
		degree, count := law.drawMany(n, newRandom(3), nil, nil)
		sample := tailsOf(degree, count)
		if sample.pages[0] != n {
			t.Fatalf("%d pages", sample.pages[0])
		}
		mean, want := sample.logs[0]/n-math.Log(least), -law.slope/law.zeta
		if off := math.Abs(mean-want) / math.Sqrt(law.variance()/n); off > 4 {
			t.Errorf("from %v: mean logarithm %v, want %v", least, mean, want)
		}
		for i := range 20 {
			_, chance := law.survival(degree[i], math.Log(degree[i]))
			off := math.Abs(float64(count[i])-n*chance) / math.Sqrt(n*chance)
			if off > 4.5 {
				t.Errorf("from %v: %d pages of degree %v, expected %v", least, count[i], degree[i], n*chance)
			}
		}
	}
}

// Below the tail, given degrees are drawn as often as they are given.
func TestSynthetic(t *testing.T) {
	given := newTails([][2]int{{1, 3000}, {2, 9000}, {3, 8000}, {5, 20_000}, {6, 10_000}})
	best := tailFit{law: lawWith(3, 5), start: 3, tail: 30_000}
	s := given.synthetic(best, newRandom(4))
	if s.pages[0] != 50_000 || s.degree[3] != 5 {
		t.Fatalf("%d pages, degrees %v", s.pages[0], s.degree)
	}
	for i, want := range []float64{3000, 9000, 8000} {
		got := float64(s.pages[i] - s.pages[i+1])
		if math.Abs(got-want) > 4.5*math.Sqrt(want) {
			t.Errorf("degree %v: %v pages, expected %v", s.degree[i], got, want)
		}
	}
}
