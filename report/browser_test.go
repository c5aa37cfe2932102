package report_test

import (
	"bytes"
	"fmt"
	"html/template"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"sitegraph/internal/console"
	"sitegraph/internal/headless"
	"sitegraph/report"
	"sitegraph/report/atlas"
	"sitegraph/site"
	"sitegraph/stats"
	"sitegraph/stats/compare"
)

// open writes a report to a file and opens the file, as a reader would.
func open(t *testing.T, b *headless.Tab, write func(io.Writer) error) {
	t.Helper()
	var page bytes.Buffer
	console.Must(t, write(&page))
	name := filepath.Join(t.TempDir(), "report.html")
	console.Must(t, os.WriteFile(name, page.Bytes(), 0o600))
	at := (&url.URL{Scheme: "file", Path: filepath.ToSlash(name)}).String()
	b.Only(at)
	b.Run(t, chromedp.Navigate(at), chromedp.WaitVisible(chromedp.CSS("footer")))
}

// analyse returns the numbers of a crawl.
func analyse(t *testing.T, c *site.Crawl) *stats.Analysis {
	t.Helper()
	c.Ledger, c.Mentions = func(func(site.Entry, error) bool) {}, func(string) []int { return nil }
	a, err := stats.Analyse(c, nil)
	console.Must(t, err)
	return a
}

// siteAndMap returns the input for the report of a site.
func siteAndMap(t *testing.T, c *site.Crawl) (report.Site, *report.Picture) {
	t.Helper()
	a := analyse(t, c)
	folders := atlas.Grouping{Name: "folder", Of: a.Values.Directory}
	for _, d := range a.Directories.List {
		folders.Labels = append(folders.Labels, d.Path)
	}
	in := atlas.Input{Graph: c.Graph, Rank: a.Values.PageRank, Groups: []atlas.Grouping{folders}}
	html, style, script := atlas.New(in).Fragment()
	siteMap := &report.Picture{HTML: template.HTML(html), Style: style, Script: script}
	return report.Site{Crawl: c, Analysis: *a, Version: "1.2.3"}, siteMap
}

// runReport returns the report of a run of several sites.
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

// comparisonReport returns the report that compares two versions of a site.
func comparisonReport(before, after *site.Crawl) report.Comparison {
	d := compare.New(before, after, compare.Options{})
	return report.Comparison{Summary: d.Summary(), Pages: d.Pages(), Arcs: d.Arcs(), Version: "1.2.3",
		Files: []string{"museum.example.changes.csv", "museum.example.compare.json"}}
}

// searchReport returns the report of a search by two agents whose tree is wider than a phone.
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

// TestBrowser opens all kinds of reports in a browser, as readers do.
func TestBrowser(t *testing.T) {
	b := headless.New(t)
	before := museum(60)
	first, second := before.crawl(), museum(60).later()
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
			open(t, b, write)
			schemes(t, b)
			if bad := b.Violations(t); len(bad) > 0 {
				t.Error(strings.Join(bad, "\n"))
			}
			phone(t, b)
			paper(t, b)
			links(t, b)
			quiet(t, b)
		})
	}
	t.Run("key figures", func(t *testing.T) {
		great := in
		s := &great.Analysis.Summary
		s.Pages, s.Arcs, s.Links, s.ExternalLinks.Total = 1_000_000, 20_000_000, 98_765_432, 12_345_678
		open(t, b, func(w io.Writer) error { return report.New(great).Write(w, siteMap, nil) })
		figures(t, b)
	})
	t.Run("filter", func(t *testing.T) { filter(t, b, in) })
	t.Run("no script", func(t *testing.T) {
		open(t, b, func(w io.Writer) error { return report.New(in).Write(w, siteMap, nil) })
		noScript(t, b)
	})
}

// filter types a text, which hides the rows of problems without it, and the tables that have no rows left.
func filter(t *testing.T, b *headless.Tab, in report.Site) {
	t.Helper()
	in.Analysis.Problems = []stats.Problem{{Kind: "broken-link", Severity: "error", Count: 2},
		{Kind: "noindex", Severity: "notice", Count: 1}}
	in.Problems = []stats.Occurrence{{Kind: "broken-link", URL: "http://a.example/gone", Status: 404},
		{Kind: "broken-link", URL: "http://a.example/=lost", Status: 410},
		{Kind: "noindex", URL: "http://a.example/hidden"}}
	open(t, b, func(w io.Writer) error { return report.New(in).Write(w, nil, nil) })
	for text, want := range map[string]string{"": "gone lost hidden", "LOST": "lost", "broken gone": "gone",
		"nowhere": "", "noindex": "hidden"} {
		got := headless.Eval[string](t, b, fmt.Sprintf(`(text => {
			const input = document.querySelector('.tools input');
			input.value = text;
			input.dispatchEvent(new Event('input'));
			return [...document.querySelectorAll('#problems tbody tr')].filter(tr => !tr.closest('[hidden]'))
				.filter(tr => tr.closest('details')).map(tr => tr.textContent.match(/gone|lost|hidden/)[0]).join(' ');
		})(%q)`, text))
		console.Equal(t, got, want, text, "leaves")
	}
	kept := headless.Eval[[]string](t, b, `(async () => {
		const input = document.querySelector('.tools input'), change = () => new Promise(done =>
			addEventListener('hashchange', done, {once: true}));
		input.value = 'a & b';
		input.dispatchEvent(new Event('input'));
		const written = new URLSearchParams(location.hash.slice(1)).get('find');
		let changed = change();
		location.hash = '#find=hidden';
		await changed;
		const read = input.value;
		changed = change();
		document.querySelector('.strip a[href="#problem-broken-link"]').click();
		await changed;
		return [written, read, [...document.querySelectorAll('#problems details[open]')].map(d => d.id).join(' ')];
	})()`)
	if strings.Join(kept, ", ") != "a & b, hidden, problem-broken-link problem-noindex" {
		t.Errorf("the address keeps %q", kept)
	}
	saved := headless.Eval[string](t, b, `(() => {
		const make = URL.createObjectURL;
		let blob;
		URL.createObjectURL = b => { blob = b; return make(b); };
		HTMLAnchorElement.prototype.click = () => {};
		const input = document.querySelector('.tools input');
		input.value = 'lost';
		input.dispatchEvent(new Event('input'));
		document.querySelector('.tools button').click();
		return String(blob.size > 20 && blob.type);
	})()`)
	console.Equal(t, saved, "text/csv", "saved as")
}

// schemes checks that light and dark pages differ, and that all texts are legible in both.
func schemes(t *testing.T, b *headless.Tab) {
	t.Helper()
	grounds := map[string]string{}
	for _, scheme := range []string{"dark", "light"} {
		b.Prefer(t, "screen", "prefers-color-scheme", scheme)
		grounds[scheme] = headless.Eval[string](t, b, `getComputedStyle(document.body).backgroundColor`)
		if low := b.LowContrast(t, ".map"); len(low) > 0 {
			t.Errorf("%s: hard to read: %q", scheme, low)
		}
	}
	console.Equal(t, grounds["light"], "rgb(255, 255, 255)", "grounds", grounds)
	console.Equal(t, grounds["dark"], "rgb(20, 23, 26)", "grounds", grounds)
}

// phone checks that nothing is wider than a phone, even with everything open.
func phone(t *testing.T, b *headless.Tab) {
	t.Helper()
	b.Run(t, chromedp.EmulateViewport(360, 740, chromedp.EmulateMobile, chromedp.EmulateTouch))
	headless.Eval[int](t, b, `document.querySelectorAll('details').forEach(d => d.open = true), 0`)
	if got := headless.Eval[int](t, b, `document.documentElement.scrollWidth`); got > 360 {
		t.Errorf("%d pixels wide on a phone", got)
	}
	if n := headless.Eval[int](t, b, `[...document.querySelectorAll('figure')]
		.map(f => [...f.querySelectorAll('svg')].filter(s => s.getClientRects().length))
		.filter(shown => shown.length !== 1).length`); n > 0 {
		t.Errorf("%d figures have not one chart", n)
	}
	headless.Eval[int](t, b, `document.querySelectorAll('details').forEach(d => d.open = false), 0`)
	b.Run(t, chromedp.EmulateViewport(1280, 1000))
	if got := headless.Eval[int](t, b, `document.documentElement.scrollWidth`); got > 1280 {
		t.Errorf("%d pixels wide on a screen", got)
	}
}

// figures checks that no key figure is cut or broken within its digits in a window of any width.
func figures(t *testing.T, b *headless.Tab) {
	t.Helper()
	for _, width := range []int64{360, 640, 700, 1000, 1200, 1220, 1280, 1600} {
		b.Run(t, chromedp.EmulateViewport(width, 1000))
		if bad := headless.Eval[[]string](t, b, `(() => {
			const right = document.querySelector('.cards').getBoundingClientRect().right;
			const bad = v => v.getClientRects().length !== 1 ||
				v.clientHeight > 1.5 * parseFloat(getComputedStyle(v).lineHeight) ||
				v.scrollWidth > v.clientWidth || v.getBoundingClientRect().right > right;
			return [...document.querySelectorAll('.value')].filter(bad).map(v => v.textContent);
		})()`); len(bad) > 0 {
			t.Errorf("on %d pixels these are cut or broken: %q", width, bad)
		}
	}
	b.Run(t, chromedp.EmulateViewport(1280, 1000))
}

// paper checks that folded parts are printed, and on white even in dark mode.
func paper(t *testing.T, b *headless.Tab) {
	t.Helper()
	b.Prefer(t, "print", "prefers-color-scheme", "dark")
	hidden := headless.Eval[int](t, b, `[...document.querySelectorAll('section details table')]
		.filter(e => !e.checkVisibility()).length`)
	ground := headless.Eval[string](t, b, `getComputedStyle(document.body).backgroundColor`)
	if hidden > 0 || ground != "rgb(255, 255, 255)" {
		t.Errorf("on paper %d tables are hidden; the ground is %s", hidden, ground)
	}
	b.Prefer(t, "screen", "prefers-color-scheme", "light")
}

// links checks that the contents lead to all sections in order.
func links(t *testing.T, b *headless.Tab) {
	t.Helper()
	if n := headless.Eval[int](t, b, `document.querySelectorAll('.lead > section, .rest > section').length`); n < 3 {
		t.Errorf("%d sections", n)
	}
	if !headless.Eval[bool](t, b, `[...document.querySelectorAll('nav a')].map(a => a.hash.slice(1)).join() ===
		[...document.querySelectorAll('.lead > section, .rest > section')].map(s => s.id).join()`) {
		t.Error("the contents are not those of the page")
	}
}

// quiet checks that nothing was loaded besides the page.
func quiet(t *testing.T, b *headless.Tab) {
	t.Helper()
	b.Run(t)
	loaded := `performance.getEntriesByType('resource').filter(r => !r.name.startsWith('data:')).length`
	if n := headless.Eval[int](t, b, loaded); n > 0 {
		t.Errorf("%d resources loaded", n)
	}
}

// noScript checks that without scripts the map and charts are shown, folds open, and idle controls are hidden.
func noScript(t *testing.T, b *headless.Tab) {
	t.Helper()
	b.WithoutScript(t)
	b.Run(t, chromedp.WaitVisible(chromedp.CSS("#sm-0 svg")))
	shown := headless.Eval[[]bool](t, b, `['.sm-bar', '#sm-0 .sm-pic', '#depth .wide svg']
		.map(s => document.querySelector(s).getClientRects().length > 0)`)
	console.Equal(t, fmt.Sprint(shown), "[false true true]", "shown", shown)
	b.Run(t,
		chromedp.Click(chromedp.CSS("#centre figure summary")),
		chromedp.WaitVisible(chromedp.CSS("#centre figure table")))
}
