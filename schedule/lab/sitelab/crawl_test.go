package sitelab

import (
	"errors"
	"fmt"
	"iter"
	"reflect"
	"slices"
	"strings"
	"testing"

	"sitegraph/schedule/lab"
	"sitegraph/schedule/order"
	"sitegraph/schedule/sites"
	"sitegraph/site"
)

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// crawlOf makes a crawl: the targets of each page, and its external links.
func crawlOf(name string, targets [][]uint32, external [][]string) *site.Crawl {
	g := &site.Graph{Offsets: []int{0}}
	for p, out := range targets {
		url := fmt.Sprintf("http://%s/d%d/p%d.html", name, p%3, p)
		g.Pages = append(g.Pages, site.Page{URL: url, Key: url})
		g.Targets = append(g.Targets, out...)
		g.Offsets = append(g.Offsets, len(g.Targets))
	}
	g.Weights = make([]uint32, len(g.Targets))
	links := func(yield func(site.ExternalLink, error) bool) {
		for p, links := range external {
			for _, l := range links {
				if !yield(site.ExternalLink{Source: p + 1, Key: l}, nil) {
					return
				}
			}
		}
	}
	return &site.Crawl{Site: "http://" + name, Name: name, Graph: g, External: links}
}

// star makes a site whose home page links to all others, with so many new
// links on each page.
func star(pages []sites.Page) *crawl {
	s := &crawl{out: make([][]uint32, len(pages)), external: make([][]int32, len(pages))}
	for p, page := range pages {
		key := fmt.Sprintf("http://star/%c/page-%d.html", 'a'+p%7, p)
		s.urls = append(s.urls, address{key: key, page: uint32(p), into: nowhere})
		s.out[0] = append(s.out[0], uint32(p))
		for range page.New {
			s.external[p] = append(s.external[p], int32(s.kinds))
			s.kinds++
		}
	}
	return s
}

func TestNewCrawl(t *testing.T) {
	s, err := newCrawl(crawlOf("a", [][]uint32{{1, 2}, {0}, {}}, [][]string{
		{"http://x/", "http://X", "http://y/Q"},
		{"http://y/q", "http://z/"},
		{"http://x", "http://y/q/", "http://z"},
	}))
	must(t, err)
	if s.pages() != 3 || s.kinds != 3 {
		t.Errorf("%d pages, %d links", s.pages(), s.kinds)
	}
	want := []sites.Page{{New: 2}, {New: 1, Again: 1}, {Again: 2}}
	if got := rewardsOf(t, s); !slices.Equal(got, want) {
		t.Errorf("rewards %v, want %v", got, want)
	}
}

func rewardsOf(t testing.TB, s *crawl) []sites.Page {
	t.Helper()
	pages, err := s.rewards()
	must(t, err)
	return pages
}

// replayed is a crawl with a URL of every kind. The home page links to a, c, e,
// f, h and n; c redirects to g, which redirects to d; e redirects to i, a
// duplicate of the home page, and so does m, which d links to; f redirects to j,
// a status. The pages a, b and d have external links.
func replayed() *site.Crawl {
	c := crawlOf("x", [][]uint32{{1, 3}, {2}, {}, {0}},
		[][]string{{"http://o/"}, {"http://p/"}, {"http://q/", "http://o/"}, {"http://r/"}})
	for i, p := range []site.Page{{Key: "http://x/"}, {Key: "http://x/a", Level: 1}, {Key: "http://x/b", Level: 2},
		{Key: "http://x/d", Level: 1}} {
		p.URL = p.Key
		c.Graph.Pages[i] = p
	}
	at := func(name string, state site.State, level int, from string, more ...string) site.Entry {
		e := site.Entry{Key: "http://x/" + name, URL: "http://x/" + name, State: state, Level: level, From: from}
		if len(more) > 0 {
			e.Reason.Target, e.Page = more[0], more[1]
		}
		return e
	}
	home, d := "http://x/", "http://x/d"
	entries := []site.Entry{
		at("", site.StatePage, 0, "", "", home),
		at("a", site.StatePage, 1, home, "", "http://x/a"),
		at("b", site.StatePage, 2, "http://x/a", "", "http://x/b"),
		at("c", site.StateRedirect, 1, home, "http://x/g", d),
		at("d", site.StatePage, 1, "", "", d),
		at("e", site.StateBoth, 1, home, "http://x/i", home),
		at("f", site.StateRedirectLost, 1, home, "http://x/j", ""),
		at("g", site.StateHop, 1, "", "http://x/d", d),
		at("h", site.StateRobots, 1, home),
		at("i", site.StateDuplicate, 1, "", "", home),
		at("j", site.StateStatus, 1, ""),
		at("k", site.StateExcluded, 1, home),
		at("m", site.StateBoth, 2, d, "http://x/i", home),
		at("n", site.StateNotHTML, 1, home),
		{Key: "http://o/", State: site.StateExternal, Level: -1, From: home},
	}
	c.Ledger = func(yield func(site.Entry, error) bool) {
		for _, e := range entries {
			if !yield(e, nil) {
				return
			}
		}
	}
	return c
}

// requests are the names of the URLs requested, the free ones in brackets.
func requests(c *crawl, v *visit) (names []string) {
	for _, r := range v.log {
		name := strings.TrimPrefix(c.urls[r.url].key, "http://x/")
		if r.Free {
			name = "(" + name + ")"
		}
		names = append(names, fmt.Sprint(name, r.Found))
	}
	return names
}

// What is requested is in the order of the crawl, and what a redirect leads to
// comes next. Redirects and what is forbidden are free, all else costs a page
// (specification 2.6).
func TestRequests(t *testing.T) {
	s, err := newCrawl(replayed())
	must(t, err)
	v := newVisit(s)
	found, err := crawlBy(order.Options{}, []visitor{v}, 99)
	must(t, err)
	if want := []int{0, 1, 2, 3, 3, 3, 3, 4}; !slices.Equal(found, want) {
		t.Errorf("found %v, want %v", found, want)
	}
	want := []string{"1", "a1", "(c)0", "(g)0", "d1", "(e)0", "i0", "(f)0", "j0", "(h)0", "n0", "b1", "(m)0"}
	if got := requests(s, v); !slices.Equal(got, want) {
		t.Errorf("requests %v, want %v", got, want)
	}
	pages := []sites.Page{{New: 1}, {New: 1}, {New: 1}, {}, {}, {}, {New: 1, Again: 1}}
	if got := rewardsOf(t, s); !slices.Equal(got, pages) {
		t.Errorf("rewards %v, want %v", got, pages)
	}
}

// Of a page and its duplicate the one that is requested first is the page, and
// has its links.
func TestFirstIsThePage(t *testing.T) {
	c := crawlOf("x", [][]uint32{{1}, {2}, {}}, [][]string{{}, {"http://p/"}, {}})
	for i, key := range []string{"http://x/", "http://x/b", "http://x/c"} {
		c.Graph.Pages[i].Key, c.Graph.Pages[i].URL, c.Graph.Pages[i].Level = key, key, i
	}
	c.Ledger = func(yield func(site.Entry, error) bool) {
		_ = yield(site.Entry{Key: "http://x/a", State: site.StateDuplicate, Level: 1, From: "http://x/",
			Page: "http://x/b"}, nil) &&
			yield(site.Entry{Key: "http://x/b", State: site.StatePage, Level: 1, From: "http://x/"}, nil)
	}
	s, err := newCrawl(c)
	must(t, err)
	v := newVisit(s)
	_, err = crawlBy(order.Options{}, []visitor{v}, 99)
	must(t, err)
	if got, want := requests(s, v), []string{"0", "a1", "b0", "c0"}; !slices.Equal(got, want) {
		t.Errorf("requests %v, want %v", got, want)
	}
	if out := v.log[2]; out.Kind != site.OutcomeMerged || out.Into != 1 {
		t.Errorf("the page became %+v", out)
	}
}

// A crawl that knows who links to a URL has all links; another has the arcs,
// those to aliases as far as they can be told.
func TestLinks(t *testing.T) {
	c := crawlOf("x", [][]uint32{{1, 2}, {2}, {1}}, [][]string{{}, {}, {}})
	for i, key := range []string{"http://x/", "http://x/a", "http://x/b"} {
		c.Graph.Pages[i].Key, c.Graph.Pages[i].URL = key, key
	}
	entries := []site.Entry{
		{Key: "http://x/a", State: site.StatePage, Level: 1, From: "http://x/"},
		{Key: "http://x/b", State: site.StatePage, Level: 1, From: "http://x/a"},
		{Key: "http://x/c", State: site.StateDuplicate, Level: 1, From: "http://x/", Page: "http://x/b"},
	}
	c.Ledger = func(yield func(site.Entry, error) bool) {
		for _, e := range entries {
			if !yield(e, nil) {
				return
			}
		}
	}
	for _, mentions := range []func(string) []int{
		nil, func(string) []int { return nil },
		func(key string) []int {
			return map[string][]int{"http://x/a": {1, 3}, "http://x/b": {2}, "http://x/c": {1, 2}}[key]
		},
	} {
		c.Mentions = mentions
		s, err := newCrawl(c)
		must(t, err)
		want := [][]uint32{{1, 3}, {2}, {1}}
		if mentions != nil && mentions("http://x/c") != nil {
			want[1] = []uint32{2, 3}
		}
		if !reflect.DeepEqual(s.out, want) {
			t.Errorf("links %v, want %v", s.out, want)
		}
	}
}

func TestNewCrawlRefuses(t *testing.T) {
	broken := errors.New("row 7")
	sequence := func(l site.ExternalLink, err error) iter.Seq2[site.ExternalLink, error] {
		return func(yield func(site.ExternalLink, error) bool) { yield(l, err) }
	}
	for _, c := range []struct {
		change func(*site.Crawl)
		want   string
		input  bool
	}{
		{func(c *site.Crawl) { c.Graph = &site.Graph{} }, "no page", true},
		{func(c *site.Crawl) { c.External = nil }, "exporter external", true},
		{func(c *site.Crawl) { c.External = sequence(site.ExternalLink{}, broken) }, "row 7", false},
		{func(c *site.Crawl) { c.External = sequence(site.ExternalLink{Source: 9}, nil) }, "no page 9", false},
		{func(c *site.Crawl) {
			c.Ledger = func(yield func(site.Entry, error) bool) { yield(site.Entry{}, broken) }
		}, "ledger of http://a: row 7", false},
	} {
		crawled := crawlOf("a", [][]uint32{{}}, [][]string{{"http://x/"}})
		c.change(crawled)
		_, err := newCrawl(crawled)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %q", err, c.want)
		}
		var input lab.InputError
		if errors.As(err, &input) != c.input {
			t.Errorf("%v: an error of the input %v, want %v", err, !c.input, c.input)
		}
	}
}

// Breadth first, the URLs of all sites come in the order in which they became
// known, but what a redirect leads to is next.
func TestInTurn(t *testing.T) {
	d := newInTurn(2)
	var got []spot
	for i, number, ok := d.Next(); ok; i, number, ok = d.Next() {
		got = append(got, spot{i, number})
		out := site.Outcome{}
		switch (spot{i, number}) {
		case spot{0, 0}: // leads to 1, 2 and 3
			out.Known = make([]site.Known, 3)
		case spot{1, 0}: // leads to 1
			out.Known = make([]site.Known, 1)
		case spot{0, 1}: // redirects to 3
			out = site.Outcome{Kind: site.OutcomeMerged, Free: true, Into: 3}
		}
		must(t, d.Done(i, number, out))
	}
	if want := []spot{{0, 0}, {1, 0}, {0, 1}, {0, 3}, {0, 2}, {1, 1}}; !slices.Equal(got, want) {
		t.Errorf("order %v, want %v", got, want)
	}
}
