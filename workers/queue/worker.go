package queue

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/netip"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"sitegraph/workers/objects"
)

// Group is a group of a job.
type Group struct {
	Job     Job // the job it belongs to
	Number  int // from 1
	lease   *lease
	figures *atomic.Pointer[Figures] // newest figures, or nil
}

// Note records the figures of the group, which Status shows once they are saved.
func (g Group) Note(f Figures) {
	if g.figures != nil {
		g.figures.Store(&f)
	}
}

// Held reports, without a request, whether the worker may rely on having the group. If not, the context will soon end.
func (g Group) Held() bool { return g.lease == nil || g.lease.valid() }

// String names the group.
func (g Group) String() string { return fmt.Sprintf("%s %d/%d", g.Job.Name, g.Number, g.Job.Groups) }

// Crawler crawls groups.
type Crawler interface {
	// Crawl crawls a group in a folder, which may have a saved state. It returns the names of the result's files, or
	// none if ctx ended. Errors concern this machine or program. [syscall.ENOSPC] ends the worker.
	Crawl(ctx context.Context, g Group, folder string) (files []string, err error)
	// Addresses returns the current IP addresses of a group's sites, as far as it can find them.
	Addresses(ctx context.Context, g Group) []netip.Addr
	// Save copies the latest state of a running crawl into another folder and reports whether there is one.
	Save(folder, to string) (saved bool, err error)
}

// Worker takes groups from a queue and crawls them.
type Worker struct {
	Queue     *Queue        // gives out the groups
	Store     objects.Store // keeps jobs, saved states and results
	Crawler   Crawler       // does the work
	Name      string        // name of the worker
	Version   string        // version of the program
	Folder    string        // for crawls; each group starts with an empty folder there
	AtOnce    int           // groups to crawl at once
	SaveEvery time.Duration // time between saved states
	UntilDone bool          // end when all jobs are done
	// Say gets a line for each event, from several goroutines.
	Say func(format string, values ...any)

	mutex  sync.Mutex
	counts Counts
	jobs   map[string]knownJob
	kept   map[string]kept // by groupKey
	broken error           // error that ends the worker
	end    func()
	over   chan struct{} // gets a value when a group is over
}

// Run works until ctx ends or all jobs are done. Then it stops its groups cleanly and gives them back with their
// states. It fails if the store lets several writers win or the disk is full.
func (w *Worker) Run(ctx context.Context) error {
	if err := objects.Probe(ctx, w.Store); err != nil {
		return err
	}
	w.jobs, w.kept, w.over = map[string]knownJob{}, map[string]kept{}, make(chan struct{}, 1)
	ctx, w.end = context.WithCancel(ctx)
	defer w.end()
	var all sync.WaitGroup
	for range max(1, w.AtOnce) {
		all.Go(func() { w.work(ctx) })
	}
	all.Go(func() { w.reconcile(ctx) })
	all.Wait()
	return w.broken
}

// Counts count a worker's groups since it started.
type Counts struct {
	UnderWay  int // now
	Done      int // with a result from this worker
	GivenBack int // stopped cleanly
	Lost      int // the lease or the job ended
	Failed    int
	// Saved counts the saved states, SavedBytes their bytes.
	Saved, SavedBytes int64
}

// Counts returns the counts so far.
func (w *Worker) Counts() Counts {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	return w.counts
}

func (w *Worker) count(change func(c *Counts)) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	change(&w.counts)
}

func (w *Worker) fail(err error) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	if w.broken == nil {
		w.broken = err
	}
	w.end()
}

// work takes one group after another.
func (w *Worker) work(ctx context.Context) {
	silent := false
	for ctx.Err() == nil {
		asked := w.Queue.now()
		message, err := w.next(ctx)
		switch {
		case err != nil && !silent && ctx.Err() == nil:
			silent = true
			w.Say("no answer from the NATS server, waiting: %v", err)
		case err == nil && silent:
			silent = false
			w.Say("the NATS server answers again")
		}
		if err != nil {
			pause(ctx, w.Queue.lease/16)
			w.Queue.mend(ctx)
		}
		if message != nil {
			w.take(ctx, message, asked)
			select {
			case w.over <- struct{}{}:
			default:
			}
		}
	}
}

// next waits shortly for a group, or returns nil. It asks for only one at a time, since leases start on delivery.
func (w *Worker) next(ctx context.Context) (jetstream.Msg, error) {
	some, err := w.Queue.consumer.Fetch(1, jetstream.FetchMaxWait(w.Queue.lease/8))
	if err != nil {
		return nil, err
	}
	late := time.NewTimer(w.Queue.lease/8 + callTime) // no answer comes later
	defer late.Stop()
	select {
	case <-ctx.Done():
	case <-late.C:
	case m := <-some.Messages():
		if m != nil {
			return m, nil
		}
	}
	if err := some.Error(); err != nil && !errors.Is(err, nats.ErrTimeout) {
		return nil, err
	}
	return nil, nil
}

// take crawls the group of a message, if possible.
func (w *Worker) take(ctx context.Context, m jetstream.Msg, asked time.Time) {
	job, number, ok := parseKey(strings.TrimPrefix(m.Subject(), groupSubject))
	if !ok || CheckName(job) != nil {
		_ = m.TermWithReason("no group")
		return
	}
	j, err := w.job(ctx, job)
	switch {
	case errors.Is(err, ErrNoJob):
		_ = m.TermWithReason("the job was removed")
		return
	case err != nil:
		w.Say("%v", err)
	case j.Version != w.Version:
		w.Say("job %s is of sitegraph %s, this is %s: start a worker of that version", job, clean(j.Version), w.Version)
	case number > j.Groups:
		_ = m.TermWithReason("no group")
		return
	default:
		w.group(ctx, Group{Job: j, Number: number}, m, asked)
		return
	}
	_ = m.NakWithDelay(w.Queue.lease)
	pause(ctx, w.Queue.lease/8) // the queue may have no other group
}

// job reads a job once per digest, since a removed job's name may be used again.
func (w *Worker) job(ctx context.Context, name string) (Job, error) {
	digest, err := w.Queue.digest(ctx, name)
	if err != nil {
		return Job{}, err
	}
	w.mutex.Lock()
	defer w.mutex.Unlock()
	if j := w.jobs[name]; j.digest == digest {
		return j.Job, nil
	}
	j, err := readJob(ctx, w.Store, name, digest)
	if err == nil {
		w.jobs[name] = knownJob{j, digest}
	}
	return j, err
}

// knownJob is a job with its digest.
type knownJob struct {
	Job
	digest string
}

// queueAgain queues jobs that the queue has lost but this worker and the store know. It reports whether there were any.
func (w *Worker) queueAgain(ctx context.Context, all map[string]jobEntries) (again bool) {
	w.mutex.Lock()
	known := maps.Clone(w.jobs)
	w.mutex.Unlock()
	for name, j := range known {
		if all[name].size > 0 || all[name].damaged != nil {
			continue
		}
		if _, err := readJob(ctx, w.Store, name, j.digest); err != nil {
			continue // it was removed
		}
		w.Say("job %s: the queue has lost it: queueing it again", name)
		again = w.Queue.announce(ctx, name, j.Groups, j.digest) == nil || again
	}
	return again
}

// reconcile regularly requeues unfinished groups whose messages may be lost. These are unclaimed groups and groups
// whose entries have not changed since the last look. With UntilDone, it ends the worker when all jobs are done.
func (w *Worker) reconcile(ctx context.Context) {
	every := max(2*w.Queue.lease, 2*w.SaveEvery)
	if w.UntilDone {
		every = min(every, w.Queue.lease/4)
	}
	before, at, took := map[string]jobEntries{}, w.Queue.now(), time.Duration(0)
	for ; ctx.Err() == nil; w.rest(ctx, every, took) {
		begun := time.Now()
		all, err := w.Queue.entries(ctx)
		took = time.Since(begun)
		if err != nil {
			w.Queue.mend(ctx)
			continue // work reports it
		}
		if w.queueAgain(ctx, all) {
			continue
		}
		w.dropKept(all)
		if w.UntilDone && allDone(all) {
			w.end()
			return
		}
		if err := w.Queue.fillUnclaimed(ctx, all); err != nil {
			continue
		}
		if w.Queue.now().Sub(at) < max(2*w.Queue.lease, 2*w.SaveEvery) {
			continue
		}
		for job, now := range all {
			known, seen := before[job]
			quiet := func(n int, e noted) bool { return seen && known.groups[n].revision == e.revision }
			if err := w.Queue.fill(ctx, job, now, quiet); err != nil {
				break
			}
		}
		before, at = all, w.Queue.now()
	}
}

// rest waits before the next look at all groups. took is the duration of the last look. It waits less if a group ends,
// since all jobs may then be done.
func (w *Worker) rest(ctx context.Context, every, took time.Duration) {
	if !w.UntilDone {
		pause(ctx, every)
		return
	}
	least := min(every, 9*took)
	pause(ctx, least)
	t := time.NewTimer(every - least)
	defer t.Stop()
	select {
	case <-ctx.Done():
	case <-t.C:
	case <-w.over:
	}
}

func allDone(all map[string]jobEntries) bool {
	for _, j := range all {
		if j.open() > 0 {
			return false
		}
	}
	return true
}
