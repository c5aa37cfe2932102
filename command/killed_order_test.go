//go:build unix

package command

import (
	"maps"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
)

// TestKilledOrder kills a crawl in the order of a policy, and a search, at random requests and starts them again: the
// files are those of a run that nothing disturbed.
func TestKilledOrder(t *testing.T) {
	t.Parallel()
	var requests atomic.Int64
	var kill atomic.Pointer[process]
	var at atomic.Int64
	count := func(int64) {
		if p := kill.Load(); p != nil && requests.Add(1) == at.Load() {
			p.Process.Kill()
		}
	}
	a, b, c := newKilledSite(t, 150, count), newKilledSite(t, 90, count), newKilledSite(t, 60, count)
	closed := refusing(t)
	front := serve(t, map[string]string{"/": "->/hop", "/hop": "->" + c.URL + "/"})
	topics := write(t, filepath.Join(t.TempDir(), "topics.ini"), "clock = pages\ninterval = 10\nrun = 0\n"+
		"lifetime = 10000\nenergy = 20\ntarget = 1\n[pages]\nkeywords = page\nhosts = *\nseeds = "+a.URL+"/\n"+
		"[others]\nkeywords = page other\nhosts = *\nseeds = "+b.URL+"/\n")
	for _, k := range []struct {
		name, table string // a table of at least a number of rows
		rows        int
		args        []string
		kills       int
	}{
		{"order", "sites/sites.budget.csv", 100, []string{"--order-sites", "auto", "--order-pages", "auto", "--budget",
			"150", a.URL, closed, front.URL, b.URL}, 6},
		{"search", "topics/topics.visits.csv", 60, []string{"agents", "--topics", topics}, 4},
	} {
		t.Run(k.name, func(t *testing.T) {
			begin := func(out string) *process {
				return start(t, append(k.args, "-q", "-O", out, "--delay", "0", "--per-host", "4")...)
			}
			whole, out := t.TempDir(), t.TempDir()
			begin(whole).ends(t, exitDone)
			random, killed := rand.New(rand.NewPCG(9, 9)), 0
			for range k.kills {
				requests.Store(0)
				at.Store(1 + random.Int64N(30))
				p := begin(out)
				kill.Store(p)
				if p.Wait() != nil {
					killed++
				}
				kill.Store(nil)
			}
			begin(out).ends(t, exitDone)
			got, want := resultsOf(t, out), resultsOf(t, whole)
			mustEqualFiles(t, got, want)
			if n := strings.Count(want[filepath.FromSlash(k.table)], "\n"); n < k.rows || killed < 3 {
				t.Errorf("%d rows of %s, %d kills", n, k.table, killed)
			}
		})
	}
}

// resultsOf are the files of a run below its folder, but for states and logs.
func resultsOf(t *testing.T, out string) map[string]string {
	t.Helper()
	all := files(t, out)
	maps.DeleteFunc(all, func(name, _ string) bool {
		return strings.HasPrefix(name, "logs") || strings.HasPrefix(name, "state") ||
			strings.HasPrefix(name, filepath.Join("topics", "state"))
	})
	return all
}
