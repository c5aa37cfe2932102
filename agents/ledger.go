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
					Reason: v.Reason, Page: g.keyOf(v.Page), From: g.keyOf(g.pageOf(v.Link))}
			}
		}
		for _, w := range g.search.Waiting {
			if _, known := all[w.Key]; !known {
				all[w.Key] = site.Entry{Key: w.Key, URL: w.URL, State: site.StateStopped,
					From:  g.keyOf(g.pageOf(w.Link)),
					Level: g.depthBelow(w.Link), Reason: site.Reason{Ending: g.search.Ended}}
			}
		}
		for _, key := range slices.Sorted(maps.Keys(all)) {
			if !yield(all[key], nil) {
				return
			}
		}
	}
}

// pageOf is the visit of the page that a visit leads to, 0 of none.
func (g *grapher) pageOf(visit int) int {
	if visit == 0 {
		return 0
	}
	return g.search.Visits[visit-1].Page
}

// keyOf is the normalized URL of a visit, "" of none.
func (g *grapher) keyOf(visit int) string {
	if visit == 0 {
		return ""
	}
	return g.search.Visits[visit-1].Key
}

func (g *grapher) depthBelow(visit int) int {
	if visit == 0 {
		return 0
	}
	return g.search.Visits[visit-1].Depth + 1
}

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
