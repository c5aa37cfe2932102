package extractor_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"sitegraph/extractor/evidence"
	"sitegraph/schedule/order"
	"sitegraph/site"
)

// Each page is found once, however requests vary, and no two pages are merged. The files are the same for any number of
// connections.
func TestStableFindsPages(t *testing.T) {
	perSeed(t, 2, 120, func(t *testing.T, seed uint64) {
		var first map[string]string
		for _, downloads := range []int{1, 8, 64} {
			v := newVaryingSite(seed)
			v.asks = map[string]int{} // else the dice of each request would decide
			c := stableWalker(t, v, downloads).run(t)
			checkIdentities(t, v, c)
			got := v.lasting(files(t, c))
			if first == nil {
				first = got
				continue
			}
			sameFiles(t, fmt.Sprintf("%d downloads", downloads), got, first)
		}
	})
}

// checkIdentities compares the pages and aliases of a crawl with the site's own identities.
func checkIdentities(t *testing.T, v *varyingSite, c *site.Crawl) {
	t.Helper()
	identity := func(key string) string {
		u, err := url.Parse(key)
		must(t, err)
		return v.identity(u)
	}
	fetched := map[string]bool{}
	for e := range c.Ledger {
		fetched[e.Key] = e.Status == 200
		if c.Complete && e.Status == 200 && e.State == site.StateStopped {
			t.Errorf("%s was fetched, and counts for nothing", e.Key)
		}
	}
	seen, unwitnessed, twice := map[string]string{}, map[string]bool{}, 0
	for _, p := range c.Graph.Pages {
		id := identity(p.Key)
		if p.Canonical != "" && !fetched[p.Canonical] {
			unwitnessed[id] = true // nothing links to its canonical URL
			continue
		}
		if other, known := seen[id]; known && !v.begins(p.Key) && !v.begins(other) {
			twice++
			t.Logf("%s and %s are one page", other, p.Key)
		}
		seen[id] = p.Key
	}
	// In about three of two hundred seeds, short session IDs that no rule explains keep some pages apart.
	if twice > 0 && (!v.tokens || twice > v.pages/4) {
		t.Errorf("%d of %d pages are there twice", twice, v.pages)
	}
	for _, a := range c.Aliases {
		if identity(a.Key) != identity(a.Page) {
			t.Errorf("%s (%s) is not %s", a.Key, a.Kind, a.Page)
		}
	}
	for id := range v.pages {
		if id := fmt.Sprint(id, " "); seen[id] == "" && !unwitnessed[id] {
			t.Errorf("page %s is missing", id)
		}
	}
}

// Merged pages make room for others below the page limit, with and without stops.
func TestStablePageLimit(t *testing.T) {
	var want map[string]string
	for stops := range 3 {
		v := &varyingSite{pages: 200, rendered: true, replies: true, asks: map[string]int{}}
		w := stableWalker(t, v, 8)
		w.limits.MaxPages = 250
		for range stops {
			stopAfter(t, w, 220)
		}
		c := w.walk(t, t.Context())
		if n := len(c.Graph.Pages); n != 250 || c.Ended != site.EndedMaxPages {
			t.Errorf("%d stops: %d pages, %s", stops, n, c.Ended)
		}
		if got := v.lasting(files(t, c)); stops == 0 {
			want = got
		} else {
			sameFiles(t, fmt.Sprint(stops, " stops"), got, want)
		}
	}
}

// stopAfter runs a walk and stops it after about n answers.
func stopAfter(t *testing.T, w *walker, n int) *site.Crawl {
	t.Helper()
	first := -1
	w.parts.StopConditions = []func(site.Progress) (site.Ending, bool){func(p site.Progress) (site.Ending, bool) {
		if first < 0 {
			first = p.Fetched
		}
		return "enough", p.Fetched >= first+n
	}}
	defer func() { w.parts.StopConditions = nil }()
	return w.walk(t, t.Context())
}

// Arcs are marked if only one of two requests for a page shows them.
func TestVolatileArcs(t *testing.T) {
	var requests atomic.Int64
	pages := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n := requests.Add(1)
		if r.URL.Path == "/robots.txt" {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/html")
		var i int
		if _, err := fmt.Sscanf(r.URL.Path, "/page/%d", &i); err != nil && r.URL.Path != "/" {
			fmt.Fprintf(w, "<title>%s</title><p>%s", r.URL.Path, strings.Repeat("an extra ", 40))
			return
		}
		fmt.Fprintf(w, "<title>Page %d</title><p>%s<p><a href=/page/%d>next</a><p><a href=/extra/%d>other</a>",
			i, strings.Repeat(fmt.Sprint("page ", i, " "), 40), (i+1)%20, n)
	})
	c := stableWalker(t, pages, 4).run(t)
	volatile := 0
	for i, p := range c.Graph.Pages {
		targets, _ := c.Graph.Out(i)
		for j, to := range targets {
			marked := c.Graph.Volatile[c.Graph.Offsets[i]+j]
			if extra := strings.Contains(c.Graph.Pages[to].Key, "/extra/"); marked && !extra {
				t.Errorf("the arc from %s to %s is there every time", p.Key, c.Graph.Pages[to].Key)
			}
			if marked {
				volatile++
			}
		}
	}
	if volatile == 0 || volatile > c.Sameness.Twins.Asked {
		t.Errorf("%d arcs are marked on %d pages fetched twice", volatile, c.Sameness.Twins.Asked)
	}
}

// An ordered crawl with key stable finds each page once on a site with many URLs for each. The files are the same for
// any number of connections, however requests vary, and after kills. A budget limits the requests.
func TestOrderedStable(t *testing.T) {
	perSeed(t, 0, 120, func(t *testing.T, seed uint64) {
		v := newVaryingSite(seed)
		v.steady = seed%2 == 1
		pages := order.Pages()
		w := &world{walkers: []*walker{stableWalker(t, v, 64)}, delays: []time.Duration{0}, ahead: 8, maxDepth: -1,
			options: order.Options{Rule: order.All, Sites: 1, Seed: seed, Pages: pages[int(seed)%len(pages)]}}
		crawl := func(journals []evidence.Journal, connections int) map[string]string {
			v.asks = map[string]int{}
			c := w.onlyCrawl(t, w.walk(t, context.Background(), journals, connections))
			if w.budget == 0 && !v.steady {
				checkIdentities(t, v, c)
			}
			return v.lasting(files(t, c))
		}
		for _, w.budget = range []int{0, 60} {
			whole := w.journals()
			want := crawl(whole, 64)
			requests := 0
			for url, times := range v.asks {
				if !strings.HasSuffix(url, "/robots.txt") {
					requests += times
				}
			}
			if w.budget > 0 && requests > w.budget {
				t.Errorf("%d requests for a budget of %d", requests, w.budget)
			}
			random := rand.New(rand.NewPCG(seed, 17))
			for _, connections := range []int{1, 8} {
				sameFiles(t, fmt.Sprint(connections, " connections"), crawl(w.journals(), connections), want)
				if v.steady {
					sameFiles(t, "killed", crawl(killed(whole, random), connections), want)
				}
			}
		}
		w.budget, w.maxPages = 0, 69 // the site fills up while second requests are open
		w.onlyCrawl(t, w.walk(t, context.Background(), w.journals(), 8))
	}, 1, 18)
}
