package sitelab

import (
	"cmp"
	"fmt"
	"slices"

	"sitegraph/site"
)

// withFailed returns the graph of a crawl with the URLs that failed among its
// pages: they bring nothing, lead nowhere, and each costs a page
// (specification 2.6). Of the pages that link to one the ledger knows the
// first. The order is that of the crawl, by depth, then normalized URL; places
// says where in it the crawl's own pages are.
func withFailed(c *site.Crawl) (g *site.Graph, places []int, err error) {
	pages, from, err := failedPages(c)
	if err != nil {
		return nil, nil, err
	}
	own := len(c.Graph.Pages)
	order := make([]int, len(pages))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(pages[a].Level, pages[b].Level), cmp.Compare(pages[a].Key, pages[b].Key))
	})
	places = make([]int, len(pages))
	for place, i := range order {
		places[i] = place
	}
	failed := make([][]uint32, own)
	for i := own; i < len(pages); i++ {
		failed[from[i-own]] = append(failed[from[i-own]], uint32(places[i]))
	}
	g = &site.Graph{Offsets: []int{0}}
	for _, i := range order {
		g.Pages = append(g.Pages, pages[i])
		if i < own {
			targets, _ := c.Graph.Out(i)
			for _, t := range targets {
				g.Targets = append(g.Targets, uint32(places[t]))
			}
			g.Targets = append(g.Targets, failed[i]...)
			slices.Sort(g.Targets[g.Offsets[len(g.Offsets)-1]:])
		}
		g.Offsets = append(g.Offsets, len(g.Targets))
	}
	g.Weights = make([]uint32, len(g.Targets))
	return g, places[:own], nil
}

// failedPages returns the pages of a crawl and, after them, the URLs that
// failed; from holds the page that links to each of these.
func failedPages(c *site.Crawl) (pages []site.Page, from []int, err error) {
	pages = slices.Clone(c.Graph.Pages)
	if c.Ledger == nil {
		return pages, nil, nil
	}
	numbers := make(map[string]int, len(pages))
	for i, p := range pages {
		numbers[p.Key] = i
	}
	for e, err := range c.Ledger {
		if err != nil {
			return nil, nil, fmt.Errorf("ledger of %s: %w", c.Site, err)
		}
		if e.State != site.StateStatus && e.State != site.StateFailed {
			continue
		}
		if source, ok := numbers[e.From]; ok && e.Level > 0 {
			pages = append(pages, site.Page{URL: e.URL, Key: e.Key, Level: e.Level})
			from = append(from, source)
		}
	}
	return pages, from, nil
}
