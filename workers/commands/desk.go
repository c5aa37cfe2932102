package commands

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"sitegraph/desk"
	"sitegraph/run"
	"sitegraph/workers/objects"
	"sitegraph/workers/queue"
)

// deskWorkers lets a desk give crawls to workers.
type deskWorkers struct {
	queue *queue.Queue
	store objects.Store
	by    servers
}

func (p program) addToServe() {
	var s services
	cmd := p.Named("serve")
	extend(cmd, "With --nats or\n--store, projects can also be given to workers (see sitegraph worker).",
		"  sitegraph serve --nats nats://queue:4222 --store s3://crawls")
	s.addQueue(cmd)
	s.addStore(cmd)
	serve := cmd.RunE
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		var w deskWorkers
		if slices.ContainsFunc([]string{"nats", "nats-credentials", "nats-ca", "store"}, cmd.Flags().Changed) {
			p.DeskWorkers(func(ctx context.Context) (_ desk.Workers, err error) {
				w, err = p.deskWorkers(ctx, s)
				return w, err
			})
		}
		err := serve(cmd, args)
		if w.queue != nil {
			w.queue.Close()
		}
		return err
	}
}

// deskWorkers connects to the services of workers.
func (p program) deskWorkers(ctx context.Context, s services) (w deskWorkers, err error) {
	w.by = servers{lookup: p.lookup, most: defaultMost}
	if w.store, err = p.openStore(s); err == nil {
		w.queue, err = s.connect(ctx, "desk")
	}
	return w, err
}

// The desk asks for a job's progress every askEvery, but spends at most a tenth of its time on it.
const askEvery, askShare = time.Second / 2, 9

// Crawl gives a crawl to workers and follows its progress.
func (w deskWorkers) Crawl(ctx context.Context, job string, crawl run.Spec, to string,
	now func([]desk.Group, error) error) error {
	sites, err := w.submit(ctx, job, crawl)
	if err != nil {
		return err
	}
	here := map[int]bool{}
	for ctx.Err() == nil {
		begun := time.Now()
		groups, err := w.queue.Groups(ctx, job)
		switch {
		case errors.Is(err, queue.ErrNoJob): // it was removed
			return err
		case err != nil && ctx.Err() == nil:
			if err := now(nil, err); err != nil {
				return err
			}
		case err == nil:
			if done, err := w.show(ctx, job, sites, groups, to, here, now); done || err != nil {
				return err
			}
		}
		select {
		case <-ctx.Done():
		case <-time.After(max(askEvery, askShare*time.Since(begun))):
		}
	}
	return ctx.Err()
}

// submit submits the job unless it exists, and returns its groups with their sites.
func (w deskWorkers) submit(ctx context.Context, job string, crawl run.Spec) ([]run.Shard, error) {
	j, err := w.by.job(ctx, w.store, job, crawl)
	if err != nil {
		return nil, err
	}
	spec, err := readSpec(j.Crawl)
	if err != nil {
		return nil, err
	}
	_, err = w.queue.Groups(ctx, job)
	if errors.Is(err, queue.ErrNoJob) {
		err = queue.Submit(ctx, w.queue, w.store, j)
	}
	return spec.Groups(), err
}

// show fetches new results and reports the progress. done is true if nothing more will come.
func (w deskWorkers) show(ctx context.Context, job string, sites []run.Shard, groups []queue.GroupStatus, to string,
	here map[int]bool, now func([]desk.Group, error) error) (done bool, err error) {
	if len(sites) != len(groups) {
		return false, fmt.Errorf("the job has %d groups, not %d", len(groups), len(sites))
	}
	done = true
	shown := make([]desk.Group, len(groups))
	for i, g := range groups {
		shown[i] = desk.Group{Hosts: sites[i].Hosts, Worker: g.Worker, Done: g.Done, Failed: g.Failed}
		done = done && (g.Done || g.Failed != "")
		if !g.Done || here[i] {
			continue
		}
		if err := queue.CollectGroup(ctx, w.store, job, i+1, groupFolder(to, i)); err != nil {
			return false, err
		}
		here[i] = true
	}
	return done, now(shown, nil)
}

func groupFolder(to string, i int) string { return filepath.Join(to, strconv.Itoa(i+1)) }

// Withdraw fetches the saved states of a job's groups and removes the job.
func (w deskWorkers) Withdraw(ctx context.Context, job, to string) error {
	if to != "" {
		if err := w.restore(ctx, job, to); err != nil && !errors.Is(err, queue.ErrNoJob) {
			return err
		}
	}
	return queue.Remove(ctx, w.queue, w.store, job, true)
}

// restore fetches the newest states of groups that have no folder here.
func (w deskWorkers) restore(ctx context.Context, job, to string) error {
	const tries = 10 // a worker may save a new state meanwhile
	var err error
	for range tries {
		var groups []queue.GroupStatus
		if groups, err = w.queue.Groups(ctx, job); err != nil {
			return err
		}
		if err = w.restoreGroups(ctx, job, groups, to); !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return err
}

func (w deskWorkers) restoreGroups(ctx context.Context, job string, groups []queue.GroupStatus, to string) error {
	for i, g := range groups {
		folder := groupFolder(to, i)
		if _, err := os.Stat(folder); err == nil {
			continue
		}
		err := error(nil)
		if g.Done {
			err = queue.CollectGroup(ctx, w.store, job, i+1, folder)
		} else {
			_, err = g.Restore(ctx, w.store, folder)
		}
		if err != nil {
			return errors.Join(err, os.RemoveAll(folder))
		}
	}
	return nil
}
