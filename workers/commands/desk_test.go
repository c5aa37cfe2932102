//go:build linux

package commands

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sitegraph/desk"
	"sitegraph/export/struck"
	"sitegraph/internal/console"
	"sitegraph/workers/queue"
)

type workersWorld struct {
	t        *testing.T
	services services
	sites    *crowd
	folder   string // of projects
}

func newWorkersWorld(t *testing.T, sites int) *workersWorld {
	t.Helper()
	server, err := queue.Serve("127.0.0.1:0", t.TempDir())
	must(t, err)
	t.Cleanup(server.Close)
	return &workersWorld{t: t, services: services{nats: server.URL(), store: t.TempDir()},
		sites: newCrowd(t, sites, time.Millisecond), folder: t.TempDir()}
}

func (w *workersWorld) open() *desk.Desk {
	w.t.Helper()
	workers, err := program{}.deskWorkers(w.t.Context(), w.services)
	must(w.t, err)
	w.t.Cleanup(workers.queue.Close)
	d, err := desk.Open(desk.Options{Folder: w.folder, Workers: workers})
	must(w.t, err)
	w.t.Cleanup(func() { d.Close(context.WithoutCancel(w.t.Context())) })
	return d
}

const deskSettings = "[sites]\nconnections_per_host = 1\ncrawl_delay = 0\n" +
	"[export]\nexporters = csv,gexf,ledger,external,bad,aliases\n"

func (w *workersWorld) project(d *desk.Desk) *desk.Project {
	w.t.Helper()
	p, err := d.Create("All museums", deskSettings)
	if err == nil {
		_, err = p.Import(strings.Join(w.sites.urls(), "\n"))
	}
	must(w.t, err)
	return p
}

func (w *workersWorld) await(d *desk.Desk, p *desk.Project, is func(desk.Overview) bool) desk.Overview {
	w.t.Helper()
	for seen := uint64(0); w.t.Context().Err() == nil; seen = d.Wait(w.t.Context(), seen) {
		o := p.Overview()
		if o.Crawl != nil && o.Crawl.Error != "" {
			w.t.Fatal(o.Crawl.Error)
		}
		if is(o) {
			return o
		}
	}
	w.t.Fatal("the test is over")
	return desk.Overview{}
}

func idle(o desk.Overview) bool { return o.State == desk.Idle }

// work waits for a job and runs a worker until all jobs are done.
func (w *workersWorld) work(args ...string) {
	w.t.Helper()
	queued(w.t, w)
	all := append([]string{"worker", "--nats", w.services.nats, "--store", w.services.store, "--until-done", "--lease",
		"10s", "-O", w.t.TempDir()}, args...)
	sitegraph(nil, all...).MustEnd(w.t, exitDone)
}

func (w *workersWorld) whole() map[string]string {
	w.t.Helper()
	out := w.t.TempDir()
	must(w.t, os.WriteFile(filepath.Join(out, "settings.ini"), []byte(deskSettings), 0o644))
	args := append([]string{"-q", "-O", out, "--settings", filepath.Join(out, "settings.ini")}, w.sites.urls()...)
	sitegraph(nil, args...).MustEnd(w.t, exitDone)
	return filesBelow(w.t, out)
}

// A project given to workers shows their progress and gets the same files as one run. The job is removed at the end.
func TestDeskOnWorkers(t *testing.T) {
	t.Parallel()
	w := newWorkersWorld(t, 3)
	d := w.open()
	p := w.project(d)
	for round := range 2 { // the second round replaces the first one's results
		must(t, p.Do(desk.Submit))
		o := w.await(d, p, func(o desk.Overview) bool { return o.Crawl.Job != nil && o.Crawl.Job.Groups > 0 })
		if o.State != desk.Crawling || o.Crawl.Job.Groups != 3 || len(o.Actions) != 1 || o.Counts[desk.Waiting] != 3 {
			t.Errorf("at the beginning: %+v, %+v", o, o.Crawl.Job)
		}
		if err := p.Do(desk.Start); err == nil {
			t.Error("it can be started here meanwhile")
		}
		w.work()
		o = w.await(d, p, idle)
		if o.Counts[desk.Done] != 3 || o.Crawl.Job.Done != 3 || o.Crawl.Over != 3 {
			t.Errorf("at the end of round %d: %+v, %+v", round, o, o.Crawl)
		}
	}
	console.MustEqualFiles(t, filesBelow(t, p.Dir()), w.whole())
	for _, line := range w.sites.urls() {
		r, err := p.Result(line)
		must(t, err)
		nodes, err := os.ReadFile(filepath.Join(r.Dir, r.Name+".nodes.csv"))
		must(t, err)
		pages := strings.Count(string(nodes), "\n") - 1
		s, err := p.Site(line)
		if err != nil || s.Pages != pages || pages < crowdPages/2 || s.Started.IsZero() {
			t.Errorf("%d pages in the files, %+v, %v", pages, s, err)
		}
		if view, err := p.View(t.Context(), line); err != nil || view.Pages != pages {
			t.Errorf("tables of %d pages, %v", view.Pages, err)
		}
	}
	if left := filesIn(t, w.services.store); len(left) > 0 || p.Overview().Crawl.Job.Name == "" {
		t.Errorf("left in the store: %q", left)
	}
	page := struck.Identity("pages", w.sites.urls()[0]+"/p5")
	out, err := p.Struck()
	if err == nil {
		err = errors.Join(out.Strike([]string{page}, true), p.Do(desk.Submit))
	}
	must(t, err)
	w.work()
	w.await(d, p, idle)
	without := filesBelow(t, p.Dir())
	if maps.Equal(without, w.whole()) {
		t.Error("workers write rows that were struck out")
	}
	before, _ := w.sites.counts()
	must(t, p.Do(desk.Start))
	w.await(d, p, idle)
	console.MustEqualFiles(t, filesBelow(t, p.Dir()), without)
	if after, _ := w.sites.counts(); after != before {
		t.Errorf("%d requests for what is known", after-before)
	}
}

func filesIn(t *testing.T, folder string) (names []string) {
	t.Helper()
	for _, pattern := range []string{"*.*", "*/*", "*/*/*", "*/*/*/*"} {
		found, err := filepath.Glob(filepath.Join(folder, pattern))
		must(t, err)
		names = append(names, found...)
	}
	return names
}

// Workers continue while the desk is closed. After reopening it has their results.
func TestDeskReopened(t *testing.T) {
	t.Parallel()
	w := newWorkersWorld(t, 2)
	d := w.open()
	p := w.project(d)
	must(t, p.Do(desk.Submit))
	w.await(d, p, func(o desk.Overview) bool { return o.Crawl.Job != nil })
	queued(t, w) // otherwise the desk is closed before
	must(t, d.Close(t.Context()))
	w.work()
	without, err := desk.Open(desk.Options{Folder: w.folder})
	must(t, err)
	p, err = without.Project("All museums")
	must(t, err)
	if o := p.Overview(); o.State != desk.Elsewhere || len(o.Actions) > 0 || len(o.Remarks) != 1 {
		t.Errorf("without workers: %+v", o)
	}
	must(t, without.Close(t.Context()))
	d = w.open()
	if p, err = d.Project("All museums"); err != nil {
		t.Fatal(err)
	}
	w.await(d, p, idle)
	console.MustEqualFiles(t, filesBelow(t, p.Dir()), w.whole())
}

func queued(t *testing.T, w *workersWorld) {
	t.Helper()
	q, err := queue.Connect(t.Context(), queue.Options{URLs: w.services.nats, Name: "test"})
	must(t, err)
	defer q.Close()
	for {
		if all, err := q.Status(t.Context()); err != nil || len(all) > 0 {
			must(t, err)
			return
		}
	}
}

func (w *workersWorld) saved(times int) (groups int) {
	w.t.Helper()
	states, err := filepath.Glob(filepath.Join(w.services.store, "*", "*", "*.state.tar.gz"))
	must(w.t, err)
	for _, s := range states {
		var epoch, n int
		if _, err := fmt.Sscanf(filepath.Base(s), "%d-%d.", &epoch, &n); err == nil && n >= times {
			groups++
		}
	}
	return groups
}

// A stopped job leaves the queue, its saved states come back, and the crawl can continue here.
func TestDeskStopsWorkers(t *testing.T) {
	t.Parallel()
	w := newWorkersWorld(t, 2)
	w.sites.hold = make(chan bool)
	d := w.open()
	p := w.project(d)
	must(t, p.Do(desk.Submit))
	ended := make(chan bool)
	go func() { defer close(ended); w.work("--save-every", "100ms", "--lease", "40s") }()
	w.await(d, p, func(o desk.Overview) bool { return len(o.Crawl.Job.Workers) > 0 && w.saved(3) == 2 })
	said := sitegraph(nil, "status", "--nats", w.services.nats).MustEnd(t, exitDone)
	said.MustShow(t, "MiB\n", "slowest groups", w.sites.urls()[0]+"  ", w.sites.urls()[1]+"  ")
	must(t, p.Do(desk.Stop))
	o := w.await(d, p, idle)
	if o.Counts[desk.Stopped] != 2 || !strings.Contains(strings.Join(o.Crawl.Notices, "\n"), "continue, to crawl") {
		t.Errorf("after the stop: %+v, %+v", o, o.Crawl)
	}
	<-ended // before the sites answer again
	close(w.sites.hold)
	must(t, p.Do(desk.Continue))
	w.await(d, p, idle)
	// Requests may be on their way when the worker ends, and each site gets up to four second requests.
	if _, again := w.sites.counts(); again > 10 {
		t.Errorf("%d pages were fetched again", again)
	}
	console.MustEqualFiles(t, filesBelow(t, p.Dir()), w.whole())
}
