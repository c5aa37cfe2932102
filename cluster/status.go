package cluster

import (
	"context"
	"maps"
	"slices"
)

// Status is how far a job is.
type Status struct {
	// Job is the name of the job.
	Job string
	// Groups is the number of groups; Done, Held and Failed count those with a result, with a worker, and given up.
	Groups, Done, Held, Failed int
	// Workers have groups of the job now, by name, and how many each.
	Workers map[string]int
	// GivenUp says why, by the number of the group.
	GivenUp map[int]string
}

// Status returns how far all jobs are, by name.
func (q *Queue) Status(ctx context.Context) ([]Status, error) {
	all, err := q.entries(ctx)
	if err != nil {
		return nil, err
	}
	var out []Status
	for _, name := range slices.Sorted(maps.Keys(all)) {
		s := Status{Job: name, Groups: all[name].size, Workers: map[string]int{}, GivenUp: map[int]string{}}
		for n, e := range all[name].groups {
			switch {
			case e.Done:
				s.Done++
			case e.Failed != "":
				s.Failed++
				s.GivenUp[n] = e.Failed
			case e.Held:
				s.Held++
				s.Workers[e.Worker]++
			}
		}
		out = append(out, s)
	}
	return out, nil
}
