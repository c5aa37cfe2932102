package command

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"sitegraph/cluster"
	"sitegraph/cluster/objects"
	"sitegraph/config"
	"sitegraph/config/pairs"
	"sitegraph/run"
	"sitegraph/wording"
)

// services are the flags that say where the services of workers are.
type services struct{ nats, credentials, ca, store string }

// defaultQueue is where NATS servers listen.
const defaultQueue = "nats://127.0.0.1:4222"

// addQueue adds those of the queue to a command, addStore those of the store.
func (s *services) addQueue(cmd *cobra.Command) {
	cmd.Flags().StringVar(&s.nats, "nats", defaultQueue,
		"`URL` of the NATS server; several with commas between")
	cmd.Flags().StringVar(&s.credentials, "nats-credentials", "", "`file` with the credentials of a user of the server")
	cmd.Flags().StringVar(&s.ca, "nats-ca", "", "`file` with the certificate of the authority that signed the server's")
}

func (s *services) addStore(cmd *cobra.Command) {
	cmd.Flags().StringVar(&s.store, "store", "store",
		"`address` of the store of results: a shared folder, or s3://BUCKET/PREFIX")
}

// connect connects a command to the server.
func (s *services) connect(ctx context.Context, name string) (*cluster.Queue, error) {
	return cluster.Connect(ctx, cluster.Options{URLs: s.nats, Credentials: s.credentials, CA: s.ca, Name: name})
}

// openStore opens the store.
func (a *app) openStore(s services) (objects.Store, error) {
	store, err := objects.Open(s.store, a.variable)
	if err != nil {
		return nil, run.Usage("--store: %w", err)
	}
	return store, nil
}

// variable returns an environment variable.
func (a *app) variable(name string) (value string) {
	for _, v := range a.env {
		if text, ok := strings.CutPrefix(v, name+"="); ok {
			value = text
		}
	}
	return value
}

func newSubmit(a *app) *cobra.Command {
	var s services
	submit := func(ctx context.Context, a *app, args []string) error { return runSubmit(ctx, a, args, s) }
	cmd := a.command(submit, cobra.Command{Use: "submit job [site...]", Args: cobra.MinimumNArgs(1),
		Short: "Give a crawl of many sites to workers",
		Long: "submit gives the sites of hosts.txt, or of the command line, with these settings to workers, as a\n" +
			"job with a name. See sitegraph worker, and docs/many-machines.md. Submitting the same job again\n" +
			"does no harm.",
		Example: "  sitegraph submit museums --store /shared/store\n  sitegraph status --nats nats://queue:4222\n" +
			"  sitegraph merge --job museums --store /shared/store -O all"})
	s.addQueue(cmd)
	s.addStore(cmd)
	return cmd
}

func runSubmit(ctx context.Context, a *app, args []string, s services) error {
	if err := cluster.CheckName(args[0]); err != nil {
		return usage(err)
	}
	hosts, err := a.hosts(args[1:])
	if err != nil {
		return err
	}
	if err := a.settleScope(hosts); err != nil {
		return err
	}
	use := pairs.Use{Settings: a.config.Settings, Hosts: hosts, Workers: true, List: a.flags.list != ""}
	if err := use.Check(); err != nil {
		return usage(err)
	}
	store, err := a.openStore(s)
	if err != nil {
		return err
	}
	spec, err := run.SpecOf(a.config, hosts)
	if err != nil {
		return err
	}
	text, err := spec.JSON()
	if err != nil {
		return err
	}
	q, err := s.connect(ctx, "submit")
	if err != nil {
		return err
	}
	defer q.Close()
	a.greet(hosts, func(config.Host) bool { return false })
	j := cluster.Job{Name: args[0], Version: run.Version, Groups: len(spec.Groups()), Crawl: text}
	if err := cluster.Submit(ctx, q, store, j); err != nil {
		return err
	}
	a.progress.Noticef("job %s: %s in %s, queued", j.Name, wording.Count(len(hosts), "site", "sites"),
		wording.Count(j.Groups, "group", "groups"))
	return nil
}

// jobsStatus shows how far the jobs of workers are.
func (a *app) jobsStatus(ctx context.Context, s services) error {
	q, err := s.connect(ctx, "status")
	if err != nil {
		return err
	}
	defer q.Close()
	all, err := q.Status(ctx)
	if err != nil {
		return err
	}
	t := tabwriter.NewWriter(a.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "job\tgroups\tdone\tunder way\tgiven up\tworkers")
	for _, j := range all {
		if j.Damaged != "" {
			continue
		}
		var workers []string
		for _, name := range slices.Sorted(maps.Keys(j.Workers)) {
			workers = append(workers, fmt.Sprintf("%s (%d)", name, j.Workers[name]))
		}
		fmt.Fprintf(t, "%s\t%d\t%d\t%d\t%d\t%s\n", j.Job, j.Groups, j.Done, j.Held, j.Failed,
			strings.Join(workers, ", "))
	}
	err = t.Flush()
	for _, j := range all {
		if j.Damaged != "" {
			fmt.Fprintf(a.out, "%s: %s: remove it with sitegraph forget --job %s\n", j.Job, j.Damaged, j.Job)
		}
		for _, n := range slices.Sorted(maps.Keys(j.GivenUp)) {
			fmt.Fprintf(a.out, "%s, group %d: %s\n", j.Job, n, j.GivenUp[n])
		}
	}
	return err
}

// collectJob joins what workers wrote for a job.
func (a *app) collectJob(ctx context.Context, job string, s services, pages bool) (out run.Outcome, err error) {
	store, err := a.openStore(s)
	if err != nil {
		return out, err
	}
	if err := os.MkdirAll(a.flags.outputDir, 0o755); err != nil {
		return out, err
	}
	dir, err := os.MkdirTemp(a.flags.outputDir, ".job-*")
	if err != nil {
		return out, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	folders, err := cluster.Collect(ctx, store, job, dir)
	if missing, ok := errors.AsType[*cluster.Missing](err); ok {
		return out, a.missing(missing)
	}
	if err != nil {
		return out, err
	}
	out, err = run.Merge(a.flags.outputDir, folders, pages, a.progress.Computing)
	if err != nil {
		return out, err
	}
	return out, a.config.TakeStates(folders)
}

// removeJob removes a job of workers, its states and its results.
func (a *app) removeJob(ctx context.Context, job string, s services, forced bool) error {
	store, err := a.openStore(s)
	if err != nil {
		return err
	}
	q, err := s.connect(ctx, "forget")
	if err != nil {
		return err
	}
	defer q.Close()
	err = cluster.Remove(ctx, q, store, job, forced)
	if busy, ok := errors.AsType[*cluster.Busy](err); ok {
		return run.Usage("%w: wait until it is done, or add --force", busy)
	}
	if err != nil {
		return err
	}
	a.progress.Noticef("job %s forgotten, with its states and results in the store", job)
	return nil
}

// missing names some sites whose group has no result.
func (a *app) missing(m *cluster.Missing) error {
	spec, err := run.ReadSpec(m.Job.Crawl)
	if err != nil {
		return err
	}
	var names []string
	for _, n := range m.Groups {
		hosts, err := spec.Group(n)
		if err != nil {
			return err
		}
		names = append(names, fmt.Sprintf("%d (%s)", n, hosts[0].URL.Origin()))
	}
	return fmt.Errorf("%w: group %s; sitegraph status --nats shows what workers do", m, wording.ListFirst(names, 5))
}
