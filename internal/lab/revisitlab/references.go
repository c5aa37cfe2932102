package revisitlab

import (
	"math"
	"math/rand/v2"
)

const (
	// changesKnown bounds the changes between two checks that are distinguished,
	// and agesKnown the iterations; more count as that many.
	changesKnown = 400
	agesKnown    = 600
	// tries is the number of histories a page's expected losses are the mean of.
	tries = 24
	// From fewChanges on only every change of number stride is looked at.
	fewChanges, stride = 40, 8
)

// references holds the knowledge of the references: each page's expected loss while it is not checked.
type references struct {
	site  *World
	pages []expectation
	// shares are those of words replaced, as multiples of their mean.
	shares []float64
}

// expectation is the knowledge about a page while it has its current rate.
type expectation struct {
	rate float64
	// after is the mean loss after that many changes, and visits the expected
	// number of iterations that end with that many changes since a check.
	after, visits []float64
	// losses is the expected loss at an age, sums what it is at the ages before, summed up.
	losses, sums []float64
}

// newReferences takes as shares the middles of equally likely parts of the exponential distribution: the
// histories go through all of them at each change, which makes for a more exact mean than drawing.
func newReferences(s *World) *references {
	shares := make([]float64, tries)
	for i := range shares {
		shares[i] = -math.Log1p(-(float64(i) + 0.5) / tries)
	}
	return &references{site: s, shares: shares}
}

// known is what the policy known knows, the true expected losses L(k) of a page unchecked for k iterations: a
// check after k rather than k+1 of them is worth k*L(k) - (L(1) + ... + L(k-1)).
func (r *references) known(page int, age float64) float64 {
	loss, sum := r.losses(page, age)
	return float64(age*loss) - sum
}

// losses returns what a page is expected to have lost at an age, and the sum of that at the ages before.
func (r *references) losses(page int, age float64) (loss, sum float64) {
	d := &r.site.docs[page]
	if d.Indexed == 0 || d.rate == 0 && r.site.model.Churn == 0 {
		return 0, 0
	}
	e, k := r.of(page), int(age)
	if last := agesKnown - 1; k > last {
		return e.losses[last], e.sums[last] + float64(e.losses[last]*float64(k-last))
	}
	return e.losses[k], e.sums[k]
}

// visible is what the policy visible sees: how much better off the index is, over the time to come, if the
// page is checked now. A check after every j changes costs one and saves what a page with fewer of them lost
// less, as long as that lasts: the index of Whittle for a state that is seen.
func (r *references) visible(page int, _ float64) float64 {
	d := &r.site.docs[page]
	loss := r.site.loss(page)
	switch {
	case loss == 0:
		return 0
	case !d.Alive || d.rate == 0:
		return loss * float64(r.site.model.Iterations)
	}
	e, worth := r.of(page), 0.0
	for j := range min(d.Changes, changesKnown) {
		worth += float64(e.visits[j] * max(0, loss-e.after[j]))
	}
	return worth
}

// greedy returns the immediate gain of a check, for a plain knapsack.
func (r *references) greedy(page int, _ float64) float64 { return r.site.loss(page) }

// of returns the expectation for a page, computed when first needed.
func (r *references) of(page int) *expectation {
	for len(r.pages) <= page {
		r.pages = append(r.pages, expectation{rate: -1})
	}
	e := &r.pages[page]
	if rate := r.site.docs[page].rate; e.rate != rate {
		e.rate = rate
		e.after = r.lossAfter(page)
		e.expect(r.site.model.Churn, r.site.docs[page].Indexed, r.site.model.Form.Gain)
		e.visit()
	}
	return e
}

// lossAfter returns the mean loss of a page after each number of changes.
func (r *references) lossAfter(page int) []float64 {
	d, form := &r.site.docs[page], r.site.model.Form
	after := make([]float64, changesKnown)
	if d.rate == 0 {
		return after
	}
	rng := rand.New(rand.NewPCG(uint64(page), 0x7e57))
	size, common := float64(d.Indexed), make([]int, tries)
	for i := range common {
		common[i] = d.Indexed
	}
	order := rng.Perm(tries)
	for k := 1; k < changesKnown; k++ {
		if k < fewChanges {
			order = rng.Perm(tries)
		}
		for i := range common {
			share, round := r.shares[order[(i+k)%tries]], rng.Float64()
			common[i] = r.site.model.erode(d.Indexed, common[i], d.part, share, round)
		}
		if k >= fewChanges && k%stride != 0 {
			continue
		}
		for _, c := range common {
			after[k] += form.Gain(size, size, float64(2*(d.Indexed-c))) / tries
		}
	}
	between(after)
	return after
}

// between interpolates linearly the entries skipped after many changes.
func between(after []float64) {
	for k := fewChanges; k < len(after); k++ {
		if k%stride == 0 {
			continue
		}
		from := k - k%stride
		to := from + stride
		if to >= len(after) {
			after[k] = after[from]
			continue
		}
		part := float64(k%stride) / stride
		after[k] = after[from] + float64(part*(after[to]-after[from]))
	}
}

// expect fills in the losses by age: the mean of those after 0, 1, 2, ...
// changes, whose number is Poisson, unless the page vanished.
func (e *expectation) expect(churn float64, size int, gain func(before, now, difference float64) float64) {
	e.losses, e.sums = make([]float64, agesKnown), make([]float64, agesKnown)
	all := gain(float64(size), 0, float64(size))
	for age := 1; age < agesKnown; age++ {
		loss, stays := 0.0, math.Pow(1-churn, float64(age))
		from, chances := poisson(e.rate * float64(age))
		for k, chance := range chances {
			loss += float64(chance * e.after[min(from+k, changesKnown-1)])
		}
		e.losses[age] = float64(stays*loss) + float64((1-stays)*all)
		e.sums[age] = e.sums[age-1] + e.losses[age-1]
	}
}

// visit fills in the visits: one state is left for another by the changes of
// an iteration, and a check leads to state 0.
func (e *expectation) visit() {
	e.visits = make([]float64, changesKnown)
	if e.rate == 0 {
		return
	}
	_, chances := poisson(e.rate)
	for j := range e.visits {
		into := 0.0
		if j == 0 {
			into = 1
		}
		for i := max(0, j-len(chances)+1); i < j; i++ {
			into += float64(e.visits[i] * chances[j-i])
		}
		e.visits[j] = into / (1 - chances[0])
	}
}

// poisson returns the chances of a Poisson number with that mean to be from, from+1, ...; what is left out is
// less than 1e-12. From is 0 for a mean of less than 60.
func poisson(mean float64) (from int, chances []float64) {
	from = max(0, int(mean-8*math.Sqrt(mean)))
	log := -mean
	if from > 0 {
		gamma, _ := math.Lgamma(float64(from + 1))
		log += float64(float64(from)*math.Log(mean)) - gamma
	}
	chances = make([]float64, 0, int(mean)-from+int(8*math.Sqrt(mean))+24)
	chance := math.Exp(log)
	for k := from; float64(k) < mean || chance > 1e-13; k++ {
		chances = append(chances, chance)
		chance *= mean / float64(k+1)
	}
	return from, chances
}
