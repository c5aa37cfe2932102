// Package revisit judges the policies of schedule/revisit on seeded sites with
// a static and a dynamic part (S. L. Sotnik, "The crawling algorithm
// S.C.E.N.T."): what the index is worth by formulas (1) and (2) while there is
// time to check only a part of the pages, as a share of the greatest worth.
package revisitlab

import (
	"context"
	"fmt"

	"sitegraph/schedule/lab"
	"sitegraph/schedule/revisit"
)

// greedy is the name of the reference that takes what is to be had now.
const greedy = "greedy"

// policy is what a run asks and tells.
type policy interface {
	Found() int
	Indexed(size int64, at float64) int
	Begin(now, budget float64)
	Next() (page int, ok bool)
	Report(page int, c revisit.Check)
	End()
}

// trial is one run: a policy on a site.
type trial struct {
	model Model
	name  string
	delta float64
	seed  uint64
}

// outcome is what a trial found: Q/Qmax after each iteration, and in the mean
// after the burn-in.
type outcome struct {
	byIteration []float64
	share       float64
}

// run lets the trial's policy keep up with its site.
func (t trial) run() (outcome, error) {
	w := newWorld(t.model, t.seed)
	known := newTruth(w)
	o := revisit.Options{
		DeltaS: t.delta, Form: t.model.Form, A: t.model.A, B: t.model.B,
		Truth: known.known, State: known.visible,
	}
	name := t.name
	if name == greedy {
		name, o.State = "visible", known.greedy
	}
	p, err := revisit.New(name, o)
	if err != nil {
		return outcome{}, fmt.Errorf("revisit run with seed %d: %w", t.seed, err)
	}
	all := follow(w, p)
	return outcome{all, meanOf(all[t.model.BurnIn:])}, nil
}

// follow runs the iterations of a world with a policy; the whole site is in
// the index when it starts.
func follow(w *world, p policy) []float64 {
	for i := range w.docs {
		p.Indexed(int64(w.docs[i].size), 0)
	}
	all := make([]float64, 0, w.model.Iterations)
	for now := 1; now <= w.model.Iterations; now++ {
		w.step()
		for range w.found {
			p.Found()
		}
		p.Begin(float64(now), w.budget())
		for i, ok := p.Next(); ok; i, ok = p.Next() {
			c := w.check(i)
			c.At = float64(now)
			p.Report(i, c)
		}
		p.End()
		all = append(all, w.share())
	}
	return all
}

// run runs the trials, several at the same time, and returns their outcomes in
// the same order. The first error in that order is returned.
func (e *experiment) run(ctx context.Context, trials []trial) ([]outcome, error) {
	tell := func(done int) {
		if e.Progress != nil {
			e.Progress(e.done+done, e.of)
		}
	}
	outcomes, err := lab.Each(ctx, len(trials), e.Workers, tell, func(i int) (outcome, error) { return trials[i].run() })
	e.done += len(trials)
	return outcomes, err
}
