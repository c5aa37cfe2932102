package sites

import (
	"strings"
	"testing"
)

// TestBudgetLater: the crawl of one site can get a budget later, and lose it.
func TestBudgetLater(t *testing.T) {
	origin, folder := serveSite(t, museum(t)), t.TempDir()
	for _, budget := range []string{"0", "5", "8", "0"} {
		code, screen := attempt(folder, nil, "--export", "csv", "--order-pages", "stored", "--budget", budget, origin)
		if code != 0 {
			t.Errorf("budget %s ended with %d: %s", budget, code, screen)
		}
	}
}

// TestBudgetUsedUp: it is said how to go on, where that is possible.
func TestBudgetUsedUp(t *testing.T) {
	origin := serveSite(t, museum(t))
	for _, c := range []struct {
		rule, store string
		goesOn      bool
	}{{"r3", "badger", true}, {"r1", "badger", true}, {"r3", "memory", false}} {
		_, screen := attempt(t.TempDir(), []string{"SITEGRAPH_STORE_STORE=" + c.store}, "--export", "csv",
			"--order-sites", c.rule, "--budget", "5", origin)
		if !strings.Contains(screen, "the budget of 5 pages is used up") ||
			strings.Contains(screen, "with a greater --budget") != c.goesOn {
			t.Errorf("%v: it says\n%s", c, screen)
		}
	}
}
