package revisit

import "math"

// scent is S.C.E.N.T. as its paper has it: a check halves a page's scent and
// adds its harvest, ln(1 + difference); every iteration adds DeltaS to all
// pages; the strongest scents are checked.
type scent struct {
	memoryless
	delta float64
	of    []float64
	// strongest is the greatest scent when the last iteration ended: a new
	// page starts with 1 more.
	strongest float64
}

func newScent(o Options) (rule, error) { return &scent{delta: o.DeltaS}, nil }

func (s *scent) added() { s.of = append(s.of, s.strongest+1) }

func (s *scent) index(_ *Policy, i int) float64 { return s.of[i] }

func (s *scent) learn(_ *Policy, i int, l lesson) {
	s.of[i] = s.of[i]/2 + math.Log1p(l.difference)
}

func (s *scent) end() {
	s.strongest = 0
	for i := range s.of {
		s.of[i] += s.delta
		s.strongest = max(s.strongest, s.of[i])
	}
}
