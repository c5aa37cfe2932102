package commands

import (
	"context"
	"errors"
	"fmt"
	"os"

	"sitegraph/run"
	"sitegraph/wording"
	"sitegraph/workers/queue"
)

// addToMerge lets merge join the results of a job.
func (p program) addToMerge() {
	var s services
	var job string
	cmd := p.Named("merge")
	cmd.Short += ", or what workers wrote"
	extend(cmd, "With --job it merges the groups of a workers' job,\nwhich it takes from the store.",
		"  sitegraph merge --job museums --store /shared/store -O all")
	s.addStore(cmd)
	cmd.Flags().StringVar(&job, "job", "", "`name` of a workers' job, instead of folders")
	p.instead(cmd, func() bool { return job != "" }, func(ctx context.Context, folders []string) error {
		if len(folders) > 0 {
			return run.Usage("--job takes the groups from the store: remove %q", folders)
		}
		pages, err := cmd.Flags().GetBool("pages")
		if err != nil {
			return err
		}
		partial, err := cmd.Flags().GetBool("partial")
		if err != nil {
			return err
		}
		return p.merge(ctx, job, s, run.Merging{States: true, Pages: pages, Partial: partial})
	})
}

// forgetFlags has forget's flags for jobs.
type forgetFlags struct {
	services
	job   string
	force bool
}

func (p program) addToForget() {
	var f forgetFlags
	cmd := p.Named("forget")
	extend(cmd, "With --job it removes a\nworkers' job from queue and store, with its saved states and results.",
		"  sitegraph forget --job museums --store /shared/store")
	cmd.Flags().StringVar(&f.job, "job", "", "`name` of a workers' job, instead of sites")
	cmd.Flags().BoolVar(&f.force, "force", false, "with --job: even while workers crawl it")
	f.addQueue(cmd)
	f.addStore(cmd)
	p.instead(cmd, func() bool { return f.job != "" || f.force }, func(ctx context.Context, args []string) error {
		switch {
		case f.job == "":
			return run.Usage("--force needs --job")
		case len(args) > 0:
			return run.Usage("--job forgets a whole job: remove %q", args)
		}
		yes, err := cmd.Flags().GetBool("yes")
		return errors.Join(err, p.forget(ctx, f, yes))
	})
}

// merge joins the results of a job.
func (p program) merge(ctx context.Context, job string, s services, o run.Merging) (err error) {
	store, err := p.openStore(s)
	if err != nil {
		return err
	}
	c := p.Job().Config
	if err := os.MkdirAll(c.OutputDir, 0o755); err != nil {
		return err
	}
	dir, err := os.MkdirTemp(c.OutputDir, ".job-*")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	o.Folders, err = queue.Collect(ctx, store, job, dir)
	if missing, ok := errors.AsType[*queue.Missing](err); ok {
		if o.Absent, err = sitesOf(missing); err != nil {
			return err
		}
		if !o.Partial || len(o.Folders) == 0 {
			return fmt.Errorf("%w: %s; sitegraph status --nats shows what workers do, --partial merges what is there",
				missing, wording.ListFirst(o.Absent, 5))
		}
	}
	if err != nil {
		return err
	}
	return p.Merge("job "+job, o)
}

// forget removes a job with its states and results.
func (p program) forget(ctx context.Context, f forgetFlags, yes bool) error {
	fmt.Fprintf(p.Out(), "job %s, with its states and results in %s\n", f.job, f.store)
	if sure, err := p.Confirmed(yes); !sure || err != nil {
		return err
	}
	store, err := p.openStore(f.services)
	if err != nil {
		return err
	}
	q, err := f.connect(ctx, "forget")
	if err != nil {
		return err
	}
	defer q.Close()
	err = queue.Remove(ctx, q, store, f.job, f.force)
	if busy, ok := errors.AsType[*queue.Busy](err); ok {
		return run.Usage("%w: wait until it is done, or add --force", busy)
	}
	if err != nil {
		return err
	}
	p.Noticef("job %s forgotten, with its states and results in the store", f.job)
	return nil
}

// sitesOf returns the sites of the groups without a result.
func sitesOf(m *queue.Missing) (names []string, err error) {
	spec, err := readSpec(m.Job.Crawl)
	if err != nil {
		return nil, err
	}
	groups := spec.Groups()
	for _, n := range m.Groups {
		if n > len(groups) {
			return nil, fmt.Errorf("job %s has no group %d, only %d groups", m.Job.Name, n, len(groups))
		}
		for _, h := range groups[n-1].Hosts {
			names = append(names, h.URL.Origin())
		}
	}
	return names, nil
}
