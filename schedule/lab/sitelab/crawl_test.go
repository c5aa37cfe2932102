package sitelab

import (
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
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

// The references count as the policies do. Greedy takes a before d, since it
// was known first, b after a, and what brings nothing last.
func TestReferencesCount(t *testing.T) {
	s, err := newCrawl(replayed())
	must(t, err)
	all := []*crawl{s}
	if got, want := greedy(all, 99), []int{0, 1, 2, 3, 4, 4, 4, 4}; !slices.Equal(got, want) {
		t.Errorf("greedy finds %v, want %v", got, want)
	}
	if got, want := optimum(world{rewardsOf(t, s)}, 7), []int{0, 1, 2, 3, 3, 3, 3, 4}; !slices.Equal(got, want) {
		t.Errorf("optimum %v, want %v", got, want)
	}
	if got, _ := coverage(all, []int{9}); !slices.Equal(got, []int{0, 2, 3, 4, 4}) {
		t.Errorf("coverage finds %v", got)
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

// worldOf has only new links.
func worldOf(rewards ...[]int) world {
	w := make(world, len(rewards))
	for i, s := range rewards {
		for _, x := range s {
			w[i] = append(w[i], sites.Page{New: x})
		}
	}
	return w
}

// best tries all divisions of n pages.
func best(w world, n int) int {
	if len(w) == 0 {
		return 0
	}
	most, sum := 0, 0
	for t := 0; t <= min(n, len(w[0])); t++ {
		if t > 0 {
			sum += w[0][t-1].New
		}
		most = max(most, sum+best(w[1:], n-t))
	}
	return most
}

func TestOptimum(t *testing.T) {
	w := worldOf([]int{3, 0, 0, 1, 0, 0}, []int{0, 0, 5, 0, 0, 4}, []int{1, 1, 1, 1, 1, 1})
	if got := optimum(w, 9)[9]; got != 14 {
		t.Errorf("the example of specification 2.6: %d, want 14", got)
	}
	for seed := range uint64(100) {
		r := rand.New(rand.NewPCG(seed, 1))
		var sites [][]int
		for range 1 + r.IntN(4) {
			s := make([]int, r.IntN(7))
			for p := range s {
				s[p] = r.IntN(6) * r.IntN(2)
			}
			sites = append(sites, s)
		}
		w := worldOf(sites...)
		for n, got := range optimum(w, 15) {
			if want := best(w, n); got != want {
				t.Fatalf("%v: %d links with %d pages, want %d", w, got, n, want)
			}
		}
	}
}

// smallSites draws sites of a few pages with overlapping links.
func smallSites(r *rand.Rand, sites, pages int) []*crawl {
	var all []*crawl
	for i := range sites {
		n := 1 + r.IntN(pages)
		targets, external := make([][]uint32, n), make([][]string, n)
		for p := range n {
			if p > 0 { // every page can be reached
				from := r.IntN(p)
				targets[from] = append(targets[from], uint32(p))
			}
			for range r.IntN(4) {
				external[p] = append(external[p], fmt.Sprintf("http://x/%d", r.IntN(2*pages)))
			}
		}
		s, err := newCrawl(crawlOf(fmt.Sprintf("s%d", i), targets, external))
		if err != nil {
			panic(err)
		}
		all = append(all, s)
	}
	return all
}

// plainCoverage looks at every page at every step.
func plainCoverage(sites []*crawl, pages int, any bool) []int {
	counts, known, done := make([]seen, len(sites)), make([][]int, len(sites)), make([][]bool, len(sites))
	order := 0
	for i, s := range sites {
		counts[i], known[i], done[i] = newSeen(s), make([]int, s.pages()), make([]bool, s.pages())
		for p := range s.pages() {
			if any || p == 0 {
				order++
				known[i][p] = order
			}
		}
	}
	found := []int{0}
	for len(found) <= pages {
		at, gain := spot{-1, 0}, -1
		for i, s := range sites {
			for p := range s.pages() {
				g := counts[i].gain(s, uint32(p))
				if known[i][p] > 0 && !done[i][p] && (g > gain || g == gain && known[i][p] < known[at.site][at.url]) {
					at, gain = spot{i, uint32(p)}, g
				}
			}
		}
		if at.site < 0 {
			break
		}
		done[at.site][at.url] = true
		counts[at.site].scan(sites[at.site], at.url)
		found = append(found, found[len(found)-1]+gain)
		for _, p := range sites[at.site].out[at.url] {
			if known[at.site][p] == 0 {
				order++
				known[at.site][p] = order
			}
		}
	}
	return found
}

func TestCoverage(t *testing.T) {
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 2))
		sites := smallSites(r, 1+r.IntN(3), 12)
		if got, want := greedy(sites, 20), plainCoverage(sites, 20, false); !slices.Equal(got, want) {
			t.Fatalf("seed %d: greedy %v, want %v", seed, got, want)
		}
		got, _ := coverage(sites, []int{7, 20})
		if want := plainCoverage(sites, 20, true); !slices.Equal(got, want) {
			t.Fatalf("seed %d: coverage %v, want %v", seed, got, want)
		}
	}
}

// The bound is not below the best of all sets of pages.
func TestBound(t *testing.T) {
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 3))
		s := smallSites(r, 1, 11)
		marks := []int{1, 2, 3, 5, 11, 40}
		_, bounds := coverage(s, marks)
		for k, n := range marks {
			most := 0
			for set := range 1 << s[0].pages() {
				counts, size, sum := newSeen(s[0]), 0, 0
				for p := range s[0].pages() {
					if set>>p&1 == 1 {
						size++
						found, _ := counts.scan(s[0], uint32(p))
						sum += found
					}
				}
				if size <= n {
					most = max(most, sum)
				}
			}
			if bounds[k] < most || bounds[k] > s[0].kinds {
				t.Fatalf("seed %d: bound %d for %d pages, possible %d of %d", seed, bounds[k], n, most, s[0].kinds)
			}
		}
	}
}

func TestScatteredKeepsPages(t *testing.T) {
	sites := smallSites(rand.New(rand.NewPCG(1, 4)), 3, 30)
	mixed := scattered(sites, 5)
	for i, s := range sites {
		sizes := func(s *crawl) (all []string) {
			for p := range s.pages() {
				all = append(all, fmt.Sprint(s.external[p]))
			}
			slices.Sort(all)
			return all
		}
		if !slices.Equal(sizes(s), sizes(mixed[i])) {
			t.Errorf("site %d has other pages than before", i)
		}
	}
	again := scattered(sites, 5)
	for i := range mixed {
		if !reflect.DeepEqual(mixed[i].external, again[i].external) {
			t.Errorf("site %d: another order the second time", i)
		}
	}
}
