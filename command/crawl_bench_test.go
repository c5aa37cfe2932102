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

	"sitegraph/internal/console"
)

// benchServer is the environment variable that tells TestBenchServer to serve: "pages links".
const benchServer = "SITEGRAPH_BENCH_SERVER"

// benchConnections is the number of parallel downloads.
const benchConnections = 4

// TestBenchServer is the server process. It serves a generated site until standard input ends.
func TestBenchServer(t *testing.T) {
	var pages, links int
	if n, _ := fmt.Sscanf(os.Getenv(benchServer), "%d %d", &pages, &links); n != 2 {
		return // nothing to do in an ordinary test run
	}
	serveUntilClosed(t, benchHandler(benchSite(pages, links)))
}

// serveUntilClosed prints its origin and serves a site until standard input ends.
func serveUntilClosed(t *testing.T, site http.Handler) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	console.Must(t, err)
	go http.Serve(l, site)
	fmt.Printf("http://%s\n", l.Addr())
	_, _ = io.Copy(io.Discard, os.Stdin)
}

// serveElsewhere starts a process that serves a generated site, and returns the site's origin.
func serveElsewhere(tb testing.TB, pages, links int) string {
	return serveProcess(tb, "TestBenchServer", fmt.Sprintf("%s=%d %d", benchServer, pages, links))
}

// serveProcess starts a test of this program as a server and returns its origin.
func serveProcess(tb testing.TB, test, variable string) string {
	tb.Helper()
	self, err := os.Executable()
	console.Must(tb, err)
	c := exec.Command(self, "-test.run=^"+test+"$")
	c.Env = append(os.Environ(), variable)
	c.Stderr = os.Stderr
	in, err := c.StdinPipe()
	console.Must(tb, err)
	out, err := c.StdoutPipe()
	console.Must(tb, err)
	console.Must(tb, c.Start())
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

// cpuTime returns the CPU time that this process has used, in user and system mode.
func cpuTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// crawlOnce crawls a site through the command line and returns the number of pages in its graph.
func crawlOnce(tb testing.TB, origin, chosen string) int {
	dir := tb.TempDir()
	settings := filepath.Join(dir, "settings.ini")
	console.Must(tb, os.WriteFile(settings, []byte(chosen), 0o644))
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
	console.Must(tb, err)
	return bytes.Count(nodes, []byte("\n")) - 1
}
