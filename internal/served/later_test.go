package served

import (
	"strings"
	"testing"
)

// TestBudgetLater: the crawl of one site can get a budget later, and lose it.
func TestBudgetLater(t *testing.T) {
	origin, folder := serve(t, museum(t)), t.TempDir()
	for _, budget := range []string{"0", "5", "8", "0"} {
		code, screen := try(folder, nil, "--export", "csv", "--order-pages", "stored", "--budget", budget, origin)
		if code != 0 {
			t.Errorf("budget %s ended with %d: %s", budget, code, screen)
		}
	}
}

// TestSequenceStays: sites that shared a sequence of decisions are not crawled
// one by one with the same state, which stays as it was.
func TestSequenceStays(t *testing.T) {
	f, folder := museum(t), t.TempDir()
	first, second := serve(t, f), serve(t, f)
	run := func(want int, says string, args ...string) {
		t.Helper()
		code, screen := try(folder, nil, append([]string{"--export", "csv", "--order-pages", "stored"}, args...)...)
		if code != want || !strings.Contains(screen, says) {
			t.Errorf("sitegraph %q ended with %d and said %q, want %d and %q", args, code, screen, want, says)
		}
	}
	run(0, "", "--budget", "8", first, second)
	for _, args := range [][]string{{first, second}, {first}, {"--budget", "8", second, first}} {
		run(1, "[order] the sites of the sequence = \"2 sites", args...)
	}
	run(0, "", "--budget", "12", first, second)
}

// TestBudgetUsedUp: it is said how to go on, where that is possible.
func TestBudgetUsedUp(t *testing.T) {
	origin := serve(t, museum(t))
	for _, c := range []struct {
		rule, store string
		goesOn      bool
	}{{"r3", "badger", true}, {"r1", "badger", false}, {"r3", "memory", false}} {
		_, screen := try(t.TempDir(), []string{"SITEGRAPH_STORE_STORE=" + c.store}, "--export", "csv",
			"--order-sites", c.rule, "--budget", "5", origin)
		if !strings.Contains(screen, "the budget of 5 pages is used up") ||
			strings.Contains(screen, "with a greater --budget") != c.goesOn {
			t.Errorf("%v: it says\n%s", c, screen)
		}
	}
}
