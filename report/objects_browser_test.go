package report_test

import (
	"fmt"
	"io"
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"sitegraph/internal/headless"
	"sitegraph/report"
)

// TestObjectsBrowser opens URLs by mouse and by keyboard, on a phone and on a screen, in light and dark.
func TestObjectsBrowser(t *testing.T) {
	b := headless.New(t)
	c := museum(60).crawl()
	in, siteMap := siteAndMap(t, c)
	for _, width := range []int64{390, 1400} {
		for _, scheme := range []string{"light", "dark"} {
			t.Run(fmt.Sprint(width, " ", scheme), func(t *testing.T) {
				b.Prefer(t, "screen", "prefers-color-scheme", scheme)
				b.Run(t, chromedp.EmulateViewport(width, 900))
				open(t, b, func(w io.Writer) error { return report.New(in).Write(w, siteMap, nil) })
				if bad := b.Violations(t); len(bad) > 0 {
					t.Errorf("the report: %s", strings.Join(bad, "\n"))
				}
				byMouse(t, b, c.Graph.Pages[0].URL)
				byKeyboard(t, b, width)
				byQuestion(t, b)
				quiet(t, b)
			})
		}
	}
}

// shownURL returns the URL in the report's address and the heading of the open dialog, or "" if nothing is open.
func shownURL(t *testing.T, b *headless.Tab) (address, heading string) {
	t.Helper()
	got := headless.Eval[[]string](t, b, `[new URLSearchParams(location.hash.slice(1)).get('url') || '',
		document.querySelector('dialog[open] h2')?.textContent || '']`)
	return got[0], got[1]
}

// closed waits until the dialog has closed, which browsers report a little later.
func closed(t *testing.T, b *headless.Tab) {
	t.Helper()
	headless.Eval[bool](t, b, `new Promise(done => {
		const look = () => location.hash.includes('url=') ? requestAnimationFrame(look) : done(true);
		look();
	})`)
}

// byMouse opens the dialog of a page, follows a link in it, goes back, and closes it.
func byMouse(t *testing.T, b *headless.Tab, start string) {
	t.Helper()
	first := chromedp.CSS("#centre td .below a, #centre th .below a")
	b.Run(t, chromedp.ScrollIntoView(first), chromedp.Click(first),
		chromedp.WaitVisible(chromedp.CSS("dialog[open] h2")))
	at, heading := shownURL(t, b)
	if at == "" || heading == "" {
		t.Fatalf("a click shows %q, %q", at, heading)
	}
	if bad := append(b.LowContrast(t, ".map"), b.Violations(t)...); len(bad) > 0 {
		t.Errorf("what is open: %s", strings.Join(bad, "\n"))
	}
	const tooWide = `(d => d.scrollWidth - d.clientWidth)(document.querySelector('dialog'))`
	if wide := headless.Eval[int](t, b, tooWide); wide > 0 {
		t.Errorf("%d pixels too wide", wide)
	}
	if way := headless.Eval[string](t, b, `document.querySelector('dialog ol a').href`); !strings.Contains(way,
		url.QueryEscape(start)) {
		t.Errorf("the way begins at %s", way)
	}
	other := chromedp.CSS("dialog ul:last-of-type li:first-child a")
	b.Run(t, chromedp.ScrollIntoView(other), chromedp.Click(other))
	if next, _ := shownURL(t, b); next == at || next == "" {
		t.Errorf("a click on a link of %s shows %q", at, next)
	}
	headless.Eval[bool](t, b, `new Promise(done => {
		addEventListener('hashchange', () => done(true), {once: true});
		history.back();
	})`)
	if back, _ := shownURL(t, b); back != at {
		t.Errorf("back from there is %q, want %s", back, at)
	}
	b.Run(t, chromedp.Click(chromedp.CSS("dialog .close")))
	closed(t, b)
	if at, heading := shownURL(t, b); at != "" || heading != "" {
		t.Errorf("closed it shows %q, %q", at, heading)
	}
}

// byKeyboard opens a page with Enter, reaches its contents with Tab, and closes it with Escape.
func byKeyboard(t *testing.T, b *headless.Tab, width int64) {
	t.Helper()
	headless.Eval[bool](t, b, `document.querySelector('#centre td .below a, #centre th .below a').focus(), true`)
	b.Run(t, chromedp.KeyEvent(kb.Enter), chromedp.WaitVisible(chromedp.CSS("dialog[open] h2")))
	at, _ := shownURL(t, b)
	b.Run(t, chromedp.KeyEvent(kb.Tab))
	if !headless.Eval[bool](t, b, `document.querySelector('dialog').contains(document.activeElement)`) {
		t.Error("Tab leaves what is open")
	}
	for range 3 {
		b.Run(t, chromedp.KeyEvent(kb.Tab))
	}
	b.Run(t, chromedp.KeyEvent(kb.Enter))
	if next, heading := shownURL(t, b); next == "" || next == at || heading == "" {
		t.Errorf("Enter on a link of %s shows %q", at, next)
	}
	b.Run(t, chromedp.KeyEvent(kb.Escape))
	closed(t, b)
	if at, heading := shownURL(t, b); at != "" || heading != "" {
		t.Errorf("at %d pixels, after Escape: %q, %q", width, at, heading)
	}
}

// byQuestion asks for what the site has examples of, and looks at the answer.
func byQuestion(t *testing.T, b *headless.Tab) {
	t.Helper()
	b.Run(t, chromedp.KeyEvent("k", chromedp.KeyModifiers(chromedp.ModifierCtrl)),
		chromedp.Click(chromedp.CSS(".ask-like button")), chromedp.WaitVisible(chromedp.CSS(".ask pre")))
	bad := append(b.LowContrast(t, ".map"), b.Violations(t)...)
	wide := headless.Eval[int](t, b, `(d => d.scrollWidth - d.clientWidth)(document.querySelector('.ask'))`)
	if len(bad) > 0 || wide > 0 {
		t.Errorf("an answer is %d pixels too wide: %s", wide, strings.Join(bad, "\n"))
	}
}
