package extractor_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"sitegraph/dedup"
	"sitegraph/extractor"
	"sitegraph/extractor/evidence"
	"sitegraph/extractor/identity"
	"sitegraph/extractor/parse"
	"sitegraph/extractor/stop"
	"sitegraph/extractor/store"
	"sitegraph/site"
)

// cutter returns a context, and a hook that cancels it at the nth request for a page.
func cutter(n int64) (ctx context.Context, hook func(target string), release func()) {
	ctx, cancel := context.WithCancelCause(context.Background())
	var seen atomic.Int64
	return ctx, func(target string) {
		if target != "/robots.txt" && seen.Add(1) == n {
			cancel(site.Ending("cut"))
		}
	}, func() { cancel(nil) }
}

// A walk stopped several times, by a condition or from outside, ends with the files of a walk that ran through,
// requests nothing twice, and shows a part of the graph at each stop.
func TestStopAndGoOn(t *testing.T) {
	sites(t, 6, func(t *testing.T, s *testSite) {
		v := serve(t, s)
		d := network(t, v)
		whole := newWalker(t, d, 16).run(t)
		want := files(t, whole)
		random := rand.New(rand.NewPCG(s.seed, 7))
		w := newWalker(t, d, []int{1, 4, 64}[s.seed%3])
		if s.seed%4 == 0 {
			w.parts.Journal = journal(t, store.Options{Dir: t.TempDir()})
		}
		v.watch(nil)
		asked := map[string]int{}
		var c *site.Crawl
		for round := 0; c == nil || !c.Complete; round++ {
			if round == 500 {
				t.Fatal("does not come to an end")
			}
			c = stopOnce(t, w, v, random)
			partOf(t, c, whole)
			for target, n := range v.asked() {
				asked[target] += n
			}
			if round%5 == 0 {
				sameFiles(t, "recalled", texts(t, rebuild(t, w)), texts(t, c))
			}
		}
		sameFiles(t, "stopped and gone on", files(t, c), want)
		for target, n := range asked {
			if n != 1 && v.site.forms[target] == nil || n > 1 && !v.site.forms[target].canonical &&
				v.site.forms[target].kind != isRedirect {
				t.Errorf("%s was asked for %d times", target, n)
			}
		}
	})
}

func stopOnce(t *testing.T, w *walker, v *server, random *rand.Rand) *site.Crawl {
	t.Helper()
	n := 1 + random.Int64N(12)
	if random.IntN(4) > 0 {
		ctx, hook, release := cutter(n)
		defer release()
		v.watch(hook)
		c := w.walk(t, ctx)
		if !c.Complete && c.Ended != "cut" {
			t.Fatalf("ended by %q", c.Ended)
		}
		return c
	}
	v.watch(nil)
	first := -1
	w.parts.StopConditions = []stop.Condition{func(p site.Progress) (site.Ending, bool) {
		if first < 0 {
			first = p.Fetched
		}
		return "enough", p.Fetched >= first+int(n)
	}}
	defer func() { w.parts.StopConditions = nil }()
	c := w.walk(t, context.Background())
	if !c.Complete && c.Ended != "enough" {
		t.Fatalf("ended by %q", c.Ended)
	}
	return c
}

func rebuild(t *testing.T, w *walker) *site.Crawl {
	t.Helper()
	c, err := extractor.Rebuild(w.parts.Journal, w.limits, pastOf(extractor.Past{Settings: w.parts.Settings}))
	must(t, err)
	checkCrawl(t, c)
	return c
}

// partOf checks that a crawl has only pages and arcs of the whole one. Pages are compared by title, since any page may
// show a content.
func partOf(t *testing.T, part, whole *site.Crawl) {
	t.Helper()
	all := arcsByTitle(whole)
	for arc, weight := range arcsByTitle(part) {
		if weight > all[arc] {
			t.Fatalf("arc %s has weight %d, in the whole graph %d", arc, weight, all[arc])
		}
	}
	if part.Counts.Pages > whole.Counts.Pages || part.Complete && part.Counts.Pages != whole.Counts.Pages {
		t.Fatalf("%d pages, the whole graph has %d", part.Counts.Pages, whole.Counts.Pages)
	}
}

func arcsByTitle(c *site.Crawl) map[string]int {
	arcs := map[string]int{}
	for i, p := range c.Graph.Pages {
		targets, weights := c.Graph.Out(i)
		for j, to := range targets {
			arcs[fmt.Sprintf("%q -> %q", p.Title, c.Graph.Pages[to].Title)] = int(weights.At(j))
		}
	}
	return arcs
}

// TestMaxPages checks that the page limit is met exactly, also after it is raised or lowered. Lowering it causes no
// requests.
func TestMaxPages(t *testing.T) {
	perSeed(t, 3, anyNumber, func(t *testing.T, seed uint64) {
		v := serve(t, generate(seed, true))
		d := network(t, v)
		w, total := newWalker(t, d, 8), newWalker(t, d, 16).run(t).Counts.Pages
		for i, n := range []int{1, total / 2, total - 1, total + 1, total - 1, total / 2, 1} {
			if i == 4 {
				v.watch(nil)
			}
			n = max(n, 1)
			w.limits.MaxPages = n
			c := w.walk(t, t.Context())
			if c.Counts.Pages != min(n, total) || n < total && (c.Complete || c.Ended != site.EndedMaxPages) {
				t.Fatalf("%d pages, want %d of %d: ended by %q, complete: %t", c.Counts.Pages, n, total, c.Ended,
					c.Complete)
			}
		}
		if log := v.asked(); len(log) != 0 {
			t.Errorf("lowering asked for %v", log)
		}
	})
}

// TestMaxLevel checks the level limit against the plan, also after it is raised or lowered. Lowering it causes no
// requests.
func TestMaxLevel(t *testing.T) {
	sites(t, 4, func(t *testing.T, s *testSite) {
		v := serve(t, s)
		w := newWalker(t, network(t, v), 16)
		for i, level := range []int{0, 1, 2, 3, -1, 3, 2, 1, 0} {
			if i == 5 {
				v.watch(nil)
			}
			w.limits.MaxLevel = level
			c := w.run(t)
			sameAsModel(t, c, s.expect(level))
			sameFiles(t, "recalled", texts(t, rebuild(t, w)), texts(t, c))
		}
		if log := v.asked(); len(log) != 0 {
			t.Errorf("lowering asked for %v", log)
		}
	})
}

// The error that refuses a state names the settings that differ.
func TestOtherSettings(t *testing.T) {
	d := newFake(map[string]fakePage{origin + "/": {body: "<title>x</title>"}})
	w := newWalker(t, d, 1)
	w.parts.Settings = map[string]string{"[walk] elements": "a", "[robots] robots": "rfc9309"}
	w.run(t)
	w.parts.Settings = map[string]string{"[walk] elements": "a area", "[robots] robots": "rfc9309"}
	_, err := walkAlone(context.Background(), mustParse(t, origin), w.parts, w.limits)
	if err == nil || !strings.Contains(err.Error(), "[walk] elements") || !strings.Contains(err.Error(), "a area") {
		t.Errorf("Walk: %v", err)
	}
	past := pastOf(extractor.Past{Settings: w.parts.Settings})
	if _, err := extractor.Rebuild(w.parts.Journal, w.limits, past); err == nil ||
		!strings.Contains(err.Error(), "[walk] elements") {
		t.Errorf("Recall: %v", err)
	}
	w.parts.Settings = map[string]string{"[walk] elements": "a"} // this run ignores the setting
	w.run(t)
}

// A known answer counts again when another spelling of its URL, which failed, is forgotten. By hand: /x and /x? are one
// page, and the rule leaves out /x.
func TestRespelledRetry(t *testing.T) {
	f := newFake(map[string]fakePage{origin + "/": {body: "<a href=/x>1</a><a href='/x?'>2</a>"},
		origin + "/x": {status: 503}, origin + "/x?": {body: "x"}})
	w := newWalker(t, f, 2)
	w.parts.Settings = map[string]string{}
	if c := w.run(t); len(c.Graph.Pages) != 1 {
		t.Fatalf("%d pages while /x fails", len(c.Graph.Pages))
	}
	w.limits.Exclude = regexp.MustCompile("/x$")
	w.parts.Settings[evidence.SettingExclude] = w.limits.Exclude.String()
	for _, w.parts.RetryFailed = range []bool{false, true} {
		if c := w.run(t); len(c.Graph.Pages) != 2 || !c.Complete {
			t.Errorf("retry: %t: %d pages, complete: %t; want the home page and x", w.parts.RetryFailed,
				len(c.Graph.Pages), c.Complete)
		}
	}
}

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
