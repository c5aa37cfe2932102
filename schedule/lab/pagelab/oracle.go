// Package pagelab replays the policies of schedule/page on finished crawls and
// on synthetic graphs: how much of the importance of a site is read early, and
// how fast and how well importance is estimated.
//
//	run.go        the experiment, its options, tables and charts
//	oracle.go     a finished crawl that answers a policy
//	replay.go     a policy reads an oracle; the references
//	early.go      share of PageRank at shares of the pages
//	estimates.go  error of the estimate by readings a page
//	synthetic.go  graphs made from seeds
//	kendall.go    Kendall's tau
package pagelab

import (
	"math"

	"sitegraph/schedule/lab"
	"sitegraph/site"
)

// oracle is the graph of a finished crawl. Page 0 is the start page.
type oracle struct {
	name string
	// rank is the final PageRank of every page; their sum is 1.
	rank []float64

	offsets []int
	targets []uint32
}

// newOracle makes an oracle of a crawl. A crawl without pages is an
// [lab.InputError].
func newOracle(c *site.Crawl) (*oracle, error) {
	g := c.Graph
	if len(g.Pages) == 0 {
		return nil, lab.Invalid("%s: the crawl has no pages to replay", c.Name)
	}
	return ranked(c.Name, g.Offsets, g.Targets), nil
}

// ranked makes an oracle of a graph. PageRank is that of stats: damping 0.85,
// pages without arcs pass theirs to all pages alike, weights do not count.
func ranked(name string, offsets []int, targets []uint32) *oracle {
	o := &oracle{name: name, offsets: offsets, targets: targets}
	o.rank = o.pageRank(0.15)
	return o
}

// pages returns the number of pages.
func (o *oracle) pages() int { return len(o.offsets) - 1 }

// out returns the pages that a page links to.
func (o *oracle) out(page uint32) []uint32 {
	return o.targets[o.offsets[page]:o.offsets[page+1]]
}

// pageRank is the power iteration until the values change by less than 1e-12 in
// sum; see docs/statistics.md.
func (o *oracle) pageRank(jump float64) []float64 {
	n := o.pages()
	x, y := make([]float64, n), make([]float64, n)
	for i := range x {
		x[i] = 1 / float64(n)
	}
	for change, round := math.Inf(1), 0; change >= 1e-12 && round < 1000; round++ {
		clear(y)
		lost := 0.0
		for i, v := range x {
			list := o.out(uint32(i))
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
