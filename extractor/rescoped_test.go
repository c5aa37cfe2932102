package extractor_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"sitegraph/dedup"
	"sitegraph/extractor"
	"sitegraph/extractor/evidence"
	"sitegraph/extractor/identity"
	"sitegraph/extractor/parse"
	"sitegraph/site"
)

// counting is a downloader that counts the requests for each URL: first requests and twins apart. A request counts as
// another one if its key needs data that no earlier answer kept.
type counting struct {
	extractor.Downloader
	mu           sync.Mutex
	needs        string // data that the key needs: "text", "stable", or "" for none
	first, again map[string]int
}

func (c *counting) Download(ctx context.Context, r site.Request) site.Response {
	a := c.Downloader.Download(ctx, r)
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case a.Failure.Class == site.FailCancelled: // will be requested again
	case r.Twin:
		c.again[r.URL.String()]++
	case c.needs != "" && a.Status == 200 && !r.Sitemap && !strings.HasSuffix(r.URL.Path, "/robots.txt"):
		c.first[c.needs+" "+r.URL.String()]++
		c.first[r.URL.String()] = 1 // keys without needs know it now
	default:
		c.first[r.URL.String()]++
	}
	return a
}

func newCounting(d extractor.Downloader) *counting {
	return &counting{Downloader: d, first: map[string]int{}, again: map[string]int{}}
}

// repeated lists the URLs that were requested too often. It skips the robots.txt of failing hosts, which is requested
// again after a cut, and lets home pages be requested several times, since the site may be refusing.
func (c *counting) repeated() (all []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for i, counts := range []map[string]int{c.first, c.again} {
		for url, n := range counts {
			home := i == 1 && slices.Contains([]string{origin + "/", origin + "/d1/", origin + "/d1/p3"}, url)
			if n > 1 && (!home || n > identity.HomeChecks) && url != failing+"/robots.txt" &&
				url != down+"/robots.txt" {
				all = append(all, fmt.Sprint(url, " ", n))
			}
		}
	}
	slices.Sort(all)
	return all
}

func (c *combination) rescope(t *testing.T, r *rand.Rand, starts, members []string, list func(start bool)) {
	t.Helper()
	w := c.walkers[0]
	w.parts.Further, w.parts.Members, w.parts.Sitemaps, w.parts.SitemapStarts = nil, nil, nil, false
	chosen := []string{starts[0]} // a state belongs to one origin
	if r.IntN(2) == 0 {
		chosen[0] = starts[1]
	}
	for _, s := range starts[2:] {
		if r.IntN(2) == 0 {
			chosen = append(chosen, s)
		}
	}
	w.parts.Section, w.parts.List = r.IntN(3) == 0, r.IntN(4) == 0
	var names []string
	for _, name := range members {
		if r.IntN(3) > 0 {
			names = append(names, name)
		}
	}
	if len(names) > 0 {
		w.parts.Members = membersOf(t, append([]string{"http://site.test"}, names...)...)
	}
	w.start = chosen[0]
	for _, s := range chosen[1:] {
		if u := mustParse(t, s); w.parts.Members.Has(u) || site.SameSite(u, mustParse(t, w.start)) {
			w.parts.Further = append(w.parts.Further, u)
		}
	}
	if c.sitemaps {
		list(r.IntN(2) == 0)
	}
	c.rekey(t, r)
	w.parts.Settings = extractor.Beginning(mustParse(t, w.start), w.parts)
	c.maxDepth = -1
	if !w.parts.List && r.IntN(4) == 0 {
		c.maxDepth = r.IntN(4)
	}
	c.said = fmt.Sprintf("key %s starts %q section %t list %t members %q sitemaps %t %t, levels %d", c.key,
		chosen, w.parts.Section, w.parts.List, names, w.parts.Sitemaps != nil, w.parts.SitemapStarts, c.maxDepth)
}

func (c *combination) rekey(t *testing.T, r *rand.Rand) {
	t.Helper()
	if c.key != "" && r.IntN(2) == 0 {
		return
	}
	c.key = []string{"exact", "none", "text", "stable"}[r.IntN(4)]
	w := c.walkers[0]
	var err error
	if w.parts.Key, err = dedup.New(c.key); err != nil {
		t.Fatal(err)
	}
	c.stable = w.parts.Stable
	options := parse.Options{AnchorText: true, Text: c.key == "text", Pieces: c.stable}
	if w.parts.Parser, err = parse.New("tokenizer", options); err != nil {
		t.Fatal(err)
	}
}

// TestRescoped checks that a crawl with another scope, key or start than earlier runs writes the files of a fresh
// crawl, whatever was decided and stopped before. It requests nothing that is known.
func TestRescoped(t *testing.T) {
	perSeed(t, 8, anyNumber, func(t *testing.T, seed uint64) {
		r := rand.New(rand.NewPCG(seed, 0x5c0))
		c := &combination{world: &world{maxDepth: -1, ahead: 8}, depth: r.IntN(3) > 0, sitemaps: r.IntN(3) > 0}
		rescope := c.rescopable(t, r, seed)
		c.delays = c.delays[:0]
		c.delays = append(c.delays, 0)
		counted := newCounting(c.walkers[0].parts.Downloader)
		j := &records{}
		crawl := func(ctx context.Context, j evidence.Journal, d extractor.Downloader) *site.Crawl {
			c.walkers[0].parts.Downloader = d
			return c.crawl(t, ctx, j, 1+r.IntN(16))
		}
		said := ""
		for range 5 {
			rescope()
			if counted.needs = c.key; c.key == "exact" || c.key == "none" {
				counted.needs = ""
			}
			if r.IntN(3) == 0 {
				c.depth = !c.depth
			}
			c.chooseOrder(r, seed)
			c.budget, c.maxPages = 0, 0
			said += fmt.Sprintf("\n%s depth %t stable %t %+v", c.said, c.depth, c.stable, c.options)
			if r.IntN(2) == 0 {
				ctx, hook, release := cutter(1 + r.Int64N(20))
				crawl(ctx, j, &hooked{counted, hook})
				release()
				continue
			}
			want := whole(t, crawl(t.Context(), &records{}, counted.Downloader))
			sameFiles(t, said, whole(t, crawl(t.Context(), j, counted)), want)
		}
		if repeated := counted.repeated(); len(repeated) > 0 {
			t.Errorf("%s\nasked for more than once: %q", said, repeated)
		}
	})
}

func (c *combination) rescopable(t *testing.T, r *rand.Rand, seed uint64) func() {
	if r.IntN(2) == 0 {
		e := newEntity(t, seed)
		c.walkers = []*walker{walkerOf(t, e, 64)}
		starts := []string{"http://site.test/", "http://site.test/d1/p3", "http://www.site.test/d1/",
			"http://site.test/d1/", "http://old.other.test/d2/p5", "http://site.test:8080/d0/"}
		return func() {
			c.rescope(t, r, starts, []string{"*.site.test", "http://old.other.test", "http://site.test:8080"},
				func(start bool) { c.walkers[0].listOf(e, start) })
		}
	}
	s := newIndexed(seed)
	v := serve(t, s)
	w := newWalker(t, network(t, v), 64)
	c.servers, c.walkers = []*server{v}, []*walker{w}
	starts := []string{origin + "/", origin + "/d1/", origin + "/d%C3%A9/", origin + "/nowhere", origin + "/d1/"}
	return func() { c.rescope(t, r, starts, nil, func(start bool) { w.listSome(s, start) }) }
}

func (w *walker) listOf(e *entity, start bool) {
	w.parts.SitemapStarts = start
	w.parts.Sitemaps = func(ctx context.Context, d extractor.Downloader, _ extractor.Rules, of site.URL,
		_ string) extractor.SitemapList {
		at := of.Origin() + "/sitemap.xml"
		file := site.URL{Scheme: of.Scheme, Host: of.Host, Port: of.Port, Path: "/sitemap.xml"}
		d.Download(ctx, site.Request{URL: file, Sitemap: true})
		list := extractor.SitemapList{Files: []site.SitemapFile{{URL: at, Status: 200}}}
		for i, url := range slices.Sorted(func(yield func(string) bool) {
			for url := range e.pages {
				if !yield(url) {
					return
				}
			}
		}) {
			if (i+len(at))%3 == 0 {
				list.Entries = append(list.Entries, extractor.SitemapURL{URL: url})
			}
		}
		return list
	}
}

type hooked struct {
	extractor.Downloader
	hook func(string)
}

func (h *hooked) Download(ctx context.Context, r site.Request) site.Response {
	h.hook(r.URL.String())
	return h.Downloader.Download(ctx, r)
}

// whole returns texts with the other facts that a crawl reports.
func whole(t *testing.T, c *site.Crawl) map[string]string {
	t.Helper()
	all := texts(t, c)
	counts := c.Counts
	counts.Fetched = 0
	all["counts"] = fmt.Sprintf("%+v", counts)
	all["notes"] = fmt.Sprintf("%q %s %q", c.Notes, c.Scope, c.Members.Names())
	for _, h := range c.MemberRobots {
		all["robots"] += fmt.Sprintf("%s %s %d\n", h.Origin, h.Access, h.Status)
	}
	if c.Sitemaps != nil {
		all["sitemaps"] = fmt.Sprintf("%+v %t %t %v\n", c.Sitemaps.Files, c.Sitemaps.Start, c.Sitemaps.Conclusive,
			c.Sitemaps.Found)
		for e := range c.Sitemaps.Entries {
			all["sitemaps"] += fmt.Sprintf("%+v\n", e)
		}
	}
	return all
}
