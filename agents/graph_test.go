package agents_test

import (
	"iter"
	"maps"
	"slices"
	"testing"

	"sitegraph/agents"
	"sitegraph/internal/console"
	"sitegraph/site"
)

const (
	a, b  = 0, 1 // the agents
	alpha = "http://a.example/"
	beta  = "http://b.example/"
)

// page returns a visit of a page, whose content is determined by its URL.
func page(number, agent, link, depth int, key string) site.Visit {
	return site.Visit{Number: number, Agent: agent, FoundBy: agent, Link: link, Depth: depth, URL: key + "?", Key: key,
		State: site.StatePage, Status: 200, Page: number, Same: number, Relevance: []float64{0.5, 0.25},
		Content: &site.Page{Hash: key, Status: 200, Title: "of " + key}}
}

func leading(number, agent, to int, key string, state site.State, status int) site.Visit {
	return site.Visit{Number: number, Agent: agent, FoundBy: agent, Link: 1, Depth: 1, URL: key, Key: key,
		State: state, Status: status, Page: to}
}

// found returns a search by two agents. The second bought visit 7 from the first.
func found() *site.Search {
	sold := page(7, b, 1, 1, beta+"z")
	sold.FoundBy, sold.Anchor, sold.Stored = a, "to z", true
	first := page(1, a, 0, 0, alpha)
	first.Stored = true
	return &site.Search{
		Name: "topics", Understanding: 0.6, Agents: []site.Agent{{Name: "one"}, {Name: "two"}},
		Visits: []site.Visit{first, page(2, b, 0, 0, beta), leading(3, a, 4, alpha+"old", site.StateRedirect, 301),
			page(4, a, 1, 1, alpha+"new"), leading(5, b, 4, beta+"copy", site.StateDuplicate, 200),
			leading(6, a, 0, alpha+"none", site.StateStatus, 503), sold,
			leading(8, b, 0, beta+"forbidden", site.StateRobots, 0)},
		Ended: "work-done", Complete: true, Notes: []string{"a remark"}, Asked: 5,
	}
}

func links(visit int) iter.Seq2[string, int] {
	return maps.All(map[int]map[string]int{
		1: {alpha: 1, alpha + "old": 2, alpha + "none": 1, beta + "z": 1, "http://c.example/": 3},
		2: {beta + "copy": 1, beta + "z": 2},
		4: {alpha: 1},
		7: {beta: 1, alpha + "new": 4},
	}[visit])
}

func TestGraphOfAll(t *testing.T) {
	c := agents.Graph(found(), site.Nobody, links)
	checkKeys(t, c, alpha, beta, alpha+"new", beta+"z")
	checkArcs(t, c, [][3]int{{1, 1, 1}, {1, 3, 2}, {1, 4, 1}, {2, 3, 1}, {2, 4, 2}, {3, 1, 1}, {4, 2, 1}, {4, 3, 4}})
	want := site.Page{URL: alpha + "?", Key: alpha, Level: 0, Links: 4, ExternalLinks: 4, Status: 200, Hash: alpha,
		Title: "of " + alpha}
	console.Equal(t, c.Graph.Pages[0], want, "page")
	if p := c.Graph.Pages[3]; p.Level != 1 || p.Links != 1 || p.ExternalLinks != 4 {
		t.Errorf("page %+v", p)
	}
	relevance := []float64{0.5, 0.25}
	searched := &site.Searched{Topics: []string{"one", "two"}, Pages: []site.SearchedPage{
		{Agent: a, FoundBy: a, Visit: 1, Relevance: relevance, Stored: true},
		{Agent: b, FoundBy: b, Visit: 2, Relevance: relevance},
		{Agent: a, FoundBy: a, Visit: 4, FoundOn: 1, Relevance: relevance},
		{Agent: b, FoundBy: a, Visit: 7, FoundOn: 1, Anchor: "to z", Relevance: relevance, Stored: true},
	}}
	console.Equal(t, c.Searched, searched, "searched")
	counts := site.Counts{Pages: 4, Arcs: 8, Links: 13, InternalLinks: 9, ExternalLinks: 8, Fetched: 7,
		ServerErrors: 1, Limits: map[string]int{},
		States: map[site.State]int{"page": 4, "alias-redirect": 1, "alias-duplicate": 1, "status": 1, "robots": 1}}
	console.Equal(t, c.Counts, counts, "counts")
	if c.Site != "topics" || !c.Complete || c.Ended != "work-done" || c.Asked != 5 || len(c.Notes) != 1 {
		t.Errorf("crawl %+v", c)
	}
	states := map[site.State]int{}
	for e := range c.Ledger {
		states[e.State]++
		if e.State == site.StateDuplicate && (e.Page == "" || e.Page == e.Key) {
			t.Errorf("a duplicate %+v", e)
		}
	}
	console.Equal(t, states[site.StateDuplicate], 1, "ledger", states)
	console.Equal(t, states[site.StateRobots], 1, "ledger", states)
}

func TestGraphOfAgent(t *testing.T) {
	c := agents.Graph(found(), b, links)
	checkKeys(t, c, beta+"z")
	checkArcs(t, c, nil)
	if s := c.Searched.Pages[0]; s.FoundBy != a || s.FoundOn != 0 || s.Visit != 7 {
		t.Errorf("searched %+v", s)
	}
	if c.Site != "two" || c.Counts.Fetched != 3 || c.Counts.States[site.StatePage] != 2 || c.Notes != nil {
		t.Errorf("crawl %+v", c)
	}
	s := found()
	s.Visits[2].Page = 1 // the first agent's old page leads to its home
	c = agents.Graph(s, a, links)
	checkKeys(t, c, alpha)
	checkArcs(t, c, [][3]int{{1, 1, 3}})

	// A page that the agents did not store is most relevant to the first topic.
	s.Understanding = 0.5
	c = agents.Graph(s, a, links)
	checkKeys(t, c, alpha, beta, alpha+"new")
	checkArcs(t, c, [][3]int{{1, 1, 3}, {2, 3, 1}, {3, 1, 1}})
	s.Scheme = "separate"
	checkKeys(t, agents.Graph(s, a, links), alpha)
}

// Agents that do not share visits find one page twice, under one URL with different contents or under two URLs.
func TestSeparate(t *testing.T) {
	s := found()
	s.Visits = []site.Visit{
		page(1, a, 0, 0, alpha), page(2, b, 0, 0, alpha), page(3, a, 1, 1, alpha+"x"),
		page(4, b, 2, 1, alpha+"y"), page(5, b, 4, 2, alpha+"x"),
	}
	s.Visits[1].Content.Hash = "changed"
	s.Visits[3].Same = s.Visits[2].Number
	for i := range s.Visits {
		s.Visits[i].Stored = true
	}
	links := func(visit int) iter.Seq2[string, int] {
		return maps.All(map[int]map[string]int{
			1: {alpha + "x": 1}, 2: {alpha + "y": 2}, 3: {alpha: 3}, 4: {alpha + "x": 4}, 5: {alpha: 5},
		}[visit])
	}
	c := agents.Graph(s, site.Nobody, links)
	checkKeys(t, c, alpha, alpha+"x")
	checkArcs(t, c, [][3]int{{1, 2, 1}, {2, 1, 3}})

	c = agents.Graph(s, b, links)
	checkKeys(t, c, alpha, alpha+"y")
	checkArcs(t, c, [][3]int{{1, 2, 2}, {2, 2, 4}})
	if p := c.Searched.Pages[1]; p.Visit != 4 || p.FoundOn != 1 {
		t.Errorf("searched %+v", p)
	}
}

func checkKeys(t *testing.T, c *site.Crawl, want ...string) {
	t.Helper()
	var got []string
	for _, p := range c.Graph.Pages {
		got = append(got, p.Key)
	}
	console.Equal(t, got, want, "pages")
}

// checkArcs compares arcs, each given as two ids and a weight.
func checkArcs(t *testing.T, c *site.Crawl, want [][3]int) {
	t.Helper()
	var got [][3]int
	for i := range c.Graph.Pages {
		targets, weights := c.Graph.Out(i)
		for k := range targets {
			got = append(got, [3]int{i + 1, int(targets[k]) + 1, int(weights.At(k))})
		}
	}
	console.Equal(t, got, want, "arcs")
}

// Declared links follow redirects and hosts to the pages of the graph. A corpus has only links within it.
func TestDeclaredLinks(t *testing.T) {
	s := found()
	s.Visits[0].Content.Facts = &site.Facts{Breadcrumbs: []string{"", beta}, Payload: []string{alpha + "old"}}
	s.Visits[6].Content.Facts = &site.Facts{Breadcrumbs: []string{alpha}}
	want := []site.Declared{ // pages: alpha, beta, alpha/new, beta/z
		{Page: 1, Source: "breadcrumb", Position: 1},
		{Page: 1, Source: "breadcrumb", Position: 2, URL: beta, Target: 2},
		{Page: 1, Source: "payload", Position: 1, URL: alpha + "old", Target: 3},
		{Page: 4, Source: "breadcrumb", Position: 1, URL: alpha, Target: 1},
	}
	console.Equal(t, slices.Collect(agents.Graph(s, site.Nobody, links).Declared), want, "all")
	want = []site.Declared{{Page: 1, Source: "breadcrumb", Position: 1, URL: alpha}} // of the only page, beta/z
	console.Equal(t, slices.Collect(agents.Graph(s, b, links).Declared), want, "the second agent")
}
