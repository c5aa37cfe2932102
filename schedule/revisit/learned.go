package revisit

import "math"

// learned learns how often each page changes, how often pages change in general,
// and how fast a page's words disappear, and checks the page with the greatest
// marginal value per time. There is nothing to tune.
//
// The rate of a page is one of a grid: never, or 2^-9 to 2^2 changes a period.
// For each page the likelihoods of these rates are kept. The share of the
// pages with each rate, the prior, is learnt from all pages (empirical Bayes;
// Robbins, Proc. 3rd Berkeley Symp., 1956), again whenever the
// iterations have grown by a quarter.
//
// A page that changes loses some of its words each time, so that exp(-x) of
// what is in the index is left, with x growing in time: x per period is the
// page's erosion. The expected loss at an age is the probability that the page
// changed, times the loss by formula (1) if it did.
type learned struct {
	memoryless
	period float64
	form   Form
	// likely holds the likelihoods of the rates, page by page; the greatest of
	// a page is 1.
	likely []float64
	// share is the prior: the share of the pages with each rate.
	share [grid]float64
	// eroded is the sum of -ln of the shares of a page's words that checks found
	// in place, watched the number of periods between the checks.
	eroded, watched []float64
	// waits are the expected losses of the pages since their last checks, worth
	// what a check now would be.
	waits []wait
	worth []float64
	// allEroded is the erosion seen of all pages, changes the expected number of
	// changes behind it, and change what one took on average when the prior was
	// learnt.
	allEroded, changes, change float64
	// begun counts the iterations; again is the number of the one in which the
	// prior is learnt again; stale says that losses are of another prior.
	begun, again float64
	stale        bool
}

// wait is how long a page has waited: loss is its expected loss at the age of so
// many periods, lost the sum of the losses at 0, 1, 2, ... periods before.
type wait struct{ age, loss, lost float64 }

const (
	// grid is the number of rates, and slowest the exponent of the least that
	// is not 0.
	grid    = 13
	slowest = -9
	// unlikely is the least likelihood, so that what a page did long ago cannot
	// outweigh what it does now.
	unlikely = 1e-4
	// steps of expectation-maximisation teach the prior, on no more than sample
	// pages.
	steps, sample = 20, 10_000
)

func newLearned(o Options) rule {
	r := &learned{period: o.Period, form: o.Form, change: 1}
	for g := range r.share {
		r.share[g] = 1.0 / grid
	}
	return r
}

func (r *learned) added() {
	for range grid {
		r.likely = append(r.likely, 1)
	}
	r.waits = append(r.waits, wait{})
	for _, list := range []*[]float64{&r.eroded, &r.watched, &r.worth} {
		*list = append(*list, 0)
	}
}

// of returns the likelihoods of page i.
func (r *learned) of(i int) *[grid]float64 {
	return (*[grid]float64)(r.likely[i*grid:])
}

// past learns the prior from time to time.
func (r *learned) past(p *Policy) {
	if r.begun++; r.begun >= r.again {
		r.again = math.Ceil(r.begun * 1.25)
		r.learnPrior(p)
		r.stale = true
	}
}

// begin updates the expected losses.
func (r *learned) begin(p *Policy) {
	r.past(p)
	for i := range p.pages {
		s := &p.pages[i]
		if s.new || s.left {
			continue
		}
		if r.stale {
			r.waits[i] = wait{}
		}
		r.worth[i] = r.wait(i, p.age(i)/r.period, float64(s.size))
	}
	r.stale = false
}

// learnPrior sets the shares of the rates to those among the pages that were
// checked, or a sample of them, plus one page of each rate.
func (r *learned) learnPrior(p *Policy) {
	r.change = (r.allEroded + 1) / (r.changes + 1)
	each := 1 + len(p.pages)/sample
	for range steps {
		var sum [grid]float64
		pages := 0
		for i := 0; i < len(p.pages); i += each {
			if r.watched[i] == 0 || p.pages[i].left {
				continue
			}
			pages++
			belief := r.belief(i)
			for g := range sum {
				sum[g] += belief[g]
			}
		}
		for g := range sum {
			r.share[g] = (sum[g] + 1) / float64(pages+grid)
		}
	}
}

// belief is the posterior of page i.
func (r *learned) belief(i int) [grid]float64 {
	likely, belief, sum := r.of(i), [grid]float64{}, 0.0
	for g := range belief {
		belief[g] = float64(r.share[g] * likely[g])
		sum += belief[g]
	}
	for g := range belief {
		belief[g] /= sum
	}
	return belief
}

// wait lets page i wait until an age and returns the worth of checking it then
// and not a period later; see newKnown. The older the page, the longer the
// strides, with losses in between interpolated; they begin at the same ages
// whenever the page is asked for.
func (r *learned) wait(i int, age, size float64) (worth float64) {
	belief, w := r.belief(i), &r.waits[i]
	erosion := r.erosion(i, meanRate(&belief))
	for {
		next := min(age, w.age+max(1, math.Floor(w.age/4)))
		loss, stride := r.expect(&belief, next, erosion, size), next-w.age
		lost := w.lost + float64(stride*w.loss) + float64(max(0, stride-1)/2*(loss-w.loss))
		if next == age {
			return float64(age*loss) - lost
		}
		*w = wait{next, loss, lost}
	}
}

// expect is the expected loss of a page of that size at an age.
func (r *learned) expect(belief *[grid]float64, age, erosion, size float64) float64 {
	keep, changed := unchanged(age), 0.0
	for g := 1; g < grid; g++ {
		changed += float64(belief[g] * (1 - keep[g]))
	}
	if changed == 0 {
		return 0
	}
	went := size * -math.Expm1(-erosion*age/changed)
	return changed * r.form.Gain(size, size, 2*went)
}

// chance is 1 less the expected probability that page i has not changed.
func (r *learned) chance(p *Policy, i int) float64 {
	belief, keep, changed := r.belief(i), unchanged(p.age(i)/r.period), 0.0
	for g := range belief {
		changed += float64(belief[g] * (1 - keep[g]))
	}
	return changed
}

// unchanged returns, for each rate of the grid, the probability that a page
// does not change in so many periods.
func unchanged(periods float64) [grid]float64 {
	var keep [grid]float64
	keep[0] = 1
	keep[1] = math.Exp(-math.Ldexp(periods, slowest))
	for g := 2; g < grid; g++ {
		keep[g] = keep[g-1] * keep[g-1]
	}
	return keep
}

// rateOf is rate g of the grid, in changes a period.
func rateOf(g int) float64 {
	if g == 0 {
		return 0
	}
	return float64(int(1)<<(g-1)) / (1 << -slowest)
}

// meanRate is the expected rate, in changes a period, of a page that changes
// at all.
func meanRate(belief *[grid]float64) float64 {
	rate, sum := 0.0, 0.0
	for g := 1; g < grid; g++ {
		rate += float64(belief[g] * rateOf(g))
		sum += belief[g]
	}
	return rate / sum
}

// erosion is the erosion of page i per period if it changes at that rate: what
// was seen of it, and one change that takes as much as changes do on average.
func (r *learned) erosion(i int, rate float64) float64 {
	return (r.eroded[i] + r.change) / (r.watched[i] + 1/rate)
}

func (r *learned) index(p *Policy, i int) float64 {
	return p.patience(i, density(r.worth[i], p.time(i)))
}

func (r *learned) learn(_ *Policy, i int, l lesson) {
	r.waits[i], r.worth[i] = wait{}, 0
	age := l.age / r.period
	if l.first || !(age > 0) {
		return
	}
	r.watched[i] += age
	if l.difference > 0 && !l.gone {
		belief := r.belief(i)
		x := -math.Log(max(l.common, 0.5) / l.size)
		r.eroded[i] += x
		r.allEroded += x
		r.changes += foundChanges(meanRate(&belief) * age)
	}
	r.weigh(i, age, l.difference > 0)
}

// weigh multiplies the likelihoods of page i by those of what a check found.
func (r *learned) weigh(i int, age float64, changed bool) {
	likely, keep := r.of(i), unchanged(age)
	greatest := 0.0
	for g := range likely {
		if changed {
			keep[g] = 1 - keep[g]
		}
		likely[g] *= keep[g]
		greatest = max(greatest, likely[g])
	}
	if greatest == 0 {
		greatest = 1
	}
	for g := range likely {
		likely[g] = max(unlikely, likely[g]/greatest)
	}
}
