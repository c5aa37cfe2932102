//go:build unix

package command

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"sitegraph/internal/console"
)

// TestProgram is the program in its own process, to receive signals.
func TestProgram(t *testing.T) {
	args, ok := console.Arguments()
	if !ok {
		return // an ordinary test run
	}
	a := &app{in: os.Stdin, out: os.Stdout, err: os.Stderr, env: os.Environ(), twinPause: time.Millisecond}
	os.Exit(a.main(args))
}

// TestStops checks that a stop ends within five seconds and can be resumed, and that a second signal ends at once.
func TestStops(t *testing.T) {
	t.Parallel()
	signal := func(s syscall.Signal) func(*testing.T, *process, string) {
		return func(t *testing.T, p *process, _ string) { p.Signal(t, s) }
	}
	for name, c := range map[string]struct {
		mute  string // address that never answers
		args  []string
		stop  func(t *testing.T, p *process, out string) // after the first request for it
		ended string                                     // "" if nothing is written
		pages int
	}{
		"SIGINT":                    {"/slow", nil, signal(syscall.SIGINT), "signal", 3},
		"SIGTERM before robots.txt": {"/robots.txt", nil, signal(syscall.SIGTERM), "signal", 0},
		"two signals": {"/slow", nil, func(t *testing.T, p *process, _ string) {
			p.Signal(t, syscall.SIGINT)
			p.Says(t, "stopping")
			p.Signal(t, syscall.SIGINT)
		}, "", 0},
		"stop file": {"/slow", nil, func(t *testing.T, _ *process, out string) {
			write(t, filepath.Join(out, "stop.txt"), "")
		}, "stop-file", 3},
		"time":                   {"/slow", []string{"--max-time", "500ms"}, nil, "timeout", 3},
		"time before robots.txt": {"/robots.txt", []string{"--max-time", "500ms"}, nil, "timeout", 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			asked := make(chan bool, 1)
			s, out := newStubborn(t, c.mute, func() { asked <- true }), t.TempDir()
			p := start(t, append(c.args, "-O", out, s.URL)...)
			<-asked
			if c.stop != nil {
				c.stop(t, p, out)
			}
			rest := p.Ends(t, exitStopped)
			if written, _ := filepath.Glob(filepath.Join(out, "result", "*", "*.manifest.json")); c.ended == "" {
				console.Equal(t, written, nil, "an orderly stop wrote")
			} else {
				m := readManifest(t, resultFolder(t, out))
				if m.Complete || m.Ended != c.ended || m.Counts.Pages > c.pages ||
					!strings.Contains(rest, "run the same command again to resume") {
					t.Errorf("after the stop: %+v\n%s", m, rest)
				}
			}
			again := s.goesOn(t, out)
			if name == "stop file" {
				again.MustSay(t, "removed the stop file "+filepath.Join(out, "stop.txt"))
			}
		})
	}
}

// TestKill checks that a killed program leaves a sound state, readable even before, that is shown as interrupted.
func TestKill(t *testing.T) {
	t.Parallel()
	asked := make(chan bool, 1)
	s, out := newStubborn(t, "/slow", func() { asked <- true }), t.TempDir()
	crawl("-O", out, "--max-pages", "1", s.URL).MustEnd(t, exitDone)
	status := func(want string) {
		t.Helper()
		crawl("-O", out, "status").MustEnd(t, exitDone).MustShow(t, s.URL+" ", "  "+want+"  ")
	}
	status("max-pages")
	p := start(t, "-O", out, s.URL)
	<-asked
	status("running")
	crawl("-O", out, "stats", s.URL).MustEnd(t, exitDone).MustShow(t, "Web graph of "+s.URL)
	crawl("-O", out, "why", s.URL+"/slow").MustEnd(t, exitDone).MustShow(t, "from 1 page\n")
	crawl("-O", out, "export", "--export", "csv", s.URL).MustEnd(t, exitDone)
	crawl("-O", out, "report", s.URL).MustEnd(t, exitDone)
	p.Signal(t, syscall.SIGKILL)
	p.Ends(t, -1)
	status("interrupted")
	s.goesOn(t, out)
	status("work-done")
}

// TestInterruptedBeside checks that a site of a killed run is not shown as running while another one is crawled.
func TestInterruptedBeside(t *testing.T) {
	t.Parallel()
	out, asked := t.TempDir(), make(chan bool, 1)
	for range 2 {
		s := newStubborn(t, "/slow", func() { asked <- true })
		p := start(t, "-O", out, s.URL)
		<-asked
		o := crawl("-O", out, "status").MustEnd(t, exitDone)
		console.Equal(t, strings.Count(o.Out, "running"), 1, o.Out)
		p.Signal(t, syscall.SIGKILL)
		p.Ends(t, -1)
	}
}

// TestFreshKilled checks that --fresh forgets all sites first, so that no site shows an old result after a kill.
func TestFreshKilled(t *testing.T) {
	t.Parallel()
	out := t.TempDir()
	old := serve(t, map[string]string{"/": links("Old")})
	crawl("-O", out, old.URL).MustEnd(t, exitDone)
	asked := make(chan bool, 1)
	s := newStubborn(t, "/", func() { asked <- true })
	p := start(t, "-q", "-O", out, "--fresh", "-c", "1", s.URL, old.URL)
	<-asked
	p.Process.Kill()
	p.Wait()
	console.Lacks(t, crawl("-O", out, "status").MustEnd(t, exitDone).MustShow(t, s.URL).Out, old.URL)
}

// TestAgentsSignal checks that the first signal stops agents in order, and that their folder stays locked until then.
func TestAgentsSignal(t *testing.T) {
	t.Parallel()
	asked := make(chan bool, 1)
	s, out := newStubborn(t, "/slow", func() { asked <- true }), t.TempDir()
	topics := write(t, filepath.Join(out, "topics.ini"), "[coins]\nkeywords = coin\n")
	p := start(t, "agents", "--topics", topics, "-O", out, s.URL+"/", s.URL+"/slow")
	<-asked
	crawl("agents", "--topics", topics, "-O", out, s.URL+"/").MustEnd(t, exitFailure).
		MustSay(t, "in use by another sitegraph", filepath.Join(out, "topics"), "-O")
	p.Signal(t, syscall.SIGINT)
	rest := p.Ends(t, exitStopped)
	console.Has(t, rest, "run the same command again to resume")
	only(t, out, "topics", "topics.visits.csv")
}
