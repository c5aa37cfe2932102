//go:build unix

package sites

import (
	"encoding/json"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"sync/atomic"
	"testing"
	"time"
)

// asProgram is the variable of the environment that makes the test the program
// for one iteration; its value is an errand.
const asProgram = "SITEGRAPH_WATCHED"

// errand is what a program of its own is to do.
type errand struct {
	Origin, Folder string
	At             time.Time
	Settings       map[string]string
}

// TestProgram is the program of an errand.
func TestProgram(t *testing.T) {
	text := os.Getenv(asProgram)
	if text == "" {
		return // nobody sent this process on an errand
	}
	var e errand
	must(t, json.Unmarshal([]byte(text), &e))
	p := watching(t, &website{origin: e.Origin, clock: &clock{e.At}}, e.Settings)
	p.job.OutputDir = e.Folder
	p.iterate(t)
}

// apart starts an iteration in a process of its own.
func (p *program) apart(t *testing.T, s *website, settings map[string]string) *exec.Cmd {
	t.Helper()
	text, err := json.Marshal(errand{s.origin, p.job.OutputDir, s.clock.now(), settings})
	must(t, err)
	c := exec.Command(os.Args[0], "-test.run=^TestProgram$")
	c.Env = append(os.Environ(), asProgram+"="+string(text), "TMPDIR="+t.TempDir()) // it leaves its files when killed
	must(t, c.Start())
	t.Cleanup(func() { _ = c.Process.Kill() })
	return c
}

// TestKill kills the program in the middle of iterations, after a random number of requests, and starts it again: the
// files are those of a watch that nothing disturbed.
func TestKill(t *testing.T) {
	settings := map[string]string{"export.exporters": tables, "revisit.checks": "20", "sites.connections_per_host": "1"}
	kills := 0
	for round := range max(1, *seedsFlag) {
		s := small(t, 40)
		var want []map[string]string
		for _, kill := range []bool{false, true} {
			s.begin(40)
			p := watching(t, s, settings)
			live, chance := rand.New(rand.NewPCG(uint64(round), 1)), rand.New(rand.NewPCG(uint64(round), 2))
			for i := range 4 {
				if kill && p.killed(t, s, settings, 1+chance.IntN(20)) {
					kills++
				}
				p.iterate(t)
				if !kill {
					want = append(want, p.files(t))
				} else if d := differences(want[i], p.files(t)); len(d) > 0 {
					t.Errorf("round %d: after a kill in iteration %d these files differ: %v", round, i+1, d)
				}
				s.live(live)
			}
		}
	}
	if t.Logf("%d kills", kills); kills == 0 {
		t.Error("the program was never killed")
	}
}

// killed starts an iteration and kills it at a request; false if it ends before.
func (p *program) killed(t *testing.T, s *website, settings map[string]string, request int) bool {
	t.Helper()
	var asked atomic.Int64
	var c *exec.Cmd
	started := make(chan struct{})
	s.manners.other = func(http.ResponseWriter, *http.Request) bool {
		if <-started; asked.Add(1) == int64(request) {
			_ = c.Process.Kill()
		}
		return false
	}
	c = p.apart(t, s, settings)
	s.settle()
	close(started)
	_ = c.Wait() // that it was killed is no error here
	s.mu.Lock()
	defer s.mu.Unlock()
	s.manners.other = nil
	return !c.ProcessState.Exited()
}
