package extractor_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"sitegraph/extractor"
	"sitegraph/extractor/evidence"
	"sitegraph/site"
)

// metered counts the requests that cost something of a budget. Some URLs redirect
// to others, which is free.
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

// moves are the redirects: every third page, the old form of a view by way of
// another page, and a home page that is elsewhere.
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

// budgetWalker walks a site of its own, which varies as its twins do.
func budgetWalker(t *testing.T, seed uint64, downloads int) (*walker, *metered) {
	v := newVaryingSite(seed)
	v.asks = map[string]int{}
	m := &metered{Handler: v}
	return stableWalker(t, m, downloads), m
}

// spend walks with a budget and checks that it was kept.
func spend(t *testing.T, w *walker, m *metered, budget int) *site.Crawl {
	t.Helper()
	w.limits.Budget, w.limits.SiteBudget = budget, budget
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

// A budget is the number of requests. What they give is the same for any number of
// connections, and with a budget that was raised again and again.
func TestStableBudget(t *testing.T) {
	varying(t, 2, func(t *testing.T, seed uint64) {
		random := rand.New(rand.NewPCG(seed, 11))
		raised, all := budgetWalker(t, seed, []int{1, 4, 64}[seed%3])
		for n := 1 + random.IntN(3); ; n += 1 + random.IntN(80) {
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

// A crawl with a budget that is stopped again and again ends with the files of one
// that was not.
func TestStableBudgetStopped(t *testing.T) {
	varying(t, 2, func(t *testing.T, seed uint64) {
		random := rand.New(rand.NewPCG(seed, 12))
		n := 20 + random.IntN(150)
		once, m := budgetWalker(t, seed, 8)
		want := files(t, spend(t, once, m, n))
		w, m := budgetWalker(t, seed, []int{1, 4, 64}[seed%3])
		w.limits.Budget, w.limits.SiteBudget = n, n
		for round, ended := 0, site.Ending("enough"); ended == "enough"; round++ {
			if round == 500 {
				t.Fatal("does not come to an end")
			}
			ended = stopAfter(t, w, 1+random.IntN(9)).Ended
		}
		sameFiles(t, "stopped and gone on", files(t, spend(t, w, m, n)), want)
	})
}

// A crawl with a budget that was killed, or had smaller ones before, gives the files
// of one that was not, on sites full of redirects. What a kill loses is requested
// again.
func TestStableBudgetKilled(t *testing.T) {
	sites(t, 2, func(t *testing.T, s *testSite) {
		d := network(t, serve(t, s))
		random := rand.New(rand.NewPCG(s.seed, 13))
		walk := func(j evidence.Journal, budget int) (*site.Crawl, error) {
			w := makeStable(t, newWalker(t, d, 1+random.IntN(20)))
			w.parts.Journal, w.limits.Budget, w.limits.SiteBudget = j, budget, budget
			return extractor.Walk(t.Context(), mustParse(t, w.start), w.parts, w.limits)
		}
		killed := &records{}
		for budget := 1; budget < 200; budget += 1 + random.IntN(40) {
			var c *site.Crawl
			for err := errDisk; err != nil; {
				killed.failAt = len(killed.list) + 2 + random.IntN(30)
				if c, err = walk(killed, budget); err != nil && !errors.Is(err, errDisk) {
					t.Fatal(err)
				}
			}
			want, err := walk(&records{}, budget)
			if err != nil {
				t.Fatal(err)
			}
			sameFiles(t, fmt.Sprintf("budget %d, killed", budget), files(t, c), files(t, want))
			if c.Complete {
				break
			}
		}
	})
}
