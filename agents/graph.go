package agents

import (
	"cmp"
	"iter"
	"maps"
	"slices"
	"strings"

	"sitegraph/extractor"
	"sitegraph/site"
)

// Links yields the distinct targets of a page, given the number of its visit:
// a normalized URL and the number of links to it.
type Links func(visit int) iter.Seq2[string, int]

// Graph returns the graph of the pages in an agent's corpus, or of all pages if agent is site.Nobody. It has one page
// for each content, from the first visit with it; only scheme separate has several such visits. A link is an arc if
// any agent visited its normalized URL and got the page.
//
// Page.ExternalLinks counts links to other origins, Page.Links counts the rest. Counts cover the visits of the agent.
func Graph(s *site.Search, agent int, links Links) *site.Crawl {
	g := newGrapher(s, agent)
	c := &site.Crawl{
		Site: s.Name, Name: s.Name, Graph: g.graph(links), Searched: g.searched(),
		Ledger: g.ledger(), External: nothing[site.ExternalLink], Bad: nothing[site.BadLink],
		Mentions: g.mentions(links), Linked: g.linked(), Unchecked: s.Unchecked,
		Ended: s.Ended, Complete: s.Complete, Asked: s.Asked,
	}
	c.Watched, c.Declared = g.watched(c.Graph), c.Graph.Declared(g.pageAt)
	if agent == site.Nobody {
		c.Notes, c.Sitemaps, c.Sameness = s.Notes, s.Sitemaps, s.Sameness
	} else {
		c.Site, c.Name = s.Agents[agent].Name, s.Agents[agent].Name
	}
	c.Counts = g.counts(c.Graph)
	return c
}

func nothing[T any](func(T, error) bool) {}

type grapher struct {
	search *site.Search
	agent  int
	// contents has, by visit number, the first visit with the same content or
	// normalized URL that is a page of its own, or 0.
	contents []int
	// urls has the visit of the page that each normalized URL leads to.
	urls map[string]int
	// pages has the visits of the graph's pages, in order. places has their indices by content.
	pages  []*site.Visit
	places map[int]uint32
}

func newGrapher(s *site.Search, agent int) *grapher {
	g := &grapher{search: s, agent: agent, urls: map[string]int{}, places: map[int]uint32{}}
	g.findContents()
	seen := map[int]bool{}
	for i := range s.Visits {
		v := &s.Visits[i]
		content := g.contents[v.Number]
		if isPage(v) && (agent == site.Nobody || s.Keeper(v) == agent) && !seen[content] {
			seen[content] = true
			g.pages = append(g.pages, v)
		}
	}
	slices.SortFunc(g.pages, func(a, b *site.Visit) int {
		return cmp.Or(cmp.Compare(a.Depth, b.Depth), strings.Compare(a.Key, b.Key))
	})
	for i, v := range g.pages {
		g.places[g.contents[v.Number]] = uint32(i)
	}
	return g
}

func isPage(v *site.Visit) bool { return v.Content != nil && v.Page == v.Number }

// findContents finds visits with the same content. Agents that do not share their visits fetch a URL several
// times; the answers count as one page even if they differ.
func (g *grapher) findContents() {
	visits := g.search.Visits
	g.contents = make([]int, len(visits)+1)
	byURL, bySame := map[string]int{}, map[int]int{}
	for i := range visits {
		v := &visits[i]
		if _, ok := g.urls[v.Key]; !ok && v.Page != 0 {
			g.urls[v.Key] = v.Page
		}
		if !isPage(v) {
			continue
		}
		first := cmp.Or(byURL[v.Key], bySame[v.Same], v.Number)
		g.contents[v.Number], byURL[v.Key] = first, first
		if v.Same != 0 {
			bySame[v.Same] = cmp.Or(bySame[v.Same], first)
		}
	}
}

func (g *grapher) page(visit int) (i uint32, ok bool) {
	if visit == 0 {
		return 0, false
	}
	i, ok = g.places[g.contents[g.search.Visits[visit-1].Page]]
	return i, ok
}

// pageAt returns the id of the page behind a normalized URL, or 0.
func (g *grapher) pageAt(key string) int {
	if i, ok := g.page(g.urls[key]); ok {
		return int(i) + 1
	}
	return 0
}

func (g *grapher) graph(links Links) *site.Graph {
	graph := &site.Graph{Offsets: make([]int, 1, len(g.pages)+1)}
	for _, v := range g.pages {
		p := *v.Content
		p.URL, p.Key, p.Level, p.Links, p.ExternalLinks = v.URL, v.Key, v.Depth, 0, 0
		p.Entry = g.search.Entry(v.Link, v.Listed)
		weights := map[uint32]uint32{}
		for url, count := range links(v.Number) {
			if site.OriginIn(url) == site.OriginIn(v.Key) {
				p.Links += count
			} else {
				p.ExternalLinks += count
			}
			if i, ok := g.page(g.urls[url]); ok {
				weights[i] += uint32(count)
			}
		}
		graph.Pages = append(graph.Pages, p)
		for _, target := range slices.Sorted(maps.Keys(weights)) {
			graph.Targets = append(graph.Targets, target)
			graph.Weights.Append(weights[target])
		}
		graph.Offsets = append(graph.Offsets, len(graph.Targets))
	}
	return graph
}

func (g *grapher) searched() *site.Searched {
	s := &site.Searched{}
	s.Topics = site.Each(g.search.Agents, func(a site.Agent) string { return a.Name })
	for _, v := range g.pages {
		p := site.SearchedPage{Agent: v.Agent, FoundBy: v.FoundBy, Visit: v.Number, Anchor: v.Anchor,
			Relevance: v.Relevance, Stored: v.Stored}
		if i, ok := g.page(v.Link); ok {
			p.FoundOn = int(i) + 1
		}
		s.Pages = append(s.Pages, p)
	}
	return s
}

func (g *grapher) counts(graph *site.Graph) site.Counts {
	c := site.Counts{Pages: len(graph.Pages), Arcs: graph.Arcs(), Links: graph.Weights.Sum(),
		States: map[site.State]int{}, Limits: map[string]int{}}
	for i := range graph.Pages {
		c.InternalLinks += graph.Pages[i].Links
		c.ExternalLinks += graph.Pages[i].ExternalLinks
	}
	for _, v := range g.search.Visits {
		if g.agent != site.Nobody && v.Agent != g.agent {
			continue
		}
		c.States[v.State]++
		if v.Status != 0 || v.State == site.StateFailed {
			c.Fetched++
		}
		if v.State == site.StateStatus && site.IsServerError(v.Status) {
			c.ServerErrors++
		}
	}
	return c
}

// checksObserver shows how many checks of an iteration are left.
type checksObserver struct {
	extractor.Observer
	search *search
}

// Progress reports the checks only, because the search itself reports the decisions after them.
func (o checksObserver) Progress(p site.Progress) {
	if s := o.search; p.Again > 0 && s.Options.Progress != nil {
		s.Options.Progress(site.SearchProgress{Budget: s.Budget, Agents: []site.AgentProgress{}, InFlight: p.InFlight,
			Elapsed: p.Elapsed, Again: p.Again})
	}
}

// times returns when a watched search saw the pages of its visits.
func (c *closing) times() (*site.SearchTimes, error) {
	var keys []string
	known := map[string]bool{}
	for i := range c.visits {
		if key := c.places.key(c.visits[i].decision.url); c.visits[i].content != nil && !known[key] {
			keys, known[key] = append(keys, key), true
		}
	}
	return c.came.Seen(keys)
}

// watched returns when the pages and arcs of the graph were seen, or nil if the search is not watched.
func (g *grapher) watched(graph *site.Graph) *site.Watched {
	all := g.search.Times
	if all == nil {
		return nil
	}
	number := make(map[string]int, len(all.Keys))
	for i, key := range all.Keys {
		number[key] = i
	}
	w := &site.Watched{Iterations: all.Iterations, Arcs: make([]site.Seen, len(graph.Targets))}
	for i, v := range g.pages {
		at := number[v.Key]
		w.Pages = append(w.Pages, all.Pages[at])
		for _, l := range all.Links[at] {
			if to, ok := g.page(g.urls[l.Key]); ok {
				if arc, found := graph.Arc(i, int(to)); found {
					w.Arcs[arc].Join(l.Seen)
				}
			}
		}
	}
	w.Belief = g.belief(number)
	return w
}

// belief returns the policy's belief about the pages of the graph. number has the indexes of pages in the times.
func (g *grapher) belief(number map[string]int) *site.Belief {
	all := g.search.Times.Belief
	if all == nil {
		return nil
	}
	b := &site.Belief{Policy: all.Policy}
	at := map[int]int{}
	for i, v := range g.pages {
		at[number[v.Key]] = i
		b.Chance = append(b.Chance, all.Chance[number[v.Key]])
	}
	for _, next := range all.Next {
		if i, ours := at[next.Page]; ours {
			next.Page = i
			b.Next = append(b.Next, next)
		}
	}
	return b
}
