//go:build linux

package commands

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"sitegraph/command"
	"sitegraph/internal/tempdir"
)

// museum is the sample site.
const museum = "http://museum.example"

// The exit codes.
const (
	exitDone    = 0
	exitFailure = 1
	exitUsage   = 2
)

// quick are settings under which a crawl of loopback wastes no time.
var quick = []string{"SITEGRAPH_SITES_CRAWL_DELAY=0", "SITEGRAPH_DOWNLOAD_TRIES=1",
	"SITEGRAPH_EXPORT_EXPORTERS=csv,gexf,graphml,pajek,aliases,external,bad,ledger,stats,report"}

// TestMain runs the tests in the top folder of the repository, where the sample site is.
func TestMain(m *testing.M) {
	tempdir.InMemory()
	if _, err := os.Stat("settings.ini"); err != nil { // a process that a test started is there already
		if err := os.Chdir("../.."); err != nil {
			panic(err)
		}
	}
	os.Exit(m.Run())
}

// asProgram is the environment variable that makes TestProgram the program: its arguments as JSON.
const asProgram = "SITEGRAPHTEST"

// TestProgram is the program in a process of its own, which can be killed.
func TestProgram(t *testing.T) {
	var args []string
	if json.Unmarshal([]byte(os.Getenv(asProgram)), &args) != nil {
		return // an ordinary run of the tests
	}
	os.Exit(command.Main(os.Stdin, os.Stdout, os.Stderr, args, os.Environ(), Add))
}

// process is a running program; its error output is read line by line.
type process struct {
	*exec.Cmd
	err *bufio.Reader
}

func start(t *testing.T, args ...string) *process {
	t.Helper()
	text, err := json.Marshal(args)
	if err != nil {
		t.Fatal(err)
	}
	p := &process{Cmd: exec.Command(os.Args[0], "-test.run=^TestProgram$")}
	p.Env = append(append(os.Environ(), asProgram+"="+string(text)), quick...)
	pipe, err := p.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	p.err = bufio.NewReader(pipe)
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Process.Kill() })
	return p
}

// ends waits and compares the exit code.
func (p *process) ends(t *testing.T, code int) {
	t.Helper()
	rest, _ := io.ReadAll(p.err)
	p.Wait()
	if got := p.ProcessState.ExitCode(); got != code {
		t.Errorf("exit code %d (%v), want %d\n%s", got, p.ProcessState, code, rest)
	}
}

// outcome is what a run of the command line left on the screen.
type outcome struct {
	code     int
	out, err string
}

// sitegraph runs the program in this process, with an environment.
func sitegraph(env []string, args ...string) outcome {
	var out, err bytes.Buffer
	code := command.Main(strings.NewReader(""), &out, &err, args, env, Add)
	return outcome{code: code, out: out.String(), err: err.String()}
}

// mustEnd fails the test unless the program ended with a code.
func (o outcome) mustEnd(t *testing.T, code int) outcome {
	t.Helper()
	if o.code != code {
		t.Fatalf("exit code %d, want %d\nout: %s\nerr: %s", o.code, code, o.out, o.err)
	}
	return o
}

// mustSay fails the test unless the program said a text beside its results.
func (o outcome) mustSay(t *testing.T, text string) {
	t.Helper()
	if !strings.Contains(o.err, text) {
		t.Errorf("%q is missing in:\n%s", text, o.err)
	}
}

// pages serves a site of n addresses that link to each other, with redirects, copies and pages that are not there.
func pages(n int) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/robots.txt" {
			io.WriteString(w, "User-agent: *\nDisallow: /p7\n")
			return
		}
		i, err := strconv.Atoi(strings.TrimPrefix(r.URL.Path, "/p"))
		switch {
		case r.URL.Path == "/":
			i = 0
		case err != nil || i >= n:
			http.NotFound(w, r)
			return
		case i%10 == 9:
			http.Redirect(w, r, fmt.Sprintf("/p%d", (i*3+1)%n), http.StatusFound)
			return
		}
		if i%13 == 12 {
			i-- // a copy
		}
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprintf(w, "<title>page %d</title>", i)
		for _, k := range []int{2*i + 1, 2*i + 2, i * 7 % n, i, i + n/2} {
			fmt.Fprintf(w, `<a href="/p%d">page %d</a>`, k, k)
		}
	}
}

// filesBelow are the result files of a run, but manifests and reports, which have the time of the run.
func filesBelow(t *testing.T, out string) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, folder := range []string{"result", "sites"} {
		names, err := filepath.Glob(filepath.Join(out, folder, "*"))
		if err != nil {
			t.Fatal(err)
		}
		deeper, _ := filepath.Glob(filepath.Join(out, folder, "*", "*"))
		for _, name := range append(names, deeper...) {
			info, err := os.Stat(name)
			if err != nil || info.IsDir() || strings.HasSuffix(name, ".manifest.json") {
				continue
			}
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			rest, _ := filepath.Rel(out, name)
			all[rest] = string(text)
		}
	}
	if len(all) == 0 {
		t.Errorf("no files in %s", out)
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
