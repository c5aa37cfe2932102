package stats

import "math"

const (
	steepest                = 20    // the greatest exponent that is fitted
	seriesFrom, seriesSlope = 12, 4 // a series replaces the zeta sum from 12 + 4 alpha on
)

// powerTail is the law p(k) = (k/least)^-alpha / zeta for integers k from least on.
type powerTail struct {
	alpha, least, logLeast float64
	// zeta is the sum of (k/least)^-alpha: Hurwitz's zeta function divided by least^-alpha, so it cannot underflow.
	// slope and bend are its first two derivatives by alpha.
	zeta, slope, bend float64
	// from is where the series begins, at least least. Below it, sums[k-least] is the sum from k on.
	from float64
	sums [seriesFrom + seriesSlope*steepest + 1]float64
}

// euler holds the coefficients B(2j)/(2j)! of the Euler-Maclaurin formula.
var euler = [...]float64{1. / 12, -1. / 720, 1. / 30240, -1. / 1209600}

// fitTail returns the maximum likelihood law for a tail with a given mean of log(degree/least): the law with that mean.
// The mean is -slope/zeta and falls with alpha nearly as 1/(alpha-1), so Newton's method takes few steps.
func fitTail(least, meanLog float64) powerTail {
	law := powerTail{least: least, logLeast: math.Log(least)}
	low, high := 1.0, float64(steepest)
	alpha := min(1+1/(meanLog+math.Log(least/(least-0.5))), steepest)
	for range 60 {
		law.alpha = alpha
		law.differentiate()
		mean := -law.slope / law.zeta
		if mean > meanLog {
			low = alpha
		} else {
			high = alpha
		}
		step := (1/meanLog - 1/mean) * mean * mean / law.variance()
		alpha += step
		if !(alpha > low && alpha < high) {
			alpha = (low + high) / 2
		}
		if math.Abs(alpha-law.alpha) < 1e-13*alpha {
			break
		}
	}
	law.alpha = alpha
	law.differentiate()
	law.sum()
	return law
}

func (l *powerTail) variance() float64 {
	mean := l.slope / l.zeta
	return l.bend/l.zeta - float64(mean*mean)
}

func (l *powerTail) seriesStart() float64 {
	return max(l.least, math.Ceil(seriesFrom+float64(seriesSlope*l.alpha)))
}

// differentiate computes zeta and its derivatives, with a plain sum up to the start of the series.
func (l *powerTail) differentiate() {
	l.zeta, l.slope, l.bend = 0, 0, 0
	from := l.seriesStart()
	for k := l.least; k < from; k++ {
		log := math.Log(k / l.least)
		l.addTerm(math.Exp(-l.alpha*log), 1, 0, 0, log)
	}
	sum, slope, bend := l.series(from)
	log := math.Log(from / l.least)
	l.addTerm(math.Exp(-l.alpha*log), sum, slope, bend, log)
}

// addTerm adds power·f and its derivatives. power is (k/least)^-alpha, where log is the logarithm of k/least.
func (l *powerTail) addTerm(power, f, slope, bend, log float64) {
	l.zeta += float64(power * f)
	l.slope += float64(power * (slope - float64(log*f)))
	l.bend += float64(power * (bend - float64(log*(2*slope-float64(log*f)))))
}

// series returns the sum of (k/from)^-alpha for k from from on and its derivatives by alpha, by the Euler-Maclaurin
// formula (NIST Handbook of Mathematical Functions, 25.11.28).
func (l *powerTail) series(from float64) (sum, slope, bend float64) {
	s := l.alpha
	over := 1 / (s - 1)
	sum = float64(from*over) + 0.5
	slope = -from * over * over
	bend = 2 * from * over * over * over
	product, inverse, square := s, 1/s, 1/(s*s)
	power := 1 / from
	for j, c := range euler {
		term := c * product * power
		sum += term
		slope += float64(term * inverse)
		bend += float64(term * (float64(inverse*inverse) - square))
		a, b := s+float64(2*j+1), s+float64(2*j+2)
		product *= a * b
		inverse += 1/a + 1/b
		square += 1/float64(a*a) + 1/float64(b*b)
		power /= from * from
	}
	return sum, slope, bend
}

func (l *powerTail) sum() {
	l.from = l.seriesStart()
	series, _, _ := l.series(l.from)
	total := l.term(math.Log(l.from)) * series
	for k := l.from - 1; k >= l.least; k-- {
		total += l.term(math.Log(k))
		l.sums[int(k-l.least)] = total
	}
	l.zeta = total
}

// term returns (k/least)^-alpha, given the logarithm of k.
func (l *powerTail) term(log float64) float64 { return math.Exp(l.alpha * (l.logLeast - log)) }

// survival returns the probabilities of a degree of at least k and of exactly k, given k and its logarithm.
func (l *powerTail) survival(k, log float64) (from, at float64) {
	at = l.term(log)
	if k < l.from {
		return l.sums[int(k-l.least)] / l.zeta, at / l.zeta
	}
	sum, _, _ := l.series(k)
	return float64(at*sum) / l.zeta, at / l.zeta
}
