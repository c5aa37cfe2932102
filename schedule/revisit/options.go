package revisit

import (
	"fmt"
	"math"

	"sitegraph/site"
)

// Options are the settings of a policy; the zero value is valid.
type Options struct {
	// DeltaS is what every page's scent gains per iteration; scent only.
	// 0 never returns to a page that stopped changing, a great one visits all
	// in turn.
	DeltaS float64
	// Form is the form of formula (1), FormLog by default; learned only. The
	// harvest of scent and scent-2 is ln(1 + difference) whatever the form.
	Form Form
	// A page takes A*size + B to check; 0 and 1 if both are 0, so that a
	// budget is a number of pages.
	A, B float64
	// Period is the time between two iterations on the clock of Begin, 1 by
	// default. It is a unit, nothing to tune.
	Period float64
	// Truth is what known knows of the pages, State what visible sees of them.
	Truth Truth
	State State
}

// Truth returns what an unchecked page loses: the expected loss of value at an
// age (time since its last check), and the sum of the losses at the ages of
// the iterations in between (Period, 2*Period, ..., less than age).
type Truth func(page int, age float64) (loss, sum float64)

// State returns what it is worth to check a page now: what the check would bring
// and for how long.
type State func(page int) float64

// rules holds the policies by name; it is never written to.
var rules = map[string]func(o Options) (rule, error){
	"scent":        newScent,
	"scent-2":      newScent2,
	"learned":      newLearned,
	"round-robin":  newRoundRobin,
	"proportional": newProportional,
	"known":        newKnown,
	"visible":      newVisible,
}

// Known returns the names of the policies, sorted.
func Known() []string { return site.Names(rules) }

// New returns the policy of that name, without pages: scent (S.C.E.N.T.),
// scent-2 (its successor with learnt rates and fixed priors), learned (learnt
// rates and learnt priors), round-robin, proportional (to the estimated rate
// of change), known (knows the true rates) or visible (sees what changed).
func New(name string, options Options) (*Policy, error) {
	build, err := site.Lookup("revisit policy", name, rules)
	if err != nil {
		return nil, err
	}
	o, err := options.complete()
	if err != nil {
		return nil, fmt.Errorf("revisit policy %s: %w", name, err)
	}
	r, err := build(o)
	if err != nil {
		return nil, fmt.Errorf("revisit policy %s: %w", name, err)
	}
	return &Policy{name: name, options: o, rule: r, now: math.Inf(-1)}, nil
}

// complete fills in the defaults and refuses what makes no sense.
func (o Options) complete() (Options, error) {
	if o.Form == "" {
		o.Form = FormLog
	}
	if o.A == 0 && o.B == 0 {
		o.B = 1
	}
	if o.Period == 0 {
		o.Period = 1
	}
	for _, v := range []struct {
		name  string
		value float64
	}{{"DeltaS", o.DeltaS}, {"A", o.A}, {"B", o.B}, {"Period", o.Period}} {
		if !(v.value >= 0) || math.IsInf(v.value, 0) {
			return o, fmt.Errorf("%s is %v; it must be a number, 0 or greater", v.name, v.value)
		}
	}
	return o, o.Form.check()
}
