package extractor_test

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"sitegraph/dedup"
	"sitegraph/export"
	"sitegraph/extractor"
	"sitegraph/extractor/download"
	"sitegraph/extractor/evidence"
	"sitegraph/extractor/parse"
	"sitegraph/extractor/robots"
	"sitegraph/extractor/scope"
	"sitegraph/extractor/store"
	"sitegraph/schedule/order"
	"sitegraph/site"
)

// robotsReader connects the package robots to a walk, as the program does.
type robotsReader struct{ now func() time.Time }

func (r robotsReader) Fetch(ctx context.Context, d extractor.Downloader, origin site.URL) extractor.RobotsAnswer {
	seen := robots.Fetch(ctx, func(ctx context.Context, u site.URL) site.Response {
		return d.Download(ctx, site.Request{URL: u, Robots: true})
	}, origin)
	seen.Fetched = r.now().UTC()
	return r.Judge(seen)
}

func (robotsReader) Judge(seen site.RobotsSeen) extractor.RobotsAnswer {
	ruling := robots.Rule(robots.ClassRFC9309, seen, "sitegraph", time.Minute)
	return extractor.RobotsAnswer{Seen: seen, Rules: ruling.Rules, Delay: ruling.CrawlDelay, Retry: ruling.Retry}
}

type walker struct {
	parts  extractor.Parts
	limits scope.Limits
	start  string
}

func newWalker(t testing.TB, d extractor.Downloader, downloads int) *walker {
	t.Helper()
	w := &walker{start: origin}
	w.parts = extractor.Parts{Downloader: d, Robots: robotsReader{now: time.Now}, Encoder: parse.QueryEncoder,
		Now: time.Now, Parser: parser(t, "tokenizer"), Journal: &records{}}
	var err error
	w.parts.Digest = dedup.Digest
	if w.parts.Normaliser, err = site.NewNormaliser(site.ProfileDefault, nil); err != nil {
		t.Fatal(err)
	}
	w.limits = scope.Limits{Downloads: downloads, Parsers: 2, MaxLevel: -1, MaxRedirects: maxHops, MaxURLLength: 2048,
		Extensions: map[string]bool{"pdf": true}, Exclude: regexp.MustCompile("/excluded/"), RewriteScheme: true,
		KeepLinks: true, KeepTexts: true}
	return w
}

func parser(t testing.TB, name string) extractor.Parser {
	t.Helper()
	p, err := parse.New(name, parse.Options{AnchorText: true})
	must(t, err)
	return p
}

func journal(t testing.TB, o store.Options) evidence.Journal {
	t.Helper()
	s, err := store.Open(o)
	must(t, err)
	t.Cleanup(func() {
		must(t, s.Close())
	})
	j, err := s.Journal(origin)
	must(t, err)
	return j
}

// patient is longer than a busy machine delays an answer.
const patient = 10 * time.Minute

// network connects the names of the generated sites to the server.
func network(t testing.TB, v *server) extractor.Downloader {
	return dialling(t, map[string]string{"site.test:80": v.address(), "new.test:80": v.address()})
}

func dialling(t testing.TB, addresses map[string]string) *download.HTTP {
	h := download.NewHTTP(overHTTP(addresses))
	t.Cleanup(h.Close)
	return h
}

func overHTTP(addresses map[string]string) download.HTTPOptions {
	return download.HTTPOptions{UserAgent: "sitegraph", ConnectTimeout: patient, HeaderTimeout: patient,
		Timeout: patient, MaxBody: 32 << 20, MaxHeader: 256 << 10, MaxConnsPerHost: 64, Dial: addresses}
}

func mustParse(t testing.TB, raw string) site.URL {
	t.Helper()
	u, err := site.Parse(raw)
	must(t, err)
	return u
}

func (w *walker) walk(t testing.TB, ctx context.Context) *site.Crawl {
	t.Helper()
	c, err := walkAlone(ctx, mustParse(t, w.start), w.parts, w.limits)
	must(t, err)
	checkCrawl(t, c)
	return c
}

func (w *walker) run(t testing.TB) *site.Crawl {
	t.Helper()
	c := w.walk(t, context.Background())
	if !c.Complete || c.Ended != site.EndedWorkDone && (len(c.Graph.Pages) > 0 || c.Ended != site.EndedNoPages &&
		c.Ended != site.EndedRobotsForbid) {
		t.Fatalf("ended by %q, complete: %t", c.Ended, c.Complete)
	}
	return c
}

// tables lists exporters that together write a whole crawl. Package export tests the others, which repeat it.
var tables = []string{"aliases", "bad", "csv", "external", "gexf", "ledger", "links"}

func files(t testing.TB, c *site.Crawl) map[string]string {
	t.Helper()
	c.Name = "site"
	dir, err := export.NewDir(t.TempDir(), c.Name)
	must(t, err)
	for _, name := range tables {
		if name == "links" && c.Links == nil {
			continue
		}
		if err := export.Write(context.Background(), dir, name, c, export.Options{SelfLoops: true,
			Facts: []string{"description", "h1", "words"}}); err != nil {
			t.Fatal(err)
		}
	}
	texts := map[string]string{}
	for _, f := range dir.Files() {
		text, err := os.ReadFile(filepath.Join(dir.Path(), f.Name))
		must(t, err)
		texts[f.Name] = string(text)
	}
	return texts
}

func texts(t testing.TB, c *site.Crawl) map[string]string {
	t.Helper()
	lines := dumpCrawl(t, c)
	for e := range c.Ledger {
		lines = append(lines, fmt.Sprintf("reason %s %s", e.Key, e.Why()))
	}
	for l, err := range c.Links {
		must(t, err)
		lines = append(lines, fmt.Sprintf("link %+v", l))
	}
	return map[string]string{"tables": strings.Join(lines, "\n")}
}

func sameFiles(t testing.TB, what string, got, want map[string]string) {
	t.Helper()
	if !slices.Equal(keys(got), keys(want)) {
		t.Fatalf("%s: files %v, want %v", what, keys(got), keys(want))
	}
	for _, name := range keys(want) {
		if got[name] != want[name] {
			t.Fatalf("%s: %s differs:\n%s", what, name, difference(strings.Split(got[name], "\n"),
				strings.Split(want[name], "\n")))
		}
	}
}

// difference shows the lines that only one of the two texts has.
func difference(got, want []string) string {
	count := map[string]int{}
	for _, l := range want {
		count[l]++
	}
	var b strings.Builder
	shown := 0
	for _, l := range got {
		if count[l]--; count[l] < 0 && shown < 15 {
			shown++
			fmt.Fprintf(&b, "  got  %.300s\n", l)
		}
	}
	shown = 0
	for _, l := range want {
		if count[l] > 0 && shown < 15 {
			count[l]--
			shown++
			fmt.Fprintf(&b, "  want %.300s\n", l)
		}
	}
	if b.Len() == 0 {
		return "  the same lines in another order\n"
	}
	return b.String()
}

func sameAsModel(t testing.TB, c *site.Crawl, m *model) {
	t.Helper()
	got, want := dumpCrawl(t, c), m.dump()
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Fatalf("seed %d: the crawl is not what the site's plan says:\n%s", m.seed, difference(got, want))
	}
}

func dumpCrawl(t testing.TB, c *site.Crawl) (out []string) {
	t.Helper()
	for i, p := range c.Graph.Pages {
		out = append(out, fmt.Sprintf("page %d %s %s level=%d links=%d external=%d title=%q bytes=%d",
			i+1, p.URL, p.Key, p.Level, p.Links, p.ExternalLinks, p.Title, p.Bytes))
		targets, weights := c.Graph.Out(i)
		for j := range targets {
			out = append(out, fmt.Sprintf("arc %d %d weight=%d", i+1, targets[j]+1, weights.At(j)))
		}
	}
	for l, err := range c.External {
		must(t, err)
		out = append(out, fmt.Sprintf("external %d %s %q count=%d", l.Source, l.URL, l.Text, l.Count))
	}
	for l, err := range c.Bad {
		must(t, err)
		out = append(out, fmt.Sprintf("bad %d %.40s %q count=%d", l.Source, l.Href, l.Text, l.Count))
	}
	for _, a := range c.Aliases {
		out = append(out, fmt.Sprintf("alias %s %s %s", a.Key, a.Page, a.Kind))
	}
	for e := range c.Ledger {
		out = append(out, dumpEntry(e))
	}
	return append(out, fmt.Sprintf("truncated %d", c.Counts.TruncatedArcs))
}

func walkAlone(ctx context.Context, start site.URL, p extractor.Parts, l scope.Limits) (*site.Crawl, error) {
	var o *extractor.Ordered
	ordering := byDepth(func(site int, page uint32) []uint32 { return o.Links(site, page) })
	ordering.Budget, ordering.RetryFailed = l.Budget, p.RetryFailed
	if p.Watch != nil {
		ordering.ChecksAtOnce = 1
	}
	p.Settings = maps.Clone(p.Settings)
	if p.Settings == nil {
		p.Settings = map[string]string{}
	}
	p.Settings[evidence.SettingDepth] = fmt.Sprint(l.MaxLevel)
	o = extractor.NewOrdered([]extractor.OrderedSite{{Start: start, Kept: holds(p.Journal), Close: func() {},
		Open: func() (extractor.Parts, scope.Limits, error) { return p, l, nil }}}, ordering)
	if err := o.Walk(ctx); err != nil {
		return nil, err
	}
	return o.Crawl(0)
}

// byDepth orders the crawl of one site by depth.
func byDepth(links func(int, uint32) []uint32) extractor.Ordering {
	decides := order.New(order.Options{Pages: order.Levels, Sites: 1, Links: links})
	return extractor.Ordering{Order: decides, Again: decides.Again, Importance: decides.Importance, Lookahead: 512,
		Found: decides.Found, Now: time.Now}
}

// pastOf adds the order to the options for reading a journal.
func pastOf(p extractor.Past) extractor.Past {
	p.Ordering = byDepth
	return p
}
