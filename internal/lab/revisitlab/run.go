// Package revisitlab replays the policies of schedule/revisit on synthetic sites with static and dynamic pages
// (S. L. Sotnik, "The crawling algorithm S.C.E.N.T."). It measures the index's worth by formulas (1) and (2), as a
// share of the maximum, while the budget covers only some pages.
//
//	run.go         the experiment, its options and runs
//	model.go       synthetic sites and how they change
//	sitemap.go     sitemaps of synthetic sites, right or wrong
//	references.go  the references known, visible and greedy
//	table.go       comparisons, table and charts
//	world.go       a synthetic site for other packages
package revisitlab

import (
	"context"
	"fmt"
	"slices"

	"sitegraph/internal/lab"
	"sitegraph/schedule/revisit"
)

// Options configure a study.
type Options struct {
	// Plan has a synthetic site for each seed.
	Plan lab.Plan
	// Variant is one of Variants.
	Variant string
	// Policies are names from schedule/revisit or references (see Policies).
	Policies []string
}

// scent is tuned for each model. It gets the delta with the best mean over tuningSeeds sites, made from seeds that
// start with tuningFirst.
const (
	tuningSeeds = 10
	tuningFirst = 1000
)

// Policies returns the policies that are compared by default. visible is the upper bound for the gap closure. greedy
// fills the budget by immediate gains, which is no bound for a small budget.
func Policies() []string {
	return []string{"round-robin", "proportional", "scent", "scent-2", "learned", "known", greedy, "visible"}
}

// Run runs every policy on the sites of every model of the variant. First it tunes scent's DeltaS.
func Run(ctx context.Context, o Options) (lab.Result, error) {
	models, err := variant(o.Variant)
	if err != nil {
		return lab.Result{}, err
	}
	e := experiment{plan: o.Plan, models: models, policies: o.Policies, tuning: tuningSeeds}
	e.deltas = []float64{0, 0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.6, 0.8, 1.2, 2, 4, 8}
	rows, err := e.run(ctx)
	if err != nil {
		return lab.Result{}, err
	}
	return lab.Result{Tables: []lab.Table{table(o.Variant, rows)}, Charts: charts(o.Variant, rows)}, nil
}

// experiment measures every policy on the sites of every model.
type experiment struct {
	plan     lab.Plan
	models   []model
	policies []string
	// deltas are the candidates for scent's DeltaS. tuning is the number of sites to tune it on.
	deltas []float64
	tuning int
}

func (e experiment) run(ctx context.Context) ([]row, error) {
	e, err := e.filled()
	if err != nil {
		return nil, err
	}
	tuning := lab.Plan{Seeds: e.tuning, First: tuningFirst, Workers: e.plan.Workers, Progress: e.plan.Progress}
	deltas := e.deltas
	if !slices.Contains(e.policies, "scent") {
		deltas = nil
	}
	before := len(e.models) * len(deltas) * e.tuning
	total := before + len(e.models)*len(e.policies)*e.plan.Seeds
	tuned, err := lab.Grid(ctx, tuning.Part(0, total), len(e.models), len(deltas),
		func(m, delta int, seed uint64) (outcome, error) {
			return simulation{e.models[m], "scent", deltas[delta], seed}.run()
		})
	if err != nil {
		return nil, err
	}
	best := make([]float64, len(e.models))
	for m := range tuned {
		best[m] = deltas[bestOf(tuned[m])]
	}
	found, err := lab.Grid(ctx, e.plan.Part(before, total), len(e.models), len(e.policies),
		func(m, policy int, seed uint64) (outcome, error) {
			return simulation{e.models[m], e.policies[policy], best[m], seed}.run()
		})
	if err != nil {
		return nil, err
	}
	return e.rows(found, best), nil
}

// bestOf returns the index of the best mean, the first of equals.
func bestOf(all [][]outcome) (best int) {
	for i := range all {
		if lab.Mean(shares(all[i])) > lab.Mean(shares(all[best])) {
			best = i
		}
	}
	return best
}

func (e experiment) filled() (experiment, error) {
	if e.policies == nil {
		e.policies = Policies()
	}
	first, last := e.plan.First, e.plan.First+uint64(e.plan.Seeds)-1
	if first < tuningFirst+uint64(e.tuning) && tuningFirst <= last {
		return e, fmt.Errorf("the seeds %d to %d are among those that the policy scent is tuned on, %d to %d",
			first, last, tuningFirst, tuningFirst+e.tuning-1)
	}
	return e, nil
}

// greedy is the reference that takes the highest immediate gains.
const greedy = "greedy"

// simulation runs a policy on a synthetic site.
type simulation struct {
	model model
	name  string
	delta float64
	seed  uint64
}

// outcome has Q/Qmax after each iteration of a simulation and its mean after the burn-in.
type outcome struct {
	byIteration []float64
	share       float64
}

// run lets the policy keep up with the site.
func (s simulation) run() (outcome, error) {
	r, err := s.replay()
	if err != nil {
		return outcome{}, fmt.Errorf("revisit run with seed %d: %w", s.seed, err)
	}
	return outcome{r.Shares, lab.Mean(r.Shares[s.model.BurnIn:])}, nil
}

func (s simulation) replay() (r Replayed, err error) {
	site, p, err := s.begin()
	if err != nil {
		return r, err
	}
	for now := 1; now <= s.model.Iterations; now++ {
		r.Checked = append(r.Checked, iterate(site, p, now))
		r.Shares = append(r.Shares, site.Share())
	}
	return r, nil
}

// begin returns the policy and the site, all in the index.
func (s simulation) begin() (*World, *revisit.Policy, error) {
	site := newWorld(s.model, s.seed)
	seen := newReferences(site)
	o := revisit.Options{
		DeltaS: s.delta, Form: s.model.Form, A: s.model.A, B: s.model.B,
		Worth: map[string]func(page int, age float64) float64{
			"known": seen.known, "visible": seen.visible, greedy: seen.greedy}[s.name],
	}
	name := s.name
	if o.Worth != nil {
		name = "reference"
	}
	known := []string{"scent", "scent-2", "learned", "round-robin", "proportional", "reference"}
	if !slices.Contains(known, name) {
		return nil, nil, fmt.Errorf("there is no policy %q: choose among %q", name, known)
	}
	p := revisit.New(name, o)
	for i := range site.docs {
		p.Indexed(int64(site.docs[i].Size), 0)
	}
	return site, p, nil
}

// iterate runs an iteration and returns the pages that the policy checked.
func iterate(s *World, p *revisit.Policy, now int) (checked []int) {
	s.Step()
	for range s.found {
		p.Found()
	}
	s.hint(p)
	p.Begin(float64(now), s.budget())
	for i, ok := p.Next(); ok; i, ok = p.Next() {
		c := s.Check(i)
		c.At = float64(now)
		p.Saw(i, c)
		checked = append(checked, i)
	}
	p.End()
	return checked
}
