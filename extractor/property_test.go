package extractor_test

import (
	"fmt"
	"os"
	"regexp"
	"runtime/debug"
	"slices"
	"strconv"
	"testing"

	"sitegraph/extractor/store"
	"sitegraph/internal/tempdir"
	"sitegraph/site"
)

// TestMain keeps the tests' folders in memory, and collects garbage less often than a crawl does.
func TestMain(m *testing.M) {
	tempdir.InMemory()
	debug.SetGCPercent(400)
	os.Exit(m.Run())
}

// rounds returns the number of sites for a property test: few, or SITEGRAPH_ROUNDS if that is set.
func rounds(t testing.TB, few int) uint64 {
	text := os.Getenv("SITEGRAPH_ROUNDS")
	if text == "" {
		return uint64(few)
	}
	n, err := strconv.ParseUint(text, 10, 32)
	if err != nil {
		t.Fatalf("SITEGRAPH_ROUNDS: %v", err)
	}
	return n
}

// anyNumber sets no limit on the number of seeds.
const anyNumber = 1 << 20

// perSeed runs a test with the first few seeds, or with SITEGRAPH_ROUNDS seeds up to most, and with the seeds in
// always, which once showed a fault.
func perSeed(t *testing.T, few, most int, test func(t *testing.T, seed uint64), always ...uint64) {
	for seed := range min(rounds(t, few), uint64(most)) {
		always = append(always, seed)
	}
	slices.Sort(always)
	for _, seed := range slices.Compact(always) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			t.Parallel()
			test(t, seed)
		})
	}
}

func sites(t *testing.T, few int, test func(t *testing.T, s *testSite)) {
	perSeed(t, few, anyNumber, func(t *testing.T, seed uint64) { test(t, newSite(seed)) })
}

// A walk finds exactly the planned graph for any number of workers, in every store, with every parser, and with key
// stable too, since nothing varies. Exclude is matched against the URL as the link has it, so it may leave out one
// spelling of a page and keep another.
func TestPlannedGraph(t *testing.T) {
	sites(t, 10, func(t *testing.T, s *testSite) {
		v := serve(t, s)
		d := network(t, v)
		var first map[string]string
		for i, downloads := range []int{64, 4, 1} {
			w := newWalker(t, d, downloads)
			if i == 1 || i == 2 && s.seed%3 == 0 {
				w.parts.Journal = journal(t, store.Options{Dir: t.TempDir()})
			}
			if i == 1 || i == 2 && s.seed%3 == 1 {
				w.parts.Parser = parser(t, "goquery")
			}
			c := w.run(t)
			if first == nil {
				sameAsModel(t, c, s.expect(-1))
				first = files(t, c)
				continue
			}
			sameFiles(t, fmt.Sprintf("%d downloads", downloads), files(t, c), first)
		}
		sameAsModel(t, makeStable(t, newWalker(t, d, 8)).run(t), s.expect(-1))
		w := newWalker(t, d, 16)
		w.limits.Exclude = regexp.MustCompile(`/excluded/|[^:]//|%c3|&$`)
		sameAsModel(t, w.run(t), s.expectWithout(-1, func(form string) bool {
			return w.limits.Exclude.MatchString(origin + form)
		}))
	})
}

func checkCrawl(t testing.TB, c *site.Crawl) {
	t.Helper()
	g := c.Graph
	if len(g.Offsets) != len(g.Pages)+1 || g.Offsets[len(g.Pages)] != len(g.Targets) ||
		g.Weights.Len() != len(g.Targets) {
		t.Fatalf("broken rows: %d pages, %d offsets, %d targets, %d weights", len(g.Pages), len(g.Offsets),
			len(g.Targets), g.Weights.Len())
	}
	least := make([]int, len(g.Pages)) // 1 + lowest level of a page that links there
	in := make([]int, len(g.Pages))
	for i, p := range g.Pages {
		if i > 0 {
			q := g.Pages[i-1]
			if q.Level > p.Level || q.Level == p.Level && q.Key >= p.Key {
				t.Fatalf("page %d (%d, %s) stands behind (%d, %s)", i, p.Level, p.Key, q.Level, q.Key)
			}
		}
		targets, weights := g.Out(i)
		for j, to := range targets {
			if int(to) >= len(g.Pages) || j > 0 && targets[j-1] >= to || weights.At(j) == 0 {
				t.Fatalf("page %d: arcs to %v of weights %v", i, targets, weights)
			}
			in[to]++
			if least[to] == 0 || p.Level+1 < least[to] {
				least[to] = p.Level + 1
			}
		}
	}
	for i, p := range g.Pages {
		further := c.Scope != site.ScopeHost || len(c.Notes) > 0 // several start pages are possible
		if i == 0 && p.Level != 0 || i > 0 && p.Level != least[i] && !(further && p.Level == 0) {
			t.Fatalf("%s has level %d, the arcs say %d", p.Key, p.Level, least[i])
		}
	}
	if !slices.Equal(in, g.InDegrees()) {
		t.Fatal("in-degrees do not fit the arcs")
	}
	checkLedger(t, c)
	if len(g.Pages) == 0 && len(c.Notes) == 0 && !c.Ended.NeverBegan() {
		t.Fatal("no page, and no note that says why")
	}
}

// checkLedger checks that each URL has one state, and that pages and aliases match the graph.
func checkLedger(t testing.TB, c *site.Crawl) {
	t.Helper()
	seen := map[string]site.Entry{}
	states := map[site.State]int{}
	last, lastExternal := "", ""
	for e := range c.Ledger {
		if _, twice := seen[e.Key]; twice {
			t.Fatalf("%s stands twice in the ledger", e.Key)
		}
		order := &last
		if e.State == site.StateExternal {
			order = &lastExternal
		}
		if e.Key <= *order {
			t.Fatalf("ledger: %s behind %s", e.Key, *order)
		}
		*order = e.Key
		seen[e.Key] = e
		states[e.State]++
	}
	pages := map[string]bool{}
	for _, p := range c.Graph.Pages {
		pages[p.Key] = true
		if e := seen[p.Key]; e.State != site.StatePage || e.Page != p.Key || e.Level != p.Level || e.URL != p.URL {
			t.Fatalf("page %s in the ledger: %+v", p.Key, e)
		}
	}
	aliases := 0
	for _, e := range seen {
		alias := e.State == site.StateRedirect || e.State == site.StateDuplicate || e.State == site.StateBoth ||
			e.State == site.StateRule || e.State == site.StateCanonical
		if alias {
			aliases++
		}
		if alias != (e.Page != "" && e.Page != e.Key) || e.Page != "" && !pages[e.Page] {
			t.Fatalf("ledger: %+v", e)
		}
	}
	if states[site.StatePage] != len(pages) || len(c.Aliases) != aliases {
		t.Fatalf("%d pages and %d aliases in the ledger, want %d and %d", states[site.StatePage], aliases, len(pages),
			len(c.Aliases))
	}
	for state, n := range c.Counts.States {
		if states[state] != n {
			t.Fatalf("%d URLs counted as %s, %d in the ledger", n, state, states[state])
		}
	}
}
