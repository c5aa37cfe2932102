package sitelab

import (
	"context"
	"math"
	"slices"

	"sitegraph/internal/lab/replayed"
)

// optimum returns the clairvoyant optimum for every n up to pages. This is the maximum number of links that n pages
// can bring if each site contributes some of its first pages. Dynamic programming over the sites solves this knapsack.
// Only a page with new links can be a site's last one, so a site with k of them takes time proportional to pages*k.
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

// gains counts a page's new links, which no scanned page has.
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

// of returns the number of new links that a URL would bring. It puts free URLs first.
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

// greedy returns the links that greedy coverage finds in n pages, for n from 0 to pages. It always scans the known URL
// with the most new links, the earliest known of equals. It is not an upper bound, since it sees a page's links in
// advance but not where they lead. It prefers a page with one link to an index with none that leads to hundreds.
func greedy(ctx context.Context, all []*replayed.Site, pages int) ([]int, error) {
	g := newGains(all)
	return linksOf(replayed.CrawlBest(ctx, all, &replayed.Best{Worth: g.of, Read: g.scan}, pages))
}

// coverage is greedy coverage that may scan any page, known or not, which no policy can do. It finds at least 63 % of
// the possible links. bound limits these from above. It is set only for the numbers of pages in marks.
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

// tighten lowers the bound. If the scanned pages S have f(S) links, no n pages have more than f(S) and the n highest
// gains of single pages, since gains only fall (J. Leskovec and others, "Cost-effective outbreak detection in
// networks", 2007).
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
