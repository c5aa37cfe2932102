package revisit

import (
	"math"
)

// Options are the settings of a policy. The zero value is valid.
type Options struct {
	// DeltaS is the gain of every page's scent per iteration; scent only. With 0, scent never returns to a page that
	// stopped changing. With a large value it visits all pages in turn.
	DeltaS float64
	// Form is the form of formula (1), FormLog by default; learned only. The harvest of scent and scent-2 is always
	// ln(1 + difference).
	Form Form
	// A check takes A*size + B. If both are 0, B is 1 and a budget is a number of pages.
	A, B float64
	// Period is the time between two iterations on the clock of Begin, 1 by default. It is only a unit.
	Period float64
	// Bounded puts pages first that no check has looked at for 8 rounds of the site, under any policy; see waiting.go.
	// It is always on for learned, and never for reference.
	Bounded bool
	// Worth is reference's extra knowledge. It returns the worth of a check at an age since the last one.
	Worth func(page int, age float64) float64
}

// rules holds the policies by name; nothing changes it.
var rules = map[string]func(Options) rule{
	"scent":        func(o Options) rule { return &scent{delta: o.DeltaS} },
	"scent-2":      func(o Options) rule { return &scent2{rates: rates{period: o.Period}} },
	"learned":      newLearned,
	"round-robin":  func(Options) rule { return roundRobin{} },
	"proportional": func(o Options) rule { return &proportional{rates{period: o.Period}} },
	"reference":    func(o Options) rule { return reference{worth: o.Worth} },
}

// New returns the policy with this name and without pages: scent (S.C.E.N.T.), scent-2 (its successor with learnt rates
// and fixed priors), learned (learnt rates and learnt priors), round-robin, proportional (to the estimated rate of
// change) or reference (knows more than a crawler can).
func New(name string, o Options) *Policy {
	o = o.filled()
	o.Bounded = (o.Bounded || name == "learned") && name != "reference"
	return &Policy{options: o, rule: rules[name](o), now: math.Inf(-1), confirmed: math.Inf(-1)}
}

func (o Options) filled() Options {
	if o.Form == "" {
		o.Form = FormLog
	}
	if o.A == 0 && o.B == 0 {
		o.B = 1
	}
	if o.Period == 0 {
		o.Period = 1
	}
	return o
}

type rule interface {
	// added prepares for one more page.
	added()
	// hint takes the site's claim about page i before an iteration.
	hint(i int, newer bool)
	// past is called at the start of an iteration whose pages were chosen elsewhere. begin is called if the iteration
	// will need indices.
	past(p *Policy)
	begin(p *Policy)
	// chance is the probability that page i has changed since its last check.
	chance(p *Policy, i int) float64
	// oldest is the budget's share for the pages that waited longest.
	oldest() float64
	// confirms reports whether gone pages are soon checked again.
	confirms() bool
	// index is the worth of checking page i now.
	index(p *Policy, i int) float64
	// learn takes every check that did not fail.
	learn(p *Policy, i int, l lesson)
	// end is called after an iteration.
	end(p *Policy)
}

// memoryless is a rule without memory. Rules embed it to inherit unused methods.
type memoryless struct{}

func (memoryless) added()                      {}
func (memoryless) hint(int, bool)              {}
func (memoryless) past(*Policy)                {}
func (memoryless) begin(*Policy)               {}
func (memoryless) oldest() float64             { return 0 }
func (memoryless) confirms() bool              { return true }
func (memoryless) chance(*Policy, int) float64 { return 0 }
func (memoryless) learn(*Policy, int, lesson)  {}
func (memoryless) end(*Policy)                 {}

type lesson struct {
	// age is the time since the previous check, 0 for a first version.
	age float64
	// first marks a page's first version, gone a page that no longer exists, and absent one that was gone at its last
	// check.
	first, gone, absent bool
	// waited marks a page that waited for a round of the site.
	waited bool
	// size is the size of the larger version, common the part in both, and difference the part in only one.
	size, common, difference float64
}

// scent is S.C.E.N.T. as in its paper. A check halves a page's scent and adds its harvest, ln(1 + difference). Every
// iteration adds DeltaS to all pages. The strongest scents are checked.
type scent struct {
	memoryless
	delta float64
	of    []float64
	// strongest is the greatest scent on the list after the last iteration. A new page starts with 1 more.
	strongest float64
}

func (s *scent) added() { s.of = append(s.of, s.strongest+1) }

func (s *scent) index(_ *Policy, i int) float64 { return s.of[i] }

func (s *scent) learn(_ *Policy, i int, l lesson) {
	s.of[i] = s.of[i]/2 + math.Log1p(l.difference)
}

func (s *scent) confirms() bool { return false } // the paper does not have this

func (s *scent) end(p *Policy) {
	s.strongest = 0
	for i := range s.of {
		if p.pages[i].left {
			continue
		}
		s.of[i] += s.delta
		s.strongest = max(s.strongest, s.of[i])
	}
}

type roundRobin struct{ memoryless }

func (roundRobin) index(p *Policy, i int) float64 {
	return (p.now - p.pages[i].tried) / p.options.Period
}

// reference knows more than a crawler can. The other policies are measured against it.
type reference struct {
	memoryless
	worth func(i int, age float64) float64
}

func (reference) confirms() bool { return false }

func (r reference) index(p *Policy, i int) float64 {
	if p.pages[i].new {
		return p.patience(i, 0)
	}
	return p.patience(i, density(r.worth(i, p.age(i)), p.time(i)))
}

// rates estimates how often each page changes by the rule of SCENT-2. A page begins with 0.3 changes in 6 periods. A
// check adds the page's age to the time. If it finds a change, it adds x/(1 - exp(-x)) changes, the mean number if x =
// rate * age were expected and at least one occurred.
type rates struct {
	memoryless
	period        float64
	changes, time []float64
}

// The prior of SCENT-2: changes, and their time in periods.
const (
	priorChanges = 0.3
	priorPeriods = 6
)

func (r *rates) added() {
	r.changes = append(r.changes, 0)
	r.time = append(r.time, 0)
}

// of returns the estimated rate of page i, in changes per unit of time.
func (r *rates) of(i int) float64 {
	return (r.changes[i] + priorChanges) / (r.time[i] + float64(priorPeriods*r.period))
}

func (r *rates) chance(p *Policy, i int) float64 { return -math.Expm1(-r.of(i) * p.age(i)) }

func (r *rates) learn(_ *Policy, i int, l lesson) {
	if l.first || l.absent {
		return
	}
	if l.difference > 0 {
		x := r.of(i) * l.age
		r.changes[i] += foundChanges(x)
	}
	r.time[i] += l.age
}

// foundChanges is the mean of a Poisson number with mean x, given that it is not 0.
func foundChanges(x float64) float64 {
	if x < 1e-9 {
		return 1
	}
	return x / -math.Expm1(-x)
}

// proportional checks pages in proportion to their changes. In a steady state the intervals are inverse to the
// estimated rates.
type proportional struct{ rates }

func (r *proportional) index(p *Policy, i int) float64 { return p.patience(i, r.of(i)*p.age(i)) }

// scent2 is SCENT-2: the marginal value of a check under the estimated rate (the derivative of freshness by check
// frequency; Cho and Garcia-Molina, ACM TODS 28(4), 2003), times the page's mean harvest, per time.
type scent2 struct {
	rates
	harvest, found []float64
}

// priorHarvest is the harvest of one check credited to every page.
const priorHarvest = 6

func (s *scent2) added() {
	s.rates.added()
	s.harvest = append(s.harvest, 0)
	s.found = append(s.found, 0)
}

func (s *scent2) index(p *Policy, i int) float64 {
	rate, age := s.of(i), p.age(i)
	x := rate * age
	marginal := -math.Expm1(-x)/rate - float64(age*math.Exp(-x))
	mean := (s.harvest[i] + priorHarvest) / (s.found[i] + 1)
	return p.patience(i, density(mean*marginal, p.time(i)))
}

func (s *scent2) learn(p *Policy, i int, l lesson) {
	s.rates.learn(p, i, l)
	if l.difference > 0 && !l.first && !l.absent {
		s.harvest[i] += math.Log1p(l.difference)
		s.found[i]++
	}
}

// patience puts pages never fetched first, and halves the index for every consecutive failed check, so that
// unresponsive pages do not use up the budget. A page never fetched would stay first even with half an index, so it
// waits 2, 4, 8, ... periods after failed checks.
func (p *Policy) patience(i int, index float64) float64 {
	s := &p.pages[i]
	if !s.new {
		return math.Ldexp(index, -int(min(s.failed, 2000)))
	}
	if s.failed > 0 && p.now-s.tried < math.Ldexp(p.options.Period, int(min(s.failed, 60))) {
		return 0
	}
	return math.MaxFloat64
}
