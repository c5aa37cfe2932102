package stats

import "math"

const (
	// leastTail is the number of pages a tail must have: with fewer, almost
	// any law fits (Clauset, Shalizi and Newman warn of fewer than 50).
	leastTail = 50
	// leastShare is the part of the pages that a tail must have: a tenth.
	// Without this bound half of all exponential samples passed, however
	// large, by a steep law for a few hundred of the greatest degrees.
	leastShare = 10
	// mostStarts bounds the degrees tried as the least of the tail.
	mostStarts = 100
)

// tails is a distribution of degrees above 0, ascending, with the sums that
// every tail of it needs. Degrees are floats, as those of a synthetic set may
// be beyond an int.
type tails struct {
	degree, log []float64
	// pages counts those of at least this degree, logs sums the logarithms of
	// their degrees; both have a 0 behind the last.
	pages []int
	logs  []float64
}

// tailFit is a tail and the law that fits it.
type tailFit struct {
	law   powerTail
	start int // place of the tail's least degree among all
	tail  int // pages
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

// fit returns the tail that is nearest to its law, the longest of equals; none
// if no tail has enough pages and two degrees.
func (t tails) fit() (best tailFit, found bool) {
	best.ks = math.Inf(1)
	factor, next := t.startFactor(), 0.0
	least := max(leastTail, t.pages[0]/leastShare)
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

// startFactor returns by how much a degree tried as the least of the tail must
// be above the one before.
func (t tails) startFactor() float64 {
	n := len(t.degree)
	if n <= mostStarts {
		return 1
	}
	return math.Exp(t.log[n-1] / mostStarts)
}

// ksDistance returns the greatest distance between the distribution of the tail
// from place start on and the law (Kolmogorov and Smirnov), or limit as soon as
// it is that great. Between two degrees that occur the one stays and the other
// falls, so it is greatest at a degree or just before the next.
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
