//go:build unix

package command

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// Benchmarks of a whole crawl.
//
//	go test -run '^$' -bench Crawl -benchtime 3x ./command
//	go test -run '^$' -bench Stable -benchtime 6x ./command
//	SITEGRAPH_BENCH_PAGES=10000 go test -run '^$' -bench Crawl -benchtime 1x ./command
//
// The site is made up (crawl_bench_site_test.go) and served by another process, so CPU-ms/page is the client's alone.
// MiB-peak is the greatest resident memory while the benchmark ran.

// benchServer is the environment variable that makes TestBenchServer serve: "pages links".
const benchServer = "SITEGRAPH_BENCH_SERVER"

// benchConnections is how many downloads go on at once.
const benchConnections = 4

// benchPages is the number of pages of the site.
func benchPages(b *testing.B) int {
	text := os.Getenv("SITEGRAPH_BENCH_PAGES")
	if text == "" {
		return 2000
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		b.Fatalf("SITEGRAPH_BENCH_PAGES=%q: must be a number of pages", text)
	}
	return n
}

// TestBenchServer is the other process: it serves a made-up site until its standard input ends.
func TestBenchServer(t *testing.T) {
	var pages, links int
	if n, _ := fmt.Sscanf(os.Getenv(benchServer), "%d %d", &pages, &links); n != 2 {
		return // in an ordinary run of the tests there is nothing to do
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	go http.Serve(l, benchHandler(benchSite(pages, links)))
	fmt.Printf("http://%s\n", l.Addr())
	_, _ = io.Copy(io.Discard, os.Stdin)
}

// serveElsewhere starts the server process of a made-up site and returns the site's origin.
func serveElsewhere(tb testing.TB, pages, links int) string {
	tb.Helper()
	self, err := os.Executable()
	must(tb, err)
	c := exec.Command(self, "-test.run=^TestBenchServer$")
	c.Env = append(os.Environ(), fmt.Sprintf("%s=%d %d", benchServer, pages, links))
	c.Stderr = os.Stderr
	in, err := c.StdinPipe()
	must(tb, err)
	out, err := c.StdoutPipe()
	must(tb, err)
	must(tb, c.Start())
	tb.Cleanup(func() {
		in.Close()
		_, _ = io.Copy(io.Discard, out)
		if err := c.Wait(); err != nil {
			tb.Errorf("server process: %v", err)
		}
	})
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		tb.Fatalf("server process: %v", err)
	}
	return strings.TrimSpace(line)
}

// meter measures the CPU, the time and the memory of some fetched pages.
type meter struct {
	cpu   time.Duration
	begun time.Time
}

func startMeter() meter {
	// Writing 5 makes Linux forget the peak so far; elsewhere there is none.
	_ = os.WriteFile("/proc/self/clear_refs", []byte("5"), 0)
	return meter{cpu: cpuTime(), begun: time.Now()}
}

// report adds what was measured for that many pages to a benchmark.
func (m meter) report(b *testing.B, pages int) {
	b.ReportMetric((cpuTime()-m.cpu).Seconds()*1e3/float64(pages), "CPU-ms/page")
	b.ReportMetric(float64(pages)/time.Since(m.begun).Seconds(), "pages/s")
	if peak, ok := peakMemory(); ok {
		b.ReportMetric(float64(peak)/(1<<20), "MiB-peak")
	}
}

// cpuTime is the CPU this process has used, in user and system mode.
func cpuTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
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

// BenchmarkCrawl is the program itself: robots.txt, walk, state on disk,
// duplicates, statistics and all files that it writes by default.
func BenchmarkCrawl(b *testing.B) {
	for _, parser := range []string{"tokenizer", "goquery"} {
		b.Run(parser, func(b *testing.B) {
			pages := benchPages(b)
			origin := serveElsewhere(b, pages, benchLinks)
			m, n := startMeter(), 0
			for b.Loop() {
				n += crawlOnce(b, origin, "[parse]\nparser = "+parser+"\n")
			}
			if n != b.N*pages {
				b.Errorf("%d pages in %d crawls, want %d each", n, b.N, pages)
			}
			m.report(b, n)
		})
	}
}

// BenchmarkStable is what [duplicates] key = stable costs more than exact, a page of
// 26 KB, on a site where nothing varies: extra-µs/page is CPU, in user and system
// mode, of whole crawls in turn that write no files but tables. It has all that the key does: pieces, records,
// building anew for each portion, and the second requests for up to 20 pages. extra-faults/page are pages of memory
// touched for the first time: on a virtual machine one can cost more than all the computing.
func BenchmarkStable(b *testing.B) {
	pages := benchPages(b)
	origin := serveElsewhere(b, pages, benchLinks)
	var cpu [2]time.Duration
	var faults [2]int64
	for b.Loop() {
		for i, key := range []string{"exact", "stable"} {
			m, before := startMeter(), pageFaults()
			if n := crawlOnce(b, origin, "[export]\nexporters = csv\n[duplicates]\nkey = "+key+"\n"); n != pages {
				b.Errorf("%s: %d pages, want %d", key, n, pages)
			}
			cpu[i] += cpuTime() - m.cpu
			faults[i] += pageFaults() - before
		}
	}
	all := float64(b.N * pages)
	b.ReportMetric(cpu[0].Seconds()*1e6/all, "exact-µs/page")
	b.ReportMetric((cpu[1]-cpu[0]).Seconds()*1e6/all, "extra-µs/page")
	b.ReportMetric(float64(faults[1]-faults[0])/all, "extra-faults/page")
}

// pageFaults is how often this process touched memory that it had not touched.
func pageFaults() int64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return int64(u.Minflt)
}

// crawlOnce crawls a site through the command line and returns the number of pages in its graph.
func crawlOnce(tb testing.TB, origin, chosen string) int {
	dir := tb.TempDir()
	settings := filepath.Join(dir, "settings.ini")
	must(tb, os.WriteFile(settings, []byte(chosen), 0o644))
	var said bytes.Buffer
	args := []string{"--settings", settings, "-O", dir, "--quiet", "--delay", "0",
		"--per-host", strconv.Itoa(benchConnections), origin}
	if code := Main(strings.NewReader(""), &said, &said, args, nil); code != exitDone {
		tb.Fatalf("exit code %d\n%s", code, &said)
	}
	found, err := filepath.Glob(filepath.Join(dir, "result", "*", "*.nodes.csv"))
	if err != nil || len(found) != 1 {
		tb.Fatalf("%d tables of nodes: %v\n%s", len(found), err, &said)
	}
	nodes, err := os.ReadFile(found[0])
	must(tb, err)
	return bytes.Count(nodes, []byte("\n")) - 1
}
