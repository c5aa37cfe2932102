package pagelab

import (
	"context"
	"fmt"
	"math"

	"sitegraph/schedule/lab"
	"sitegraph/schedule/page"
)

// Precision is the error of the estimate of importance by readings a page, on
// average over the graphs.
type Precision struct {
	Graph, Policy string
	// Graphs is the number of graphs and seeds that the means are over.
	Graphs int
	// Error is the sum of the absolute differences to PageRank, 0 to 2, and
	// Tau Kendall's tau-b to it, after 1, 2, ... readings a page.
	Error, Tau []float64
}

// EstimateOptions say what Estimates measures.
type EstimateOptions struct {
	// Policies are names of OPIC policies, which read pages again and again;
	// none means opic-random, opic-cycle and opic-greedy.
	Policies []string
	// Readings is the greatest number of readings a page; 0 is 10.
	Readings int
	// Seeds is the number of graphs of an ensemble; 0 is 40. FirstSeed is the
	// first of them; 0 is 1.
	Seeds     int
	FirstSeed uint64
	// Policy holds the other settings of the policies.
	Policy page.Options
	// Workers and Progress are as in Options.
	Workers  int
	Progress func(done, all int)
}

// Estimates measures how fast policies that read pages again and again learn
// the importance of pages that are all known from the start, on seeded graphs
// and on finished crawls. It returns, for each ensemble and then for each site,
// a result for each policy.
func Estimates(ctx context.Context, ensembles []Ensemble, sites []*Oracle, o EstimateOptions) ([]Precision, error) {
	o = o.filled()
	var jobs []job
	for group := range len(ensembles) + len(sites) {
		for _, name := range o.Policies {
			for seed := range uint64(o.Seeds) {
				j := job{policy: name, seed: o.FirstSeed + seed}
				if group < len(ensembles) {
					j.ensemble = &ensembles[group]
				} else {
					j.site = sites[group-len(ensembles)]
				}
				jobs = append(jobs, j)
			}
		}
	}
	jobs, err := lab.Each(ctx, len(jobs), o.Workers, outOf(len(jobs), o.Progress), func(i int) (job, error) {
		return jobs[i].run(o)
	})
	if err != nil {
		return nil, err
	}
	var all []Precision
	for first := 0; first < len(jobs); first += o.Seeds {
		all = append(all, meanOf(jobs[first:first+o.Seeds], o.Readings))
	}
	return all, nil
}

func (o EstimateOptions) filled() EstimateOptions {
	if len(o.Policies) == 0 {
		o.Policies = []string{"opic-random", "opic-cycle", "opic-greedy"}
	}
	if o.Readings <= 0 {
		o.Readings = 10
	}
	if o.Seeds <= 0 {
		o.Seeds = 40
	}
	if o.FirstSeed == 0 {
		o.FirstSeed = 1
	}
	return o
}

// job is one policy on one graph.
type job struct {
	ensemble   *Ensemble
	site       *Oracle
	policy     string
	seed       uint64
	graph      string
	error, tau []float64
}

func (j job) run(o EstimateOptions) (job, error) {
	graph := j.site
	if j.ensemble != nil {
		j.graph = j.ensemble.Name()
		drawn, err := j.ensemble.New(j.seed)
		if err != nil {
			return j, err
		}
		graph = drawn
	} else {
		j.graph = graph.Name
	}
	options := o.Policy
	options.Seed = j.seed
	p, err := page.New(j.policy, options)
	if err != nil {
		return j, err
	}
	e, ok := p.(page.Estimator)
	if !ok {
		return j, fmt.Errorf("page policy %s does not estimate importance; opic-cycle, opic-greedy and opic-random do", j.policy)
	}
	for i := range graph.Pages() {
		if err := e.Discovered(uint32(i), 0); err != nil {
			return j, err
		}
	}
	for reading := range o.Readings * graph.Pages() {
		number, ok := e.Next()
		if !ok {
			return j, fmt.Errorf("page policy %s reads every page once only; opic-cycle, opic-greedy and opic-random read them again", j.policy)
		}
		if err := e.Read(number, graph.Out(number), float64(reading)); err != nil {
			return j, err
		}
		if (reading+1)%graph.Pages() == 0 {
			x := e.Importance()
			j.error = append(j.error, distance(x, graph.Rank))
			j.tau = append(j.tau, kendall(x, graph.Rank))
		}
	}
	return j, nil
}

func meanOf(jobs []job, readings int) Precision {
	p := Precision{Graph: jobs[0].graph, Policy: jobs[0].policy, Graphs: len(jobs), Error: make([]float64, readings), Tau: make([]float64, readings)}
	for _, j := range jobs {
		for i := range readings {
			p.Error[i] += j.error[i] / float64(len(jobs))
			p.Tau[i] += j.tau[i] / float64(len(jobs))
		}
	}
	return p
}

// distance is the sum of the absolute differences.
func distance(a, b []float64) (sum float64) {
	for i := range a {
		sum += math.Abs(a[i] - b[i])
	}
	return sum
}

// Fixpoints returns Fixpoint of each site, for a rest that is shared by all its
// pages and 1e-7 in sum.
func Fixpoints(ctx context.Context, sites []*Oracle) ([]float64, error) {
	return lab.Each(ctx, len(sites), 0, nil, func(i int) (float64, error) {
		return Fixpoint(sites[i], 1e-7/float64(sites[i].Pages()))
	})
}

// Fixpoint reads a whole site by the policy stored, lets all cash move on until
// none more than rest of the credit is on any page, and returns the sum of the
// absolute differences to PageRank.
func Fixpoint(o *Oracle, rest float64) (float64, error) {
	p, err := page.New("stored", page.Options{})
	if err != nil {
		return 0, err
	}
	r := newReader(o, p)
	if err := r.meet(0); err != nil {
		return 0, err
	}
	for number, ok := p.Next(); ok; number, ok = p.Next() {
		if _, _, err := r.read(number); err != nil {
			return 0, err
		}
	}
	p.(page.Settler).Settle(rest)
	x := make([]float64, o.Pages())
	for number, v := range p.(page.Estimator).Importance() {
		x[r.pages[number]] = v
	}
	return distance(x, o.Rank), nil
}
