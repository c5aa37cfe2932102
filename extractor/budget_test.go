package extractor_test

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"sitegraph/site"
)

// metered counts the requests that are charged to the budget. It redirects some URLs to others, which is free.
type metered struct {
	http.Handler
	spent atomic.Int64
}

func (m *metered) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if to, moved := m.moves(r); moved {
		http.Redirect(w, r, to, http.StatusFound)
		return
	}
	if r.URL.Path != "/robots.txt" {
		m.spent.Add(1)
	}
	m.Handler.ServeHTTP(w, r)
}

// moves redirects a third of the pages to the old form of their URL, and a sixth to another page that redirects in
// turn.
func (m *metered) moves(r *http.Request) (to string, moved bool) {
	var id int
	n, _ := fmt.Sscanf(r.URL.Path, "/page/%d", &id)
	switch {
	case n == 0 || r.URL.RawQuery != "" && !strings.Contains(r.URL.RawQuery, "from="):
		return "", false
	case id%3 == 1:
		return fmt.Sprintf("/show?id=%d", id), true
	case id%6 == 2:
		return fmt.Sprintf("/page/%d", id+2), true
	}
	return "", false
}

func budgetWalker(t *testing.T, seed uint64, downloads int) (*walker, *metered) {
	v := newVaryingSite(seed)
	v.asks = map[string]int{}
	m := &metered{Handler: v}
	return stableWalker(t, m, downloads), m
}

func spend(t *testing.T, w *walker, m *metered, budget int) *site.Crawl {
	t.Helper()
	w.limits.Budget = budget
	c := w.walk(t, t.Context())
	if n := int(m.spent.Load()); n > budget || n < budget && !c.Complete {
		t.Errorf("budget %d: %d requests, complete: %t", budget, n, c.Complete)
	}
	if c.Complete != (c.Ended == site.EndedWorkDone) || !c.Complete && c.Ended != site.EndedBudget {
		t.Errorf("budget %d: ended by %s, complete: %t", budget, c.Ended, c.Complete)
	}
	if left := c.Counts.Limits[site.LimitBudget]; c.Complete && left > 0 {
		t.Errorf("budget %d: %d URLs are left", budget, left)
	}
	sameFiles(t, "recalled", texts(t, rebuild(t, w)), texts(t, c))
	return c
}

// A budget is a number of requests. The result is the same for any number of connections, and after several runs that
// raised the budget step by step.
func TestStableBudget(t *testing.T) {
	perSeed(t, 1, 120, func(t *testing.T, seed uint64) {
		random := rand.New(rand.NewPCG(seed, 11))
		raised, all := budgetWalker(t, seed, []int{1, 4, 64}[seed%3])
		for n := 1 + random.IntN(3); ; n += 1 + random.IntN(160) {
			c := spend(t, raised, all, n)
			got := files(t, c)
			downloads := []int{1, 8, 64}[random.IntN(3)]
			w, m := budgetWalker(t, seed, downloads)
			want := files(t, spend(t, w, m, n))
			sameFiles(t, fmt.Sprintf("budget %d, %d downloads, raised", n, downloads), got, want)
			if c.Complete {
				break
			}
		}
	})
}
