package replayed

import (
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"sitegraph/dedup"
	"sitegraph/export"
	"sitegraph/extractor"
	"sitegraph/extractor/parse"
	"sitegraph/extractor/robots"
	"sitegraph/extractor/store"
	"sitegraph/schedule/order"
	"sitegraph/site"
)

// reader reads robots.txt as the program does.
type reader struct{}

func (r reader) Fetch(ctx context.Context, d extractor.Downloader, at site.URL) extractor.RobotsAnswer {
	seen := robots.Fetch(ctx, func(ctx context.Context, u site.URL) site.Response {
		return d.Download(ctx, site.Request{URL: u, Robots: true})
	}, at)
	seen.Fetched = time.Now()
	return r.Judge(seen)
}

func (reader) Judge(seen site.RobotsSeen) extractor.RobotsAnswer {
	ruling, err := robots.Rule(robots.ClassRFC9309, seen, "sitegraph", time.Minute)
	return extractor.RobotsAnswer{Seen: seen, Rules: ruling.Rules, Retry: ruling.Retry || err != nil}
}

// open puts together what a crawl of the site needs.
func (s *served) open(t *testing.T) (extractor.Parts, extractor.Limits, error) {
	t.Helper()
	p := extractor.Parts{Downloader: s.network, Robots: reader{}, Encoder: parse.QueryEncoder, Now: time.Now}
	var err error
	p.Parser, err = parse.New("tokenizer", parse.Options{})
	must(t, err)
	p.Digest, err = dedup.New("exact")
	must(t, err)
	p.Normaliser, err = site.NewNormaliser(site.ProfileDefault, nil)
	must(t, err)
	memory, err := store.Open(store.Options{Memory: true})
	must(t, err)
	t.Cleanup(func() { must(t, memory.Close()) })
	p.Journal, err = memory.Journal(origin)
	return p, extractor.Limits{Downloads: 4, Parsers: 2, MaxLevel: -1, MaxRedirects: 10, MaxURLLength: 2048,
		KeepTexts: true, KeepLinks: true}, err
}

// crawl crawls the site by depth.
func (s *served) crawl(t *testing.T) {
	t.Helper()
	parts, limits, err := s.open(t)
	must(t, err)
	start, err := site.Parse(origin)
	must(t, err)
	s.crawled, err = extractor.Walk(t.Context(), start, parts, limits)
	must(t, err)
}

// readBack is the crawl as its result folder has it, with further exporters.
func (s *served) readBack(t *testing.T, more ...string) *site.Crawl {
	t.Helper()
	d, err := export.NewDir(filepath.Join(t.TempDir(), "site"), "site")
	must(t, err)
	for _, name := range append(more, "csv", "aliases", "external", "ledger") {
		must(t, export.Write(t.Context(), d, name, s.crawled, export.Options{SelfLoops: true}))
	}
	must(t, export.WriteManifest(d, export.NewManifest("1.0", nil, s.crawled)))
	folder, err := export.Open(d.Path())
	must(t, err)
	c, err := folder.Crawl()
	must(t, err)
	return c
}

// page is a page processed: its site and URL, and the new links on it.
type processed struct {
	site  int
	url   string
	found int
}

// live crawls the sites in an order, one decision at a time.
func live(t *testing.T, all []*served, o order.Options, budget int) (pages []processed) {
	t.Helper()
	var walk *extractor.Ordered
	o.Sites, o.Budget = len(all), budget
	o.Links = func(i int, page uint32) []uint32 { return walk.Links(i, page) }
	d, err := order.New(o)
	must(t, err)
	start, err := site.Parse(origin)
	must(t, err)
	var sites []extractor.OrderedSite
	for _, s := range all {
		sites = append(sites, extractor.OrderedSite{Start: start,
			Open: func() (extractor.Parts, extractor.Limits, error) { return s.open(t) }})
	}
	walk = extractor.NewOrdered(sites, extractor.Ordering{Order: d, Again: d.Again, Importance: d.Importance,
		Budget: budget, Lookahead: 1, Now: time.Now})
	must(t, walk.Walk(t.Context()))
	at := map[int]processed{}
	for i := range all {
		c, err := walk.Crawl(i)
		must(t, err)
		if c == nil {
			continue
		}
		for d := range c.Decisions {
			if !d.Free {
				at[d.Number] = processed{i, d.URL, d.Found}
			}
		}
	}
	for _, number := range slices.Sorted(maps.Keys(at)) {
		pages = append(pages, at[number])
	}
	return pages
}

// replay is live on finished crawls.
func replay(t *testing.T, all []*site.Crawl, o order.Options, budget int) (pages []processed) {
	t.Helper()
	var sites []*Site
	for _, c := range all {
		s, err := New(c, "")
		must(t, err)
		sites = append(sites, s)
	}
	o.Budget = budget
	decisions, err := Crawl(t.Context(), sites, o)
	must(t, err)
	for _, d := range decisions {
		if !d.Free {
			pages = append(pages, processed{d.Site, d.Key, d.Found})
		}
	}
	return pages
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// The replay of finished crawls, of the state and of result folders without links.csv, has the same pages processed in
// the same order as a crawl, and finds the same links, with every site rule and every order of pages.
func TestReplayIsLive(t *testing.T) {
	var all []*served
	var states, folders []*site.Crawl
	for seed := range uint64(4) {
		s := serve(t, seed)
		s.crawl(t)
		all, states, folders = append(all, s), append(states, s.crawled), append(folders, s.readBack(t))
	}
	kinds := map[site.State]int{}
	for _, c := range states {
		for state, n := range c.Counts.States {
			kinds[state] += n
		}
	}
	for _, state := range []site.State{site.StateRedirect, site.StateDuplicate, site.StateBoth, site.StateHop,
		site.StateRobots, site.StateNotHTML, site.StateStatus, site.StateFailed, site.StateRedirectOut,
		site.StateRedirectBad, site.StateRedirectLost} {
		if kinds[state] == 0 {
			t.Errorf("no URL is %s", state)
		}
	}
	for _, rule := range order.Rules() {
		for _, budget := range []int{120, 1000} {
			o := order.Options{Rule: rule}
			want := live(t, all, o, budget)
			same(t, fmt.Sprintf("%s, %d pages, state", rule, budget), replay(t, states, o, budget), want)
			same(t, fmt.Sprintf("%s, %d pages, folders", rule, budget), replay(t, folders, o, budget), want)
		}
	}
	for _, pages := range order.Pages() {
		o := order.Options{Pages: pages, Seed: 5}
		want := live(t, all, o, 1000)
		same(t, pages+", state", replay(t, states, o, 1000), want)
		same(t, pages+", folders", replay(t, folders, o, 1000), want)
	}
}

func same(t *testing.T, what string, got, want []processed) {
	t.Helper()
	for i := range max(len(got), len(want)) {
		if i >= len(got) || i >= len(want) || got[i] != want[i] {
			t.Errorf("%s: %d and %d pages, page %d: %v and live %v", what, len(got), len(want), i,
				got[i:min(i+3, len(got))], want[i:min(i+3, len(want))])
			return
		}
	}
	if len(want) < 100 {
		t.Errorf("%s: only %d pages", what, len(want))
	}
}
