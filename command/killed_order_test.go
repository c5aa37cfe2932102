//go:build unix

package command

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
)

// TestKilledOrder kills a crawl in the order of a policy at random requests and
// starts it again: the files are those of a run that nothing disturbed.
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
	args := func(out string) []string {
		return []string{"-q", "-O", out, "--delay", "0", "--per-host", "4", "--order-sites", "auto",
			"--order-pages", "auto", "--budget", "150", a.URL, closed, front.URL, b.URL}
	}
	whole, out := t.TempDir(), t.TempDir()
	start(t, args(whole)...).ends(t, exitDone)
	random := rand.New(rand.NewPCG(9, 9))
	for range 12 {
		requests.Store(0)
		at.Store(1 + random.Int64N(30))
		p := start(t, args(out)...)
		kill.Store(p)
		p.Wait()
		kill.Store(nil)
	}
	start(t, args(out)...).ends(t, exitDone)
	for _, folder := range []string{"result", "sites"} {
		mustEqualFiles(t, files(t, filepath.Join(out, folder)), files(t, filepath.Join(whole, folder)))
	}
	if text, err := os.ReadFile(filepath.Join(out, "sites", "sites.budget.csv")); err != nil ||
		strings.Count(string(text), "\n") < 100 {
		t.Errorf("%v: %s", err, text)
	}
}
