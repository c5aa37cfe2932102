//go:build unix

package command

import (
	"context"
	"fmt"
	"io"
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
)

// killedSite is a site of n addresses: pages in a tree with cross links, every tenth a redirect, every thirteenth a
// copy, every fiftieth slow. It counts what is asked for.
type killedSite struct {
	*httptest.Server
	n        int
	requests atomic.Int64

	onRequest func(n int64)    // told the number of each request; nil: nobody is
	onNew     func(served int) // told after an answer how many different addresses were asked for
	mu        sync.Mutex
	asked     map[string]int
	order     []string // addresses as first asked for
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
	if s.asked[r.URL.Path]++; s.asked[r.URL.Path] == 1 {
		s.order = append(s.order, r.URL.Path)
		if n, tell := len(s.order), s.onNew; tell != nil {
			defer tell(n)
		}
	}
	s.mu.Unlock()
	s.answer(w, r)
}

func (s *killedSite) answer(w http.ResponseWriter, r *http.Request) {
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
	fmt.Fprintf(w, "<title>page %d</title>", i)
	for _, k := range []int{2*i + 1, 2*i + 2, i * 7 % s.n, i, i + s.n/2} {
		fmt.Fprintf(w, `<a href="/p%d">page %d</a>`, k, k)
	}
}

// reset forgets the counts.
func (s *killedSite) reset() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked, s.order = map[string]int{}, nil
}

// lasts returns after how many different addresses a level is asked for whole.
// Within a level the order varies, from level to level it does not.
func (s *killedSite) lasts(level map[string]int) map[int]bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	lasts, deepest := map[int]bool{len(s.order): true}, 0
	for i, path := range s.order {
		if level[path] > deepest {
			deepest = level[path]
			lasts[i] = true
		}
	}
	return lasts
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

// TestKillAnywhere kills the program at chosen and random moments and starts it again until it is done: the files are
// those of a run that nothing disturbed, and only what was in flight is fetched again. Web archives that are written
// give the same files. SITEGRAPH_KILLS sets the number of rounds.
func TestKillAnywhere(t *testing.T) {
	rounds, pages := 1, 200
	if n, err := strconv.Atoi(os.Getenv("SITEGRAPH_KILLS")); err == nil {
		rounds, pages = n, 3000
	}
	k := newKilling(t, pages)
	for round := range rounds {
		for i, sync := range []string{"false", "true"} {
			aim := aims[(round+2*i)%len(aims)]
			t.Setenv("SITEGRAPH_STORE_SYNC", sync)
			t.Setenv("SITEGRAPH_DOWNLOAD_WARC", sync)
			k.site.reset()
			out := t.TempDir()
			k.chance = rand.New(rand.NewPCG(uint64(round), 1))
			kills := k.untilDone(t, aim.aim, out)
			mustEqualFiles(t, files(t, resultFolder(t, out)), k.want)
			if sync == "true" {
				k.crawlArchive(t, filepath.Join(out, "warc"))
			}
			again, robots := k.site.repeats()
			if most := kills * (killDownloads + killParsers); again > most { // being fetched, being parsed
				t.Errorf("round %d: %d URLs fetched again after %d kills, want %d at most", round, again, kills, most)
			}
			t.Logf("round %d, sync %s, %s: %d kills, %d of %d URLs fetched again, robots.txt %d times",
				round, sync, aim.name, kills, again, pages, robots)
		}
	}
}

// crawlArchive crawls the web archives of killed runs: they can be read, and nothing that counts is missing.
func (k *killing) crawlArchive(t *testing.T, archive string) {
	t.Helper()
	t.Setenv("SITEGRAPH_DOWNLOAD_WARC", "false")
	out := t.TempDir()
	start(t, append(k.args(out), "--archive", archive)...).ends(t, exitDone)
	mustEqualFiles(t, files(t, resultFolder(t, out)), k.want)
}

const killDownloads, killParsers = 4, 2

// killing is a site, and what an undisturbed run over it gave.
type killing struct {
	site   *killedSite
	want   map[string]string
	chance *rand.Rand
	// levels are the numbers of addresses after which a level is closed.
	levels map[int]bool
	// startUp is the time to the first request, export that from the first file to the end, whole that of the run.
	startUp, export, whole time.Duration
}

// newKilling measures a run that nothing disturbs.
func newKilling(t *testing.T, pages int) *killing {
	t.Helper()
	var first atomic.Int64
	begun := time.Now()
	k := &killing{site: newKilledSite(t, pages, func(int64) { first.CompareAndSwap(0, int64(time.Since(begun))) })}
	t.Setenv("SITEGRAPH_PARSE_PARSERS", strconv.Itoa(killParsers))
	out := t.TempDir()
	p := start(t, k.args(out)...)
	written := make(chan time.Duration, 1)
	go k.awaitResult(t.Context(), out, func() { written <- time.Since(begun) })
	p.ends(t, exitDone)
	k.whole = time.Since(begun)
	k.startUp, k.export = time.Duration(first.Load()), k.whole-<-written
	k.want = files(t, resultFolder(t, out))
	level := map[string]int{}
	ledger, _ := filepath.Glob(filepath.Join(resultFolder(t, out), "*.ledger.csv"))
	eachRow(t, ledger[0], func(row map[string]string) {
		level[strings.TrimPrefix(row["normalized_url"], k.site.URL)], _ = strconv.Atoi(row["level"])
	})
	k.levels = k.site.lasts(level)
	t.Logf("start-up %v, %d levels, export %v, whole %v", k.startUp, len(k.levels), k.export, k.whole)
	return k
}

func (k *killing) args(out string) []string {
	return []string{"-q", "-O", out, "--per-host", strconv.Itoa(killDownloads), "--delay", "0", k.site.URL}
}

// awaitResult calls do when the first file of a result is begun.
func (k *killing) awaitResult(ctx context.Context, out string, do func()) {
	often := time.NewTicker(200 * time.Microsecond)
	defer often.Stop()
	for ctx.Err() == nil {
		if begun, _ := filepath.Glob(filepath.Join(out, "result", "*", ".tmp-*")); len(begun) > 0 {
			do()
			return
		}
		<-often.C
	}
}

// after kills the process when a random part of a duration is over.
func (k *killing) after(p *process, most time.Duration) {
	time.AfterFunc(time.Duration(k.chance.Int64N(int64(most)+1)), func() { p.Process.Kill() })
}

// aims are the moments at which the program is killed; ctx ends with it.
var aims = []struct {
	name string
	aim  func(ctx context.Context, k *killing, p *process, out string)
}{
	{"anywhere", func(_ context.Context, k *killing, p *process, _ string) { k.after(p, k.whole) }},
	{"at the start", func(_ context.Context, k *killing, p *process, _ string) { k.after(p, k.startUp) }},
	{"closing a level", func(_ context.Context, k *killing, p *process, _ string) {
		k.site.mu.Lock()
		defer k.site.mu.Unlock()
		k.site.onNew = func(served int) {
			if k.levels[served] {
				time.AfterFunc(time.Duration(served%8)*time.Millisecond/2, func() { p.Process.Kill() })
			}
		}
	}},
	{"while writing", func(ctx context.Context, k *killing, p *process, out string) {
		delay := time.Duration(k.chance.Int64N(int64(k.export)/2 + 1)) // sure to hit
		go k.awaitResult(ctx, out, func() { time.AfterFunc(delay, func() { p.Process.Kill() }) })
	}},
}

// untilDone runs the program, killing it as aimed, until a run ends by itself.
func (k *killing) untilDone(
	t *testing.T, aim func(context.Context, *killing, *process, string), out string,
) (kills int) {
	t.Helper()
	const most = 8 // later runs are left alone
	for {
		p := start(t, k.args(out)...)
		ctx, cancel := context.WithCancel(t.Context())
		if kills < most {
			aim(ctx, k, p, out)
		}
		said, _ := io.ReadAll(p.err)
		p.Wait()
		cancel()
		k.site.mu.Lock()
		k.site.onNew = nil
		k.site.mu.Unlock()
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
