package agents

import (
	"iter"
	"maps"
	"slices"

	"sitegraph/extractor"
	"sitegraph/site"
)

// ledger yields the visited URLs, each with its first visit, and the waiting ones.
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
					From: g.linker(w.Link).Key, Level: g.visit(w.Link).Depth + 1,
					Reason: site.Reason{Ending: g.search.Ended}}
			}
		}
		for _, key := range slices.Sorted(maps.Keys(all)) {
			if !yield(all[key], nil) {
				return
			}
		}
	}
}

// visit returns the visit with a number. For 0 it returns one at depth -1, above all others.
func (g *grapher) visit(number int) *site.Visit {
	if number == 0 {
		return &site.Visit{Depth: -1}
	}
	return &g.search.Visits[number-1]
}

// linker returns the visit of the page that a visit led to.
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

// linkKind is a URL that a page links to or uses, but that agents do not visit because of it.
type linkKind struct {
	url  int32
	kind site.LinkedKind
}

// commitFurther notes the documents that a page links to and the URLs that it uses, if kinds asks to check them.
func (p *places) commitFurther(v *visit, came *extractor.Visited, kinds []site.LinkedKind) {
	add := func(kind site.LinkedKind, key, url string) {
		if slices.Contains(kinds, kind) {
			v.further = append(v.further, linkKind{p.add(key, url), kind})
		}
	}
	for _, l := range came.Links {
		if l.Document {
			add(site.LinkedDocument, l.Key, l.URL)
		}
	}
	for _, u := range came.Uses {
		add(u.Kind, u.Key, u.URL)
	}
}

// linked returns the URLs that pages in the corpora link to or use and that no agent visited, with the results of their
// checks. It returns only the kinds to check. Their pages are numbers of visits.
func (c *closing) linked(out *site.Search) []*site.Linked {
	set := site.NewLinkedSet(c.Limits.Linked)
	for i := range c.visits {
		if out.Keeper(&out.Visits[i]) == site.Nobody {
			continue
		}
		v := &c.visits[i]
		further := slices.Clone(v.further)
		for _, l := range v.links {
			further = append(further, linkKind{l.url, site.LinkedExternal})
		}
		for _, l := range further {
			if _, visited := c.first[l.url]; !visited {
				set.Add(l.kind, c.places.key(l.url), c.places.fetch(l.url), v.number)
			}
		}
	}
	all, checked := set.All(), c.came.LinkChecks()
	for _, l := range all {
		l.Check = checked[l.Key]
	}
	return all
}

// linked returns the search's linked URLs that pages of the graph link to or use.
func (g *grapher) linked() []*site.Linked {
	if g.search.Linked == nil {
		return nil
	}
	all := []*site.Linked{}
	for _, l := range g.search.Linked {
		own := *l
		own.Pages = nil
		for _, visit := range l.Pages {
			if i, ok := g.page(int(visit)); ok {
				own.Pages = append(own.Pages, int32(i)+1)
			}
		}
		slices.Sort(own.Pages)
		if own.Pages = slices.Compact(own.Pages); len(own.Pages) > 0 {
			all = append(all, &own)
		}
	}
	return all
}
