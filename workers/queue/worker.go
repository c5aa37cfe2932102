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

// Group is one group of a job, numbered from 1.
type Group struct {
	Job    Job // that it is of
	Number int // from 1
	lease  *lease
	// figures are those noted last, nil for none.
	figures *atomic.Pointer[Figures]
}

// Note takes what is known of the crawl of the group, for who asks how far the job is.
func (g Group) Note(f Figures) {
	if g.figures != nil {
		g.figures.Store(&f)
	}
}

// Held reports at once whether the worker may believe that the group is its own. Where it may not, the context of the
// crawl is about to end.
func (g Group) Held() bool { return g.lease == nil || g.lease.valid() }

// String names it.
func (g Group) String() string { return fmt.Sprintf("%s %d/%d", g.Job.Name, g.Number, g.Job.Groups) }

// Crawler crawls groups.
type Crawler interface {
	// Crawl crawls a group in a folder, which may have the saved state of an earlier crawl of it. It returns the names
	// of the files that make the result, none if ctx ended. An error is of this machine or program; one that is
	// [syscall.ENOSPC] ends the worker.
	Crawl(ctx context.Context, g Group, folder string) (files []string, err error)
	// Addresses returns those of the sites of a group, as far as they are known now.
	Addresses(ctx context.Context, g Group) []netip.Addr
	// Save writes the state that a crawl under way in a folder has saved by now into another folder, and reports
	// whether there is one.
	Save(folder, to string) (saved bool, err error)
}

// Worker takes groups from a queue and crawls them.
type Worker struct {
	Queue   *Queue        // has the groups
	Store   objects.Store // has jobs, saved states and results
	Crawler Crawler       // does the work
	// Name is that of the worker, Version that of the program.
	Name, Version string
	// Folder is where groups are crawled; what is left of a group there is removed when it begins.
	Folder string
	// AtOnce is how many groups are crawled at once.
	AtOnce int
	// SaveEvery is the time from one saved state to the next.
	SaveEvery time.Duration
	// UntilDone ends the worker when all jobs are done.
	UntilDone bool
	// Say gets what happens, a line each; it is called by several goroutines.
	Say func(format string, values ...any)

	mutex  sync.Mutex
	counts Counts
	jobs   map[string]knownJob
	kept   map[string]kept // by groupKey
	broken error           // what keeps the worker from working
	end    func()
	over   chan struct{} // has one when a group is over
}

// Run works until ctx ends, or until all jobs are done. Groups under way then are stopped in order, and given back with
// their saved states. The error is that of a store that does not keep its promise, or of a full disk.
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

// Counts are what a worker has done since it began, in groups.
type Counts struct {
	// UnderWay are those that it has now.
	UnderWay int
	// Done have a result of this worker, GivenBack were stopped in order; Lost went to another worker, or perhaps to
	// none, and Failed ended with an error.
	Done, GivenBack, Lost, Failed int
	// Saved counts the states that were saved, SavedBytes what they took in the store.
	Saved, SavedBytes int64
}

// Counts returns what the worker has done by now.
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

// work takes one group after the other.
func (w *Worker) work(ctx context.Context) {
	silent := false
	for ctx.Err() == nil {
		asked := w.Queue.now()
		message, err := w.next(ctx)
		switch {
		case err != nil && !silent && ctx.Err() == nil:
			silent = true // until it answers again
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

// next waits for a group, a short time; nil if none came. It asks for one alone: the time for it runs from when it is
// given.
func (w *Worker) next(ctx context.Context) (jetstream.Msg, error) {
	some, err := w.Queue.consumer.Fetch(1, jetstream.FetchMaxWait(w.Queue.lease/8))
	if err != nil {
		return nil, err
	}
	late := time.NewTimer(w.Queue.lease/8 + callTime) // after which no answer is to be expected
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

// take crawls the group of a message, if the worker can have it.
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
	pause(ctx, w.Queue.lease/8) // it may be the only one in the queue
}

// job reads a job, once; another one may get the name of one that was removed.
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

// queueAgain queues the jobs that this worker knows and that the store has, where the queue has lost them, and reports
// whether there are any.
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
		w.Say("job %s: the queue has lost it, and gets it again", name)
		again = w.Queue.announce(ctx, name, j.Groups, j.digest) == nil || again
	}
	return again
}

// reconcile queues again, from time to time, the groups that are not done and whose messages were lost: those that no
// worker has claimed yet, and those whose entries were not written since the time before. It ends the worker when all
// jobs are done, if that is wanted.
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
			continue // work says so
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

// rest waits before the worker looks at all groups again, which took some time. It waits less if a group is over, after
// which all jobs may be done.
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
