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

// Status is the progress of a job.
type Status struct {
	Job string // its name
	// Groups is the number of groups. Done have a result, Held have a worker, Failed were given up.
	Groups, Done, Held, Failed int
	Figures                                   // totals of all groups when last saved
	Workers                    map[string]int // number of groups under way, by worker
	GivenUp                    map[int]string // reasons by number of the group
	Damaged                    string         // error in the job's entry, else ""
}

// Status returns the progress of all jobs, by name.
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
			continue // perhaps a worker claimed a group while the job was removed
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

// workers counts the groups under way by worker.
func (j jobEntries) workers() map[string]int {
	all := map[string]int{}
	for _, e := range j.groups {
		if e.Held && !e.Done && e.Failed == "" {
			all[e.Worker]++
		}
	}
	return all
}

// GroupStatus is the progress of a group.
type GroupStatus struct {
	Done       bool   // there is a result
	Failed     string // reason for giving it up, else ""
	Worker     string // worker that has it, or ""
	checkpoint string
}

// Groups returns the progress of a job's groups, from number 1 on.
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

// Restore unpacks the newest state of a group without a result into a folder. It reports whether there is one.
func (g GroupStatus) Restore(ctx context.Context, store objects.Store, to string) (bool, error) {
	if g.checkpoint == "" {
		return false, nil
	}
	r, err := store.Open(ctx, g.checkpoint)
	if errors.Is(err, fs.ErrNotExist) {
		return false, fmt.Errorf("%w: a newer one has replaced it", err)
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
