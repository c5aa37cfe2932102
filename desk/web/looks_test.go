package web_test

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"sitegraph/desk"
	"sitegraph/desk/tables"
	"sitegraph/desk/web"
	"sitegraph/internal/console"
	"sitegraph/internal/headless"
)

// nowhere is the path of a page that does not exist, for which the browser logs an error.
const nowhere = "/projects/none"

// looked returns the pages of a desk whose project has two sites, one of them crawled.
func looked(t *testing.T) (b *browser, paths []string) {
	t.Helper()
	s := newWebsite(t, 40)
	b = serve(t, web.Options{})
	at := b.project("looks", s.URL)
	b.finish(at, desk.Start)
	if status, text, _ := b.ask("POST", at+"/sites", "http://new.example"); status != 200 {
		t.Fatal(text)
	}
	paths = []string{"/", "/projects/looks",
		"/projects/looks/settings", "/login", nowhere, "/projects/looks/site?site=http://new.example"}
	for _, address := range []string{"/", "/p15", "/p41", "/p0"} {
		of := "?site=" + url.QueryEscape(s.URL) + "&url=" + url.QueryEscape(s.URL+address)
		paths = append(paths, "/projects/looks/page"+of)
	}
	paths = append(paths, "/projects/looks/what-if?site="+url.QueryEscape(s.URL))
	for _, table := range tables.Names() {
		paths = append(paths, "/projects/looks/site?table="+table+"&site="+url.QueryEscape(s.URL))
	}
	return b, paths
}

// structure lists headings, names and table headers missing for screen readers (WCAG 2.2, 1.3.1, 2.4.6, 4.1.2).
const structure = `(() => {
	const bad = [];
	const levels = [...document.querySelectorAll('h1,h2,h3,h4')].map(h => +h.tagName[1]);
	const skips = levels.some((l, i) => l > (levels[i - 1] || 0) + 1);
	if (skips || levels.filter(l => l === 1).length !== 1) bad.push('headings ' + levels);
	for (const e of document.querySelectorAll('input,select,textarea'))
		if (e.type !== 'hidden' && !e.hidden && !e.labels.length && !e.ariaLabel) bad.push(e.outerHTML);
	for (const e of document.querySelectorAll('a,button'))
		if (!e.textContent.trim() && !e.ariaLabel) bad.push(e.outerHTML);
	const names = [...document.querySelectorAll('section,nav,[role=region]')].map(e => e.ariaLabel ||
		document.getElementById(e.getAttribute('aria-labelledby'))?.textContent);
	if (names.some(n => !n) || new Set(names).size < names.length) bad.push('regions ' + names);
	for (const e of document.querySelectorAll('table'))
		if (!e.tBodies[0].rows.length || [...e.querySelectorAll('th')].some(h => !h.scope))
			bad.push('table ' + e.textContent.slice(0, 50));
	if (document.querySelectorAll('main').length !== 1 || document.documentElement.lang !== 'en')
		bad.push('main, lang');
	return bad;
})()`

// Texts are legible in light and dark, pages fit a phone, and screen readers have what they need.
func TestLooks(t *testing.T) {
	t.Parallel()
	b, paths := looked(t)
	c := headless.New(t)
	c.Only(b.base)
	for _, path := range paths {
		err := c.Try(chromedp.EmulateViewport(1280, 1000), chromedp.Navigate(b.base+path), seen("h1"))
		must(t, err)
		if faults := c.Faults(); len(faults) > 0 && path != nowhere {
			t.Errorf("%s: %q", path, faults)
		}
		for _, scheme := range []string{"dark", "light"} {
			c.Prefer(t, "screen", "prefers-color-scheme", scheme)
			console.Equal(t, c.LowContrast(t, ""), nil, path, scheme, "hard to read")
			console.Equal(t, c.Violations(t), nil, path, scheme)
		}
		console.Equal(t, headless.Eval[[]string](t, c, structure), nil, path)
		c.Run(t, chromedp.EmulateViewport(390, 800, chromedp.EmulateMobile))
		console.Equal(t, c.Violations(t), nil, path, "on a phone")
		if wide := headless.Eval[int](t, c, "document.documentElement.scrollWidth"); wide > 390 {
			t.Errorf("%s is %d wide on a phone of 390", path, wide)
		}
	}
}

// tabTo presses Tab until the element of a selector has the focus, which must be visible.
func tabTo(t *testing.T, c *headless.Tab, selector string) {
	t.Helper()
	for range 40 {
		c.Run(t, chromedp.KeyEvent(kb.Tab))
		if headless.Eval[bool](t, c, fmt.Sprintf(`document.activeElement.matches(%q)`, selector)) {
			if headless.Eval[string](t, c, `getComputedStyle(document.activeElement).outlineStyle`) == "none" {
				t.Errorf("the focus on %s is not seen", selector)
			}
			return
		}
	}
	t.Fatalf("Tab does not lead to %s", selector)
}

// A project can be made and crawled with keys alone, and keeps the focus while the page changes.
func TestKeyboard(t *testing.T) {
	t.Parallel()
	s := newWebsite(t, 2)
	b := serve(t, web.Options{})
	c := headless.New(t)
	c.Only(b.base)
	c.Run(t, chromedp.Navigate(b.base+"/"), seen("h1"))
	tabTo(t, c, ".skip")
	tabTo(t, c, "#new")
	c.Run(t, chromedp.KeyEvent(kb.Enter))
	tabTo(t, c, "#name")
	c.Run(t, chromedp.KeyEvent("keys"+kb.Enter), seen("#hosts"))
	tabTo(t, c, "#hosts")
	c.Run(t, chromedp.KeyEvent(s.URL))
	tabTo(t, c, "#import button")
	c.Run(t, chromedp.KeyEvent(" "), seen("#list .state.new"))
	said := headless.Eval[string](t, c, `document.querySelector("[role=status]").textContent`)
	console.Equal(t, said, "1 site added, 0 known already, 0 skipped.")
	c.Run(t, chromedp.Focus(chromedp.CSS("#content")))
	tabTo(t, c, "#list button[data-do=start]")
	c.Run(t, chromedp.KeyEvent(kb.Enter), seen("#list .state.done"), seen("#overview .state.idle"))
	if !headless.Eval[bool](t, c, `document.activeElement.closest("#list tbody tr") !== null`) {
		t.Error("the focus was lost when the page changed")
	}
}

// Ten tabs work, though a browser opens six connections to a host, because only the visible tab has a stream.
func TestTabs(t *testing.T) {
	t.Parallel()
	streams := newGate()
	b := serveThrough(t, web.Options{}, func(h http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/api/events" {
				streams.change(func() { streams.waiting++ })
				defer streams.change(func() { streams.waiting-- })
			}
			h.ServeHTTP(w, r)
		})
	})
	b.project("tabs")
	one := func(after string) {
		t.Helper()
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
		defer cancel()
		if err := streams.until(ctx, func() bool { return streams.waiting == 1 }, func() {}); err != nil {
			t.Fatalf("after %s: %d streams: %v", after, streams.waiting, err)
		}
	}
	tabs := []*headless.Tab{headless.New(t)}
	for i := range 10 {
		if i > 0 {
			tabs = append(tabs, tabs[0].Beside(t))
		}
		tabs[i].Only(b.base)
		tabs[i].Run(t, chromedp.Navigate(b.base+"/projects/tabs"), seen("#import button"))
		one(fmt.Sprint("opening tab ", i))
	}
	for i, tab := range tabs {
		headless.Call(t, tab, page.BringToFront, cdp.Empty{})
		if i > 0 {
			tab.Run(t, seen(fmt.Sprintf("#list tbody tr:nth-child(%d)", i)))
		}
		tab.Run(t, keys("#hosts", fmt.Sprintf("http://site-%d.example", i)), click("#import button"),
			seen(fmt.Sprintf("#list tbody tr:nth-child(%d)", i+1)))
		one(fmt.Sprint("showing tab ", i))
	}
	if hidden := headless.Eval[bool](t, tabs[0], "document.hidden"); !hidden {
		t.Error("the tabs are all seen at once")
	}
}

// underWay is the most requests that the settings allow at a time to two sites.
const underWay = 8

// leaves plays a desk that is away. It answers no requests and ends open ones until it comes back.
type leaves struct {
	present atomic.Pointer[context.Context]
}

func (l *leaves) through(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		now := l.present.Load()
		if now == nil {
			panic(http.ErrAbortHandler)
		}
		ctx, cancel := context.WithCancel(r.Context())
		defer cancel()
		defer context.AfterFunc(*now, cancel)()
		h.ServeHTTP(w, r.WithContext(ctx))
	})
}

// comes brings the desk back, and returns a function that sends it away.
func (l *leaves) comes(t *testing.T) (away func()) {
	ctx, cancel := context.WithCancel(t.Context())
	l.present.Store(&ctx)
	return func() { l.present.Store(nil); cancel() }
}

// noticed performs steps while the desk is away. The tab may log failed requests, but no other faults.
func noticed(t *testing.T, c *headless.Tab, steps ...headless.Step) {
	t.Helper()
	err := c.Try(steps...)
	for _, fault := range c.Faults() {
		console.Has(t, fault, "Failed to load resource: net::ERR_")
	}
	must(t, err)
}

// Two sites are crawled with clicks and keys, rows are struck out, and the crawl is stopped and continued.
func TestClicks(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("drives a browser")
	}
	c := headless.New(t)
	one, two, g := newWebsite(t, 120), newWebsite(t, 60), newGate()
	one.gate, two.gate = g, g
	defer g.open()
	var l leaves
	away := l.comes(t)
	b := serveThrough(t, web.Options{}, l.through)
	c.Only(b.base)

	list := filepath.Join(t.TempDir(), "list.txt")
	must(t, os.WriteFile(list, []byte(two.URL+"\n"), 0o600))
	c.Run(t, chromedp.Navigate(b.base+"/"), click("#new"), keys("#name", "by clicks"),
		click("form summary"), keys("#settings", settings), click("details form button"), seen("#hosts"))
	c.Run(t, keys("#hosts", one.URL), click("#import button"), seen("#list .state.new"))
	c.Run(t, chromedp.SetUploadFiles(chromedp.CSS("#upload"), []string{list}), click("#import button"),
		seen("#list tbody tr:nth-child(2) .state.new"))

	c.Run(t, click("#overview button[data-do=start]"))
	g.let(t, 60)
	c.Run(t, seen("#list .state.crawling"), seen("#running .crawling"))
	if toSite := []headless.Step{click("#list tbody th a"), seen("#rows tbody tr")}; c.Try(toSite...) != nil {
		c.Run(t, toSite...) // the list was refreshed during the click
	}
	rows := headless.Eval[int](t, c, `document.querySelectorAll("#rows tbody tr").length`)
	g.let(t, 60)
	c.Run(t, seen(fmt.Sprintf("#rows tbody tr:nth-child(%d)", rows+1))) // new rows appear by themselves
	c.Run(t, keys("input[name=pattern]", "/p5$"), click("form.filter button"), seen("#rows tbody tr:only-child"),
		click("#rows input[type=checkbox]"), click("button[value=out]"), seen("#rows tr.struck"))
	c.Run(t, click(".tabs li:nth-child(2) a"), seen("#rows tbody tr"), click("#rows tbody tr:nth-child(3) input"),
		click("button[value=out]"), seen("#rows tr.struck"))
	c.Run(t, keys("#rule", "/p39$"), click("#exclude button[type=submit]"), seen("#apply"), click("#apply"),
		seen("#said:not(:empty)"))
	g.let(t, underWay) // so that the crawl stops and restarts with the rule
	c.Run(t, click(".kind a:last-child"), click("#overview button[data-do=stop]"), seen("#list .state.stopping"))
	g.open()
	c.Run(t, seen("#overview .state.idle"), seen("#list .state.stopped"))
	g.shut()

	away()
	noticed(t, c, seen("#said.loud"))
	l.comes(t)
	noticed(t, c, chromedp.WaitNotPresent(chromedp.CSS("#said.loud")), seen("#list .state.stopped"))
	g.open()
	c.Run(t, click("#overview button[data-do=continue]"), seen("#overview .state.idle"),
		seen("#list tbody tr:nth-child(1) .state.done"), seen("#list tbody tr:nth-child(2) .state.done"))
	for name, says := range map[string]string{"settings.ini": "/p39$", "hosts.txt": two.URL, "struck.txt": "/p5"} {
		text, err := os.ReadFile(filepath.Join(b.desk.Folder, "by clicks", name))
		if err != nil || !strings.Contains(string(text), says) {
			t.Errorf("%s: %q, %v; without %q", name, text, err, says)
		}
	}
	for name, text := range console.Results(t, filepath.Join(b.desk.Folder, "by clicks")) {
		gone := !strings.Contains(text, "/p39,") && !strings.Contains(text, one.URL+"/p5,")
		if strings.HasSuffix(name, ".nodes.csv") && !gone {
			t.Errorf("%s has what was struck out or excluded", name)
		}
	}
}
