//go:build unix

package main

import (
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// killedSite is a site of n addresses: pages in a tree with cross links, every
// tenth a redirect, every thirteenth a copy, every fiftieth slow. It counts
// what is asked for.
type killedSite struct {
	*httptest.Server
	n        int
	requests atomic.Int64

	onRequest func(n int64) // told the number of each request; nil: nobody is
	mu        sync.Mutex
	asked     map[string]int
}

func newKilledSite(t *testing.T, n int, onRequest func(n int64)) *killedSite {
	t.Helper()
	s := &killedSite{n: n, asked: map[string]int{}, onRequest: onRequest}
	s.Server = httptest.NewServer(http.HandlerFunc(s.serve))
	t.Cleanup(s.Close)
	return s
}

func (s *killedSite) serve(w http.ResponseWriter, r *http.Request) {
	if n := s.requests.Add(1); s.onRequest != nil {
		s.onRequest(n)
	}
	s.mu.Lock()
	s.asked[r.URL.Path]++
	s.mu.Unlock()
	if r.URL.Path == "/robots.txt" {
		io.WriteString(w, "User-agent: *\nDisallow: /p7\n")
		return
	}
	i, err := strconv.Atoi(strings.TrimPrefix(r.URL.Path, "/p"))
	switch {
	case r.URL.Path == "/":
		i = 0
	case err != nil || i >= s.n:
		http.NotFound(w, r)
		return
	case i%10 == 9:
		http.Redirect(w, r, fmt.Sprintf("/p%d", (i*3+1)%s.n), http.StatusFound)
		return
	}
	if i%50 == 49 {
		<-time.After(5 * time.Millisecond) // a slow page
	}
	if i%13 == 12 {
		i-- // a copy
	}
	w.Header().Set("Content-Type", "text/html")
	fmt.Fprintf(w, "<title>%d</title>", i)
	for _, k := range []int{2*i + 1, 2*i + 2, i * 7 % s.n, i, i + s.n/2} {
		fmt.Fprintf(w, `<a href="/p%d">%d</a>`, k, k)
	}
}

// reset forgets the counts.
func (s *killedSite) reset() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked = map[string]int{}
}

// repeats returns how often addresses were asked for again, robots.txt apart.
func (s *killedSite) repeats() (pages, robots int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for path, n := range s.asked {
		if path == "/robots.txt" {
			robots = n
		} else {
			pages += n - 1
		}
	}
	return pages, robots
}

// TestKillAnywhere kills the program at random moments, from its start to the
// writing of files, and starts it again until it is done: the files are those
// of a run that nothing disturbed, and only what was in flight is fetched
// again. SITEGRAPH_KILLS sets the number of rounds.
func TestKillAnywhere(t *testing.T) {
	rounds, pages := 1, 400
	if n, err := strconv.Atoi(os.Getenv("SITEGRAPH_KILLS")); err == nil {
		rounds, pages = n, 3000
	}
	s := newKilledSite(t, pages, nil)
	const atOnce, parsers = 4, 2
	t.Setenv("SITEGRAPH_PARSE_PARSERS", strconv.Itoa(parsers))
	args := func(out string, more ...string) []string {
		return append([]string{"-q", "-O", out, "--per-host", strconv.Itoa(atOnce), "--delay", "0", s.URL}, more...)
	}
	whole := t.TempDir()
	begun := time.Now()
	start(t, args(whole)...).ends(t, exitDone)
	duration := time.Since(begun)
	want := files(t, resultFolder(t, whole))
	for round := range rounds {
		for _, sync := range []string{"false", "true"} {
			t.Setenv("SITEGRAPH_STORE_SYNC", sync)
			s.reset()
			out := t.TempDir()
			chance := rand.New(rand.NewPCG(uint64(round), 1))
			kills := killUntilDone(t, args(out), duration, chance)
			mustEqualFiles(t, files(t, resultFolder(t, out)), want)
			again, robots := s.repeats()
			if most := kills * (atOnce + parsers); again > most { // being fetched, being parsed
				t.Errorf("round %d: %d addresses fetched again after %d kills, want %d at most", round, again, kills, most)
			}
			t.Logf("round %d, sync %s: %d kills, %d of %d addresses fetched again, robots.txt %d times", round, sync, kills, again, pages, robots)
		}
	}
}

// killUntilDone runs the program until a run ends by itself; it kills the
// others after a random time.
func killUntilDone(t *testing.T, args []string, duration time.Duration, chance *rand.Rand) (kills int) {
	t.Helper()
	const most = 8 // later runs are left alone
	for {
		p := start(t, args...)
		if kills < most {
			after := time.Duration(chance.Int64N(int64(duration)))
			timer := time.AfterFunc(after, func() { p.Process.Kill() })
			defer timer.Stop()
		}
		said, _ := io.ReadAll(p.err)
		p.Wait()
		switch code := p.ProcessState.ExitCode(); code {
		case exitDone:
			return kills
		case -1:
			kills++
		default:
			t.Fatalf("after %d kills: exit code %d\n%s", kills, code, said)
		}
	}
}
