package stats

import (
	"slices"
	"testing"

	"sitegraph/site"
)

// outsideOf is what pages link to; each page is a list of URLs.
func outsideOf(t *testing.T, pages ...[]string) Outside {
	t.Helper()
	var links []site.ExternalLink
	for i, urls := range pages {
		for _, u := range urls {
			links = append(links, site.ExternalLink{Source: i + 1, Key: u, Count: 1})
		}
	}
	o, err := outsideHosts(addresses(make([]string, len(pages))...), site.WithoutErrors(links))
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// runOfThree is three sites. a links to b by both of its addresses, one of which is in hosts.txt, on two pages, of
// which one has both; and to itself under http. c links to a and b on one page, to b again on another, and to two other
// hosts. b links to a.
func runOfThree(t *testing.T) []Linking {
	return []Linking{
		{Summary: &Summary{Site: "https://a.example", Pages: 4, Links: 6, Complete: true, Outside: outsideOf(t,
			[]string{"http://b.example/", "http://www.b.example/", "http://a.example/old"},
			[]string{"http://www.b.example/"})}, Line: "http://a.example"},
		{Summary: &Summary{Site: "http://www.b.example", Pages: 2, Links: 1, Outside: outsideOf(t,
			[]string{"https://a.example/x", "http://z.example/"})}, Line: "http://b.example"},
		{Summary: &Summary{Site: "http://c.example:81", Pages: 5, Complete: true, Outside: outsideOf(t,
			[]string{"http://a.example/", "http://b.example/"}, nil,
			[]string{"http://b.example/", "http://y.example/", "http://z.example/"})}},
	}
}

func TestGraphOfSites(t *testing.T) {
	g, s := GraphOfSites(runOfThree(t), false)
	arcs := []site.SiteArc{
		{Source: 1, Target: 2, Links: 3, Pages: 2, URLs: 2},
		{Source: 2, Target: 1, Links: 1, Pages: 1, URLs: 1},
		{Source: 3, Target: 1, Links: 1, Pages: 1, URLs: 1},
		{Source: 3, Target: 2, Links: 2, Pages: 2, URLs: 1},
	}
	if !slices.Equal(g.Arcs, arcs) {
		t.Errorf("arcs %+v", g.Arcs)
	}
	nodes := []site.SiteNode{
		{ID: 1, Label: "a.example", URL: "https://a.example", Kind: "site", Complete: "true", Pages: 4, InDegree: 2,
			OutDegree: 1, InLinks: 2, InPages: 2, OutLinks: 3, SelfLinks: 7, ExternalImpact: 0.5, SelfImpact: 1.75,
			Reciprocity: 1},
		{ID: 2, Label: "www.b.example", URL: "http://www.b.example", Kind: "site", Complete: "false", Pages: 2,
			InDegree: 2, OutDegree: 1, InLinks: 5, InPages: 4, OutLinks: 1, SelfLinks: 1, ExternalImpact: 2.5,
			SelfImpact: 0.5, Reciprocity: 1},
		{ID: 3, Label: "c.example:81", URL: "http://c.example:81", Kind: "site", Complete: "true", Pages: 5,
			OutDegree: 2, OutLinks: 3},
	}
	if !slices.Equal(g.Nodes, nodes) || g.Sites != 3 {
		t.Errorf("nodes %+v", g.Nodes)
	}
	if want := []site.CoLink{{A: 1, B: 2, Sites: 1, Pages: 1}}; !slices.Equal(g.CoLinks, want) {
		t.Errorf("co-links %+v", g.CoLinks)
	}
	if want := (SiteGraphSummary{Arcs: 4, Links: 7, Reciprocity: 0.5}); s != want {
		t.Errorf("summary %+v, want %+v", s, want)
	}
}

// TestGraphOfHosts: the other hosts are nodes by name; the numbers of the sites among each other stay.
func TestGraphOfHosts(t *testing.T) {
	g, s := GraphOfSites(runOfThree(t), true)
	if len(g.Nodes) != 5 || g.Sites != 3 || g.Nodes[3].Label != "y.example" || g.Nodes[4].Label != "z.example" {
		t.Fatalf("nodes %+v", g.Nodes)
	}
	if z := g.Nodes[4]; z.InDegree != 2 || z.InLinks != 2 || z.Kind != "host" || z.ExternalImpact >= 0 {
		t.Errorf("host %+v", z)
	}
	if want := (SiteGraphSummary{Arcs: 4, Links: 7, Reciprocity: 0.5}); s != want || len(g.CoLinks) != 1 {
		t.Errorf("summary %+v, co-links %v", s, g.CoLinks)
	}
	if c := g.Nodes[2]; c.OutDegree != 4 || c.OutLinks != 5 || c.Reciprocity != 0 {
		t.Errorf("site %+v", c)
	}
}

// TestSitesApart: sites without links to each other have none of the numbers, and none is not a number.
func TestSitesApart(t *testing.T) {
	lone := []Linking{{Summary: &Summary{Site: "http://a.example", Pages: 1}},
		{Summary: &Summary{Site: "http://b.example"}}}
	if g, s := GraphOfSites(lone, true); s != (SiteGraphSummary{Isolated: 2}) || len(g.Arcs)+len(g.CoLinks) > 0 {
		t.Errorf("%+v, %+v", g, s)
	}
}
