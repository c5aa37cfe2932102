package report_test

import (
	"bytes"
	"context"
	"fmt"
	"html/template"
	"io"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"sitegraph/compare"
	"sitegraph/report"
	"sitegraph/report/sitemap"
	"sitegraph/site"
	"sitegraph/stats"
)

// browser is a window of a headless browser and what went wrong in it.
type browser struct {
	ctx context.Context
	mu  sync.Mutex
	// page is what may be asked for, nothing else.
	page   string
	faults []string
}

// newBrowser starts the browser. Without one the test is skipped, or fails
// where SITEGRAPH_TOOLS=1 says that all tools are there.
func newBrowser(t *testing.T) *browser {
	t.Helper()
	program := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil && program == "" {
			program = path
		}
	}
	if program == "" {
		if os.Getenv("SITEGRAPH_TOOLS") == "1" {
			t.Fatal("no chromium: apt-get install chromium")
		}
		t.Skip("no chromium: apt-get install chromium")
	}
	options := append(slices.Clone(chromedp.DefaultExecAllocatorOptions[:]),
		chromedp.ExecPath(program), chromedp.NoSandbox, chromedp.DisableGPU, chromedp.Flag("window-size", "1280,1000"),
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true))
	ctx, cancelAll := chromedp.NewExecAllocator(t.Context(), options...)
	ctx, cancel := chromedp.NewContext(ctx)
	t.Cleanup(func() { cancel(); cancelAll() })
	b := &browser{ctx: ctx}
	if err := chromedp.Listen(ctx, b.watch); err != nil {
		t.Fatal(err)
	}
	call(t, b, log.Enable, cdp.Empty{})
	call(t, b, network.Enable, network.EnableParams{})
	return b
}

// call runs a command of the protocol.
func call[P, R any](t *testing.T, b *browser, command cdp.Command[P, R], params P) {
	t.Helper()
	if _, err := chromedp.Call(b.ctx, command, params); err != nil {
		t.Fatal(err)
	}
}

func (b *browser) watch(event any) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		b.faults = append(b.faults, "exception: "+e.ExceptionDetails.Text)
	case *runtime.EventConsoleAPICalled:
		b.faults = append(b.faults, fmt.Sprint("console: ", e.Type))
	case *log.EventEntryAdded:
		b.faults = append(b.faults, "log: "+e.Entry.Text)
	case *network.EventRequestWillBeSent:
		if u := e.Request.URL; u != b.page && !strings.HasPrefix(u, "data:") {
			b.faults = append(b.faults, "request: "+u)
		}
	}
}

// run performs steps and fails if one cannot be done or something went wrong.
func (b *browser) run(t *testing.T, steps ...chromedp.Action[chromedp.Void]) {
	t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, time.Minute)
	defer cancel()
	b.check(t, chromedp.Do(ctx, steps...))
}

func (b *browser) check(t *testing.T, err error) {
	t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	if err != nil || len(b.faults) > 0 {
		t.Fatalf("%v; faults: %q", err, b.faults)
	}
}

// eval returns the value of an expression.
func eval[T any](t *testing.T, b *browser, expression string) T {
	t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, time.Minute)
	defer cancel()
	value, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression))
	b.check(t, err)
	return value
}

// prefer sets what the reader's system wishes, or the medium.
func (b *browser) prefer(t *testing.T, medium, scheme string) {
	t.Helper()
	call(t, b, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: medium,
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}})
}

// open writes a report to a file and opens it, as its reader will.
func (b *browser) open(t *testing.T, write func(io.Writer) error) {
	t.Helper()
	var page bytes.Buffer
	if err := write(&page); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "report.html")
	if err := os.WriteFile(name, page.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	b.mu.Lock()
	b.page = (&url.URL{Scheme: "file", Path: filepath.ToSlash(name)}).String()
	b.mu.Unlock()
	b.run(t, chromedp.Navigate(b.page), chromedp.WaitVisible(chromedp.CSS("footer")))
}

// analyse returns the numbers of a crawl.
func analyse(t *testing.T, c *site.Crawl) *stats.Analysis {
	t.Helper()
	c.Ledger, c.Mentions = func(func(site.Entry, error) bool) {}, func(string) []int { return nil }
	a, err := stats.Analyse(c, nil)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// siteAndMap are what the report of a site is made from.
func siteAndMap(t *testing.T, c *site.Crawl) (report.Site, *report.Picture) {
	t.Helper()
	a := analyse(t, c)
	folders := sitemap.Grouping{Name: "folder", Of: a.Values.Directory}
	for _, d := range a.Directories.List {
		folders.Labels = append(folders.Labels, d.Path)
	}
	in := sitemap.Input{Graph: c.Graph, Rank: a.Values.PageRank, Groups: []sitemap.Grouping{folders}}
	html, style, script := sitemap.New(in).Fragment()
	siteMap := &report.Picture{HTML: template.HTML(html), Style: style, Script: script}
	return report.Site{Crawl: c, Analysis: *a, Version: "1.2.3"}, siteMap
}

// runReport is the report of a run of two sites.
func runReport(t *testing.T, crawls ...*site.Crawl) report.Sites {
	t.Helper()
	r := report.Sites{Version: "1.2.3"}
	var all []*stats.Summary
	for i, c := range crawls {
		a := analyse(t, c)
		a.Summary.Site = fmt.Sprintf("http://museum%d.example", i)
		all = append(all, &a.Summary)
		r.Members = append(r.Members, report.Member{Report: "report.html", Summary: a.Summary})
	}
	r.Across = stats.CompareSites(all)
	return r
}

// comparisonReport is the report of a comparison of two versions of a site.
func comparisonReport(before, after *site.Crawl) report.Comparison {
	d := compare.New(before, after, compare.Options{})
	return report.Comparison{Summary: d.Summary(), Pages: d.Pages(), Arcs: d.Arcs(), Version: "1.2.3",
		Files: []string{"museum.example.changes.csv", "museum.example.compare.json"}}
}

// searchReport is the report of a search by two agents whose tree is wider than a phone.
func searchReport() report.Search {
	s := &site.Search{Name: "sky", Scheme: "market", Matching: "exact", Understanding: 0.2,
		Agents: []site.Agent{{Name: "moon", Keywords: "moon"}, {Name: "tides", Keywords: "tides"}}}
	for i := range 50 {
		s.Visits = append(s.Visits, site.Visit{Number: i + 1, Agent: i % 2, Link: i - i%3, Page: i + 1,
			URL: fmt.Sprintf("http://sky.example/%d", i), State: site.StatePage, Relevance: []float64{0.3, 0.1},
			Stored: i%2 == 0, Anchor: strings.Repeat("the far side ", 9),
			Content: &site.Page{Title: strings.Repeat("Page of the sky ", i%9)}})
	}
	s.Visits[7].State, s.Visits[7].Relevance, s.Visits[7].FoundBy = site.StateFailed, nil, 0
	return report.Search{Search: s, Card: stats.CountSearch(s), Version: "1.2.3"}
}

// TestBrowser opens all kinds of reports as their readers do.
func TestBrowser(t *testing.T) {
	b := newBrowser(t)
	before := museum(60)
	first, second := before.crawl(), before.later().crawl()
	in, siteMap := siteAndMap(t, first)
	watched, _ := siteAndMap(t, watch(before.crawl(), 100))
	run, comparison := runReport(t, first, second, museum(20).crawl()), comparisonReport(first, second)
	search := searchReport()
	for name, write := range map[string]func(io.Writer) error{
		"run":        func(w io.Writer) error { return report.WriteSites(w, run) },
		"comparison": func(w io.Writer) error { return report.WriteComparison(w, comparison) },
		"site":       func(w io.Writer) error { return report.New(in).Write(w, siteMap, nil) },
		"watched":    func(w io.Writer) error { return report.New(watched).Write(w, nil, nil) },
		"search":     func(w io.Writer) error { return report.WriteSearch(w, search) },
	} {
		t.Run(name, func(t *testing.T) {
			b.open(t, write)
			b.schemes(t)
			b.phone(t)
			b.paper(t)
			b.links(t)
			b.quiet(t)
		})
	}
	t.Run("key figures", func(t *testing.T) {
		great := in
		s := &great.Analysis.Summary
		s.Pages, s.Arcs, s.Links, s.ExternalLinks.Total = 1_000_000, 20_000_000, 98_765_432, 12_345_678
		b.open(t, func(w io.Writer) error { return report.New(great).Write(w, siteMap, nil) })
		b.figures(t)
	})
	t.Run("map", func(t *testing.T) {
		b.open(t, func(w io.Writer) error { return report.New(in).Write(w, siteMap, nil) })
		b.search(t, first)
		b.click(t, first)
		b.noScript(t)
	})
}

// contrasts returns what has a text of less contrast than 4.5:1 (WCAG 2.2,
// 1.4.3) with the ground that it stands on. Pictures of the map have grounds of
// their own and are left to its tests.
const contrasts = `(() => {
	const numbers = c => c.match(/[\d.]+/g).map(Number);
	const linear = v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
	const luminance = c => numbers(c).slice(0, 3).map(v => linear(v / 255))
		.reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
	const clear = c => c === 'transparent' || numbers(c)[3] === 0;
	const ground = e => {
		for (; e; e = e.parentElement) {
			const c = getComputedStyle(e).backgroundColor;
			if (!clear(c)) return c;
		}
		return 'rgb(255,255,255)';
	};
	const low = new Set();
	for (const e of document.querySelectorAll('body *')) {
		const written = [...e.childNodes].some(n => n.nodeType === 3 && n.data.trim());
		if (e.closest('.map, script, .skip') || !written || !e.getClientRects().length) continue;
		const style = getComputedStyle(e), svg = e.closest('svg');
		const [x, y] = [svg ? style.fill : style.color, ground(e)].map(luminance);
		const contrast = (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
		if (!(contrast >= 4.5)) low.add(e.tagName + '.' + e.className + ': ' + e.textContent.slice(0, 40));
	}
	return [...low];
})()`

// schemes: light and dark pages differ, and in both all texts can be read.
func (b *browser) schemes(t *testing.T) {
	t.Helper()
	grounds := map[string]string{}
	for _, scheme := range []string{"dark", "light"} {
		b.prefer(t, "screen", scheme)
		grounds[scheme] = eval[string](t, b, `getComputedStyle(document.body).backgroundColor`)
		if low := eval[[]string](t, b, contrasts); len(low) > 0 {
			t.Errorf("%s: hard to read: %q", scheme, low)
		}
	}
	if grounds["light"] != "rgb(255, 255, 255)" || grounds["dark"] != "rgb(20, 23, 26)" {
		t.Errorf("grounds %v", grounds)
	}
}

// phone: nothing is wider than a phone, not even when all is opened.
func (b *browser) phone(t *testing.T) {
	t.Helper()
	b.run(t, chromedp.EmulateViewport(360, 740, chromedp.EmulateMobile, chromedp.EmulateTouch))
	eval[int](t, b, `document.querySelectorAll('details').forEach(d => d.open = true), 0`)
	if got := eval[int](t, b, `document.documentElement.scrollWidth`); got > 360 {
		t.Errorf("%d pixels wide on a phone", got)
	}
	if n := eval[int](t, b, `[...document.querySelectorAll('figure')]
		.map(f => [...f.querySelectorAll('svg')].filter(s => s.getClientRects().length))
		.filter(shown => shown.length !== 1).length`); n > 0 {
		t.Errorf("%d figures have not one chart", n)
	}
	eval[int](t, b, `document.querySelectorAll('details').forEach(d => d.open = false), 0`)
	b.run(t, chromedp.EmulateViewport(1280, 1000))
	if got := eval[int](t, b, `document.documentElement.scrollWidth`); got > 1280 {
		t.Errorf("%d pixels wide on a screen", got)
	}
}

// figures: no key figure is cut, or broken within its digits, on a window of any
// width.
func (b *browser) figures(t *testing.T) {
	t.Helper()
	for _, width := range []int64{360, 640, 700, 1000, 1200, 1220, 1280, 1600} {
		b.run(t, chromedp.EmulateViewport(width, 1000))
		if bad := eval[[]string](t, b, `(() => {
			const right = document.querySelector('.cards').getBoundingClientRect().right;
			const bad = v => v.getClientRects().length !== 1 ||
				v.clientHeight > 1.5 * parseFloat(getComputedStyle(v).lineHeight) ||
				v.scrollWidth > v.clientWidth || v.getBoundingClientRect().right > right;
			return [...document.querySelectorAll('.value')].filter(bad).map(v => v.textContent);
		})()`); len(bad) > 0 {
			t.Errorf("on %d pixels these are cut or broken: %q", width, bad)
		}
	}
	b.run(t, chromedp.EmulateViewport(1280, 1000))
}

// paper: what is folded is printed, in dark mode too on white.
func (b *browser) paper(t *testing.T) {
	t.Helper()
	b.prefer(t, "print", "dark")
	hidden := eval[int](t, b, `[...document.querySelectorAll('section details table')]
		.filter(e => !e.checkVisibility()).length`)
	ground := eval[string](t, b, `getComputedStyle(document.body).backgroundColor`)
	if hidden > 0 || ground != "rgb(255, 255, 255)" {
		t.Errorf("on paper %d tables are hidden; the ground is %s", hidden, ground)
	}
	b.prefer(t, "screen", "light")
}

// links: the contents lead to all sections, in their order.
func (b *browser) links(t *testing.T) {
	t.Helper()
	if n := eval[int](t, b, `document.querySelectorAll('main > section').length`); n < 3 {
		t.Errorf("%d sections", n)
	}
	if !eval[bool](t, b, `[...document.querySelectorAll('nav a')].map(a => a.hash.slice(1)).join() ===
		[...document.querySelectorAll('main > section')].map(s => s.id).join()`) {
		t.Error("the contents are not those of the page")
	}
}

// quiet: all that happened was the page itself.
func (b *browser) quiet(t *testing.T) {
	t.Helper()
	b.check(t, nil)
	loaded := `performance.getEntriesByType('resource').filter(r => !r.name.startsWith('data:')).length`
	if n := eval[int](t, b, loaded); n > 0 {
		t.Errorf("%d resources loaded", n)
	}
}

const cardTitle = `document.querySelector('.sm-card h3').textContent`

// search: a page is found by its title, and its neighbours are those of the
// graph.
func (b *browser) search(t *testing.T, c *site.Crawl) {
	t.Helper()
	const page = 5
	find := chromedp.CSS("#sm-find")
	want := c.Graph.Pages[page].Title
	b.run(t,
		chromedp.WaitVisible(chromedp.CSS(".sm-live")),
		chromedp.SendKeys(find, want),
		chromedp.WaitVisible(chromedp.CSS("#sm-found-0")),
		chromedp.SendKeys(find, kb.Enter))
	if got := eval[string](t, b, cardTitle); got != want {
		t.Errorf("found %q, want %q", got, want)
	}
	b.neighbours(t, c, page)
	b.run(t, chromedp.SendKeys(find, kb.Escape+kb.Escape))
}

// neighbours checks the lists of the page that is shown.
func (b *browser) neighbours(t *testing.T, c *site.Crawl, page int) {
	t.Helper()
	want := []int{c.Graph.InDegrees()[page], c.Graph.OutDegree(page)}
	got := eval[[]int](t, b, `[...document.querySelectorAll('.sm-card .sm-long')].map(l => l.children.length)`)
	if !slices.Equal(got, want) {
		t.Errorf("page %d has %v neighbours, want %v", page, got, want)
	}
}

// click: a click on a dot shows its page.
func (b *browser) click(t *testing.T, c *site.Crawl) {
	t.Helper()
	const page = 3
	at := eval[[]float64](t, b, fmt.Sprintf(`(() => {
		const dot = document.querySelectorAll('#sm-0 .nodes circle')[%d];
		dot.scrollIntoView({block: 'center', behavior: 'instant'});
		const r = dot.getBoundingClientRect();
		return [r.x + r.width / 2, r.y + r.height / 2];
	})()`, page))
	b.run(t, chromedp.MouseClickXY(at[0], at[1]))
	if got, want := eval[string](t, b, cardTitle), c.Graph.Pages[page].Title; got != want {
		t.Errorf("a click on %q shows %q", want, got)
	}
	b.neighbours(t, c, page)
}

// noScript: without scripts the map and the charts are there, folds open, and
// no control does nothing.
func (b *browser) noScript(t *testing.T) {
	t.Helper()
	call(t, b, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
	b.run(t, chromedp.Reload(), chromedp.WaitVisible(chromedp.CSS("#sm-0 svg")))
	shown := eval[[]bool](t, b, `['.sm-bar', '#sm-0 .sm-pic', '#depth .wide svg']
		.map(s => document.querySelector(s).getClientRects().length > 0)`)
	if fmt.Sprint(shown) != "[false true true]" {
		t.Errorf("shown: %v", shown)
	}
	b.run(t,
		chromedp.Click(chromedp.CSS("#centre figure summary")),
		chromedp.WaitVisible(chromedp.CSS("#centre figure table")))
}
