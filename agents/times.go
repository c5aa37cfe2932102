package agents

import (
	"sitegraph/extractor"
	"sitegraph/site"
)

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
