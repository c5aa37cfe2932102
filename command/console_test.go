package command

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/csv"
	"encoding/hex"
	"encoding/json"
	"flag"
	"io/fs"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"time"

	"sitegraph/internal/tempdir"
)

// outcome is what a run of the command line left on the screen.
type outcome struct {
	code     int
	out, err string
}

// invocation is how a test uses the command line.
type invocation struct {
	env []string
	in  string
	// shipped leaves the exporters as they are shipped.
	shipped bool
	// addresses are those of host names; others do not resolve, but for localhost.
	addresses map[string]string
	parts     []Part
}

// TestMain runs the tests in the top folder, where the shipped settings.ini,
// hosts.txt and the sample site are, with their own folders in memory.
func TestMain(m *testing.M) {
	tempdir.InMemory()
	if _, err := os.Stat("settings.ini"); err != nil { // a process that a test started is there already
		if err := os.Chdir(".."); err != nil {
			panic(err)
		}
	}
	debug.SetGCPercent(400)
	flag.Parse()
	said := false
	flag.Visit(func(f *flag.Flag) { said = said || f.Name == "test.parallel" })
	if !said {
		if err := flag.Set("test.parallel", "8"); err != nil { // most of their time many tests wait
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
	return outcome{code: code, out: out.String(), err: err.String()}
}

// lookup stands for the system's, so that no test asks a network for a name.
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

// fewFiles leaves out what most tests do not read, and what takes longer than the rest of a small crawl.
const fewFiles = "SITEGRAPH_EXPORT_EXPORTERS=csv,aliases,external,bad,ledger"

// withReport has the files that are shipped, but for charts.
const withReport = "SITEGRAPH_EXPORT_EXPORTERS=csv,gexf,graphml,pajek,aliases,external,bad,ledger,stats,report"

// sitegraph runs the program.
func sitegraph(args ...string) outcome { return invocation{}.run(args...) }

// reporting runs the program quickly, with reports.
func reporting(args ...string) outcome {
	return invocation{env: append(slices.Clone(quick), withReport)}.run(args...)
}

// mustEnd fails the test unless the program ended with a code. Whatever it
// said, it must not be of a kind that only programmers read.
func (o outcome) mustEnd(t *testing.T, code int) outcome {
	t.Helper()
	if o.code != code {
		t.Fatalf("exit code %d, want %d\nout: %s\nerr: %s", o.code, code, o.out, o.err)
	}
	if found := jargon.FindString(o.out + o.err); found != "" {
		t.Errorf("%q in what a user reads:\n%s%s", found, o.out, o.err)
	}
	return o
}

// jargon finds panics, stacks, failed formatting, and names of Go's types and functions.
var jargon = regexp.MustCompile(`panic|goroutine |%![a-z(]|<nil>|\[\]string|map\[|\*[a-z]+\.[A-Z]|strconv\.|` +
	`(^|[^.])json: |exit status|0x[0-9a-f]{6}|\.go:\d`)

// mustSay fails the test unless every text is in what the program told beside its results.
func (o outcome) mustSay(t *testing.T, texts ...string) outcome {
	t.Helper()
	for _, text := range texts {
		if !strings.Contains(o.err, text) {
			t.Errorf("%q is missing in:\n%s", text, o.err)
		}
	}
	return o
}

// mustShow is mustSay for the results.
func (o outcome) mustShow(t *testing.T, texts ...string) outcome {
	t.Helper()
	for _, text := range texts {
		if !strings.Contains(o.out, text) {
			t.Errorf("%q is missing in:\n%s", text, o.out)
		}
	}
	return o
}

// write makes a file with its folders and returns its path.
func write(t *testing.T, path, text string) string {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// only returns the one file that a pattern finds.
func only(t *testing.T, pattern ...string) string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(pattern...))
	if err != nil || len(found) != 1 {
		t.Fatalf("%s: found %q, %v; want one file", filepath.Join(pattern...), found, err)
	}
	return found[0]
}

// files returns the contents of all files of a folder but the manifest, by name.
func files(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() && !strings.HasSuffix(path, ".manifest.json") {
			name, _ := filepath.Rel(dir, path)
			all[name] = read(t, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// mustEqualFiles compares two folders of results, byte for byte.
func mustEqualFiles(t *testing.T, got, want map[string]string) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%d files, want %d", len(got), len(want))
	}
	for name, text := range want {
		if got[name] != text {
			t.Errorf("%s differs:\n%.2000s\nwant:\n%.2000s", name, got[name], text)
		}
	}
}

// row is a line of a table, by the names of the columns.
type row map[string]string

// readTable reads a table. The program's own have a backslash as escape
// character, which doubles every backslash; whole tells the other tables.
func readTable(t *testing.T, path string, whole bool) []row {
	t.Helper()
	lines, err := csv.NewReader(strings.NewReader(read(t, path))).ReadAll()
	if err != nil || len(lines) == 0 {
		t.Fatalf("%s: %d lines, %v", path, len(lines), err)
	}
	var rows []row
	for _, line := range lines[1:] {
		r := row{}
		for i, name := range lines[0] {
			r[name] = line[i]
			if !whole {
				r[name] = strings.ReplaceAll(line[i], `\\`, `\`)
			}
		}
		rows = append(rows, r)
	}
	return rows
}

// manifest is what tests want to know of a manifest.json.
type manifest struct {
	Version  string
	Site     string
	Settings map[string]string
	Ended    string
	Complete bool
	Notes    []string
	Counts   struct {
		Pages, Arcs, Links, Fetched int
		Limits                      map[string]int
	}
	Files []struct {
		Name   string
		SHA256 string
	}
}

// readManifest reads the manifest of a result folder and holds the other files of the folder against it.
func readManifest(t *testing.T, dir string) manifest {
	t.Helper()
	var m manifest
	if err := json.Unmarshal([]byte(read(t, only(t, dir, "*.manifest.json"))), &m); err != nil {
		t.Fatal(err)
	}
	have := files(t, dir)
	if len(m.Files) != len(have) {
		t.Errorf("the manifest lists %d files, the folder has %d", len(m.Files), len(have))
	}
	for _, f := range m.Files {
		sum := sha256.Sum256([]byte(have[f.Name]))
		if f.SHA256 != hex.EncodeToString(sum[:]) {
			t.Errorf("%s: the manifest has another SHA-256", f.Name)
		}
	}
	return m
}

// serve serves pages on loopback by path; a page that begins with "->" redirects. What is not there is a 404.
func serve(t *testing.T, pages map[string]string) *httptest.Server {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, ok := pages[r.URL.Path]
		to, redirect := strings.CutPrefix(body, "->")
		switch {
		case !ok:
			http.NotFound(w, r)
		case redirect:
			w.Header().Set("Location", to)
			w.WriteHeader(http.StatusFound)
		default:
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			w.Write([]byte(body))
		}
	}))
	t.Cleanup(s.Close)
	return s
}

// links is a page with a title and links.
func links(title string, hrefs ...string) string {
	var b strings.Builder
	b.WriteString("<!DOCTYPE html><title>" + title + "</title>")
	for _, href := range hrefs {
		b.WriteString(`<a href="` + href + `">` + href + "</a>\n")
	}
	return b.String()
}

// broken answers one path with 500.
type broken struct {
	path string
	http.Handler
}

// ServeHTTP fails for the path and passes on everything else.
func (b broken) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == b.path {
		http.Error(w, "broken", http.StatusInternalServerError)
		return
	}
	b.Handler.ServeHTTP(w, r)
}
