package stats

import (
	"errors"
	"slices"
	"testing"

	"sitegraph/internal/console"
	"sitegraph/site"
)

// outsideOf returns the external links of pages. Each page is a list of URLs.
func outsideOf(t *testing.T, pages ...[]string) Outside {
	t.Helper()
	var links []site.ExternalLink
	for i, urls := range pages {
		for _, u := range urls {
			links = append(links, site.ExternalLink{Source: i + 1, Key: u, Count: 1})
		}
	}
	o, err := outsideHosts(addresses(make([]string, len(pages))...), site.WithoutErrors(links))
	must(t, err)
	return o
}

// runOfThree returns three sites. a links to both addresses of b, one of which is in hosts.txt, on two pages; one page
// has both. a also links to itself under http. c links to a and b on one page, to b again on another, and to two other
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
	console.Equal(t, g.Arcs, arcs, "arcs")
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
	console.Equal(t, g.Nodes, nodes, "nodes")
	console.Equal(t, g.Sites, 3, "nodes")
	console.Equal(t, g.CoLinks, []site.CoLink{{A: 1, B: 2, Sites: 1, Pages: 1}}, "co-links")
	console.Equal(t, SiteGraphSummary{Arcs: 4, Links: 7, Reciprocity: 0.5}, s, "summary")
}

// The other hosts are nodes by name, and the sites' numbers among each other stay.
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

// Sites without links to each other have no such numbers, which is not zero.
func TestSitesApart(t *testing.T) {
	lone := []Linking{{Summary: &Summary{Site: "http://a.example", Pages: 1}},
		{Summary: &Summary{Site: "http://b.example"}}}
	if g, s := GraphOfSites(lone, true); s != (SiteGraphSummary{Isolated: 2}) || len(g.Arcs)+len(g.CoLinks) > 0 {
		t.Errorf("%+v, %+v", g, s)
	}
}

// linking returns a crawl with external links, given by page id and URL.
func linking(all ...site.ExternalLink) *site.Crawl {
	c := crawlOf(addresses("/", "/a", "/b"))
	for i := range all {
		all[i].URL = all[i].Key
	}
	c.External = site.WithoutErrors(all)
	return c
}

// The default port and the scheme do not matter, but another port does. A URL on two pages counts once, and so does a
// page with two links. Hosts with equal numbers of links are sorted by name.
func TestOutsideHosts(t *testing.T) {
	c := linking(
		site.ExternalLink{Source: 1, Key: "http://z.example/1", Count: 2},
		site.ExternalLink{Source: 1, Key: "https://z.example/1", Count: 1},
		site.ExternalLink{Source: 2, Key: "http://b.example:8080/", Count: 1},
		site.ExternalLink{Source: 2, Key: "http://z.example/1", Count: 1},
		site.ExternalLink{Source: 3, Key: "http://b.example/?q", Count: 1},
		site.ExternalLink{Source: 3, Key: "http://z.example/2", Count: 1})
	a, err := Analyse(c, nil)
	must(t, err)
	want := []OutsideHost{
		{Host: "z.example", Links: 5, Pages: 3, URLs: 3, HTTPS: 1, FirstPage: 1, FirstURL: "https://example.com/"},
		{Host: "b.example", Links: 1, Pages: 1, URLs: 1, FirstPage: 3, FirstURL: "https://example.com/b"},
		{Host: "b.example:8080", Links: 1, Pages: 1, URLs: 1, FirstPage: 2, FirstURL: "https://example.com/a"},
	}
	console.Equal(t, a.Outside.Hosts, want, "hosts")
	if e := a.ExternalLinks; e.Hosts != 3 || e.URLs != 5 || !slices.Equal(e.Top, want) {
		t.Errorf("summary %+v", e)
	}
	if got := a.Outside.Sets; len(got) != 2 || !slices.Equal(got[0].Hosts, []int32{0, 2}) || got[0].Pages != 1 ||
		!slices.Equal(got[1].Hosts, []int32{0, 1}) {
		t.Errorf("sets %+v", got)
	}
}

// An error in the table fails the analysis, and a crawl without the table has no hosts.
func TestOutsideHostsFail(t *testing.T) {
	c, broken := linking(), errors.New("broken")
	c.External = func(yield func(site.ExternalLink, error) bool) { yield(site.ExternalLink{}, broken) }
	if _, err := Analyse(c, nil); !errors.Is(err, broken) {
		t.Errorf("error %v", err)
	}
	c.External = nil
	if a, err := Analyse(c, nil); err != nil || len(a.Outside.Hosts) != 0 {
		t.Errorf("%v, error %v", a, err)
	}
}

// Worked out by hand: with all links, page 0 has the highest PageRank, then 1, 2 and 3, which has no links to it. In
// the content only 1 is linked to, so the others share the second rank.
func TestContent(t *testing.T) {
	g := graphOf(4, [2]uint32{0, 1}, [2]uint32{0, 2}, [2]uint32{1, 0}, [2]uint32{2, 0}, [2]uint32{2, 1},
		[2]uint32{2, 1}, [2]uint32{2, 1}, [2]uint32{3, 0})
	console.Equal(t, compute(crawlOf(g)).Content, nil)
	g.Places = slices.Repeat([]site.LinkPlace{site.PlaceNavigation}, g.Arcs())
	g.Content = site.NumbersOf(1, 0, 0, 0, 2, 0)
	got := compute(crawlOf(g)).Content
	top := got.Top
	got.Top = nil
	page := func(id, all, content int) RankShift {
		return RankShift{ID: id, URL: g.Pages[id-1].URL, All: all, Content: content}
	}
	want := &Content{Arcs: 2, ArcShare: 0.333333333, Links: 3, Density: 0.166666667, MeanDegree: 0.5, Unlinked: 3,
		AllUnlinked: 1, Risen: []RankShift{page(2, 2, 1), page(4, 4, 2), page(3, 3, 2)},
		Fallen: []RankShift{page(1, 1, 2)}}
	console.Equal(t, got, want)
	if len(top) != 4 || top[0].ID != 2 || top[1].ID != 1 || top[1].Value != top[3].Value {
		t.Errorf("top pages %+v", top)
	}
}

// At most ten pages are listed, greatest quotients first, and no page is in both lists.
func TestShifts(t *testing.T) {
	g := graphOf(30)
	all, content := make([]int, 30), make([]int, 30)
	for i := range 30 {
		all[i], content[i] = i+1, 30-i
	}
	risen, fallen := shifts(g, all, content, all, content), shifts(g, all, content, content, all)
	console.Equal(t, len(risen), 10)
	console.Equal(t, len(fallen), 10)
	for k := range 10 {
		console.Equal(t, risen[k].ID, 30-k, k, risen[k], fallen[k])
		console.Equal(t, fallen[k].ID, k+1, k, risen[k], fallen[k])
	}
	console.Equal(t, shifts(g, all, all, all, all), nil)
}
