//go:build unix

package command

import (
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"sitegraph/internal/loopback"
)

// killedSite is a tangle with some slow pages. It counts requests.
type killedSite struct {
	*httptest.Server
	site     http.HandlerFunc
	requests atomic.Int64

	onRequest func(n int64) // called with the number of each request, unless nil
	mu        sync.Mutex
	asked     map[string]int
}

func newKilledSite(t *testing.T, n int, onRequest func(n int64)) *killedSite {
	t.Helper()
	s := &killedSite{site: loopback.Tangle(n), asked: map[string]int{}, onRequest: onRequest}
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
	if strings.HasSuffix(r.URL.Path, "49") {
		<-time.After(5 * time.Millisecond)
	}
	s.site(w, r)
}

// reset forgets the counts.
func (s *killedSite) reset() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked = map[string]int{}
}

// times returns the number of requests for a path since the last reset.
func (s *killedSite) times(path string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.asked[path]
}

// repeats returns the number of repeated requests for pages, and of all requests for robots.txt.
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

const killDownloads, killParsers = 4, 2

// killer kills a process soon after a request, while it fetches pages, closes a depth or writes files.
type killer struct {
	requests, at atomic.Int64
	process      atomic.Pointer[process]
	random       *rand.Rand
}

// count sees each request.
func (k *killer) count(int64) {
	if p := k.process.Load(); p != nil && k.requests.Add(1) == k.at.Load() {
		time.AfterFunc(time.Duration(k.at.Load()%7)*time.Millisecond/2, func() { p.Process.Kill() })
	}
}

// untilDone runs the program and kills it after requests, when it starts to write results, and after a short time.
func (k *killer) untilDone(t *testing.T, most int, out string, begin func() *process) (kills int) {
	t.Helper()
	k.random = rand.New(rand.NewPCG(9, uint64(most)))
	for i := range most {
		k.requests.Store(0)
		k.at.Store(1 + k.random.Int64N(30))
		if i >= most-2 {
			k.at.Store(1 << 40)
		}
		p := begin()
		k.process.Store(p)
		switch ended := make(chan bool); i {
		case most - 2:
			go killWriting(p, out, ended)
			p.Wait()
			close(ended)
		case most - 1:
			time.AfterFunc(time.Duration(k.random.IntN(40))*time.Millisecond, func() { p.Process.Kill() })
			p.Wait()
		default:
			p.Wait()
		}
		if k.process.Store(nil); p.ProcessState.ExitCode() == -1 {
			kills++
		}
	}
	begin().Ends(t, exitDone)
	return kills
}

// killWriting kills a process when it begins to write a result.
func killWriting(p *process, out string, ended chan bool) {
	often := time.NewTicker(200 * time.Microsecond)
	defer often.Stop()
	for {
		select {
		case <-ended:
			return
		case <-often.C:
		}
		if begun, _ := filepath.Glob(filepath.Join(out, "result", "*", ".tmp-*")); len(begun) > 0 {
			p.Process.Kill()
			return
		}
	}
}

// TestKills checks that killed crawls and searches end with the usual files. SITEGRAPH_KILLS sets how often to kill.
func TestKills(t *testing.T) {
	t.Parallel()
	kills, pages := 6, 150
	if n, err := strconv.Atoi(os.Getenv("SITEGRAPH_KILLS")); err == nil {
		kills, pages = 4*n, 3000
	}
	var k killer
	a, b, c := newKilledSite(t, pages, k.count), newKilledSite(t, 90, k.count), newKilledSite(t, 60, k.count)
	front := serve(t, map[string]string{"/": "->/hop", "/hop": "->" + c.URL + "/"})
	topics := write(t, filepath.Join(t.TempDir(), "topics.ini"), "clock = pages\ninterval = 10\nrun = 0\n"+
		"lifetime = 10000\nenergy = 20\ntarget = 1\n[pages]\nkeywords = page\nhosts = *\nseeds = "+a.URL+"/\n"+
		"[others]\nkeywords = page other\nhosts = *\nseeds = "+b.URL+"/\n")
	for _, c := range []struct {
		name string
		env  []string
		args []string
		once bool // only requests in flight are repeated
	}{
		{"by depth", nil, []string{a.URL}, true},
		{"every record on disk at once, with an archive", []string{"SITEGRAPH_STORE_SYNC=true"},
			[]string{"--warc", a.URL}, true},
		{"in an order", nil, []string{"--order-sites", "auto", "--order-pages", "auto", "--budget", "150", a.URL,
			loopback.Refusing(t), front.URL, b.URL}, false},
		{"a search", nil, []string{"agents", "--topics", topics}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			run := func(out string, args ...string) *process {
				return startWith(t, append(c.env, "SITEGRAPH_PARSE_PARSERS="+strconv.Itoa(killParsers)),
					append(args, "-q", "-O", out, "--delay", "0", "--per-host", strconv.Itoa(killDownloads))...)
			}
			whole, out := t.TempDir(), t.TempDir()
			run(whole, c.args...).Ends(t, exitDone)
			want := resultsOf(t, whole)
			a.reset()
			n := k.untilDone(t, kills, out, func() *process { return run(out, c.args...) })
			again, robots := a.repeats()
			t.Logf("%d kills, %d URLs fetched again, robots.txt %d times", n, again, robots)
			if n < 3 || c.once && again > n*(killDownloads+killParsers) {
				t.Errorf("%d kills, %d URLs fetched again", n, again)
			}
			if archive := filepath.Join(out, "warc"); c.env != nil {
				replayed := t.TempDir()
				run(replayed, "--archive", archive, a.URL).Ends(t, exitDone)
				mustEqualFiles(t, resultsOf(t, replayed), want)
			}
			mustEqualFiles(t, resultsOf(t, out), want)
		})
	}
}
