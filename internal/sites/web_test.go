//go:build unix

package sites

import (
	"bytes"
	"context"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"sitegraph/command"
	"sitegraph/site"
)

// The hostile web test crawls each site of a family with sitegraph in its own process. It checks each site's ledger and
// calm pages, and the time and memory of the whole.
//
//	go test -run TestHostileWeb ./internal/sites
//	SITEGRAPH_SLOW=1 go test -run TestHostileWeb ./internal/sites

func hostileTime(f Family) time.Duration {
	if f.Slow || underRace() {
		return 10 * time.Minute
	}
	return 5 * time.Minute
}

type hostileRun struct{ Args, Env []string }

// TestHostileCommand, in its own process, runs the program and prints its exit code and peak memory, if known.
func TestHostileCommand(t *testing.T) {
	var run hostileRun
	if json.Unmarshal([]byte(os.Getenv(hostileCommand)), &run) != nil {
		return // nothing to do in an ordinary test run
	}
	code := command.Main(strings.NewReader(""), os.Stderr, os.Stderr, run.Args, run.Env)
	peak, _ := peakMemory()
	fmt.Printf("exit %d peak %d\n", code, peak)
}

func TestHostileWeb(t *testing.T) {
	t.Parallel()
	for _, family := range Families() {
		t.Run(family.Name, func(t *testing.T) {
			t.Parallel() // some wait for answers
			if family.Slow && os.Getenv("SITEGRAPH_SLOW") == "" {
				t.Skip("SITEGRAPH_SLOW=1 runs it")
			}
			server, err := New(reachable(t, family.Cases))
			must(t, err)
			defer func() {
				must(t, server.Close())
			}()
			dir := t.TempDir()
			crawlHostile(t, family, server, dir)
			for _, name := range slices.Sorted(maps.Keys(server.Sites)) {
				t.Run(name, func(t *testing.T) { checkHostile(t, server.Sites[name], dir) })
			}
		})
	}
}

func reachable(t *testing.T, cases map[string]Case) map[string]Case {
	kept := maps.Clone(cases)
	if s, err := New(map[string]Case{"ipv6": kept["ipv6"]}); err != nil {
		t.Log("no IPv6 here: case ipv6 left out")
		delete(kept, "ipv6")
	} else if err := s.Close(); err != nil {
		t.Error(err)
	}
	maps.DeleteFunc(kept, func(name string, _ Case) bool {
		encrypted := strings.HasPrefix(name, "tls-") || strings.HasPrefix(name, "http2-")
		return encrypted && runtime.GOOS != "linux" // elsewhere SSL_CERT_FILE has no effect
	})
	return kept
}

func crawlHostile(t *testing.T, f Family, server *Server, dir string) {
	t.Helper()
	authority := filepath.Join(dir, "authority.pem")
	trusted := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: certificate().Certificate[0]})
	must(t, os.WriteFile(authority, trusted, 0o600))
	run := hostileRun{Env: hostileSettings(f), Args: []string{"--output-dir", dir, "--progress", "none"}}
	for _, s := range server.Sites {
		run.Args = append(run.Args, s.Origin)
	}
	self, err := os.Executable()
	must(t, err)
	encoded, err := json.Marshal(run)
	must(t, err)
	ctx, cancel := context.WithTimeout(t.Context(), hostileTime(f))
	defer cancel()
	c := exec.CommandContext(ctx, self, "-test.run=^TestHostileCommand$")
	c.Env = append(os.Environ(), hostileCommand+"="+string(encoded), "SSL_CERT_FILE="+authority)
	c.Cancel = func() error { return c.Process.Signal(syscall.SIGQUIT) } // shows where it hangs
	var out, screen bytes.Buffer
	c.Stdout, c.Stderr = &out, &screen
	begun := time.Now()
	err = c.Run()
	if ctx.Err() != nil {
		t.Fatalf("the crawls did not end within %v\n%s", hostileTime(f), tail(screen.String()))
	}
	var exit int
	var peak int64
	n, _ := fmt.Sscanf(out.String(), "exit %d peak %d", &exit, &peak)
	if err != nil || n != 2 || exit == 1 || exit == 2 {
		t.Fatalf("sitegraph: %v, %s\n%s", err, out.String(), tail(screen.String()))
	}
	if peak == 0 { // on Linux this number includes the parent's memory
		peak = c.ProcessState.SysUsage().(*syscall.Rusage).Maxrss
		if runtime.GOOS != "darwin" {
			peak <<= 10
		}
	}
	checkHostileRun(t, f, peak>>20, time.Since(begun), screen.String())
}

// checkHostileRun checks that memory, in MiB, stayed within bounds and that no fault reached the screen.
func checkHostileRun(t *testing.T, f Family, peak int64, took time.Duration, screen string) {
	t.Helper()
	t.Logf("%d sites, %v, peak %d MiB", len(f.Cases), took.Round(time.Millisecond), peak)
	if peak > f.MaxMemory && !underRace() {
		t.Errorf("peak memory %d MiB: more than %d", peak, f.MaxMemory)
	}
	for line := range strings.Lines(screen) {
		if strings.Contains(line, "panic") || strings.Contains(line, "internal fault") {
			t.Errorf("on the screen: %s", line)
		}
	}
}

// underRace reports whether the binary has the race detector, which needs extra memory.
func underRace() bool {
	info, ok := debug.ReadBuildInfo()
	return ok && slices.Contains(info.Settings, debug.BuildSetting{Key: "-race", Value: "true"})
}

// peakMemory returns the highest resident memory so far, in bytes, if the system reports it.
func peakMemory() (int64, bool) {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0, false
	}
	_, after, _ := bytes.Cut(status, []byte("VmHWM:"))
	var kib int64
	_, err = fmt.Sscan(string(after), &kib)
	return kib << 10, err == nil
}

// hostileSettings returns a family's settings as environment variables.
func hostileSettings(f Family) []string {
	settings := map[string]string{"sites.crawl_delay": "0", "sites.sites_at_once": "32", "store.store": "memory",
		"sample.host": "", "sample.folder": "",
		"export.exporters": "csv,bad,ledger"}
	maps.Copy(settings, f.Settings)
	var env []string
	for name, value := range settings {
		env = append(env, "SITEGRAPH_"+strings.ToUpper(strings.ReplaceAll(name, ".", "_"))+"="+value)
	}
	return env
}

func checkHostile(t *testing.T, s *Site, dir string) {
	got := hostileResult(t, s, dir)
	want := maps.Clone(s.Case.Gets)
	if !s.Case.Alone {
		for _, calm := range []string{"/", "/calm/1", "/calm/2"} {
			if want[calm] == "" {
				want[calm] = "page"
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(want)) {
		if got[name] != want[name] {
			t.Errorf("%.100q: got %.300q, want %.300q", name, got[name], want[name])
		}
	}
	if t.Failed() {
		for _, name := range slices.Sorted(maps.Keys(got)) {
			t.Logf("%.100q: %.200q", name, got[name])
		}
	}
}

// hostileResult reads a site's files in the terms of Case.
func hostileResult(t *testing.T, s *Site, dir string) map[string]string {
	t.Helper()
	folders, err := filepath.Glob(filepath.Join(dir, "result", hostileFolder(s.Origin)))
	if err != nil || len(folders) != 1 {
		t.Fatalf("%s: result folders %q, %v", s.Origin, folders, err)
	}
	prefix := filepath.Join(folders[0], filepath.Base(folders[0]))
	var manifest struct {
		Ended  string
		Counts struct{ Pages int }
	}
	text, err := os.ReadFile(prefix + ".manifest.json")
	must(t, err)
	must(t, json.Unmarshal(text, &manifest))
	got := map[string]string{"ended": manifest.Ended, "pages": strconv.Itoa(manifest.Counts.Pages)}
	plain := s.Plain()
	for _, r := range readTable(t, prefix+".ledger.csv") {
		got[plain(r["normalized_url"])] = site.Entry{State: site.State(r["state"]),
			Reason: site.Reason{Text: plain(r["reason"])}}.Outcome()
	}
	for _, r := range readTable(t, prefix+".bad.csv") {
		got["bad "+strings.ReplaceAll(r["href"], "\n", " ")] = plain(r["reason"])
	}
	for _, r := range readTable(t, prefix+".nodes.csv") {
		got["title "+plain(r["url"])] = r["title"]
	}
	return got
}

// hostileFolder returns the name of a site's folder, as docs/files.md defines it.
func hostileFolder(origin string) string {
	_, host, _ := strings.Cut(origin, "://")
	return strings.Map(func(c rune) rune {
		if c == '.' || c == '-' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' {
			return c
		}
		return '_'
	}, host)
}

func tail(text string) string { return text[max(0, len(text)-4000):] }
