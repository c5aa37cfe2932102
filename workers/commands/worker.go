package commands

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"sitegraph/extractor/store"
	"sitegraph/run"
	"sitegraph/site"
	"sitegraph/workers/queue"
)

// workerFlags has the flags of worker.
type workerFlags struct {
	services
	serve, name      string
	listen           string
	lease, saveEvery time.Duration
	atOnce           int
	untilDone        bool
}

func (p program) newWorker() *cobra.Command {
	var f workerFlags
	work := func(ctx context.Context, _ []string) error { return p.work(ctx, f) }
	cmd := p.Command(work, cobra.Command{Use: "worker", Args: noArguments,
		Short: "Crawl what sitegraph submit gives to workers",
		Long: "worker takes groups of sites from a NATS server with JetStream and crawls them in the folder -O.\n" +
			"It saves states and results to the store, so that another worker can continue its groups if it ends.\n" +
			"Any number of workers can share the work. After the first Ctrl-C, it gives its groups back and ends.",
		Example: "  sitegraph worker --serve 127.0.0.1:4222 --store /shared/store\n" +
			"  sitegraph worker --nats nats://queue:4222 --store s3://crawls"})
	f.addQueue(cmd)
	f.addStore(cmd)
	set := cmd.Flags()
	set.StringVar(&f.serve, "serve", "", "run a NATS server in this program at an `address` such as 127.0.0.1:4222, "+
		"or from a NATS configuration file, which needs a password if others can reach it")
	set.StringVar(&f.listen, "listen", "", "serve /metrics and /healthz at an `address` such as 127.0.0.1:9100")
	set.StringVar(&f.name, "name", "", "`name` of the worker (default: host name and process ID)")
	set.DurationVar(&f.lease, "lease", queue.DefaultLease,
		"silence after which a worker's groups go to others; must be the same for all workers")
	set.DurationVar(&f.saveEvery, "save-every", time.Minute, "time between saved states of a group")
	set.IntVar(&f.atOnce, "at-once", 8, "`number` of groups to crawl at once")
	set.BoolVar(&f.untilDone, "until-done", false, "end when all jobs are done")
	return cmd
}

func (f *workerFlags) check() error {
	switch {
	case f.lease < time.Second || f.lease > time.Hour:
		return run.Usage("--lease %v: must be from 1s to 1h", f.lease)
	case f.saveEvery < time.Second/10:
		return run.Usage("--save-every %v: must be 100ms or more", f.saveEvery)
	case f.atOnce < 1 || f.atOnce > 1000:
		return run.Usage("--at-once %d: must be from 1 to 1000", f.atOnce)
	}
	if f.name == "" {
		host, err := os.Hostname()
		if err != nil {
			return err
		}
		f.name = fmt.Sprintf("%s-%d", host, os.Getpid())
	}
	return nil
}

// folder makes the worker's folder. It removes the folders of workers that were killed on this machine.
func (f *workerFlags) folder(all string) (string, error) {
	host, err := os.Hostname()
	if err != nil {
		return "", err
	}
	others, err := filepath.Glob(filepath.Join(all, "*"))
	if err != nil {
		return "", err
	}
	for _, other := range others {
		text, own := strings.CutPrefix(filepath.Base(other), host+"-")
		if pid, err := strconv.Atoi(text); own && err == nil && isGone(pid) {
			if err := os.RemoveAll(other); err != nil {
				return "", err
			}
		}
	}
	folder := filepath.Join(all, f.name)
	return folder, os.MkdirAll(folder, 0o755)
}

func isGone(pid int) bool {
	p, err := os.FindProcess(pid)
	return err != nil || errors.Is(p.Signal(syscall.Signal(0)), os.ErrProcessDone)
}

func noArguments(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return run.Usage("%s takes no arguments; got %q", cmd.CommandPath(), args)
	}
	return nil
}

func (p program) work(ctx context.Context, f workerFlags) error {
	if err := f.check(); err != nil {
		return err
	}
	store, err := p.openStore(f.services)
	if err != nil {
		return err
	}
	ctx, release := p.StopBySignal(ctx, "stopping: groups are given back with their states")
	defer release()
	config := p.Job().Config
	if f.serve != "" {
		server, err := queue.Serve(f.serve, config.Path("queue"))
		if err != nil {
			return err
		}
		defer server.Close()
		if f.nats == defaultQueue { // otherwise the user gave a URL with a password
			f.nats = server.URL()
		}
		p.Noticef("NATS server at %s", server.URL())
	}
	q, err := queue.Connect(ctx, queue.Options{URLs: f.nats, Credentials: f.credentials, CA: f.ca, Name: f.name,
		Lease: f.lease})
	if err != nil {
		return err
	}
	defer q.Close()
	folder, err := f.folder(config.Path("groups"))
	if err != nil {
		return err
	}
	c := &groupCrawler{program: p, board: newBoard()}
	w := queue.Worker{Queue: q, Store: store, Crawler: c, Name: f.name, Version: run.Version,
		Folder: folder, AtOnce: f.atOnce, SaveEvery: f.saveEvery, UntilDone: f.untilDone, Say: p.Noticef}
	report := func() queue.Report { return c.report(f.name) }
	if err := q.Answer(report); err != nil {
		return err
	}
	stop, err := serveCounts(f.listen, w.Counts, report, p.Noticef)
	if err != nil {
		return err
	}
	defer stop()
	p.Noticef("worker %s", f.name)
	return errors.Join(w.Run(ctx), os.RemoveAll(folder))
}

// groupCrawler crawls groups as run crawls shards.
type groupCrawler struct {
	program
	*board
	mutex sync.Mutex
	specs map[string]knownSpec // by job
}

// Crawl crawls a group.
func (c *groupCrawler) Crawl(ctx context.Context, g queue.Group, folder string) ([]string, error) {
	spec, err := c.spec(g.Job)
	if err != nil {
		return nil, err
	}
	job := c.Job()
	job.Observer, job.MayAsk = groupObserver{c.program, c.board, g}, g.Held
	c.begin(g)
	defer c.end(g)
	files, err := spec.RunGroup(ctx, spec.groups[g.Number-1], folder, job)
	if errors.Is(err, store.ErrFull) {
		err = errors.Join(err, syscall.ENOSPC)
	}
	return files, err
}

// Save copies a crawl's state into a folder from which it can be resumed. The crawl may be running.
func (c *groupCrawler) Save(folder, to string) (saved bool, err error) {
	state := run.Config{OutputDir: to}.StateDir()
	if err := os.MkdirAll(state, 0o755); err != nil {
		return false, err
	}
	return store.Copy(run.Config{OutputDir: folder}.StateDir(), state)
}

// spec decodes a job's sites and settings, once per text, since a removed job's name may be used again.
func (c *groupCrawler) spec(j queue.Job) (knownSpec, error) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if known := c.specs[j.Name]; known.text != nil && bytes.Equal(known.text, j.Crawl) {
		return known, nil
	}
	s, err := readSpec(j.Crawl)
	if err != nil {
		return knownSpec{}, err
	}
	known := knownSpec{s, j.Crawl, s.Groups()}
	if len(known.groups) != j.Groups {
		return known, fmt.Errorf("job %s: its sites are in %d groups, not in %d: submit it again with a new name",
			j.Name, len(known.groups), j.Groups)
	}
	if c.specs == nil {
		c.specs = map[string]knownSpec{}
	}
	c.specs[j.Name] = known
	return known, nil
}

// knownSpec is a job's decoded crawl with its text and groups.
type knownSpec struct {
	run.Spec
	text   []byte
	groups []run.Shard
}

// groupObserver shows remarks about a group and records its progress.
type groupObserver struct {
	program
	board *board
	group queue.Group
}

// Progress records the progress of a site.
func (o groupObserver) Progress(line string, p site.Progress) { o.board.progress(o.group, line, p) }

// Computing and others show nothing, since a worker has many groups.
func (o groupObserver) Computing(string, string, float64) {}
func (o groupObserver) Budget(site.BudgetProgress)        {}
func (o groupObserver) Search(site.SearchProgress)        {}
func (o groupObserver) Ended(line string, c *site.Crawl, err error) {
	o.board.ended(o.group, line, c)
	if err != nil {
		o.Noticef("%v: %s: %v", o.group, line, err)
	}
}

// Notice shows remarks.
func (o groupObserver) Notice(texts ...string) {
	for _, text := range texts {
		o.Noticef("%v: %s", o.group, text)
	}
}
