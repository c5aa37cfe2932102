package revisit

import "errors"

// reference are the two policies that know more than a crawler can: what a
// policy is measured against.
type reference struct {
	memoryless
	indexOf func(p *Policy, i int) float64
}

// newKnown returns the reference that knows the true expected losses: it
// checks the page whose marginal value per time is greatest. With loss L(k) of
// a page unchecked for k iterations, a check after k rather than k+1 of them is
// worth k*L(k) - (L(1) + ... + L(k-1)): the index of Whittle (J. Appl. Prob.
// 25A, 1988) for this problem, which for the loss 1 - exp(-rate*age) in
// continuous time is the condition of Cho and Garcia-Molina's optimal
// freshness allocation.
func newKnown(o Options) (rule, error) {
	if o.Truth == nil {
		return nil, errors.New("it needs the true losses (Options.Truth)")
	}
	return reference{indexOf: func(p *Policy, i int) float64 {
		age := p.age(i)
		loss, sum := o.Truth(i, age)
		return density(float64(age/o.Period*loss)-sum, p.time(i))
	}}, nil
}

// newVisible returns the reference that sees the state of every page: it
// checks the page whose check is worth most per time.
func newVisible(o Options) (rule, error) {
	if o.State == nil {
		return nil, errors.New("it needs the state of the pages (Options.State)")
	}
	return reference{indexOf: func(p *Policy, i int) float64 {
		return density(o.State(i), p.time(i))
	}}, nil
}

func (r reference) index(p *Policy, i int) float64 {
	if p.pages[i].new {
		return p.patience(i, 0)
	}
	return p.patience(i, r.indexOf(p, i))
}
