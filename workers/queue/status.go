package queue

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"

	"sitegraph/workers/objects"
)

// Status is how far a job is.
type Status struct {
	// Job is the name of the job.
	Job string
	// Groups is the number of groups; Done, Held and Failed count those with a result, with a worker, and given up.
	Groups, Done, Held, Failed int
	// Figures are those of all groups, as they were last saved.
	Figures
	// Workers have groups of the job now, by name, and how many each.
	Workers map[string]int
	// GivenUp says why, by the number of the group.
	GivenUp map[int]string
	// Damaged says why nothing is known of the job, "" if it is.
	Damaged string
}

// Status returns how far all jobs are, by name.
func (q *Queue) Status(ctx context.Context) ([]Status, error) {
	all, err := q.entries(ctx)
	if err != nil {
		return nil, err
	}
	var out []Status
	for _, name := range slices.Sorted(maps.Keys(all)) {
		j := all[name]
		if j.damaged != nil {
			out = append(out, Status{Job: name, Damaged: j.damaged.Error()})
		}
		if j.size == 0 {
			continue // or it was removed, and a worker claimed a group at the same moment
		}
		s := Status{Job: name, Groups: j.size, Workers: j.workers(), GivenUp: map[int]string{}}
		for n, e := range j.groups {
			if n <= j.size {
				s.Add(e.Figures)
			}
			switch {
			case n > j.size:
			case e.Done:
				s.Done++
			case e.Failed != "":
				s.Failed++
				s.GivenUp[n] = e.Failed
			case e.Held:
				s.Held++
			}
		}
		out = append(out, s)
	}
	return out, nil
}

// workers counts the groups that workers have, by their names.
func (j jobEntries) workers() map[string]int {
	all := map[string]int{}
	for _, e := range j.groups {
		if e.Held && !e.Done && e.Failed == "" {
			all[e.Worker]++
		}
	}
	return all
}

// GroupStatus is how far a group is.
type GroupStatus struct {
	// Done says that there is a result, Failed why the group was given up, "" if it was not.
	Done   bool
	Failed string
	// Worker is the name of the worker that has it, "" if none has.
	Worker string

	checkpoint string
}

// Groups returns how far the groups of a job are; group number 1 is the first.
func (q *Queue) Groups(ctx context.Context, job string) ([]GroupStatus, error) {
	all, err := q.entries(ctx)
	if err != nil {
		return nil, err
	}
	err = all[job].damaged
	if err == nil && all[job].size == 0 {
		err = ErrNoJob
	}
	if err != nil {
		return nil, fmt.Errorf("job %s: %w", job, err)
	}
	groups := make([]GroupStatus, all[job].size)
	for i := range groups {
		e := all[job].groups[i+1]
		groups[i] = GroupStatus{Done: e.Done, Failed: e.Failed, checkpoint: e.Checkpoint}
		if e.Held && !e.Done && e.Failed == "" {
			groups[i].Worker = e.Worker
		}
	}
	return groups, nil
}

// Restore unpacks the newest state of a group that has no result into a folder, and reports whether there is one.
func (g GroupStatus) Restore(ctx context.Context, store objects.Store, to string) (bool, error) {
	if g.checkpoint == "" {
		return false, nil
	}
	r, err := store.Open(ctx, g.checkpoint)
	if errors.Is(err, fs.ErrNotExist) {
		return false, fmt.Errorf("%w: a newer one has taken its place", err)
	}
	if err != nil {
		return false, err
	}
	defer r.Close()
	if err := os.MkdirAll(to, 0o755); err != nil {
		return false, err
	}
	return true, unpack(r, to)
}
