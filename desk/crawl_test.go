package desk_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"sitegraph/desk"
	"sitegraph/extractor/store"
	"sitegraph/internal/console"
	"sitegraph/internal/loopback"
	"sitegraph/internal/tempdir"
)

// A crawl stopped and continued, at the desk or the console, gives the files of a single run.
func TestStoppedAndContinued(t *testing.T) {
	a, b := newWebsite(t, 80), newWebsite(t, 40)
	want := withSettings(t, settings, a.URL, b.URL)
	whole := a.requests.Load()
	d := open(t, t.TempDir())
	p := project(t, d, "museums", a.URL, b.URL)
	for i, after := range []int64{1, 20} {
		action := desk.Continue
		if siteIn(t, p, a.URL).State == desk.New {
			action = desk.Start
		}
		stopAt(t, a.tell, after, func() { do(t, p, action) }, func() { do(t, p, desk.Stop) })
		await(t, d, p, desk.Idle)
		s := siteIn(t, p, a.URL)
		if s.State != desk.Stopped || s.Ended != "signal" || !slices.Contains(s.Actions, desk.Continue) {
			t.Fatalf("after a stop: %+v", s)
		}
		if i == 1 {
			byHand := t.TempDir()
			must(t, os.CopyFS(byHand, os.DirFS(p.Dir())))
			a.tell(func(int64) {})
			commandLine(t, byHand)
			console.MustEqualFiles(t, console.Results(t, byHand), want)
		}
	}
	a.tell(func(int64) {})
	o := finish(t, d, p, desk.Continue)
	if o.Counts[desk.Done] != 2 || o.Crawl.Begin != 2 || o.Crawl.Over != 2 {
		t.Errorf("at the end: %+v", o)
	}
	console.MustEqualFiles(t, console.Results(t, p.Dir()), want)
	if n := a.requests.Load(); n > whole-12 { // 21 were sent before; those under way are sent again
		t.Errorf("the last run made %d requests, a whole one %d", n, whole)
	}
	a.tell(func(int64) { t.Error("a finished crawl was fetched again") })
	commandLine(t, p.Dir())
	console.MustEqualFiles(t, console.Results(t, p.Dir()), want)
}

// killedFolder is an environment variable with the folder of projects. Only the process that is killed has it.
const killedFolder = "SITEGRAPH_KILLED_DESK"

// TestMain runs the tests or, in the process that TestKilled kills, a desk that starts a project.
func TestMain(m *testing.M) {
	tempdir.InMemory()
	debug.SetGCPercent(400)
	folder := os.Getenv(killedFolder)
	if folder == "" {
		manyAtOnce()
		os.Exit(m.Run())
	}
	d, err := desk.Open(desk.Options{Folder: folder, TwinPause: time.Millisecond})
	if err == nil {
		var p *desk.Project
		if p, err = d.Project("killed"); err == nil {
			err = p.Do(p.Overview().Actions[0])
		}
	}
	if err != nil {
		panic(err)
	}
	select {} // until it is killed
}

// manyAtOnce runs eight tests at a time unless a flag says otherwise, because they mostly wait.
func manyAtOnce() {
	flag.Parse()
	said := false
	flag.Visit(func(f *flag.Flag) { said = said || f.Name == "test.parallel" })
	if !said {
		if err := flag.Set("test.parallel", "8"); err != nil {
			panic(err)
		}
	}
}

// killAfter runs a desk in its own process and kills it with -9 at the given request to the site behind tell.
func killAfter(t *testing.T, folder string, request int64, tell func(func(n int64))) {
	t.Helper()
	kill := make(chan bool, 1)
	tell(func(n int64) {
		if n == request {
			kill <- true
		}
	})
	child := exec.Command(os.Args[0])
	child.Env = append(os.Environ(), killedFolder+"="+folder)
	child.Stderr = os.Stderr
	must(t, child.Start())
	receive(t, kill)
	child.Process.Kill()
	child.Wait()
	tell(func(int64) {})
}

// Sites can be continued after kill -9 of the desk, and give the files of a single run.
func TestKilled(t *testing.T) {
	s := newWebsite(t, 100)
	stable := strings.Replace(settings, "exact", "stable", 1)
	want := withSettings(t, stable, s.URL)
	folder := t.TempDir()
	d := open(t, folder)
	must(t, project(t, d, "killed", s.URL).SetSettings(stable))
	must(t, d.Close(t.Context()))
	for _, after := range []int64{15, 40} {
		killAfter(t, folder, after, s.tell)
		d := open(t, folder)
		p, err := d.Project("killed")
		must(t, err)
		if s := siteIn(t, p, s.URL); s.State != desk.Stopped || s.Ended != "interrupted" {
			t.Fatalf("after a kill: %+v", s)
		}
		must(t, d.Close(t.Context()))
	}
	d = open(t, folder)
	p, _ := d.Project("killed")
	finish(t, d, p, desk.Continue)
	console.MustEqualFiles(t, console.Results(t, p.Dir()), want)
}

// A desk that is closed stops its crawls in order, as the command line does on SIGTERM, and starts no others.
func TestClose(t *testing.T) {
	t.Parallel()
	s := newWebsite(t, 60)
	folder := t.TempDir()
	d := open(t, folder)
	p := project(t, d, "closed", s.URL)
	stop := make(chan bool, 1)
	s.tell(func(n int64) {
		if n == 20 {
			stop <- true
		}
	})
	do(t, p, desk.Start)
	receive(t, stop)
	must(t, d.Close(t.Context()))
	console.Results(t, p.Dir()) // fails if there are none
	if err := p.Do(desk.Continue); !errors.Is(err, desk.ErrClosing) {
		t.Errorf("continued while it closes: %v", err)
	}
	if s := siteIn(t, p, s.URL); s.State != desk.Stopped || s.Ended != "signal" {
		t.Errorf("after Close: %+v", s)
	}
	if _, err := os.Stat(filepath.Join(folder, ".tables")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the folder of tables is still there: %v", err)
	}
}

// gate holds back every page of a site except the home page until it is opened.
type gate struct {
	once sync.Once
	open chan bool
	held chan bool // gets a value when a page is held back for the first time
}

func newGate(t *testing.T, s *website) *gate {
	g := &gate{open: make(chan bool), held: make(chan bool, 1)}
	t.Cleanup(func() { g.pass() })
	s.tell(func(n int64) {
		if n > 2 { // robots.txt, the home page
			select {
			case g.held <- true:
			default:
			}
			<-g.open
		}
	})
	return g
}

func (g *gate) pass() { g.once.Do(func() { close(g.open) }) }

// When many press start or stop at once, one succeeds and the others get the state.
func TestTwoAtOnce(t *testing.T) {
	t.Parallel()
	s := newWebsite(t, 30)
	g := newGate(t, s)
	d, p := deskWith(t, s.URL)
	for _, c := range []struct {
		action desk.Action
		lines  []string
		after  []desk.State
	}{
		{desk.Start, []string{s.URL}, []desk.State{desk.Waiting, desk.Crawling}},
		{desk.Stop, nil, []desk.State{desk.Crawling, desk.Stopping}},
	} {
		errs := make(chan error, 20)
		for range cap(errs) {
			go func() { errs <- p.Do(c.action, c.lines...) }()
		}
		done := 0
		for range cap(errs) {
			err := receive(t, errs)
			wrong, ok := errors.AsType[*desk.StateError](err)
			switch {
			case err == nil:
				done++
			case !ok || wrong.Action != c.action || slices.Contains(wrong.Actions, c.action):
				t.Errorf("%s: %v", c.action, err)
			}
		}
		console.Equal(t, done, 1, c.action, "was done")
		if c.action == desk.Start {
			receive(t, g.held)
		}
	}
	g.pass()
	await(t, d, p, desk.Idle)
}

// TestActions checks which actions each state offers, and that all others are refused.
func TestActions(t *testing.T) {
	t.Parallel()
	s, other := newWebsite(t, 30), newWebsite(t, 10)
	g := newGate(t, s)
	d, p := deskWith(t, s.URL, other.URL)
	refused := func(state desk.State, actions ...desk.Action) {
		t.Helper()
		for _, a := range actions {
			err := p.Do(a, s.URL)
			if wrong, ok := errors.AsType[*desk.StateError](err); !ok || wrong.State != state || wrong.Site != s.URL {
				t.Errorf("%s in the state %s: %v", a, state, err)
			}
		}
	}
	refused(desk.New, desk.Continue, desk.Stop, desk.Fresh, desk.Discard)
	do(t, p, desk.Start, s.URL)
	receive(t, g.held)
	refused(desk.Crawling, desk.Start, desk.Continue, desk.Fresh, desk.Discard, desk.Remove)
	if o := siteIn(t, p, other.URL); o.State != desk.New || len(o.Actions) > 0 {
		t.Errorf("a site that is not crawled: %+v", o)
	}
	console.Equal(t, d.Crawling(), []string{"one"}, "crawling")
	do(t, p, desk.Stop, s.URL)
	g.pass()
	await(t, d, p, desk.Idle)
	refused(desk.Stopped, desk.Start, desk.Stop)
	do(t, p, desk.Discard, s.URL)
	refused(desk.New, desk.Continue, desk.Discard)
	finish(t, d, p, desk.Start)
	refused(desk.Done, desk.Continue, desk.Stop)
	s.tell(func(int64) {})
	finish(t, d, p, desk.Fresh, s.URL)
	if n := s.requests.Load(); n < 20 {
		t.Errorf("from scratch with %d requests", n)
	}
	do(t, p, desk.Remove, s.URL)
	if _, err := p.Site(s.URL); !errors.Is(err, desk.ErrNotFound) {
		t.Errorf("a site that was removed: %v", err)
	}
	if err := p.Do(desk.Start, s.URL); !errors.Is(err, desk.ErrNotFound) {
		t.Errorf("started a site that was removed: %v", err)
	}
}

// While another process uses the folder, nothing can be done here.
func TestElsewhere(t *testing.T) {
	t.Parallel()
	s := newWebsite(t, 10)
	d, p := deskWith(t, s.URL)
	finish(t, d, p, desk.Start)
	st, err := store.Open(store.Options{Dir: filepath.Join(p.Dir(), "state")})
	must(t, err)
	for _, a := range []desk.Action{desk.Start, desk.Discard} {
		if wrong, ok := errors.AsType[*desk.StateError](p.Do(a, s.URL)); !ok || len(wrong.Actions) > 0 {
			t.Errorf("%s: %v", a, wrong)
		}
	}
	if o := p.Overview(); o.State != desk.Elsewhere || len(o.Actions) > 0 {
		t.Errorf("overview %+v", o)
	}
	must(t, st.Close())
	if o := p.Overview(); o.State != desk.Idle || len(o.Actions) == 0 {
		t.Errorf("after it: %+v", o)
	}
}

// TestUnreachable checks that a site that does not answer can be continued.
func TestUnreachable(t *testing.T) {
	t.Parallel()
	url := loopback.Refusing(t)
	d, p := deskWith(t, url)
	finish(t, d, p, desk.Start)
	if s := siteIn(t, p, url); s.State != desk.Unreachable || !slices.Contains(s.Actions, desk.Continue) {
		t.Errorf("%+v", s)
	}
}

// Wait returns at the next change; if its context ends first, it returns the current number.
func TestWait(t *testing.T) {
	t.Parallel()
	d := open(t, t.TempDir())
	now := d.Wait(t.Context(), 0)
	changed := make(chan uint64)
	go func() { changed <- d.Wait(t.Context(), now) }()
	if _, err := d.Create("a", ""); err != nil {
		t.Fatal(err)
	}
	if later := receive(t, changed); later <= now {
		t.Errorf("%d after %d", later, now)
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if later := d.Wait(gone, 1<<60); later <= now {
		t.Errorf("%d after %d", later, now)
	}
}

// A site of several hosts is crawled as one; meanwhile no other project can crawl any of those hosts.
func TestEntityIsCrawled(t *testing.T) {
	t.Parallel()
	s, other := newWebsite(t, 30), newWebsite(t, 10)
	g := newGate(t, s)
	d, p := deskWith(t, s.URL+" = "+other.URL)
	two := project(t, d, "two", other.URL)
	do(t, p, desk.Start)
	receive(t, g.held)
	busy, ok := errors.AsType[*desk.HostError](two.Do(desk.Start))
	if !ok || busy.Project != "one" || busy.Line != other.URL {
		t.Errorf("a host of a site that is being crawled: %v", busy)
	}
	g.pass()
	await(t, d, p, desk.Idle)
	o := siteIn(t, p, s.URL)
	if o.State != desk.Done || !slices.Contains(o.Actions, desk.Watch) || !slices.Contains(o.Actions, desk.Fresh) {
		t.Errorf("after its crawl: %+v", o)
	}
	finish(t, d, two, desk.Start)
	if o := siteIn(t, two, other.URL); o.State != desk.Done || !slices.Contains(o.Actions, desk.Watch) {
		t.Errorf("a site of one host: %+v", o)
	}
}

// The retry action requests only the pages that failed.
func TestRetry(t *testing.T) {
	t.Parallel()
	var up atomic.Bool
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/a" && !up.Load() {
			panic(http.ErrAbortHandler)
		}
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprintf(w, `<title>%s</title><a href="/a">a</a>`, r.URL.Path)
	}))
	t.Cleanup(s.Close)
	d, p := deskWith(t, s.URL)
	for i, action := range []desk.Action{desk.Start, desk.Start, desk.Retry} {
		finish(t, d, p, action, s.URL)
		up.Store(true)
		want := 1 + i/2
		if o := siteIn(t, p, s.URL); o.State != desk.Done || o.Pages != want {
			t.Errorf("after %s: %+v, want %d pages", action, o, want)
		}
	}
}
