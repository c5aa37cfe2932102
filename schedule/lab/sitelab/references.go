package sitelab

import (
	"container/heap"
	"slices"

	"sitegraph/schedule/sites"
)

// optimum returns, for every n up to the given number of pages, the most links
// that n pages can bring when for each site a number of its first pages is
// scanned: the clairvoyant optimum. It is a knapsack, solved by dynamic
// programming over the sites; only the pages that bring something can be the
// last ones of a site, so a site costs N times their number.
func optimum(w world, pages int) []int {
	best := make([]int, pages+1)
	for _, site := range w {
		ends := prefixes(site, pages)
		for n := pages; n > 0; n-- {
			for _, e := range ends {
				if e.pages > n {
					break
				}
				best[n] = max(best[n], best[n-e.pages]+e.links)
			}
		}
	}
	return best
}

// prefix is the beginning of a site, and what it brings.
type prefix struct {
	pages, links int
}

// prefixes lists the beginnings of a site that end with a page that brings
// something, up to so many pages.
func prefixes(site []sites.Page, most int) []prefix {
	var all []prefix
	links := 0
	for p, page := range site[:min(len(site), most)] {
		if page.New > 0 {
			links += page.New
			all = append(all, prefix{p + 1, links})
		}
	}
	return all
}

// spot is a page of one of several crawls.
type spot struct {
	site, page int
}

// candidate is a page with the links it would bring, or would have brought
// when it was last looked at: never fewer than now. order is when it became
// known.
type candidate struct {
	spot
	gain, order int
}

// candidates is a heap: the greatest gain first, then what was known first.
type candidates []candidate

func (c candidates) Len() int { return len(c) }
func (c candidates) Less(i, j int) bool {
	return c[i].gain > c[j].gain || c[i].gain == c[j].gain && c[i].order < c[j].order
}
func (c candidates) Swap(i, j int) { c[i], c[j] = c[j], c[i] }
func (c *candidates) Push(x any)   { *c = append(*c, x.(candidate)) }
func (c *candidates) Pop() any {
	last := (*c)[len(*c)-1]
	*c = (*c)[:len(*c)-1]
	return last
}

// covering scans, again and again, the candidate that brings most.
type covering struct {
	crawls []*crawl
	seen   []seen
	known  [][]bool
	heap   candidates
	found  []int // links after n pages
	order  int   // candidates so far
}

func newCovering(crawls []*crawl) *covering {
	c := &covering{crawls: crawls, found: []int{0}}
	for _, s := range crawls {
		c.seen = append(c.seen, newSeen(s))
		c.known = append(c.known, make([]bool, s.pages()))
	}
	return c
}

func (c *covering) know(at spot) {
	if c.known[at.site][at.page] {
		return
	}
	c.known[at.site][at.page] = true
	gain := c.seen[at.site].gain(c.crawls[at.site], at.page)
	heap.Push(&c.heap, candidate{at, gain, c.order})
	c.order++
}

// step scans the best candidate, and is false when there is none.
func (c *covering) step() (spot, bool) {
	for len(c.heap) > 0 {
		first := &c.heap[0]
		gain := c.seen[first.site].gain(c.crawls[first.site], first.page)
		if gain < first.gain {
			first.gain = gain
			heap.Fix(&c.heap, 0)
			continue
		}
		at := heap.Pop(&c.heap).(candidate).spot
		c.seen[at.site].scan(c.crawls[at.site], at.page)
		c.found = append(c.found, c.found[len(c.found)-1]+gain)
		return at, true
	}
	return spot{}, false
}

// greedy returns the links that greedy coverage finds in n pages, for n from 0
// to pages: at each step the page with the most new links among those to which
// a scanned page links, the earliest known among equals. It sees what a page
// brings before it is scanned, but not what lies behind it, so that it is no
// upper bound: it scans a page with one link before an index without any that
// leads to hundreds.
func greedy(crawls []*crawl, pages int) []int {
	c := newCovering(crawls)
	for i := range crawls {
		c.know(spot{i, 0})
	}
	for len(c.found) <= pages {
		at, ok := c.step()
		if !ok {
			break
		}
		targets, _ := crawls[at.site].graph.Out(at.page)
		for _, t := range targets {
			c.know(spot{at.site, int(t)})
		}
	}
	return extend(c.found, pages)
}

// coverage is greedy coverage that may scan any page of the crawls at once,
// linked to or not. No policy can do that; it is the harder reference. It finds
// at least 63 % of what is possible, and bounds says how much that is at most.
// The bounds are those for the given numbers of pages.
func coverage(crawls []*crawl, marks []int) (found, bounds []int) {
	pages := slices.Max(marks)
	c := newCovering(crawls)
	for i, s := range crawls {
		for p := range s.pages() {
			c.know(spot{i, p})
		}
	}
	bounds = make([]int, len(marks))
	for k := range bounds {
		bounds[k] = 1 << 62
	}
	checks := map[int]bool{}
	for _, m := range marks {
		checks[m/8], checks[m/4], checks[m/2], checks[m] = true, true, true, true
	}
	for n := 0; n <= pages; n++ {
		if checks[n] {
			c.tighten(bounds, marks)
		}
		if n < pages {
			if _, ok := c.step(); !ok {
				c.tighten(bounds, marks) // all is scanned: there is no more
				break
			}
		}
	}
	return extend(c.found, pages), bounds
}

// tighten lowers the bounds by what is known after the pages scanned so far.
// With f(S) links found on the pages S, n pages can find no more than f(S) and
// the n greatest gains that single pages would add to it, since gains only
// fall (Leskovec and others, "Cost-effective outbreak detection in networks",
// 2007).
func (c *covering) tighten(bounds, marks []int) {
	var gains []int
	for i, s := range c.crawls {
		for p := range s.pages() {
			if gain := c.seen[i].gain(s, p); gain > 0 {
				gains = append(gains, gain)
			}
		}
	}
	slices.SortFunc(gains, func(a, b int) int { return b - a })
	for k, n := range marks {
		sum := c.found[len(c.found)-1]
		for _, gain := range gains[:min(n, len(gains))] {
			sum += gain
		}
		bounds[k] = min(bounds[k], sum)
	}
}

// extend fills up to so many pages with the last number.
func extend(found []int, pages int) []int {
	for len(found) <= pages {
		found = append(found, found[len(found)-1])
	}
	return found
}
