package stats

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"sitegraph/internal/console"
	"sitegraph/site"
)

const home = "https://example.com"

// faulty returns a crawl with at least one problem of every kind. Its arcs are 0→1 0→2 0→3 1→0 2→0 2→1 3→3 3→4 4→5 5→0
// 5→5.
func faulty() *site.Crawl {
	g := graphOf(6, arc(0, 1), arc(0, 2), arc(0, 3), arc(1, 0), arc(2, 0), arc(2, 1), arc(3, 3), arc(3, 4), arc(4, 5),
		arc(5, 5))
	pages := []site.Page{
		{URL: home + "/", Title: "Home", Canonical: home + "/"},
		{URL: home + "/a", Title: "Twice", Level: 1, Canonical: home + "/b", Robots: "NOINDEX, follow"},
		{URL: home + "/b", Title: "Twice", Level: 1, Canonical: "http://[", Refresh: "5; url=/a"},
		{URL: home + "/c", Title: " ", Level: 1, Canonical: home + "/old", Robots: "none"},
		{URL: home + "/d", Title: "Deep", Level: 5, Canonical: home + "/nowhere"},
		{URL: home + "/e", Title: "End", Level: 6, Canonical: "https://other.example/e", ExternalLinks: 2},
	}
	for i := range pages {
		pages[i].Key, pages[i].Lang = pages[i].URL, "en"
	}
	g.Pages = pages
	c := crawlOf(g)
	c.Aliases = []site.Alias{
		{Key: home + "/copy1", Page: home + "/a", Kind: site.AliasDuplicate},
		{Key: home + "/copy2", Page: home + "/a", Kind: site.AliasRule},
		{Key: home + "/copy3", Page: home + "/a", Kind: site.AliasCanonical},
		{Key: home + "/far", Page: home + "/b", Kind: site.AliasRedirect},
		{Key: home + "/old", Page: home + "/b", Kind: site.AliasRedirect},
	}
	c.Ledger = site.WithoutErrors(faultyLedger())
	c.Hits = faultyHits()
	c.Bad = site.WithoutErrors([]site.BadLink{
		{Source: 1, Href: "mailto:a@b", Fault: site.LinkFault{Kind: site.FaultScheme, Scheme: "mailto"}},
		{Source: 1, Href: "http://", Fault: site.LinkFault{Kind: site.FaultNoHost}, Text: "one"},
		{Source: 1, Href: "http://", Fault: site.LinkFault{Kind: site.FaultNoHost}, Text: "two"},
		{Source: 3, Href: "http://", Fault: site.LinkFault{Kind: site.FaultNoHost}},
		{Source: 3, Href: "file:///c", Fault: site.LinkFault{Kind: site.FaultScheme, Scheme: "file"}},
	})
	c.Links = site.WithoutErrors([]site.Occurrence{
		{Source: 1, Kind: "internal", URL: home + "/a", Rel: "NoFollow noopener"},
		{Source: 2, Kind: "internal", URL: home + "/a"},
		{Source: 2, Kind: "external", URL: "https://other.example/", Rel: "nofollow"},
	})
	c.Linked = faultyLinked()
	listed := func(path string, f site.SitemapFinding, status int, page, detail string) site.SitemapEntry {
		return site.SitemapEntry{URL: home + path, Key: home + path, Sitemap: home + "/s", Finding: f, Status: status,
			Page: page, Detail: detail}
	}
	c.Sitemaps = &site.Sitemaps{Entries: site.WithoutErrors([]site.SitemapEntry{
		listed("/", site.FoundPage, 200, home+"/", ""),
		listed("/a", site.FoundPage, 200, home+"/a", ""),
		listed("/copy1", site.FoundNonCanonical, 200, home+"/a", "has its content"),
		listed("/gone", site.FoundDead, 404, "", "status 404"),
		listed("/later", site.FoundUnknown, 0, "", ""),
		listed("/old", site.FoundRedirect, 301, home+"/b", "to /b"),
		listed("/orphan", site.FoundOrphan, 200, "", ""),
		listed("/secret", site.FoundBlocked, 0, "", ""),
		{URL: "https://other.example/", Key: "https://other.example/", Sitemap: home + "/s",
			Finding: site.FoundOutside},
	})}
	c.Mentions = func(key string) []int {
		return map[string][]int{home + "/gone": {1, 2, 3, 4, 5, 6}, home + "/old": {2}}[key]
	}
	return c
}

// faultyLinked has a broken URL of another site and a broken image that redirects there. The rest is no problem: an
// existing document, refusals, and URLs not checked.
func faultyLinked() []*site.Linked {
	failed := site.LinkCheck{State: site.LinkFailed, Failure: site.Failure{Class: site.FailDNS, Detail: "no such host"},
		Hops: []site.LinkHop{{URL: home + "/a.png", Status: 301}}, URL: "http://gone.example/a.png"}
	return []*site.Linked{
		{Key: home + "/a.pdf", URL: home + "/a.pdf", Kinds: []site.LinkedKind{site.LinkedDocument}, Pages: []int32{1},
			Check: site.LinkCheck{State: site.LinkOK, Status: 200}},
		{Key: home + "/a.png", URL: home + "/a.png", Kinds: []site.LinkedKind{site.LinkedDocument, site.LinkedImage},
			Pages: []int32{1, 2, 3, 4, 5, 6}, Check: failed},
		{Key: "http://other.example/", URL: "http://other.example/", Kinds: []site.LinkedKind{site.LinkedExternal},
			Pages: []int32{2, 5}, Check: site.LinkCheck{State: site.LinkBroken, Status: 410}},
		{Key: "http://wall.example/", URL: "http://wall.example/", Kinds: []site.LinkedKind{site.LinkedExternal},
			Pages: []int32{2}, Check: site.LinkCheck{State: site.LinkDenied, Status: 403}},
		{Key: "http://x.example/", URL: "http://x.example/", Kinds: []site.LinkedKind{site.LinkedExternal},
			Pages: []int32{2}},
	}
}

// faultyHits has visits of all pages except the last, and of a robot to an unlinked URL and to an error.
func faultyHits() *site.Hits {
	h := &site.Hits{Conclusive: true, Visits: 5}
	for _, path := range []string{"/", "/a", "/b", "/c", "/d"} {
		h.All = append(h.All, site.Hit{URL: home + path, State: site.StatePage, Page: home + path, Visits: 1})
	}
	h.All = append(h.All, site.Hit{URL: home + "/e", State: site.StatePage, Page: home + "/e", RobotVisits: 2},
		site.Hit{URL: home + "/hidden", Status: 200, RobotVisits: 3},
		site.Hit{URL: home + "/wrong", Status: 404, RobotVisits: 3})
	return h
}

// The counts of checked links agree with ones made by hand.
func TestLinked(t *testing.T) {
	a, err := Analyse(faulty(), nil)
	must(t, err)
	want := Linked{URLs: 5, Checked: 4, Kinds: []LinkedKind{
		{Kind: site.LinkedDocument, URLs: 2, States: map[site.LinkState]int{site.LinkOK: 1, site.LinkFailed: 1}},
		{Kind: site.LinkedExternal, URLs: 3,
			States: map[site.LinkState]int{site.LinkBroken: 1, site.LinkDenied: 1, "": 1}},
		{Kind: site.LinkedImage, URLs: 1, States: map[site.LinkState]int{site.LinkFailed: 1}}}}
	console.Equal(t, *a.Linked, want)
	console.Equal(t, a.Linked.Kinds[0].Bad(), 1)
}

func faultyLedger() []site.Entry {
	entry := func(path string, state site.State, status int, reason site.Reason, page, from string) site.Entry {
		e := site.Entry{Key: home + path, URL: home + path, State: state, Status: status, Reason: reason, Level: 1}
		if page != "" {
			e.Page = home + page
		}
		if from != "" {
			e.From = home + from
		}
		return e
	}
	none := site.Reason{}
	return []site.Entry{
		{Key: home + "/asked", URL: home + "/asked", State: site.StateStatus, Status: 410},
		entry("/", site.StatePage, 200, none, "/", ""),
		entry("/a", site.StatePage, 200, site.Reason{Limit: site.LimitLinksPerPage, Bound: 3}, "/a", "/"),
		entry("/b", site.StatePage, 200, none, "/b", ""),
		entry("/big", site.StateFailed, 200,
			site.Reason{Failure: site.Failure{Class: site.FailTooLarge, Detail: "over 5 MiB"}}, "", "/b"),
		entry("/c", site.StatePage, 200, none, "/c", "/"),
		entry("/circle", site.StateRedirectBad, 301, site.Reason{Location: site.LinkFault{Kind: site.FaultLoop}}, "",
			"/"),
		entry("/copy1", site.StateDuplicate, 200, none, "/a", "/"),
		entry("/copy2", site.StateRule, 0, none, "/a", "/"),
		entry("/copy3", site.StateCanonical, 200, none, "/a", ""),
		entry("/d", site.StatePage, 200, none, "/d", "/c"),
		entry("/down", site.StateFailed, 0,
			site.Reason{Failure: site.Failure{Class: site.FailTimeout, Detail: "no header within 30s"}}, "", "/c"),
		entry("/e", site.StatePage, 200, none, "/e", "/d"),
		entry("/far", site.StateRedirect, 301, site.Reason{Target: home + "/hop?b=1&a=2"}, "/b", "/"),
		entry("/file", site.StateRedirectLost, 301, site.Reason{Target: home + "/x.pdf",
			TargetState: site.StateNotHTML, MediaType: "application/pdf"}, "", "/"),
		entry("/gone", site.StateStatus, 404, none, "", "/"),
		entry("/hop?a=2&b=1", site.StateHop, 302, site.Reason{Target: home + "/b"}, "/b", ""),
		entry("/login", site.StateStatus, 401, none, "", "/"),
		entry("/lost", site.StateRedirectLost, 301,
			site.Reason{Target: home + "/gone", TargetState: site.StateStatus, TargetStatus: 404}, "", "/"),
		entry("/odd", site.StateStatus, 204, none, "", "/"),
		entry("/old", site.StateRedirect, 301, site.Reason{Target: home + "/b"}, "/b", "/a"),
		entry("/out", site.StateRedirectOut, 301, site.Reason{Target: "https://other.example/"}, "", "/"),
		entry("/private", site.StateStatus, 403, none, "", "/a"),
		entry("/secret", site.StateRobots, 0, none, "", "/"),
		entry("/toprivate", site.StateRedirectLost, 302, site.Reason{Target: home + "/private",
			TargetState: site.StateStatus, TargetStatus: 403}, "", "/"),
		entry("/unlinked", site.StateStatus, 404, none, "", ""),
		{Key: "http://example.com/", URL: "http://example.com/", State: site.StateExternal, From: home + "/"},
		{Key: "http://other.example/", URL: "http://other.example/", State: site.StateExternal, From: home + "/"},
	}
}

// faults lists the occurrences of faulty: kind, page, address, sources of how many, and detail.
const faults = `
broken-link 0 /down [4] of 0 timeout: no header within 30s
broken-link 0 /gone [1 2 3 4 5] of 6 status 404
listed-dead 0 /asked [] of 0 status 410
redirect-bad 0 /circle [1] of 0 loop
redirect-lost 0 /lost [1] of 0 to /gone: status 404
broken-external 0 http://other.example/ [2 5] of 2 external: status 410
broken-resource 0 /a.png [1 2 3 4 5] of 6 document, image: dns: no such host, redirected to http://gone.example/a.png
bad-href 0 http:// [1 3] of 2 no host
bad-href 0 file:///c [3] of 1 scheme file
sitemap-dead 0 /gone [] of 0 status 404, in /s
forbidden 0 /private [2] of 0 status 403
forbidden 0 /toprivate [1] of 0 to /private: status 403
redirect-chain 3 /far [1] of 0 2 redirects: /hop?b=1&a=2 > /b
redirect-only 3 /b [1] of 1
duplicate-class 2 /a [1 3] of 2 2 other addresses: /copy1 /copy2
duplicate-title 2 /a [2 3] of 2 Twice
missing-title 4 /c [1] of 1
canonical-bad 3 /b [1] of 1 http://[
canonical-not-a-page 4 /c [1] of 1 redirects to page 3: /old
meta-refresh 3 /b [1] of 1 5; url=/a
insecure-link 0 http://example.com/ [1] of 0
links-cut 2 /a [1] of 0 max_links_per_page: 3 links not looked at
orphan 0 /orphan [] of 0 in /s
sitemap-redirect 3 /old [] of 0 to /b, in /s
sitemap-non-canonical 2 /copy1 [] of 0 has its content, in /s
sitemap-blocked 0 /secret [] of 0 in /s
sitemap-noindex 2 /a [] of 0 NOINDEX, follow, in /s
visited-unlinked 0 /hidden [] of 0 visits: 0, by robots: 3
login-required 0 /login [1] of 0 status 401
link-through-redirect 3 /old [2] of 1 to /b
redirect-external 0 /out [1] of 0 to https://other.example/
robots-blocked 0 /secret [1] of 0 forbidden by robots.txt
odd-status 0 /odd [1] of 0 status 204
not-read 0 /big [3] of 0 too-large: over 5 MiB
canonical-elsewhere 2 /a [1 3] of 2 page 3: /b
canonical-elsewhere 6 /e [5] of 1 another site: https://other.example/e
canonical-unseen 5 /d [4] of 1 in no link: /nowhere
deep-page 5 /d [4] of 1 level 5
deep-page 6 /e [5] of 1 level 6
one-inlink 3 /b [1] of 1
one-inlink 4 /c [1] of 1
one-inlink 5 /d [4] of 1
one-inlink 6 /e [5] of 1
no-outlink 6 /e [5] of 1 external links: 2
noindex 2 /a [1 3] of 2 NOINDEX, follow
noindex 4 /c [1] of 1 none
nofollow 4 /c [1] of 1 none
nofollow-link 0 /a [1] of 1 rel NoFollow noopener
sitemap-outside 0 https://other.example/ [] of 0 in /s
never-visited 6 /e [5] of 1 visits by robots: 2
`

func TestProblems(t *testing.T) {
	f := find(t, faulty())
	problems, occurrences := f.problems(), f.occurrences(0)
	var got []string
	counts := map[string]int{}
	for o, err := range occurrences {
		must(t, err)
		line := fmt.Sprintf("%s %d %s %v of %d %s", o.Kind, o.Page, o.URL, o.Sources, o.SourceCount, o.Detail)
		got = append(got, strings.TrimSpace(strings.ReplaceAll(line, home, "")))
		counts[o.Kind]++
	}
	console.Equal(t, strings.Join(got, "\n"), strings.TrimSpace(faults))
	others := slices.DeleteFunc(problemKinds(), func(k kind) bool {
		return slices.Contains(factProblems, k.name) || k.name == "canonical-dead" || k.name == "canonical-circle"
	})
	for i, k := range others { // all of them occur
		if i >= len(problems) || problems[i].Kind != k.name || problems[i].Count != counts[k.name] {
			t.Fatalf("problem %d: want %d of %s in %+v", i, counts[k.name], k.name, problems)
		}
	}
	again := 0
	for range occurrences {
		again++
	}
	console.Equal(t, again, len(got), "occurrences at first, then")
}

// The problems of canonical links agree with ones found by hand.
func TestCanonicals(t *testing.T) {
	to := []string{"/", "/2", "/3", "/1", "/1", "/gone", "/lost", "/private", "/6"}
	want := []string{"", "canonical-circle", "canonical-circle", "canonical-circle", "canonical-elsewhere",
		"canonical-dead", "canonical-dead", "canonical-not-a-page", "canonical-elsewhere"}
	var arcs [][2]uint32
	for i := range to[1:] {
		arcs = append(arcs, arc(0, uint32(i+1)))
	}
	c := crawlOf(graphOf(len(to), arcs...))
	for i := range c.Graph.Pages {
		p := &c.Graph.Pages[i]
		*p = site.Page{URL: fmt.Sprint(home, "/", i), Title: fmt.Sprint(i), Canonical: home + to[i], Level: min(i, 1)}
		if i == 0 {
			p.URL = home + "/"
		}
		p.Key = p.URL
	}
	c.Ledger = site.WithoutErrors([]site.Entry{{Key: home + "/gone", State: site.StateStatus, Status: 410},
		{Key: home + "/lost", State: site.StateRedirectLost, Reason: site.Reason{TargetState: site.StateStatus,
			TargetStatus: 404}}, {Key: home + "/private", State: site.StateStatus, Status: 403}})
	got := make([]string, len(to))
	for o, err := range find(t, c).occurrences(0) {
		must(t, err)
		if strings.HasPrefix(o.Kind, "canonical") {
			got[o.Page-1] += o.Kind
		}
	}
	console.Equal(t, got, want)
}

// find finds the problems of a crawl that must be readable.
func find(t *testing.T, c *site.Crawl) *problemSearch {
	t.Helper()
	f, err := findProblems(c, newDigraph(c.Graph))
	must(t, err)
	return f
}

// passes counts how often the ledger, and the bad links and links, of a crawl are read.
func passes(c *site.Crawl) (ledger, links *int) {
	ledger, links = new(int), new(int)
	entries, bad, all := c.Ledger, c.Bad, c.Links
	c.Ledger = func(yield func(site.Entry, error) bool) { *ledger++; entries(yield) }
	c.Bad = func(yield func(site.BadLink, error) bool) { *links++; bad(yield) }
	c.Links = func(yield func(site.Occurrence, error) bool) { *links++; all(yield) }
	return ledger, links
}

// Little is kept for a URL that very many pages link to.
func TestKeptSources(t *testing.T) {
	c := crawlOf(graphOf(2, arc(0, 1)))
	c.Ledger = site.WithoutErrors([]site.Entry{{Key: home + "/x", State: site.StateStatus, Status: 404, From: home}})
	c.Mentions = func(string) []int { return make([]int, 1000) }
	o := find(t, c).kinds[0].first[0]
	if o.SourceCount != 1000 || len(o.Sources) != sourcesListed || cap(o.Sources) > 2*sourcesListed {
		t.Errorf("of %d sources %d are kept in the room of %d", o.SourceCount, len(o.Sources), cap(o.Sources))
	}
}

// If a kind has very many occurrences, the first are kept, which is enough for the report. problems.csv reads the
// ledger or the links once more for the kind.
func TestManyOccurrences(t *testing.T) {
	const many = 2*occurrencesKept + 1
	c := crawlOf(graphOf(2, arc(0, 1)))
	c.Graph.Pages[0].Key = home + "/"
	c.Ledger = func(yield func(site.Entry, error) bool) {
		for i := range many {
			e := site.Entry{Key: fmt.Sprintf("%s/%06d", home, i), State: site.StateStatus, Status: 404,
				From: home + "/"}
			e.URL = e.Key
			if !yield(e, nil) {
				return
			}
		}
	}
	c.Bad = func(yield func(site.BadLink, error) bool) {
		for i := range many {
			if !yield(site.BadLink{Source: 1, Href: fmt.Sprintf("http://%06d:", i),
				Fault: site.LinkFault{Kind: site.FaultNoHost}}, nil) {
				return
			}
		}
	}
	c.Links = site.WithoutErrors[site.Occurrence](nil)
	ledger, links := passes(c)
	f := find(t, c)

	urls := map[string][]string{}
	read := func(each int) {
		clear(urls)
		for o, err := range f.occurrences(each) {
			must(t, err)
			urls[o.Kind] = append(urls[o.Kind], o.URL)
		}
	}
	read(50)
	if *ledger != 1 || *links != 2 || len(urls["broken-link"]) != 50 || len(urls["bad-href"]) != 50 {
		t.Errorf("the first 50: %d passes over the ledger, %d over the links, %d and %d occurrences",
			*ledger, *links, len(urls["broken-link"]), len(urls["bad-href"]))
	}
	read(0)
	console.Equal(t, *ledger, 2, "all")
	console.Equal(t, *links, 3, "all")
	for kind, format := range map[string]string{"broken-link": home + "/%06d", "bad-href": "http://%06d:"} {
		if len(urls[kind]) != many {
			t.Fatalf("%s: %d occurrences, want %d", kind, len(urls[kind]), many)
		}
		for i, url := range urls[kind] {
			if url != fmt.Sprintf(format, i) {
				t.Fatalf("%s: occurrence %d is %s", kind, i, url)
			}
		}
	}
}

func TestProblemKinds(t *testing.T) {
	known := map[string]bool{}
	for _, k := range problemKinds() {
		ways := 0
		for _, way := range []bool{k.entry != nil, k.page != nil, k.list != nil} {
			ways += one(way)
		}
		if ways != 1 || known[k.name] || !strings.HasSuffix(k.says, ".") {
			t.Errorf("kind %q: not one way to find it, listed twice or badly described: %q", k.name, k.says)
		}
		known[k.name] = true
	}
}

// If a crawl lacks tables, all problems that can be found without them are still reported.
func TestProblemsOfLittle(t *testing.T) {
	for _, test := range []struct {
		name string
		g    *site.Graph
		want []string
	}{
		{"no page", &site.Graph{}, nil},
		{"one page", graphOf(1), []string{"missing-title 1", "no-outlink 1", "missing-lang 1"}},
		{"no arcs", graphOf(2), []string{"missing-title 2", "no-outlink 2", "missing-lang 2"}},
		{"a self-loop", graphOf(1, arc(0, 0)), []string{"missing-title 1", "no-outlink 1", "missing-lang 1"}},
	} {
		f := find(t, crawlOf(test.g))
		problems, occurrences := f.problems(), f.occurrences(0)
		var got []string
		for _, p := range problems {
			got = append(got, fmt.Sprintf("%s %d", p.Kind, p.Count))
		}
		if !slices.Equal(got, test.want) || problems == nil {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
		for range occurrences { // may be left at once
			break
		}
	}
}

func TestProblemErrors(t *testing.T) {
	broken := errors.New("record 7 of the state is damaged")
	c := crawlOf(graphOf(1))
	c.Bad = func(yield func(site.BadLink, error) bool) { yield(site.BadLink{}, broken) }
	if _, err := findProblems(c, newDigraph(c.Graph)); !errors.Is(err, broken) {
		t.Errorf("got %v, want %v", err, broken)
	}
}

// Hrefs beyond the number held at once are yielded in portions, and none is lost.
func TestGatheringIsBounded(t *testing.T) {
	c := crawlOf(graphOf(3))
	c.Bad = func(yield func(site.BadLink, error) bool) {
		for source := 1; source <= 2; source++ {
			for i := range groupedAtOnce + 10 {
				if !yield(site.BadLink{Source: source, Href: fmt.Sprint(i),
					Fault: site.LinkFault{Kind: site.FaultNoHost}}, nil) {
					return
				}
			}
		}
	}
	f := newFinder(c, newDigraph(c.Graph))
	sum, last := 0, 0
	for o, err := range grouped(badPlaces)(f) {
		if err != nil || o.Sources[0] < last {
			t.Fatal(o, err)
		}
		sum += o.SourceCount
		last = o.Sources[0]
	}
	console.Equal(t, sum, 2*(groupedAtOnce+10))
}

// The counts agree with the occurrences for any addresses and reasons.
func FuzzProblems(f *testing.F) {
	f.Add("alias-redirect", "to https://example.com/x", "https://example.com/x", "http://[::1", "none, nofollow")
	f.Add("redirect-lost", "to : status ", "", "//", "\xff")
	f.Fuzz(func(t *testing.T, state, reason, key, canonical, robots string) {
		g := graphOf(3, arc(0, 1), arc(1, 2))
		for i := range g.Pages {
			g.Pages[i].Key, g.Pages[i].Canonical, g.Pages[i].Robots = g.Pages[i].URL, canonical, robots
		}
		g.Pages[2].Key = key
		c := crawlOf(g)
		c.Aliases = []site.Alias{{Key: key, Page: g.Pages[1].Key, Kind: site.AliasDuplicate}}
		c.Ledger = site.WithoutErrors([]site.Entry{
			{Key: key, State: site.State(state),
				Reason: site.Reason{Text: reason, Target: reason, TargetState: site.State(reason)},
				From:   g.Pages[0].Key, Page: canonical},
			{Key: canonical, State: site.StateRedirect, Reason: site.Reason{Target: key}, From: key},
		})
		found := find(t, c)
		problems, occurrences := found.problems(), found.occurrences(0)
		counts := map[string]int{}
		for o, err := range occurrences {
			if err != nil || len(o.Sources) > sourcesListed {
				t.Fatal(o, err)
			}
			counts[o.Kind]++
		}
		for _, p := range problems {
			console.Equal(t, p.Count, counts[p.Kind], p.Kind)
		}
	})
}
