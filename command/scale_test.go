//go:build unix

package command

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// The scale: the program reads a result folder and takes all measures, in a process of its own; asserted are its CPU
// time and its memory. The small size of an ordinary run checks the same in proportion.
//
//	SITEGRAPH_SCALE=1000000,20000000 go test -run 'TestScale$' -v -timeout 30m ./command
//
// With SITEGRAPH_SCALE_FOLDER the folder is written there and stays, and is taken as it is if it is there already.

// The bounds at a million pages and twenty million arcs, and what any size has besides.
const (
	scalePages, scaleArcs   = 1_000_000, 20_000_000
	scaleMemory, leastScale = 2048 - 160, 160 // MiB
	scaleTime, leastTime    = 270 * time.Second, 30 * time.Second
	// exactTime is for a search over an arc; up to exactPages all pages are searched from.
	exactTime, exactPages = 3 * time.Nanosecond, 30_000
)

// scaleCommand is the environment variable with the folder for TestScaleCommand.
const scaleCommand = "SITEGRAPH_SCALE_COMMAND"

// TestScaleCommand is the process that is measured: the program, with the CPU
// time so far before every line that it says.
func TestScaleCommand(t *testing.T) {
	folder := os.Getenv(scaleCommand)
	if folder == "" {
		return // in an ordinary run of the tests there is nothing to do
	}
	args := []string{"stats", "-v", "--progress", "none", folder}
	code := Main(strings.NewReader(""), os.Stdout, stamper{}, args, nil)
	peak, _ := peakMemory() // Rusage counts what the parent had as well, on Linux
	fmt.Printf("peak %d exit %d\n", peak>>20, code)
}

// stamper writes lines with the process's CPU seconds to the standard error.
type stamper struct{}

func (stamper) Write(lines []byte) (int, error) {
	_, err := fmt.Fprintf(os.Stderr, "%.2f %s", cpuTime().Seconds(), lines)
	return len(lines), err
}

// cpuTime is the CPU this process has used, in user and system mode.
func cpuTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// TestScale makes a site, writes its folder and measures.
func TestScale(t *testing.T) {
	if testing.Short() {
		t.Skip("measures time and memory")
	}
	pages, arcs := 1000, 20_000
	if size := os.Getenv("SITEGRAPH_SCALE"); size != "" {
		if n, err := fmt.Sscanf(size, "%d,%d", &pages, &arcs); err != nil || n != 2 || pages < 100 || arcs < pages {
			t.Fatalf("SITEGRAPH_SCALE=%s: want PAGES,ARCS, at least 100 pages and as many arcs", size)
		}
	}
	folder := scaleFolder(t, pages, arcs)
	share := max(float64(pages)/scalePages, float64(arcs)/scaleArcs)
	most := leastTime + time.Duration(share*float64(scaleTime))
	if pages <= exactPages {
		most += exactTime * time.Duration(pages) * time.Duration(arcs)
	}
	r := measureScale(t, folder, 4*most)
	for _, l := range r.lines {
		t.Logf("%-14s %8.2f CPU s %8.1f s", l.name, l.cpu, l.seconds)
	}
	t.Logf("%-14s %8.2f CPU s %8.1f s, peak %d MiB", "total", r.cpu.Seconds(), r.took.Seconds(), r.peak)
	for line := range strings.Lines(r.out) {
		if strings.HasPrefix(line, "Estimated ") {
			t.Log(strings.TrimSpace(line))
		}
	}
	if memory := leastScale + int64(share*scaleMemory); r.peak > memory && !underRace() {
		t.Errorf("peak memory %d MiB, want at most %d", r.peak, memory)
	}
	if r.cpu > most && !underRace() {
		t.Errorf("%v of CPU, want at most %v", r.cpu, most)
	}
	judgeScale(t, r, pages)
}

// scaleFolder returns a result folder, which is made unless it is there.
func scaleFolder(t *testing.T, pages, arcs int) string {
	t.Helper()
	folder := os.Getenv("SITEGRAPH_SCALE_FOLDER")
	if folder == "" {
		folder = filepath.Join(t.TempDir(), "scale.example")
	}
	if found, _ := filepath.Glob(filepath.Join(folder, "*.manifest.json")); len(found) > 0 {
		return folder
	}
	begun := time.Now()
	c := newScaleSite(pages, arcs)
	writeScaleSite(t, folder, c)
	t.Logf("%d pages, %d arcs, made in %.1f s", c.Counts.Pages, c.Counts.Arcs, time.Since(begun).Seconds())
	if n := c.Counts.Arcs; n < arcs-arcs/50 || n > arcs+arcs/50 {
		t.Errorf("%d arcs, want about %d", n, arcs)
	}
	debug.FreeOSMemory() // the process that is measured needs it
	return folder
}

// scaleRun is what a run took and said.
type scaleRun struct {
	out, said string
	lines     []scaleLine
	cpu, took time.Duration
	peak      int64 // MiB; 0 where the system does not tell
}

// scaleLine is what one measure took.
type scaleLine struct {
	name         string
	cpu, seconds float64
}

// measureScale runs the program for at most so long.
func measureScale(t *testing.T, folder string, most time.Duration) scaleRun {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), most)
	defer cancel()
	c := exec.CommandContext(ctx, os.Args[0], "-test.run=^TestScaleCommand$")
	c.Env = append(os.Environ(), scaleCommand+"="+folder)
	var out, said bytes.Buffer
	c.Stdout, c.Stderr = &out, &said
	begun := time.Now()
	if err := c.Run(); err != nil || !strings.Contains(out.String(), "exit 0\n") {
		t.Fatalf("after %v: %v\n%s%s", time.Since(begun), err, out.String(), said.String())
	}
	r := scaleRun{out: out.String(), said: said.String(),
		took: time.Since(begun), cpu: c.ProcessState.UserTime() + c.ProcessState.SystemTime()}
	_, end, _ := strings.Cut(r.out, "\npeak ")
	if _, err := fmt.Sscan(end, &r.peak); err != nil {
		t.Fatalf("no peak memory: %v\n%s", err, r.out)
	}
	r.lines = scaleLines(t, said.String())
	return r
}

// scaleLines reads lines like "12.34 PageRank: 2.1 s"; the first number is the CPU time up to there.
func scaleLines(t *testing.T, said string) (lines []scaleLine) {
	t.Helper()
	before := 0.0
	for line := range strings.Lines(said) {
		var l scaleLine
		stamp, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		name, took, timed := strings.Cut(rest, ": ")
		if _, err := fmt.Sscan(stamp, &l.cpu); err != nil || !timed || name == "sitegraph" { // which makes a remark
			continue
		}
		if _, err := fmt.Sscanf(took, "%f s", &l.seconds); err != nil {
			t.Fatalf("%q tells of no time", line)
		}
		l.name, l.cpu, before = name, l.cpu-before, l.cpu
		lines = append(lines, l)
	}
	return lines
}

// judgeScale holds what the program said against what was made.
func judgeScale(t *testing.T, r scaleRun, pages int) {
	t.Helper()
	for _, measure := range []string{"reading", "PageRank", "distances", "betweenness", "communities", "problems"} {
		if !strings.Contains(r.said, " "+measure+": ") {
			t.Errorf("nothing is said of %s:\n%s", measure, r.said)
		}
	}
	for _, want := range []string{"Web graph of " + scaleOrigin, "Clustering", "broken-link", "alias-redirect"} {
		if !strings.Contains(r.out, want) {
			t.Errorf("%q is missing in:\n%s", want, r.out)
		}
	}
	const samples = "Estimated from samples of the pages: distances from 1,024, betweenness from "
	switch estimated := strings.Contains(r.out, samples); {
	case pages >= scalePages && !estimated:
		t.Errorf("nothing is said of samples in:\n%s", r.out)
	case pages <= 3000 && estimated:
		t.Errorf("samples of so small a site:\n%s", r.out)
	}
}

// underRace reports whether the race detector is in the program, which takes memory of its own.
func underRace() bool {
	info, ok := debug.ReadBuildInfo()
	return ok && slices.Contains(info.Settings, debug.BuildSetting{Key: "-race", Value: "true"})
}

// peakMemory is the greatest resident memory so far in bytes, where the system tells.
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
