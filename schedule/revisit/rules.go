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
