//go:build linux

package sites

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"sitegraph/command"
)

// The soak: one process crawls the hostile sites and a large one at once, again and again for as long as
// SITEGRAPH_SOAK says. Goroutines, open files and memory must not grow from crawl to crawl.
//
//	SITEGRAPH_SOAK=1h go test -race -run TestSoak -v -timeout 2h ./internal/sites

// soakCommand is the environment variable with the crawls as JSON.
const soakCommand = "SITEGRAPH_SOAK_COMMAND"

type soak struct {
	Crawls []hostileRun
	For    time.Duration
}

// reading is what the process held after a crawl.
type reading struct {
	Exit, Goroutines, Files int
	Heap, Resident          int64 // MiB
	Took                    time.Duration
}

// TestSoakCommand is the process that crawls.
func TestSoakCommand(t *testing.T) {
	var s soak
	if json.Unmarshal([]byte(os.Getenv(soakCommand)), &s) != nil {
		return // an ordinary run of the tests
	}
	out := json.NewEncoder(os.Stdout)
	for begun, i := time.Now(), 0; time.Since(begun) < s.For; i++ {
		run, round := s.Crawls[i%len(s.Crawls)], time.Now()
		code := command.Main(strings.NewReader(""), io.Discard, os.Stderr, run.Args, run.Env)
		out.Encode(takeReading(code, time.Since(round)))
	}
}

func takeReading(code int, took time.Duration) reading {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	files, _ := os.ReadDir("/proc/self/fd")
	return reading{Exit: code, Goroutines: runtime.NumGoroutine(), Files: len(files), Heap: int64(m.HeapAlloc >> 20),
		Resident: resident(), Took: took}
}

// resident is the memory of this process that is in RAM, in MiB.
func resident() int64 {
	text, _ := os.ReadFile("/proc/self/statm")
	fields := strings.Fields(string(text))
	if len(fields) < 2 {
		return 0
	}
	pages, _ := strconv.ParseInt(fields[1], 10, 64)
	return pages * int64(os.Getpagesize()) >> 20
}

// largeSite serves that many pages, each of which links to the next twenty.
func largeSite(pages int) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n, err := strconv.Atoi(strings.TrimPrefix(r.URL.Path, "/"))
		if err != nil && r.URL.Path != "/" || n >= pages {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprintf(w, "<title>Page %d</title>", n)
		for i := range 20 {
			fmt.Fprintf(w, "<a href=/%d>link</a>", n+i+1)
		}
	})
}

func TestSoak(t *testing.T) {
	duration, err := time.ParseDuration(os.Getenv("SITEGRAPH_SOAK"))
	if err != nil {
		t.Log("SITEGRAPH_SOAK=1h runs it")
		return
	}
	const pages = 5000
	large := httptest.NewServer(largeSite(pages))
	t.Cleanup(large.Close)
	s := soak{For: duration}
	names := ""
	var authorities []byte
	dir := t.TempDir()
	for _, f := range Families() {
		if f.Slow {
			continue
		}
		server, err := New(reachable(t, f.Cases))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { server.Close() })
		authorities = append(authorities, server.Authority()...)
		run := hostileRun{
			Env:  append(hostileSettings(f), "SITEGRAPH_STORE_STORE=badger"),
			Args: []string{"-q", "--fresh", "-O", filepath.Join(dir, f.Name), "--progress", "none", large.URL}}
		for _, name := range slices.Sorted(maps.Keys(server.Sites)) {
			run.Args = append(run.Args, server.Sites[name].Origin)
		}
		s.Crawls = append(s.Crawls, run)
		names += " " + f.Name
	}
	t.Logf("families%s, and %d pages at %s", names, pages, large.URL)
	authority := filepath.Join(dir, "authorities.pem")
	if err := os.WriteFile(authority, authorities, 0o600); err != nil {
		t.Fatal(err)
	}
	judgeSoak(t, runSoak(t, s, authority), len(s.Crawls))
}

// runSoak lets another process crawl and returns what it read.
func runSoak(t *testing.T, s soak, authority string) (all []reading) {
	t.Helper()
	told, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	c := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestSoakCommand$", "-test.timeout=0")
	c.Env = append(os.Environ(), soakCommand+"="+string(told), "SSL_CERT_FILE="+authority)
	said := &strings.Builder{}
	c.Stderr = said
	pipe, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	for lines := bufio.NewScanner(pipe); lines.Scan(); {
		var r reading
		if json.Unmarshal(lines.Bytes(), &r) == nil {
			all = append(all, r)
			t.Logf("%d: %+v", len(all), r)
		}
	}
	err = c.Wait()
	text := said.String()
	if err != nil || strings.Contains(text, "DATA RACE") || strings.Contains(text, "internal fault") {
		t.Errorf("%v\n%s", err, tail(text))
	}
	return all
}

// judgeSoak compares the second half with the first, of which the first cycle
// through the families is left out: there the caches fill.
func judgeSoak(t *testing.T, all []reading, cycle int) {
	t.Helper()
	if len(all) < 4*cycle {
		t.Fatalf("only %d crawls: too few to see growth in", len(all))
	}
	half := len(all) / 2
	held := map[string]func(reading) int64{
		"goroutines": func(r reading) int64 { return int64(r.Goroutines) },
		"files":      func(r reading) int64 { return int64(r.Files) },
		"heap":       func(r reading) int64 { return r.Heap },
	}
	if !underRace() { // the race detector gives nothing back of its own memory
		held["resident"] = func(r reading) int64 { return r.Resident }
	}
	for name, of := range held {
		most := func(rs []reading) (m int64) {
			for _, r := range rs {
				m = max(m, of(r))
			}
			return m
		}
		first, second := most(all[cycle:half]), most(all[half:])
		t.Logf("%s: %d at most in the first half, %d in the second", name, first, second)
		if second > first+first/10+2 {
			t.Errorf("%s grow: %d at most in the first half, %d in the second", name, first, second)
		}
	}
}
