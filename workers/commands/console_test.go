//go:build linux

package commands

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"net/netip"
	"os"
	"strings"
	"testing"

	"sitegraph/command"
	"sitegraph/internal/console"
	"sitegraph/internal/tempdir"
)

// museum is the sample site.
const museum = "http://museum.example"

// The exit codes.
const (
	exitDone    = 0
	exitFailure = 1
	exitUsage   = 2
	exitStopped = 3
)

// quick has settings for fast crawls of loopback.
var quick = []string{"SITEGRAPH_SITES_CRAWL_DELAY=0", "SITEGRAPH_DOWNLOAD_TRIES=1",
	"SITEGRAPH_EXPORT_EXPORTERS=csv,gexf,graphml,pajek,aliases,external,bad,ledger,stats,report"}

// TestMain runs the tests in the top folder of the repository, which has the sample site.
func TestMain(m *testing.M) {
	tempdir.InMemory()
	if _, err := os.Stat("settings.ini"); err != nil { // a process started by a test is already there
		if err := os.Chdir("../.."); err != nil {
			panic(err)
		}
	}
	os.Exit(m.Run())
}

// TestProgram runs the program in its own process, which tests can kill.
func TestProgram(t *testing.T) {
	if args, ok := console.Arguments(); ok {
		os.Exit(command.Main(os.Stdin, os.Stdout, os.Stderr, args, os.Environ(), added))
	}
}

// added is like Add, but no name has an address, since tests must not query DNS.
func added(to command.Program) {
	program{to, func(_ context.Context, host string) ([]netip.Addr, error) {
		return nil, fmt.Errorf("%s is not looked up", host)
	}}.add()
}

func start(t *testing.T, args ...string) *console.Process { return console.Start(t, quick, args...) }

func sitegraph(env []string, args ...string) console.Outcome {
	var out, err bytes.Buffer
	code := command.Main(strings.NewReader(""), &out, &err, args, env, added)
	return console.Outcome{Code: code, Out: out.String(), Err: err.String()}
}

// filesBelow returns the result files of a run, except manifests, which have the time.
func filesBelow(t *testing.T, out string) map[string]string {
	t.Helper()
	all := console.Files(t, out)
	maps.DeleteFunc(all, func(name, _ string) bool {
		return !strings.HasPrefix(name, "result") && !strings.HasPrefix(name, "sites")
	})
	if len(all) == 0 {
		t.Errorf("no files in %s", out)
	}
	return all
}
