package agents

import (
	"cmp"
	"iter"
	"maps"
	"slices"

	"sitegraph/extractor"
	"sitegraph/site"
)

// places has the URLs that a search knows, numbered in the order in which it
// found them, and the links that led to them.
type places struct {
	keys *site.Interner
	urls []address
	// best has the link on an agent's pages that makes a URL most worth visiting. finder has the agent that
	// found a URL first. bought has the agent that found a URL which another one bought.
	best   map[finding]place
	finder map[int32]int
	bought map[finding]int
}

type address struct {
	fetch string // URL to fetch, the first spelling found
	host  string // its origin
}

// finding is a URL with an agent that found or bought it.
type finding struct {
	agent int
	url   int32
}

type place struct {
	visit  int // number of the visit; 0 for a seed or a URL from a sitemap
	anchor string
	values []float64 // values of the URL to all agents; nil for a seed
}

func (p place) listed() bool { return p.visit == 0 && p.values != nil }

// add returns the number of a normalized URL. If the URL is new, fetch becomes the URL to fetch.
func (p *places) add(key, fetch string) int32 {
	i, isNew := p.keys.Add(key)
	if isNew {
		a := address{fetch: fetch}
		if u, err := site.Parse(fetch); err == nil {
			a.host = u.Origin()
		}
		p.urls = append(p.urls, a)
	}
	return int32(i)
}

// key returns a URL's normalized form, fetch the URL to request, host its origin.
func (p *places) key(url int32) string   { return p.keys.String(int(url)) }
func (p *places) fetch(url int32) string { return p.urls[url].fetch }
func (p *places) host(url int32) string  { return p.urls[url].host }

// find returns the number of a known normalized URL.
func (p *places) find(key string) int32 {
	i, _ := p.keys.Find(key)
	return int32(i)
}

func (p *places) found(agent int, url int32, at place) {
	if _, known := p.finder[url]; !known {
		p.finder[url] = agent
	}
	if p.better(agent, url, at) {
		p.best[finding{agent, url}] = at
	}
}

// better reports whether a link beats the best known one, by worth to the agent, then by worth to any agent, then by
// being on a page and not in a sitemap. Nothing beats a seed.
func (p *places) better(agent int, url int32, at place) bool {
	old, known := p.best[finding{agent, url}]
	if !known || old.values == nil || at.values == nil {
		return !known
	}
	return cmp.Or(cmp.Compare(at.values[agent], old.values[agent]),
		cmp.Compare(slices.Max(at.values), slices.Max(old.values)),
		cmp.Compare(min(at.visit, 1), min(old.visit, 1))) > 0
}

func (p *places) sold(url int32, from, to int) {
	by, was := p.bought[finding{from, url}]
	if !was {
		by = p.finderFor(from, url)
	}
	p.bought[finding{to, url}] = by
}

// led returns the agent that found a URL which agent now has, and the link that led there.
func (p *places) led(agent int, url int32) (foundBy int, at place) {
	by, was := p.bought[finding{agent, url}]
	if !was {
		by = p.finderFor(agent, url)
	}
	return by, p.best[finding{by, url}]
}

// finderFor returns the agent itself if it found the URL, otherwise the first agent that did.
func (p *places) finderFor(agent int, url int32) int {
	if _, own := p.best[finding{agent, url}]; own {
		return agent
	}
	if by, known := p.finder[url]; known {
		return by
	}
	return agent
}

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
