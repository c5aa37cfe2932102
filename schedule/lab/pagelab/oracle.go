// Package pages judges the policies of schedule/page on finished crawls and on
// seeded graphs: how much of the importance of a site is read early, and how
// fast and how well importance is estimated. It touches no network.
//
//	oracle.go     a finished crawl that answers a policy
//	crawl.go      a policy reads an oracle; the references
//	discovery.go  share of PageRank at shares of the pages, many sites at once
//	estimate.go   error of the estimate by readings a page
//	ensemble.go   seeded graphs
//	kendall.go    Kendall's tau
package pagelab

import (
	"fmt"
	"math"

	"sitegraph/site"
)

// Oracle is the graph of a finished crawl. Page 0 is the start page.
type Oracle struct {
	// Name is the site's.
	Name string
	// Rank is the final PageRank of every page; their sum is 1.
	Rank []float64

	offsets []int
	targets []uint32
}

// NewOracle makes an oracle of a crawl. rank may hold the PageRank of the
// pages; if nil, it is computed: damping 0.85, pages without arcs pass theirs
// to all pages alike, weights do not count, as in stats.
func NewOracle(c *site.Crawl, rank []float64) (*Oracle, error) {
	g := c.Graph
	if len(g.Pages) == 0 {
		return nil, fmt.Errorf("%s: the crawl has no pages to replay", c.Name)
	}
	return newOracle(c.Name, g.Offsets, g.Targets, rank)
}

func newOracle(name string, offsets []int, targets []uint32, rank []float64) (*Oracle, error) {
	o := &Oracle{Name: name, Rank: rank, offsets: offsets, targets: targets}
	if rank == nil {
		o.Rank = o.pageRank(0.15)
	}
	if len(o.Rank) != o.Pages() {
		return nil, fmt.Errorf("%s: %d values of PageRank for %d pages", name, len(o.Rank), o.Pages())
	}
	return o, nil
}

// Pages returns the number of pages.
func (o *Oracle) Pages() int { return len(o.offsets) - 1 }

// Out returns the pages that a page links to.
func (o *Oracle) Out(page uint32) []uint32 {
	return o.targets[o.offsets[page]:o.offsets[page+1]]
}

// pageRank is the power iteration until the values change by less than 1e-12 in
// sum; see docs/statistics.md.
func (o *Oracle) pageRank(jump float64) []float64 {
	n := o.Pages()
	x, y := make([]float64, n), make([]float64, n)
	for i := range x {
		x[i] = 1 / float64(n)
	}
	for change, round := math.Inf(1), 0; change >= 1e-12 && round < 1000; round++ {
		clear(y)
		lost := 0.0
		for i, v := range x {
			list := o.Out(uint32(i))
			if len(list) == 0 {
				lost += v
				continue
			}
			part := (1 - jump) * v / float64(len(list))
			for _, t := range list {
				y[t] += part
			}
		}
		even := (jump + float64((1-jump)*lost)) / float64(n)
		change = 0
		for i := range y {
			y[i] += even
			change += math.Abs(y[i] - x[i])
		}
		x, y = y, x
	}
	return x
}
