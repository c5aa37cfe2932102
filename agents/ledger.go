package agents

import (
	"iter"
	"maps"
	"slices"

	"sitegraph/site"
)

// ledger has the URLs that were visited, each with its first visit, and those that wait.
func (g *grapher) ledger() iter.Seq2[site.Entry, error] {
	return func(yield func(site.Entry, error) bool) {
		all := map[string]site.Entry{}
		for i := range g.search.Visits {
			v := &g.search.Visits[i]
			if _, known := all[v.Key]; !known {
				all[v.Key] = site.Entry{Key: v.Key, URL: v.URL, State: v.State, Level: v.Depth, Status: v.Status,
					Reason: v.Reason, Page: g.visit(v.Page).Key, From: g.linker(v.Link).Key}
			}
		}
		for _, w := range g.search.Waiting {
			if _, known := all[w.Key]; !known {
				all[w.Key] = site.Entry{Key: w.Key, URL: w.URL, State: site.StateStopped,
					From: g.linker(w.Link).Key, Level: g.visit(w.Link).Depth + 1, Reason: site.Reason{Ending: g.search.Ended}}
			}
		}
		for _, key := range slices.Sorted(maps.Keys(all)) {
			if !yield(all[key], nil) {
				return
			}
		}
	}
}

// visit is that of a number; of 0 one above all others.
func (g *grapher) visit(number int) *site.Visit {
	if number == 0 {
		return &site.Visit{Depth: -1}
	}
	return &g.search.Visits[number-1]
}

// linker is the visit of the page that a visit leads to.
func (g *grapher) linker(number int) *site.Visit { return g.visit(g.visit(number).Page) }

func (g *grapher) mentions(links Links) func(key string) []int {
	var all map[string][]int
	return func(key string) []int {
		if all == nil {
			all = map[string][]int{}
			for i, v := range g.pages {
				for url := range links(v.Number) {
					if known := all[url]; len(known) == 0 || known[len(known)-1] != i+1 {
						all[url] = append(known, i+1)
					}
				}
			}
		}
		return all[key]
	}
}
