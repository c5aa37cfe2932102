package order

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"sitegraph/internal/console"
	"sitegraph/schedule/page"
	"sitegraph/site"
)

var must = console.Must

// made returns an order whose pages have no links to be read again.
func made(o Options) *Order {
	o.Links = func(int, uint32) []uint32 { return nil }
	return New(o)
}

// outcomes gives the results of URLs by "site.number". Other URLs are pages without links.
type outcomes map[string]site.Outcome

func (w outcomes) decided(t testing.TB, o *Order) string {
	t.Helper()
	var all []string
	for i, page, ok := o.Next(); ok; i, page, ok = o.Next() {
		name := fmt.Sprintf("%d.%d", i, page)
		if all = append(all, name); len(all) > 100 {
			t.Fatalf("no end: %v", all)
		}
		must(t, o.Done(i, page, w[name]))
	}
	return strings.Join(all, " ")
}

// leads returns a page that makes URLs known at depth 1. It links to them by numbers that begin with first.
func leads(first uint32, keys ...string) site.Outcome {
	var out site.Outcome
	for k, key := range keys {
		out.Known = append(out.Known, site.Known{Key: key, Depth: 1})
		out.Links = append(out.Links, first+uint32(k))
	}
	return out
}

var (
	gone      = site.Outcome{Kind: site.OutcomeGone}
	forbidden = site.Outcome{Kind: site.OutcomeGone, Free: true}
)

func redirect(into uint32, known ...site.Known) site.Outcome {
	return site.Outcome{Kind: site.OutcomeMerged, Free: true, Into: into, Known: known}
}

// In these cases, checked by hand, the first of two sites has the URLs 1 to 3, and the second has 1.
func TestDecisions(t *testing.T) {
	home, other := leads(1, "a", "b", "c"), leads(1, "a")
	for _, c := range []struct {
		name    string
		options Options
		world   outcomes
		want    string
	}{
		{"turns", Options{}, outcomes{"0.0": home, "1.0": other}, "0.0 1.0 0.1 1.1 0.2 0.3"},
		{"by normalized URL", Options{}, outcomes{"0.0": leads(1, "c", "a", "b"), "1.0": other},
			"0.0 1.0 0.2 1.1 0.3 0.1"},
		{"one site after the other", Options{Rule: "sequential"}, outcomes{"0.0": home, "1.0": other},
			"0.0 0.1 0.2 0.3 1.0 1.1"},
		{"what is free gives its turn back", Options{}, outcomes{"0.0": home, "0.1": forbidden, "1.0": other},
			"0.0 1.0 0.1 0.2 1.1 0.3"},
		{"what is gone does not", Options{}, outcomes{"0.0": home, "0.1": gone, "1.0": other},
			"0.0 1.0 0.1 1.1 0.2 0.3"},
		{"a free URL, the last of its site", Options{}, outcomes{"0.0": home, "1.0": other, "1.1": forbidden},
			"0.0 1.0 0.1 1.1 0.2 0.3"},
		{"a redirect's target waits for its turn", Options{}, outcomes{"0.0": home, "0.1": redirect(3), "1.0": other},
			"0.0 1.0 0.1 0.2 1.1 0.3"},
		{"one that nobody links to", Options{}, outcomes{"0.0": home, "0.1": redirect(4, site.Known{Key: "z",
			Depth: 1}), "1.0": other}, "0.0 1.0 0.1 0.2 1.1 0.3 0.4"},
		{"a chain", Options{},
			outcomes{"0.0": home, "0.1": redirect(2), "0.2": redirect(3), "1.0": other}, "0.0 1.0 0.1 0.2 0.3 1.1"},
		{"a target that was decided about", Options{}, outcomes{"0.0": home, "0.2": redirect(1), "1.0": other},
			"0.0 1.0 0.1 1.1 0.2 0.3"},
		{"blocks of three", Options{Rule: "quantum", Quantum: 3},
			outcomes{"0.0": home, "0.1": redirect(3), "1.0": other}, "0.0 0.1 0.2 0.3 1.0 1.1"},
		{"r1 divides pages, not decisions", Options{Rule: "r1", Budget: 4},
			outcomes{"0.0": home, "0.1": forbidden, "1.0": other}, "0.0 1.0 0.1 0.2 1.1"},
		{"what is left over is the best site's", Options{Rule: "r1", Budget: 5},
			outcomes{"0.0": {Found: 5, Known: home.Known}, "1.0": home, "1.1": forbidden}, "0.0 1.0 0.1 1.1 1.2 0.2"},
		{"no more of a site is wanted", Options{},
			outcomes{"0.0": {Known: home.Known, Last: true}, "1.0": other}, "0.0 1.0 1.1"},
		{"over all sites", Options{Pages: "links-r5"}, outcomes{"0.0": {Found: 9, Known: home.Known},
			"0.1": redirect(3), "1.0": other}, "0.0 1.0 0.1 0.3 0.2 1.1"},
		{"over all sites, no more of a site", Options{Pages: "links-r5"},
			outcomes{"0.0": {Found: 9, Known: home.Known, Last: true}, "1.0": other}, "0.0 1.0 1.1"},
		{"by backlinks", Options{Pages: "backlinks"},
			outcomes{"0.0": home, "0.1": {Links: []uint32{3}}, "1.0": other}, "0.0 1.0 0.1 1.1 0.3 0.2"},
	} {
		c.options.Sites = 2
		console.Equal(t, c.world.decided(t, made(c.options)), c.want, c.name)
	}
}

func take(t *testing.T, o *Order, want string) {
	t.Helper()
	i, page, ok := o.Next()
	if got := fmt.Sprintf("%d.%d", i, page); ok != (want != "none") || ok && got != want {
		t.Errorf("decided %s, %t, want %s", got, ok, want)
	}
}

// The next depth begins when all URLs of a depth are done; meanwhile another site goes on.
func TestDepthIsDone(t *testing.T) {
	o := made(Options{Sites: 2})
	take(t, o, "0.0")
	take(t, o, "1.0")
	take(t, o, "none")
	must(t, o.Done(0, 0, leads(1, "a", "b")))
	take(t, o, "0.1")
	take(t, o, "0.2")
	must(t, o.Done(0, 1, site.Outcome{Known: []site.Known{{Key: "c", Depth: 2}}}))
	take(t, o, "none")
	must(t, o.Done(0, 2, site.Outcome{Known: []site.Known{{Key: "d", Depth: 2}}}))
	take(t, o, "0.3")
	take(t, o, "0.4")
	take(t, o, "none")
}

// When a site is left, its open decisions are returned.
func TestLeft(t *testing.T) {
	for _, pages := range []string{Levels, "stored", "links-auto"} {
		o := made(Options{Sites: 2, Pages: pages})
		take(t, o, "0.0")
		must(t, o.Done(0, 0, leads(1, "a", "b")))
		i, first, _ := o.Next()
		j, second, _ := o.Next()
		if i > j {
			i, j, first, second = j, i, second, first
		}
		if pages == "links-auto" && j == 0 { // both decisions are for the richer site
			must(t, o.Done(0, first, site.Outcome{Last: true}))
			must(t, o.Done(0, second, site.Outcome{Kind: site.OutcomeLeft, Free: true}))
			take(t, o, "1.0")
			take(t, o, "none")
			continue
		}
		console.Equal(t, i, 0, pages, first, second)
		console.Equal(t, j, 1, pages, first, second)
		must(t, o.Done(0, first, site.Outcome{Last: true}))
		must(t, o.Done(1, second, leads(1, "a")))
		take(t, o, "1.1")
		take(t, o, "none")
	}
}

// A repeated request is the next decision and counts like any other.
func TestAgain(t *testing.T) {
	for _, pages := range []string{Levels, "auto", "opic-greedy", "links-r5"} {
		o := made(Options{Sites: 1, Pages: pages})
		take(t, o, "0.0")
		must(t, o.Done(0, 0, leads(1, "a", "b")))
		take(t, o, "0.1")
		must(t, o.Done(0, 1, gone))
		o.Again(0, 1)
		take(t, o, "0.1")
		must(t, o.Done(0, 1, site.Outcome{Known: []site.Known{{Key: "c", Depth: 2}}, Links: []uint32{3}}))
		rest := outcomes{}.decided(t, o)
		if rest != "0.2 0.3" && rest != "0.3 0.2" {
			t.Errorf("%s: %s", pages, rest)
		}
	}
}

func TestNames(t *testing.T) {
	if !slices.Equal(Pages()[:2], []string{Levels, "auto"}) || !slices.Contains(Pages(), "links-r5") ||
		len(Pages()) != 1+len(page.Known())+2 || Rules()[0] != All {
		t.Errorf("%v, %v", Rules(), Pages())
	}
}

type web struct {
	links [][]int // of each page, to any URLs
	final []int   // for each URL, the page that it leads to
}

func randomWeb(r *rand.Rand) web {
	const pages, urls = 60, 90
	w := web{links: make([][]int, pages)}
	for u := range urls {
		w.final = append(w.final, u)
		if u >= pages {
			w.final[u] = r.IntN(pages)
		}
	}
	for p := range w.links {
		if p+1 < pages {
			w.links[p] = append(w.links[p], p+1+r.IntN(min(3, pages-p-1)))
		}
		for range r.IntN(6) {
			w.links[p] = append(w.links[p], r.IntN(urls))
		}
	}
	return w
}

// crawler crawls a web by a policy. It either finds the aliases or knows their pages from the start.
type crawler struct {
	web
	*byRank
	told   bool
	number map[int]uint32
	urls   []int // by number
	merged map[int]bool
}

func newCrawler(w web, policy string, told bool) *crawler {
	c := &crawler{web: w, told: told, number: map[int]uint32{}, merged: map[int]bool{}}
	c.byRank = &byRank{policy: page.New(policy, 0), links: func(number uint32) []uint32 {
		var all []uint32
		for _, u := range w.links[c.urls[number]] {
			if told || c.merged[u] {
				u = w.final[u]
			}
			all = append(all, c.number[u])
		}
		return all
	}}
	c.meet(0)
	return c
}

func (c *crawler) meet(u int) {
	if _, known := c.number[u]; !known {
		c.number[u] = uint32(len(c.urls))
		c.urls = append(c.urls, u)
		c.add(site.Known{})
	}
}

// read reads a page. Its links become known, pages first, and aliases are requested at once.
func (c *crawler) read(u int) {
	links := slices.Clone(c.web.links[u])
	slices.SortStableFunc(links, func(a, b int) int { return a/60 - b/60 })
	for _, to := range links {
		if c.told {
			to = c.final[to]
		}
		c.meet(to)
	}
	c.done(c.number[u], site.Outcome{Links: slices.Clone(c.byRank.links(c.number[u]))})
	for number := uint32(0); int(number) < len(c.urls); number++ {
		if u := c.urls[number]; c.final[u] != u && !c.merged[u] {
			c.take(number)
			c.meet(c.final[u])
			c.merged[u] = true
			c.done(number, site.Outcome{Kind: site.OutcomeMerged, Into: c.number[c.final[u]]})
		}
	}
}

// An alias passes its value to its page, so the policy goes on as if it had known that page from the start. auto takes
// few rounds and begins them with the last values, so pages of nearly equal value may change places, and later orders
// may differ.
func TestMergedImportance(t *testing.T) {
	for policy, most := range map[string]int{"stored": 0, "auto": 3, "pagerank-of-known": 0, "backlinks": 0} {
		others, decisions := 0, 0
		for seed := range uint64(10) {
			w := randomWeb(rand.New(rand.NewPCG(seed, 1)))
			met, told := newCrawler(w, policy, false), newCrawler(w, policy, true)
			for told.ready() {
				next, _ := told.byRank.next()
				own, _ := met.byRank.next()
				if met.urls[own] != told.urls[next] {
					others++
					break
				}
				decisions++
				met.read(met.urls[own])
				told.read(met.urls[own])
				got, want := met.byRank.importance(), told.byRank.importance()
				for number, u := range told.urls {
					if d := want[number] - got[met.number[u]]; math.Abs(d) > 1e-6 {
						t.Fatalf("%s, seed %d: URL %d is worth %v, want %v", policy, seed, u, got[met.number[u]],
							want[number])
					}
				}
			}
		}
		t.Logf("%s: %d decisions, %d other orders", policy, decisions, others)
		if others > most || decisions < 250 {
			t.Errorf("%s: %d decisions, %d other orders of 10", policy, decisions, others)
		}
	}
}
