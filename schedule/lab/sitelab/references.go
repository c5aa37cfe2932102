package sitelab

import (
	"container/heap"
	"math"
	"slices"

	"sitegraph/schedule/lab"
)

// optimum returns, for every n up to the given number of pages, the most links
// that n pages can bring when for each site a number of its first pages is
// processed: the clairvoyant optimum. It is a knapsack, solved by dynamic
// programming over the sites; only the pages that bring something can be the
// last ones of a site, so a site costs N times their number.
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

// spot is a URL of one of several sites, by a number.
type spot struct {
	site int
	url  uint32
}

// candidate is a URL with the links it would bring, or would have brought
// when it was last looked at: never fewer than now. order is when it became
// known.
type candidate struct {
	spot
	gain, order int
}

// covering scans, again and again, the candidate that brings most.
type covering struct {
	crawls     []*crawl
	seen       []seen
	known      [][]bool
	candidates lab.Heap[candidate] // the greatest gain first, then what was known first
	found      []int               // links after n pages
	order      int                 // candidates so far
}

func newCovering(crawls []*crawl) *covering {
	c := &covering{crawls: crawls, found: []int{0}}
	c.candidates.Before = func(a, b candidate) bool {
		return a.gain > b.gain || a.gain == b.gain && a.order < b.order
	}
	for _, s := range crawls {
		c.seen = append(c.seen, newSeen(s))
		c.known = append(c.known, make([]bool, len(s.urls)))
	}
	return c
}

// know adds a candidate. What is free is none, but redirects lead to others.
func (c *covering) know(at spot) {
	if c.known[at.site][at.url] {
		return
	}
	c.known[at.site][at.url] = true
	switch a := c.crawls[at.site].urls[at.url]; {
	case a.kind == content || a.kind == worthless:
		heap.Push(&c.candidates, candidate{at, c.gain(at), c.order})
		c.order++
	case a.kind == redirect && a.into != nowhere:
		c.know(spot{at.site, a.into})
	}
}

// gain is the number of links that a URL would bring.
func (c *covering) gain(at spot) int {
	if a := c.crawls[at.site].urls[at.url]; a.kind == content {
		return c.seen[at.site].gain(c.crawls[at.site], a.page)
	}
	return 0
}

// step processes the best candidate, and returns it and the URLs that it links
// to; it is false when there is none.
func (c *covering) step() (at spot, out []uint32, ok bool) {
	for c.candidates.Len() > 0 {
		first := &c.candidates.Items[0]
		gain := c.gain(first.spot)
		if gain < first.gain {
			first.gain = gain
			heap.Fix(&c.candidates, 0)
			continue
		}
		at := heap.Pop(&c.candidates).(candidate).spot
		c.found = append(c.found, c.found[len(c.found)-1]+gain)
		s := c.crawls[at.site]
		if a := s.urls[at.url]; a.kind == content {
			c.seen[at.site].scan(s, a.page)
			out = s.out[a.page]
		}
		return at, out, true
	}
	return spot{}, nil, false
}

// greedy returns the links that greedy coverage finds in n pages, for n from 0
// to pages: at each step the URL with the most new links among those to which
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
		at, out, ok := c.step()
		if !ok {
			break
		}
		for _, to := range out {
			c.know(spot{at.site, to})
		}
	}
	return c.found
}

// coverage is greedy coverage that may scan any page of the crawls at once,
// linked to or not. No policy can do that; it is the harder reference. It finds
// at least 63 % of what is possible, and bounds says how much that is at most.
// The bounds are those for the given numbers of pages.
func coverage(crawls []*crawl, marks []int) (found, bounds []int) {
	c := newCovering(crawls)
	for i, s := range crawls {
		for p := range s.pages() {
			c.know(spot{i, uint32(p)})
		}
	}
	bounds = slices.Repeat([]int{math.MaxInt}, len(marks))
	checks := map[int]bool{}
	for _, m := range marks {
		checks[m/8], checks[m/4], checks[m/2], checks[m] = true, true, true, true
	}
	for n, more := 0, true; more && n <= slices.Max(marks); n++ {
		if n > 0 {
			_, _, more = c.step()
		}
		if checks[n] || !more {
			c.tighten(bounds, marks)
		}
	}
	return c.found, bounds
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
			if gain := c.seen[i].gain(s, uint32(p)); gain > 0 {
				gains = append(gains, gain)
			}
		}
	}
	slices.Sort(gains)
	for k, n := range marks {
		sum := c.found[len(c.found)-1]
		for _, gain := range gains[max(0, len(gains)-n):] {
			sum += gain
		}
		bounds[k] = min(bounds[k], sum)
	}
}
