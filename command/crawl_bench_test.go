//go:build unix

package command

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
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

// Benchmarks of a whole crawl. BenchmarkLimit compares one with a loop that does the least.
//
//	go test -run '^$' -bench Crawl -benchtime 3x ./command
//	go test -run '^$' -bench Stable -benchtime 6x ./command
//	SITEGRAPH_BENCH_PAGES=10000 go test -run '^$' -bench Crawl -benchtime 1x ./command
//	SITEGRAPH_BENCH_MEMORY=1 go test -run TestCrawlMemory -v ./command
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
	serveUntilClosed(t, benchHandler(benchSite(pages, links)))
}

// serveUntilClosed prints its origin and serves a site until standard input ends.
func serveUntilClosed(t *testing.T, site http.Handler) {
	l, err := listenLoopback()
	must(t, err)
	go http.Serve(l, site)
	fmt.Printf("http://%s\n", l.Addr())
	_, _ = io.Copy(io.Discard, os.Stdin)
}

// serveElsewhere starts the server process of a made-up site and returns the site's origin.
func serveElsewhere(tb testing.TB, pages, links int) string {
	return serveProcess(tb, "TestBenchServer", fmt.Sprintf("%s=%d %d", benchServer, pages, links))
}

// serveProcess starts a test of this program as a server and returns its origin.
func serveProcess(tb testing.TB, test, variable string) string {
	tb.Helper()
	self, err := os.Executable()
	if err != nil {
		tb.Fatal(err)
	}
	c := exec.Command(self, "-test.run=^"+test+"$")
	c.Env = append(os.Environ(), variable)
	c.Stderr = os.Stderr
	in, err := c.StdinPipe()
	if err != nil {
		tb.Fatal(err)
	}
	out, err := c.StdoutPipe()
	if err != nil {
		tb.Fatal(err)
	}
	if err := c.Start(); err != nil {
		tb.Fatal(err)
	}
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
	if err := os.WriteFile(settings, []byte(chosen), 0o644); err != nil {
		tb.Fatal(err)
	}
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
	if err != nil {
		tb.Fatal(err)
	}
	return bytes.Count(nodes, []byte("\n")) - 1
}

// TestCrawlMemory holds a crawl of 30,000 pages with 1.57 million links to
// 1 GiB of resident memory. It takes half a minute and runs when asked for.
func TestCrawlMemory(t *testing.T) {
	if os.Getenv("SITEGRAPH_BENCH_MEMORY") == "" {
		t.Skip("set SITEGRAPH_BENCH_MEMORY=1 to run")
	}
	const pages, perPage = 30000, 53
	origin := serveElsewhere(t, pages, perPage)
	m := startMeter()
	if n := crawlOnce(t, origin, ""); n != pages {
		t.Errorf("%d pages, want %d", n, pages)
	}
	took, cpu := time.Since(m.begun), cpuTime()-m.cpu
	peak, ok := peakMemory()
	if !ok {
		t.Skip("the system does not tell the peak of memory")
	}
	t.Logf("%d pages, %d links: %.1f s, %.3f CPU-ms/page, %d MiB", pages, pages*perPage, took.Seconds(),
		cpu.Seconds()*1e3/pages, peak>>20)
	if peak > 1<<30 {
		t.Errorf("%d MiB of resident memory, want at most 1024", peak>>20)
	}
}

// TestBenchSite crawls a small site of the same make: every page must be
// found, or the benchmarks would measure something else.
func TestBenchSite(t *testing.T) {
	const pages = 60
	origin := serveElsewhere(t, pages, benchLinks)
	if n := crawlOnce(t, origin, ""); n != pages {
		t.Errorf("%d pages, want %d", n, pages)
	}
}
