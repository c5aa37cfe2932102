package sitelab

import (
	"context"
	"math"
	"slices"

	"sitegraph/internal/lab/replayed"
)

// optimum returns, for every n up to the given number of pages, the most links that n pages can bring when
// for each site a number of its first pages is processed: the clairvoyant optimum. It is a knapsack, solved
// by dynamic programming over the sites; only the pages that bring something can be the last ones of a site,
// so a site costs N times their number.
func optimum(w world, pages int) []int {
	type prefix struct{ pages, links int }
	best := make([]int, pages+1)
	for _, site := range w {
		var prefixes []prefix
		links := 0
		for p, page := range site[:min(len(site), pages)] {
			if page.New > 0 {
				links += page.New
				prefixes = append(prefixes, prefix{p + 1, links})
			}
		}
		for n := pages; n > 0; n-- {
			for _, e := range prefixes {
				if e.pages > n {
					break
				}
				best[n] = max(best[n], best[n-e.pages]+e.links)
			}
		}
	}
	return best
}

// gains computes what pages would bring: the links that no scanned page has.
type gains struct {
	sites []*replayed.Site
	seen  [][]bool // by site and link
	found []int    // links after n scanned pages
}

func newGains(all []*replayed.Site) *gains {
	g := &gains{sites: all, found: []int{0}}
	for _, s := range all {
		g.seen = append(g.seen, make([]bool, s.Kinds))
	}
	return g
}

// of returns the number of links that a URL would bring. Free URLs come first.
func (g *gains) of(i int, key string) float64 {
	if g.sites[i].Free(key) {
		return math.Inf(1)
	}
	page, ok := g.sites[i].Page(key)
	if !ok {
		return 0
	}
	return float64(g.ofPage(i, page))
}

func (g *gains) ofPage(i, page int) (gain int) {
	for _, link := range g.sites[i].External[page] {
		if !g.seen[i][link] {
			gain++
		}
	}
	return gain
}

func (g *gains) scan(i int, key string) {
	page, _ := g.sites[i].Page(key)
	g.found = append(g.found, g.found[len(g.found)-1]+g.ofPage(i, page))
	for _, link := range g.sites[i].External[page] {
		g.seen[i][link] = true
	}
}

// greedy returns the links that greedy coverage finds in n pages, for n from 0 to pages: at each step the URL
// with the most new links among those to which a scanned page links, the earliest known among equals. It sees
// what a page brings before it is scanned, but not what lies behind it, so that it is no upper bound: it
// scans a page with one link before an index without any that leads to hundreds.
func greedy(ctx context.Context, all []*replayed.Site, pages int) ([]int, error) {
	g := newGains(all)
	return linksOf(replayed.CrawlBest(ctx, all, &replayed.Best{Worth: g.of, Read: g.scan}, pages))
}

// coverage is greedy coverage that may scan any page of the crawls at once, linked to or not. No policy can
// do that; it is the harder reference. It finds at least 63 % of what is possible, and bounds says how much
// that is at most. The bound for a number of pages is given for those in marks.
func coverage(all []*replayed.Site, marks []int) (found, bound []int) {
	g := newGains(all)
	b := &replayed.Best{Worth: g.of}
	for i, s := range all {
		for _, p := range s.Graph.Pages {
			b.Know(i, p.Key)
		}
	}
	bound = slices.Repeat([]int{math.MaxInt}, min(slices.Max(marks), b.Len())+1)
	checks := map[int]bool{}
	for _, m := range marks {
		checks[m/8], checks[m/4], checks[m/2], checks[m] = true, true, true, true
	}
	for n, more := 0, true; more && n <= slices.Max(marks); n++ {
		if n > 0 {
			var i int
			var page uint32
			if i, page, more = b.Next(); more {
				g.scan(i, all[i].Graph.Pages[page].Key)
			}
		}
		if checks[n] || !more {
			g.tighten(bound, marks)
		}
	}
	return g.found, bound
}

// tighten lowers the bound by what is known after the pages scanned so far. With f(S) links found on the
// pages S, n pages can find no more than f(S) and the n greatest gains that single pages would add to it,
// since gains only fall (Leskovec and others, "Cost-effective outbreak detection in networks", 2007).
func (g *gains) tighten(bound, marks []int) {
	var gains []int
	for i, s := range g.sites {
		for p := range s.External {
			if gain := g.ofPage(i, p); gain > 0 {
				gains = append(gains, gain)
			}
		}
	}
	slices.Sort(gains)
	for _, n := range marks {
		sum := g.found[len(g.found)-1]
		for _, gain := range gains[max(0, len(gains)-n):] {
			sum += gain
		}
		at := min(n, len(bound)-1)
		bound[at] = min(bound[at], sum)
	}
}
