package revisit

import "math"

// learned learns how often each page changes, how often pages change in general, and how fast a page's words disappear.
// It checks the page with the greatest marginal value per time. A share of the checks goes to the pages that waited
// longest; see yields. There is nothing to tune.
//
// A page's rate is one of a grid: never, or 2^-9 to 2^2 changes per period. Each page keeps the likelihoods of these
// rates. The prior is the share of the pages with each rate. It is learnt from all pages (empirical Bayes; Robbins,
// Proc. 3rd Berkeley Symp., 1956), again whenever the iterations have grown by a quarter.
//
// A page that changes loses some of its words each time, so exp(-x) of the words in the index remain, with x growing in
// time. The page's erosion is x per period. The expected loss at an age is the probability of a change, times the loss
// by formula (1) in this case.
type learned struct {
	memoryless
	period float64
	form   Form
	hints  hints
	yields yields
	// likely holds the likelihoods of the rates, page by page. The greatest one of a page is 1.
	likely []float64
	// share is the prior, the share of the pages with each rate.
	share belief
	// eroded sums -ln of the share of a page's words that each check found in place. watched is the number of periods
	// between the checks.
	eroded, watched []float64
	// waits has the expected losses since the pages' last checks. worth is the worth of a check now.
	waits []wait
	worth []float64
	// allEroded is the observed erosion of all pages, and changes the expected number of changes behind it. change is
	// the mean erosion of one change, when the prior was last learnt.
	allEroded, changes, change float64
	// begun counts the iterations. again is the iteration that learns the prior again. stale means that the losses
	// follow from another prior.
	begun, again float64
	stale        bool
}

// wait tells how long a page has waited, in periods. loss is its expected loss at this age, and lost the sum of the
// losses at all earlier periods.
type wait struct{ age, loss, lost float64 }

const (
	// unlikely is the minimum likelihood, so that a page's distant past cannot outweigh the present.
	unlikely = 1e-4
	// steps of expectation maximisation learn the prior from at most sample pages.
	steps, sample = 20, 10_000
	// soon is the share of the time between two checks in which a page is assumed to lose its words, if the second
	// check finds none of them.
	soon = 0.5
	// farthest is how many periods ahead the worth of a check counts.
	farthest = 1024
)

func newLearned(o Options) rule {
	r := &learned{period: o.Period, form: o.Form, change: 1, hints: newHints()}
	for g := range r.share {
		r.share[g] = 1.0 / grid
	}
	return r
}

func (r *learned) added() {
	for range grid {
		r.likely = append(r.likely, 1)
	}
	r.hints.added()
	r.waits = append(r.waits, wait{})
	for _, list := range []*[]float64{&r.eroded, &r.watched, &r.worth} {
		*list = append(*list, 0)
	}
}

func (r *learned) of(i int) *[grid]float64 { return (*[grid]float64)(r.likely[i*grid:]) }

func (r *learned) hint(i int, newer bool) { r.hints.hint(i, newer) }

func (r *learned) past(p *Policy) {
	r.hints.begin(func(i int) float64 { return p.age(i) / r.period })
	if r.begun++; r.begun >= r.again {
		r.again = math.Ceil(r.begun * 1.25)
		r.learnPrior(p)
		r.stale = true
	}
}

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
		age, size := p.age(i)/r.period, float64(s.size)
		if factor := r.hints.of(i); factor != 1 {
			r.worth[i] = r.hinted(i, age, size, factor)
		} else {
			r.worth[i] = r.wait(i, age, size)
		}
	}
	r.stale = false
}

func (r *learned) end(p *Policy) {
	r.hints.end()
	r.yields.end(float64(p.looked))
}

func (r *learned) oldest() float64 { return r.yields.share() }

// learnPrior sets the shares of the rates to those of the checked pages, or of a sample, plus one page with each rate.
// Vanished pages count, since pages do vanish. Pages taken off the list do not.
func (r *learned) learnPrior(p *Policy) {
	r.change = (r.allEroded + 1) / (r.changes + 1)
	each := 1 + len(p.pages)/sample
	for range steps {
		var sum belief
		pages := 0
		for i := 0; i < len(p.pages); i += each {
			if s := &p.pages[i]; r.watched[i] == 0 || s.left && s.gone < failures {
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

func (r *learned) belief(i int) belief {
	b, likely := r.share, r.of(i)
	for g := range b {
		b[g] *= likely[g]
	}
	b.norm()
	return b
}

// wait lets page i wait until an age and returns the worth of a check then instead of a period later: k*L(k) - (L(1) +
// ... + L(k-1)) at an age of k periods, where L(k) is the loss of a page at this age. This is Whittle's index (J. Appl.
// Prob. 25A, 1988) for this problem. For the loss 1 - exp(-rate*age) in continuous time, it is the condition in Cho and
// Garcia-Molina's optimal freshness allocation. Older pages have longer strides, and losses in between are
// interpolated. The strides do not depend on when wait is called.
func (r *learned) wait(i int, age, size float64) (worth float64) {
	b, w := r.belief(i), &r.waits[i]
	erosion := r.erosion(i, b.meanRate())
	for {
		next := w.stride(r.expect(&b, min(age, w.next()), erosion, size), min(age, w.next()))
		if next.age == age {
			return float64(age*next.loss) - next.lost
		}
		*w = next
	}
}

func (w wait) next() float64 { return w.age + max(1, math.Floor(w.age/4)) }

func (w wait) stride(loss, age float64) wait {
	stride := age - w.age
	lost := w.lost + float64(stride*w.loss) + float64(max(0, stride-1)/2*(loss-w.loss))
	return wait{age, loss, lost}
}

// hinted is the worth of checking page i at an age with a hint that multiplies the odds of a change. It is the loss
// that a check would remedy now, for as long as a freshly checked page should have lost less.
func (r *learned) hinted(i int, age, size, factor float64) (worth float64) {
	b := r.belief(i)
	changed := b.changed(age)
	if changed == 0 {
		return 0
	}
	loss := r.expect(&b, age, r.erosion(i, b.meanRate()), size)
	loss *= factor / (1 + float64((factor-1)*changed))
	b = b.hint(age, factor)
	erosion, w := r.erosion(i, b.meanRate()), wait{}
	for w.age < farthest {
		next := w.next()
		then := r.expect(&b, next, erosion, size)
		if then > loss {
			next = w.age + float64((next-w.age)*(loss-w.loss)/(then-w.loss))
			w = w.stride(loss, next)
			break
		}
		w = w.stride(then, next)
	}
	return float64(w.age*loss) - w.lost
}

func (r *learned) expect(b *belief, age, erosion, size float64) float64 {
	changed := b.changed(age)
	if changed == 0 {
		return 0
	}
	went := size * -math.Expm1(-erosion*age/changed)
	return changed * r.form.Gain(size, size, 2*went)
}

// chance is the probability that page i changed, given its hint.
func (r *learned) chance(p *Policy, i int) float64 {
	b, factor := r.belief(i), r.hints.of(i)
	changed := b.changed(p.age(i) / r.period)
	return factor * changed / (1 + float64((factor-1)*changed))
}

// erosion is the erosion of page i per period if it changes at this rate: the observed erosion, plus one change with
// the mean erosion of changes.
func (r *learned) erosion(i int, rate float64) float64 {
	return (r.eroded[i] + r.change) / (r.watched[i] + 1/rate)
}

func (r *learned) index(p *Policy, i int) float64 {
	return p.patience(i, density(r.worth[i], p.time(i)))
}

func (r *learned) learn(_ *Policy, i int, l lesson) {
	r.waits[i], r.worth[i] = wait{}, 0
	age, older := l.age/r.period, r.hints.older[i]
	r.hints.older[i] = 0
	if l.first || l.absent {
		return
	}
	r.yields.saw(l.waited, l.difference > 0)
	if !(age > 0) {
		return
	}
	b := r.belief(i)
	if r.hints.given[i] > 0 && !l.gone {
		r.hints.saw(i, b.changed(age), l.difference > 0)
	}
	r.watched[i] += age
	if l.difference > 0 && !l.gone {
		x := -math.Log(max(l.common, 0.5) / l.size)
		if l.common < 1 {
			r.watched[i] -= age * (1 - soon)
		}
		r.eroded[i] += x
		r.allEroded += x
		r.changes += foundChanges(b.meanRate() * age)
	}
	r.weigh(i, age, older, l.difference > 0)
}

// weigh multiplies the likelihoods of page i by those of a check's result. If the site called the page unchanged at the
// age older, the change came later, as far as the site is right.
func (r *learned) weigh(i int, age, older float64, changed bool) {
	likely, chance, before := r.of(i), changes(age), changes(older)
	doubt := min(1, r.hints.factor[0])
	greatest, now := 0.0, *likely
	for g := range now {
		if changed {
			now[g] *= chance[g] - float64((1-doubt)*before[g])
		} else {
			now[g] *= 1 - chance[g]
		}
		greatest = max(greatest, now[g])
	}
	if greatest == 0 {
		return // too short a time to learn from
	}
	for g := range now {
		likely[g] = max(unlikely, now[g]/greatest)
	}
}
