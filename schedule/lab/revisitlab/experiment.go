package revisitlab

import (
	"context"
	"fmt"
	"runtime"

	"sitegraph/schedule/revisit"
)

// Options say what to measure; the zero value is the experiment of the tables.
type Options struct {
	// Models are the configurations, Configurations() by default.
	Models []Model
	// Policies are names of schedule/revisit, or "greedy": see Policies().
	Policies []string
	// Seeds sites are measured, with the seeds First, First+1, ...; 40 and 1
	// by default.
	Seeds int
	First uint64
	// DeltaS are the values from which scent's is chosen for each
	// configuration, the best on average on Tuning sites, with the seeds
	// TuningFirst, TuningFirst+1, ...; Grid(), 10 and 1000 by default.
	DeltaS      []float64
	Tuning      int
	TuningFirst uint64
	// Workers run at the same time, as many as there are processors by
	// default; the results do not depend on it.
	Workers int
	// Progress, if there is one, is told how many runs of how many are done.
	Progress func(done, of int)
}

// Policies returns the names of the policies that are compared by default.
// visible is the upper bound that gap closure refers to, greedy the knapsack of
// what is to be had at the moment, which for a small budget is none.
func Policies() []string {
	return []string{
		"round-robin", "proportional", "scent", "scent-2", "learned", "known", greedy, "visible",
	}
}

// Grid returns the values that are tried for DeltaS.
func Grid() []float64 {
	return []float64{0, 0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.6, 0.8, 1.2, 2, 4, 8}
}

// complete fills in the defaults and refuses what makes no sense.
func (o Options) complete() (Options, error) {
	if o.Models == nil {
		o.Models = Configurations()
	}
	if o.Policies == nil {
		o.Policies = Policies()
	}
	if o.DeltaS == nil {
		o.DeltaS = Grid()
	}
	for _, d := range []struct {
		value  *int
		preset int
	}{{&o.Seeds, 40}, {&o.Tuning, 10}, {&o.Workers, runtime.GOMAXPROCS(0)}} {
		if *d.value <= 0 {
			*d.value = d.preset
		}
	}
	if o.First == 0 {
		o.First = 1
	}
	if o.TuningFirst == 0 {
		o.TuningFirst = 1000
	}
	return o, o.check()
}

func (o Options) check() error {
	if o.First < o.TuningFirst+uint64(o.Tuning) && o.TuningFirst < o.First+uint64(o.Seeds) {
		return fmt.Errorf("revisit: the seeds %d to %d of the tuning are among those measured, %d to %d",
			o.TuningFirst, o.TuningFirst+uint64(o.Tuning)-1, o.First, o.First+uint64(o.Seeds)-1)
	}
	for _, m := range o.Models {
		if err := m.check(); err != nil {
			return err
		}
	}
	for _, name := range o.Policies {
		if name == greedy {
			continue
		}
		known := revisit.Options{
			Truth: func(int, float64) (float64, float64) { return 0, 0 },
			State: func(int) float64 { return 0 },
		}
		if _, err := revisit.New(name, known); err != nil {
			return fmt.Errorf("%w, and %s", err, greedy)
		}
	}
	return nil
}

// Measure runs every policy on every configuration and seed. Scent's DeltaS is
// tuned first, on seeds of its own.
func Measure(ctx context.Context, o Options) (*Result, error) {
	o, err := o.complete()
	if err != nil {
		return nil, err
	}
	e := &experiment{Options: o}
	return e.measure(ctx)
}

// experiment is a measurement under way.
type experiment struct {
	Options
	done, of int
}

func (e *experiment) measure(ctx context.Context) (*Result, error) {
	var trials []trial
	tuned := e.tunes()
	if tuned {
		trials = e.tuning()
	}
	runs := len(e.Models) * len(e.Policies) * e.Seeds
	e.of = len(trials) + runs
	outcomes, err := e.run(ctx, trials)
	if err != nil {
		return nil, err
	}
	deltas := make([]float64, len(e.Models))
	if tuned {
		e.best(outcomes, deltas)
	}
	trials = e.trials(deltas)
	if outcomes, err = e.run(ctx, trials); err != nil {
		return nil, err
	}
	return e.result(outcomes, deltas), nil
}

// tunes tells whether scent is among the policies.
func (e *experiment) tunes() bool {
	for _, name := range e.Policies {
		if name == "scent" {
			return true
		}
	}
	return false
}

// tuning lists the runs that choose DeltaS, by model, value and seed.
func (e *experiment) tuning() []trial {
	var trials []trial
	for _, m := range e.Models {
		for _, delta := range e.DeltaS {
			for s := range e.Tuning {
				trials = append(trials, trial{m, "scent", delta, e.TuningFirst + uint64(s)})
			}
		}
	}
	return trials
}

// best finds the best DeltaS of each model, the smallest of equals.
func (e *experiment) best(outcomes []outcome, deltas []float64) {
	for m := range e.Models {
		most := 0.0
		for d, delta := range e.DeltaS {
			at := (m*len(e.DeltaS) + d) * e.Tuning
			mean := meanOf(shares(outcomes[at : at+e.Tuning]))
			if d == 0 || mean > most {
				most, deltas[m] = mean, delta
			}
		}
	}
}

// trials lists the runs to be measured, by model, policy and seed.
func (e *experiment) trials(deltas []float64) []trial {
	var trials []trial
	for m, model := range e.Models {
		for _, name := range e.Policies {
			for s := range e.Seeds {
				trials = append(trials, trial{model, name, deltas[m], e.First + uint64(s)})
			}
		}
	}
	return trials
}
