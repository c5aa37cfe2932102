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
	// loss is the expected loss of a page at the age aged, and lost the sum of
	// the losses at the iterations between its last check and that age.
	aged, loss, lost []float64
	// allEroded is the erosion seen of all pages and changes the expected
	// number of changes behind it.
	allEroded, changes float64
	// begun counts the iterations; again is the number of the one in which the
	// prior is learnt again.
	begun, again float64
}

const (
	// grid is the number of rates, and slowest the exponent of the least that
	// is not 0.
	grid    = 13
	slowest = -9
	// unlikely is the least likelihood, so that what a page did long ago cannot
	// outweigh what it does now.
	unlikely = 1e-4
	// steps of expectation-maximisation teach the prior.
	steps = 20
)

func newLearned(o Options) rule {
	r := &learned{period: o.Period, form: o.Form}
	for g := range r.share {
		r.share[g] = 1.0 / grid
	}
	return r
}

func (r *learned) added() {
	for range grid {
		r.likely = append(r.likely, 1)
	}
	for _, list := range []*[]float64{&r.eroded, &r.watched, &r.aged, &r.loss, &r.lost} {
		*list = append(*list, 0)
	}
}

// of returns the likelihoods of page i.
func (r *learned) of(i int) *[grid]float64 {
	return (*[grid]float64)(r.likely[i*grid:])
}

// begin learns the prior from time to time, and updates the expected losses.
func (r *learned) begin(p *Policy) {
	r.begun++
	again := r.begun >= r.again
	if again {
		r.again = math.Ceil(r.begun * 1.25)
		r.learnPrior()
	}
	for i := range p.pages {
		s := &p.pages[i]
		if s.new || s.left() {
			continue
		}
		if again {
			r.aged[i], r.loss[i], r.lost[i] = 0, 0, 0
		}
		r.wait(i, p.age(i)/r.period, float64(s.size))
	}
}

// learnPrior sets the shares of the rates to those among the pages that were
// checked, plus one page of each rate.
func (r *learned) learnPrior() {
	for range steps {
		var sum [grid]float64
		pages := 0
		for i, watched := range r.watched {
			if watched == 0 {
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

// wait adds up the expected losses of page i until an age, period by period; the
// older the page, the longer the strides, with losses in between interpolated.
func (r *learned) wait(i int, age, size float64) {
	if !(r.aged[i] < age) {
		return
	}
	belief := r.belief(i)
	erosion := r.erosion(i, meanRate(&belief))
	for r.aged[i] < age {
		next := min(age, r.aged[i]+max(1, r.aged[i]/4))
		stride, before := next-r.aged[i], r.loss[i]
		r.loss[i] = r.expect(&belief, next, erosion, size)
		r.lost[i] += float64(stride*before) + float64(max(0, stride-1)/2*(r.loss[i]-before))
		r.aged[i] = next
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
	mean := (r.allEroded + 1) / (r.changes + 1)
	return (r.eroded[i] + mean) / (r.watched[i] + 1/rate)
}

// index is the worth of checking a page now and not a period later, per time;
// see newKnown.
func (r *learned) index(p *Policy, i int) float64 {
	worth := float64(r.aged[i]*r.loss[i]) - r.lost[i]
	return p.patience(i, density(worth, p.time(i)))
}

func (r *learned) learn(_ *Policy, i int, l lesson) {
	r.aged[i], r.loss[i], r.lost[i] = 0, 0, 0
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
