package revisitlab

import (
	"math"
	"math/rand/v2"
)

const (
	// changesKnown and agesKnown bound the numbers of changes and iterations since a check. Higher ones are treated
	// as the last.
	changesKnown = 400
	agesKnown    = 600
	// tries is the number of histories in the mean for a page's expected losses.
	tries = 24
	// From fewChanges on, only every stride-th change is evaluated.
	fewChanges, stride = 40, 8
)

// references knows each page's expected loss since its last check.
type references struct {
	site  *World
	pages []expectation
	// shares are the shares of words replaced, as multiples of their mean.
	shares []float64
}

// expectation describes a page with its current rate.
type expectation struct {
	rate float64
	// after is the mean loss by number of changes since a check. visits is the expected number of iterations that end
	// with each number of changes.
	after, visits []float64
	// losses is the expected loss by age, sums the sum of the losses at all lower ages.
	losses, sums []float64
}

// newReferences sets the shares to the middles of equally likely parts of the exponential distribution. At each change
// the histories use all of them, so the mean is more exact than with random shares.
func newReferences(s *World) *references {
	shares := make([]float64, tries)
	for i := range shares {
		shares[i] = -math.Log1p(-(float64(i) + 0.5) / tries)
	}
	return &references{site: s, shares: shares}
}

// known returns the worth of a check by the true expected losses L(k) of a page after k iterations without one. A
// check after k rather than k+1 iterations is worth k*L(k) - (L(1) + ... + L(k-1)).
func (r *references) known(page int, age float64) float64 {
	loss, sum := r.losses(page, age)
	return float64(age*loss) - sum
}

// losses returns a page's expected loss at an age and the sum at all lower ages.
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

// visible returns how much the index gains over time if the page is checked now. After a check the page goes through
// states with fewer changes again, and visible sums up how much less it loses in each. This is the Whittle index for a
// visible state.
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

// of returns the expectation for a page. It computes it when needed.
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

// lossAfter returns a page's mean loss by number of changes.
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

// between interpolates the skipped entries linearly.
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

// expect fills in the losses by age. Unless the page vanished, the number of changes is Poisson, and the loss is the
// mean over it.
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

// visit fills in the visits. The state is the number of changes; iterations raise it and a check resets it to 0.
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

// poisson returns the chances that a Poisson number is from, from+1, ... It omits less than 1e-12 in all. from is 0
// for a mean below 60.
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
