package struck_test

import (
	"fmt"
	"iter"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"sitegraph/export/struck"
	"sitegraph/internal/console"
	"sitegraph/site"
)

const s = "http://site.example"

// crawl returns three pages and an alias of the third:
//
//	/  → /a, /b, /c (redirects to /b), /lost (404), other.example
//	/a → /c, other.example
//	/b → / and twice an href that is not a link
func crawl() *site.Crawl {
	g := &site.Graph{Offsets: []int{0, 2, 3, 4}, Targets: []uint32{1, 2, 2, 0}, Weights: site.NumbersOf(1, 2, 1, 1)}
	for i, path := range []string{"/", "/a", "/b"} {
		g.Pages = append(g.Pages, site.Page{URL: s + path, Key: s + path, Level: min(i, 1), Status: 200})
	}
	mentions := map[string][]int{s + "/": {3}, s + "/a": {1}, s + "/b": {1}, s + "/c": {1, 2}, s + "/lost": {1},
		"http://other.example/": {1, 2}}
	return &site.Crawl{Site: s, Graph: g,
		Aliases: []site.Alias{{Key: s + "/c", Page: s + "/b", Kind: site.AliasRedirect}},
		Ledger: all(
			site.Entry{Key: s + "/", URL: s + "/", State: site.StatePage, Page: s + "/", From: s + "/b"},
			site.Entry{Key: s + "/a", URL: s + "/a", State: site.StatePage, Page: s + "/a", From: s + "/"},
			site.Entry{Key: s + "/b", URL: s + "/b", State: site.StatePage, Page: s + "/b", From: s + "/"},
			site.Entry{Key: s + "/c", URL: s + "/c", State: site.StateRedirect, Page: s + "/b", From: s + "/"},
			site.Entry{Key: s + "/lost", URL: s + "/lost", State: site.StateStatus, Status: 500, From: s + "/"},
			site.Entry{Key: "http://other.example/", URL: "http://other.example/", State: site.StateExternal, Level: -1,
				From: s + "/"}),
		External: all(site.ExternalLink{Source: 1, URL: "http://other.example/", Text: "x", Count: 3},
			site.ExternalLink{Source: 2, URL: "http://other.example/", Text: "y", Count: 1}),
		Bad:      all(site.BadLink{Source: 3, Href: "http://", Count: 2}),
		Mentions: func(key string) []int { return mentions[key] }}
}

func all[T any](values ...T) iter.Seq2[T, error] { return site.WithoutErrors(values) }

// shown lists everything that files show of a crawl, in lines.
func shown(t *testing.T, c *site.Crawl) (lines []string) {
	t.Helper()
	add := func(format string, args ...any) { lines = append(lines, fmt.Sprintf(format, args...)) }
	for i, p := range c.Graph.Pages {
		add("page %s %d", p.Key[len(s):], p.ExternalLinks)
		targets, weights := c.Graph.Out(i)
		for j, to := range targets {
			add("arc %d %d %d", i+1, to+1, weights.At(j))
		}
	}
	for _, a := range c.Aliases {
		add("alias %s %s", a.Key[len(s):], a.Page[len(s):])
	}
	for e := range c.Ledger {
		add("ledger %s %s from %s, links %v", e.Key, e.State, e.From, c.Mentions(e.Key))
	}
	for l := range c.External {
		add("external %d %s", l.Source, l.Text)
	}
	for l := range c.Bad {
		add("bad %d", l.Source)
	}
	n := c.Counts
	add("%d pages, %d arcs, %d links, %d external, %d bad, %d errors, %v", n.Pages, n.Arcs, n.Links, n.ExternalLinks,
		n.BadLinks, n.ServerErrors, n.States)
	return lines
}

// TestWithout checks which lines go and which come when rows are struck from the crawl above.
func TestWithout(t *testing.T) {
	const counts = "0 pages, 0 arcs, 0 links, 0 external, 0 bad, 0 errors, map[]" // of the fixture
	for name, c := range map[string]struct {
		out        []string
		counts     map[string]int
		gone, come []string
	}{
		"nothing of it": {[]string{struck.Identity("pages", "http://b.example/"), struck.Identity("links", s, s)}, nil,
			nil, nil},
		"the start page stays": {[]string{struck.Identity("pages", s+"/")}, nil, nil, nil},
		"a link of two to a page": {[]string{struck.Identity("links", s+"/", s+"/b")}, map[string]int{"links": 1},
			[]string{"page / 0", "page /a 0", "ledger " + s + "/b page from " + s + "/, links [1]", counts},
			[]string{"page / 3", "page /a 1", "ledger " + s + "/b page from , links []",
				"3 pages, 4 arcs, 5 links, 4 external, 2 bad, 1 errors, " +
					"map[alias-redirect:1 external:1 page:3 status:1]"}},
		"both links to a page": {
			[]string{struck.Identity("links", s+"/", s+"/b"), struck.Identity("links", s+"/", s+"/c")},
			map[string]int{"links": 2},
			[]string{"page / 0", "arc 1 3 2", "page /a 0", "ledger " + s + "/b page from " + s + "/, links [1]",
				"ledger " + s + "/c alias-redirect from " + s + "/, links [1 2]", counts},
			[]string{"page / 3", "page /a 1", "ledger " + s + "/b page from , links []",
				"ledger " + s + "/c alias-redirect from " + s + "/a, links [2]",
				"3 pages, 3 arcs, 3 links, 4 external, 2 bad, 1 errors, " +
					"map[alias-redirect:1 external:1 page:3 status:1]"}},
		"a page": {[]string{struck.Identity("pages", s+"/a")}, map[string]int{"pages": 1},
			[]string{"page / 0", "arc 1 2 1", "arc 1 3 2", "page /a 0", "arc 2 3 1", "arc 3 1 1",
				"ledger " + s + "/ page from " + s + "/b, links [3]",
				"ledger " + s + "/a page from " + s + "/, links [1]",
				"ledger " + s + "/c alias-redirect from " + s + "/, links [1 2]",
				"ledger http://other.example/ external from " + s + "/, links [1 2]", "external 2 y", "bad 3", counts},
			[]string{"page / 3", "arc 1 2 2", "arc 2 1 1", "ledger " + s + "/ page from " + s + "/b, links [2]",
				"ledger " + s + "/c alias-redirect from " + s + "/, links [1]",
				"ledger http://other.example/ external from " + s + "/, links [1]", "bad 2",
				"2 pages, 2 arcs, 3 links, 3 external, 2 bad, 1 errors, " +
					"map[alias-redirect:1 external:1 page:2 status:1]"}},
		"rows of the other tables": {[]string{struck.Identity("ledger", s+"/lost"), struck.Identity("ledger", s+"/a"),
			struck.Identity("external", s+"/", "http://other.example/", "x", ""),
			struck.Identity("bad", s+"/b", "http://", "")},
			map[string]int{"ledger": 1, "external": 1, "bad": 1},
			[]string{"page /a 0", "ledger " + s + "/lost status from " + s + "/, links [1]", "external 1 x", "bad 3",
				counts},
			[]string{"page /a 1", "3 pages, 4 arcs, 5 links, 1 external, 0 bad, 0 errors, " +
				"map[alias-redirect:1 external:1 page:3]"}},
	} {
		l := opened(t, filepath.Join(t.TempDir(), struck.Name))
		must(t, l.Strike(c.out, true))
		got, counts, err := struck.Without(crawl(), l)
		must(t, err)
		before, after := shown(t, crawl()), shown(t, got)
		gone := slices.DeleteFunc(slices.Clone(before), func(l string) bool { return slices.Contains(after, l) })
		come := slices.DeleteFunc(after, func(l string) bool { return slices.Contains(before, l) })
		console.Equal(t, gone, c.gone, name)
		console.Equal(t, come, c.come, name)
		console.Equal(t, fmt.Sprint(counts), fmt.Sprint(c.counts), name, counts, c.counts)
	}
}

// left returns the crawl without the rows of identities.
func left(t *testing.T, c *site.Crawl, identities ...string) *site.Crawl {
	t.Helper()
	list := opened(t, filepath.Join(t.TempDir(), struck.Name))
	must(t, list.Strike(identities, true))
	left, _, err := struck.Without(c, list)
	must(t, err)
	return left
}

// Declared links get the new ids, and go with their pages.
func TestWithoutDeclared(t *testing.T) {
	c := crawl()
	c.Declared = slices.Values([]site.Declared{{Page: 1, Position: 1, Target: 2}, {Page: 1, Position: 2, Target: 3},
		{Page: 2, Position: 1, Target: 1}, {Page: 3, Position: 1, Target: 1}})
	want := []site.Declared{{Page: 1, Position: 1}, {Page: 1, Position: 2, Target: 2},
		{Page: 2, Position: 1, Target: 1}}
	console.Equal(t, slices.Collect(left(t, c, struck.Identity("pages", s+"/a")).Declared), want)
}

// Times of struck pages and arcs go, and so do the pages and arcs in earlier graphs. By hand, without /a and the link
// from /b to the home page, two pages and the arc / → /b are left, the second arc of the crawl.
func TestWatched(t *testing.T) {
	c := crawl()
	then := *c
	c.Watched = &site.Watched{
		Pages:   []site.Seen{{First: 1}, {First: 2}, {First: 3}},
		Arcs:    []site.Seen{{First: 4}, {First: 5}, {First: 6}, {First: 7}},
		Belief:  &site.Belief{Chance: []float64{0.1, 0.2, 0.3}, Next: []site.NextCheck{{Page: 2}, {Page: 1}}},
		Moments: all(&then),
	}
	got := left(t, c, `["pages","`+s+`/a"]`, `["links","`+s+`/b","`+s+`/"]`)
	want := &site.Watched{Pages: []site.Seen{{First: 1}, {First: 3}}, Arcs: []site.Seen{{First: 5}},
		Belief: &site.Belief{Chance: []float64{0.1, 0.3}, Next: []site.NextCheck{{Page: 1}}}}
	for m, err := range got.Watched.Moments {
		if err != nil || len(m.Graph.Pages) != 2 || m.Graph.Arcs() != 1 {
			t.Errorf("earlier: %+v, %v", m.Graph, err)
		}
	}
	if got.Watched.Moments = nil; !reflect.DeepEqual(got.Watched, want) {
		t.Errorf("got %+v\nwant %+v", got.Watched, want)
	}
}

// What agents know of struck pages goes, and ids are renumbered. By hand, without /a, which led to /b.
func TestSearched(t *testing.T) {
	c := crawl()
	c.Searched = &site.Searched{Topics: []string{"x"}, Pages: []site.SearchedPage{{Visit: 1}, {Visit: 2, FoundOn: 1},
		{Visit: 3, FoundOn: 2}}}
	want := &site.Searched{Topics: []string{"x"}, Pages: []site.SearchedPage{{Visit: 1}, {Visit: 3}}}
	console.Equal(t, left(t, c, `["pages","`+s+`/a"]`).Searched, want)
}

// Linked URLs get the ids of the pages that are left, and go if none is. Read back from files, only the first page and
// the number of pages are known.
func TestLinked(t *testing.T) {
	c := crawl()
	c.Linked = []*site.Linked{{Key: "a", Pages: []int32{1, 2, 3}}, {Key: "b", Pages: []int32{2}},
		{Key: "c", Pages: []int32{2}, Count: 4}, {Key: s + "/lost", Pages: []int32{1, 3}}}
	got := left(t, c, `["pages","`+s+`/a"]`, `["links","`+s+`/","`+s+`/lost"]`)
	want := []*site.Linked{{Key: "a", Pages: []int32{1, 2}}, {Key: "c", Count: 3},
		{Key: s + "/lost", Pages: []int32{2}}}
	console.Equal(t, got.Linked, want)
}
