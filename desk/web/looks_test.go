package web_test

import (
	"net/url"
	"testing"

	"github.com/chromedp/chromedp"

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
	paths = []string{"/", "/projects/looks", "/login", nowhere, "/projects/looks/site?site=http://new.example"}
	for _, table := range tables.Names() {
		paths = append(paths, "/projects/looks/site?table="+table+"&site="+url.QueryEscape(s.URL))
	}
	return b, paths
}

// TestLooks: all texts can be read in light and dark, and no page is wider than a phone.
func TestLooks(t *testing.T) {
	b, paths := looked(t)
	c := headless.New(t)
	c.Only(b.base)
	for _, path := range paths {
		if err := c.Try(chromedp.EmulateViewport(1280, 1000), chromedp.Navigate(b.base+path), seen("h1")); err != nil {
			t.Fatal(err)
		}
		if faults := c.Faults(); len(faults) > 0 && path != nowhere {
			t.Errorf("%s: %q", path, faults)
		}
		for _, scheme := range []string{"dark", "light"} {
			c.Prefer(t, "screen", "prefers-color-scheme", scheme)
			if low := c.LowContrast(t, ""); len(low) > 0 {
				t.Errorf("%s, %s: hard to read: %q", path, scheme, low)
			}
		}
		c.Run(t, chromedp.EmulateViewport(390, 800, chromedp.EmulateMobile))
		if wide := headless.Eval[int](t, c, "document.documentElement.scrollWidth"); wide > 390 {
			t.Errorf("%s is %d wide on a phone of 390", path, wide)
		}
	}
}
