package order

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"sitegraph/schedule/page"
	"sitegraph/site"
)

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
