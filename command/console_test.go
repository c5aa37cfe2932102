package command

import (
	"bytes"
	"context"
	"flag"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"time"

	"sitegraph/internal/console"
	"sitegraph/internal/loopback"
	"sitegraph/internal/tempdir"
)

// Short names for frequent types.
type (
	outcome  = console.Outcome
	manifest = console.Manifest
	row      = console.Row
	process  = console.Process
)

func write(t *testing.T, path, text string) string     { return console.Write(t, path, text) }
func read(t *testing.T, path string) string            { return console.Read(t, path) }
func only(t *testing.T, pattern ...string) string      { return console.Only(t, pattern...) }
func files(t *testing.T, dir string) map[string]string { return console.Files(t, dir) }

var must = console.Must

func mustEqualFiles(t *testing.T, a, b map[string]string) {
	t.Helper()
	console.MustEqualFiles(t, a, b)
}
func readTable(t *testing.T, path string, whole bool) []row        { return console.ReadTable(t, path, whole) }
func readManifest(t *testing.T, dir string) manifest               { return console.ReadManifest(t, dir) }
func serve(t *testing.T, pages map[string]string) *httptest.Server { return loopback.Serve(t, pages) }
func links(title string, hrefs ...string) string                   { return loopback.Links(title, hrefs...) }
func start(t *testing.T, args ...string) *process                  { return startWith(t, nil, args...) }

// startWith is like start, with more environment variables.
func startWith(t *testing.T, env []string, args ...string) *process {
	return console.Start(t, append(append([]string{fewFiles}, env...), quick...), args...)
}

// invocation describes a call of the command line.
type invocation struct {
	env []string
	in  string
	// shipped keeps the default exporters.
	shipped bool
	// addresses maps host names to addresses. Other names do not resolve, except for localhost.
	addresses map[string]string
	parts     []Part
}

// TestMain runs the tests in the top folder, with settings.ini, hosts.txt and the sample site, and results in memory.
func TestMain(m *testing.M) {
	tempdir.InMemory()
	if _, err := os.Stat("settings.ini"); err != nil { // a process that a test started is already there
		if err := os.Chdir(".."); err != nil {
			panic(err)
		}
	}
	debug.SetGCPercent(400)
	flag.Parse()
	said := false
	flag.Visit(func(f *flag.Flag) { said = said || f.Name == "test.parallel" })
	if !said {
		if err := flag.Set("test.parallel", "8"); err != nil { // many tests mostly wait
			panic(err)
		}
	}
	os.Exit(m.Run())
}

// run runs the program in this process.
func (c invocation) run(args ...string) outcome {
	var out, err bytes.Buffer
	env := c.env
	if !c.shipped {
		env = append([]string{fewFiles}, env...)
	}
	a := &app{in: strings.NewReader(c.in), out: &out, err: &err, env: env, lookup: c.lookup, parts: c.parts,
		twinPause: time.Millisecond}
	code := a.main(args)
	return outcome{Code: code, Out: out.String(), Err: err.String()}
}

// lookup replaces the system's, so that no test asks a network for a name.
func (c invocation) lookup(_ context.Context, host string) ([]netip.Addr, error) {
	address, ok := c.addresses[host]
	if host == "localhost" && !ok {
		address, ok = "127.0.0.1", true
	}
	if !ok {
		return nil, &net.DNSError{Err: "no such host", Name: host, IsNotFound: true}
	}
	ip, err := netip.ParseAddr(address)
	return []netip.Addr{ip}, err
}

// fewFiles leaves out files that most tests do not read and that take longer than the rest of a small crawl.
const fewFiles = "SITEGRAPH_EXPORT_EXPORTERS=csv,aliases,external,bad,ledger"

// withReport selects the default files, without charts.
const withReport = "SITEGRAPH_EXPORT_EXPORTERS=csv,gexf,graphml,pajek,aliases,external,bad,ledger,stats,report"

// sitegraph runs the program with default settings.
func sitegraph(args ...string) outcome { return invocation{}.run(args...) }

// reporting runs the program quickly, with reports.
func reporting(args ...string) outcome {
	return invocation{env: append(slices.Clone(quick), withReport)}.run(args...)
}

func serveBehind(t *testing.T, pages map[string]string,
	first func(w http.ResponseWriter, r *http.Request) bool) *httptest.Server {
	t.Helper()
	return loopback.ServeBehind(t, pages, first)
}

// resultsOf returns the files below an output folder, except for states, logs and web archives.
func resultsOf(t *testing.T, out string) map[string]string {
	t.Helper()
	all := files(t, out)
	maps.DeleteFunc(all, func(name, _ string) bool {
		top, rest, _ := strings.Cut(filepath.ToSlash(name), "/")
		return top == "logs" || top == "state" || top == "warc" || top == "topics" && strings.HasPrefix(rest, "state")
	})
	return all
}
