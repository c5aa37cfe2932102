package revisitlab

import (
	"sitegraph/schedule/lab"
	"sitegraph/schedule/revisit"
)

// greedy is the name of the reference that takes what checks gain now.
const greedy = "greedy"

// policy is what a simulation asks and reports to.
type policy interface {
	Found() int
	Indexed(size int64, at float64) int
	Begin(now, budget float64)
	Next() (page int, ok bool)
	Report(page int, c revisit.Check)
	End()
}

// simulation is one run: a policy on a synthetic site.
type simulation struct {
	model model
	name  string
	delta float64
	seed  uint64
}

// outcome is what a simulation found: Q/Qmax after each iteration, and in the
// mean after the burn-in.
type outcome struct {
	byIteration []float64
	share       float64
}

// run lets the policy keep up with the site.
func (s simulation) run() (outcome, error) {
	site := newSyntheticSite(s.model, s.seed)
	known := newReferences(site)
	o := revisit.Options{
		DeltaS: s.delta, Form: s.model.Form, A: s.model.A, B: s.model.B,
		Truth: known.known, State: known.visible,
	}
	name := s.name
	if name == greedy {
		name, o.State = "visible", known.greedy
	}
	p, err := revisit.New(name, o)
	if err != nil {
		return outcome{}, err
	}
	all := follow(site, p)
	return outcome{all, lab.Mean(all[s.model.BurnIn:])}, nil
}

// follow runs the iterations of a site with a policy; the whole site is in the
// index when it starts.
func follow(s *syntheticSite, p policy) []float64 {
	for i := range s.docs {
		p.Indexed(int64(s.docs[i].size), 0)
	}
	all := make([]float64, 0, s.model.Iterations)
	for now := 1; now <= s.model.Iterations; now++ {
		s.step()
		for range s.found {
			p.Found()
		}
		p.Begin(float64(now), s.budget())
		for i, ok := p.Next(); ok; i, ok = p.Next() {
			c := s.check(i)
			c.At = float64(now)
			p.Report(i, c)
		}
		p.End()
		all = append(all, s.share())
	}
	return all
}
