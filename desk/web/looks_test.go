package web_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"sitegraph/desk"
	"sitegraph/desk/tables"
	"sitegraph/desk/web"
	"sitegraph/internal/headless"
)

// nowhere is the path of a page that is not there, which the browser remarks on.
const nowhere = "/projects/none"

// looked are pages of a desk with a project of two sites, one of them crawled.
func looked(t *testing.T) (b *browser, paths []string) {
	t.Helper()
	s := newWebsite(t, 40)
	b = serve(t, web.Options{})
	at := b.project("looks", s.URL)
	b.do(at, desk.Start)
	b.await(at, desk.Idle)
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

// structure lists what a screen reader needs and a page has not (WCAG 2.2, 1.3.1,
// 2.4.6, 4.1.2): one first heading, no level left out, a name for each control and region, headers in tables.
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

// TestLooks: all texts can be read in light and dark, no page is wider than a phone, and
// what a screen reader needs is there.
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
			if low := c.LowContrast(t, ""); len(low) > 0 {
				t.Errorf("%s, %s: hard to read: %q", path, scheme, low)
			}
			if bad := c.Violations(t); len(bad) > 0 {
				t.Errorf("%s, %s: %s", path, scheme, strings.Join(bad, "\n"))
			}
		}
		if bad := headless.Eval[[]string](t, c, structure); len(bad) > 0 {
			t.Errorf("%s: %q", path, bad)
		}
		c.Run(t, chromedp.EmulateViewport(390, 800, chromedp.EmulateMobile))
		if bad := c.Violations(t); len(bad) > 0 {
			t.Errorf("%s on a phone: %s", path, strings.Join(bad, "\n"))
		}
		if wide := headless.Eval[int](t, c, "document.documentElement.scrollWidth"); wide > 390 {
			t.Errorf("%s is %d wide on a phone of 390", path, wide)
		}
	}
}

// tabTo presses Tab until what a selector names has the focus, which must be seen.
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

// TestKeyboard: a project is made, and its site crawled, with keys alone. The focus
// stays on the site's buttons while the page changes, and what happens is told.
func TestKeyboard(t *testing.T) {
	t.Parallel()
	s := newWebsite(t, 2)
	b := serve(t, web.Options{})
	c := headless.New(t)
	c.Only(b.base)
	c.Run(t, chromedp.Navigate(b.base+"/"), seen("h1"))
	tabTo(t, c, ".skip")
	tabTo(t, c, "#name")
	c.Run(t, chromedp.KeyEvent("keys"+kb.Enter), seen("#hosts"))
	tabTo(t, c, "#hosts")
	c.Run(t, chromedp.KeyEvent(s.URL))
	tabTo(t, c, "#import button")
	c.Run(t, chromedp.KeyEvent(" "), seen("#list .state.new"))
	if said := headless.Eval[string](t, c, `document.querySelector("[role=status]").textContent`); said !=
		"1 site added, 0 known already, 0 skipped." {
		t.Errorf("told %q", said)
	}
	c.Run(t, chromedp.Focus(chromedp.CSS("#content")))
	tabTo(t, c, "#list button[data-do=start]")
	c.Run(t, chromedp.KeyEvent(kb.Enter), seen("#list .state.done"), seen("#overview .state.idle"))
	if !headless.Eval[bool](t, c, `document.activeElement.closest("#list tbody tr") !== null`) {
		t.Error("the focus was lost when the page changed")
	}
}
