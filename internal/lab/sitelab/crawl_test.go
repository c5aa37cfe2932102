package sitelab

import (
	"errors"
	"fmt"
	"iter"
	"strings"
	"testing"

	"sitegraph/internal/console"
	"sitegraph/internal/lab/replayed"
	"sitegraph/schedule/order"
	"sitegraph/schedule/sites"
	"sitegraph/site"
)

var must = console.Must

// crawlOf makes a crawl from each page's targets and external links.
func crawlOf(name string, targets [][]uint32, external [][]string) *site.Crawl {
	g := &site.Graph{Offsets: []int{0}}
	for p, out := range targets {
		url := fmt.Sprintf("http://%s/d%d/p%d.html", name, p%3, p)
		g.Pages = append(g.Pages, site.Page{URL: url, Key: url})
		g.Targets = append(g.Targets, out...)
		g.Offsets = append(g.Offsets, len(g.Targets))
	}
	g.Weights = site.NewNumbers(len(g.Targets))
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

func siteOf(t testing.TB, c *site.Crawl) *replayed.Site {
	t.Helper()
	s, err := replayed.New(c, "")
	must(t, err)
	return s
}

// star makes a site whose home page links to all others. Page p has pages[p].New external links of its own.
func star(t testing.TB, pages []sites.Page) *replayed.Site {
	t.Helper()
	targets, external, links := make([][]uint32, len(pages)), make([][]string, len(pages)), 0
	for p, page := range pages {
		targets[0] = append(targets[0], uint32(p))
		for range page.New {
			external[p] = append(external[p], fmt.Sprint("http://o/", links))
			links++
		}
	}
	return siteOf(t, crawlOf("star", targets, external))
}

func rewardsOf(t testing.TB, s *replayed.Site) []sites.Page {
	t.Helper()
	pages, err := rewards(t.Context(), s)
	must(t, err)
	return pages
}

// variety returns a crawl with a URL of every kind. The home page links to a, c, e, f, h and n. c redirects to g and
// that to d. e redirects to i, a duplicate of the home page, and so does m, linked from d. f redirects to j, a status.
// Pages home, a, b and d have external links.
func variety() *site.Crawl {
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
		switch state {
		case site.StateRedirect, site.StateBoth, site.StateRedirectLost, site.StateHop:
			e.Status = 302
		case site.StateStatus:
			e.Status = 404
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

// requests crawls a site and returns the names of the URLs in order, free ones in brackets, each with its new links.
func requests(t *testing.T, s *replayed.Site) (names []string) {
	t.Helper()
	decisions, err := replayed.Crawl(t.Context(), []*replayed.Site{s}, order.Options{})
	must(t, err)
	for _, d := range decisions {
		name := strings.TrimPrefix(d.Key, "http://x/")
		if d.Free {
			name = "(" + name + ")"
		}
		names = append(names, fmt.Sprint(name, d.Found))
	}
	return names
}

// A replay requests URLs by depth, redirect targets after their depth. Redirects and forbidden URLs are free.
func TestRequests(t *testing.T) {
	s := siteOf(t, variety())
	want := []string{"1", "a1", "(c)0", "d1", "(e)0", "(f)0", "(h)0", "n0", "(g)0", "i0", "j0", "b1", "(m)0"}
	console.Equal(t, requests(t, s), want, "requests")
	pages := []sites.Page{{New: 1}, {New: 1}, {New: 1}, {}, {}, {}, {New: 1, Again: 1}}
	console.Equal(t, rewardsOf(t, s), pages, "rewards")
}

// If a page and its duplicate are requested, the first counts as the page and has the links.
func TestFirstIsThePage(t *testing.T) {
	c := crawlOf("x", [][]uint32{{1}, {2}, {}}, [][]string{{}, {"http://p/"}, {}})
	for i, key := range []string{"http://x/", "http://x/b", "http://x/c"} {
		c.Graph.Pages[i].Key, c.Graph.Pages[i].URL, c.Graph.Pages[i].Level = key, key, i
	}
	c.Ledger = func(yield func(site.Entry, error) bool) {
		_ = yield(site.Entry{Key: "http://x/a", State: site.StateDuplicate, Status: 200, Level: 1, From: "http://x/",
			Page: "http://x/b"}, nil) &&
			yield(site.Entry{Key: "http://x/b", State: site.StatePage, Status: 200, Level: 1, From: "http://x/"}, nil)
	}
	console.Equal(t, requests(t, siteOf(t, c)), []string{"0", "a1", "b0", "c0"}, "requests")
}

func TestRefusesCrawls(t *testing.T) {
	broken := errors.New("row 7")
	sequence := func(l site.ExternalLink, err error) iter.Seq2[site.ExternalLink, error] {
		return func(yield func(site.ExternalLink, error) bool) { yield(l, err) }
	}
	for _, c := range []struct {
		change func(*site.Crawl)
		want   string
	}{
		{func(c *site.Crawl) { c.Graph = &site.Graph{} }, "no page"},
		{func(c *site.Crawl) { c.External = sequence(site.ExternalLink{}, broken) }, "row 7"},
		{func(c *site.Crawl) { c.External = sequence(site.ExternalLink{Source: 9}, nil) }, "no page 9"},
		{func(c *site.Crawl) {
			c.Ledger = func(yield func(site.Entry, error) bool) { yield(site.Entry{}, broken) }
		}, "ledger of http://a: row 7"},
	} {
		crawled := crawlOf("a", [][]uint32{{}}, [][]string{{"http://x/"}})
		c.change(crawled)
		_, err := replayed.New(crawled, "")
		console.Fails(t, err, c.want)
	}
}

// URLs come in order of discovery, but redirect targets come next. Here 1 on site 0 redirects to 3.
func TestBreadthFirst(t *testing.T) {
	b := replayed.BreadthFirst()
	b.Know(0, "")
	b.Know(1, "")
	var got []string
	for i, number, ok := b.Next(); ok; i, number, ok = b.Next() {
		got = append(got, fmt.Sprint(i, number))
		out := site.Outcome{}
		switch got[len(got)-1] {
		case "0 0":
			out.Known = make([]site.Known, 3)
		case "1 0":
			out.Known = make([]site.Known, 1)
		case "0 1":
			out = site.Outcome{Kind: site.OutcomeMerged, Free: true, Into: 3}
		}
		must(t, b.Done(i, number, out))
	}
	console.Equal(t, got, []string{"0 0", "1 0", "0 1", "0 3", "0 2", "1 1"}, "order")
}
