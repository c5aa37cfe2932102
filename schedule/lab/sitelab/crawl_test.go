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
		g.Pages = append(g.Pages, site.Page{URL: fmt.Sprintf("http://%s/d%d/p%d.html", name, p%3, p)})
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
		s.url = append(s.url, fmt.Sprintf("http://star/%c/page-%d.html", 'a'+p%7, p))
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
	if got := s.rewards(); !slices.Equal(got, want) {
		t.Errorf("rewards %v, want %v", got, want)
	}
}

// A failed download costs a page with nothing on it (specification 2.6), in its
// place in the order of the crawl, and is known once the page that links to it
// is scanned. What is forbidden, no HTML or linked from nowhere costs nothing.
func TestFailedPages(t *testing.T) {
	c := crawlOf("a", [][]uint32{{1, 2}, {0}, {}}, [][]string{{"http://x/"}, nil, {"http://y/"}})
	for i, key := range []string{"http://a/", "http://a/b", "http://a/d"} {
		c.Graph.Pages[i].Key, c.Graph.Pages[i].Level = key, min(i, 1)
	}
	entries := slices.Values([]site.Entry{
		{Key: "http://a/", State: site.StatePage},
		{Key: "http://a/c", URL: "http://a/c", State: site.StateStatus, Level: 1, From: "http://a/"},
		{Key: "http://a/e", URL: "http://a/e", State: site.StateFailed, Level: 2, From: "http://a/d"},
		{Key: "http://a/f", State: site.StateRobots, Level: 1, From: "http://a/"},
		{Key: "http://a/g", State: site.StateNotHTML, Level: 1, From: "http://a/"},
		{Key: "http://a/h", State: site.StateStatus, Level: 1},
	})
	c.Ledger = func(yield func(site.Entry, error) bool) {
		for e := range entries {
			if !yield(e, nil) {
				return
			}
		}
	}
	s, err := newCrawl(c)
	must(t, err)
	want := []sites.Page{{New: 1}, {}, {}, {New: 1}, {}}
	if got := s.rewards(); !slices.Equal(got, want) {
		t.Errorf("rewards %v, want %v", got, want)
	}
	for p, want := range [][]uint32{{1, 2, 3}, {0}, {}, {4}, {}} {
		if got := s.out[p]; !slices.Equal(got, want) {
			t.Errorf("page %d leads to %v, want %v", p, got, want)
		}
	}
	if s.url[2] != "http://a/c" || s.url[4] != "http://a/e" || len(c.Graph.Pages) != 3 {
		t.Errorf("%v", s.url)
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
				g := counts[i].gain(s, p)
				if known[i][p] > 0 && !done[i][p] && (g > gain || g == gain && known[i][p] < known[at.site][at.page]) {
					at, gain = spot{i, p}, g
				}
			}
		}
		if at.site < 0 {
			break
		}
		done[at.site][at.page] = true
		counts[at.site].scan(sites[at.site], at.page)
		found = append(found, found[len(found)-1]+gain)
		for _, p := range sites[at.site].out[at.page] {
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
						sum += counts.scan(s[0], p).New
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
