package web_test

import (
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/chromedp"

	"sitegraph/desk/web"
	"sitegraph/internal/headless"
)

func seen(selector string) headless.Step {
	return chromedp.WaitVisible(chromedp.CSS(selector))
}

func click(selector string) headless.Step {
	return chromedp.Click(chromedp.CSS(selector))
}

func keys(selector, text string) headless.Step {
	return chromedp.SendKeys(chromedp.CSS(selector), text)
}

// TestClicks: with clicks and keys alone a project is made, crawled, stopped and
// continued while its page follows, and rows are filtered, struck out and excluded.
// On a phone no page is wider than the screen. Nothing is asked of anybody else, and nothing goes wrong in the browser.
func TestClicks(t *testing.T) {
	s := newWebsite(t, 40)
	hold := make(chan bool)
	let := sync.OnceFunc(func() { close(hold) })
	defer let()
	s.tell(func(n int64) {
		if n > 10 {
			<-hold
		}
	})
	b := serve(t, web.Options{})
	c := headless.New(t)
	c.Only(b.base)
	c.Run(t, chromedp.Navigate(b.base+"/"), keys("#name", "by clicks"), click("summary"),
		keys("#settings", settings), click("form[data-send=json] button"), seen("#hosts"))
	c.Run(t, keys("#hosts", s.URL), click("form[data-method=POST] button"), seen("#list tbody tr .state.new"))
	c.Run(t, click("#overview button[data-do=start]"), seen("#list .state.crawling"),
		seen("#running .crawling"))
	c.Run(t, click("#overview button[data-do=stop]"))
	let()
	c.Run(t, seen("#list .state.stopped"), click("#list button[data-do=continue]"),
		seen("#list .state.done"), seen("#running .muted"))
	c.Run(t, click("#list tbody th a"), seen("#rows tbody tr:nth-child(40)"), seen("#files a[download]"))
	c.Run(t, keys("input[name=text]", "/p19"), click("form.filter button"),
		seen("#rows tbody tr:only-child"), click("#rows input[type=checkbox]"), click("button[value=out]"),
		seen("#rows tr.struck"))
	c.Run(t, click("#rows input[type=checkbox]"), click("button[value=back]"),
		seen("#rows tr:not(.struck) td"))
	c.Run(t, keys("#rule", "/p39$"), click("#exclude button[type=submit]"), seen("#apply"), click("#apply"),
		seen("#said:not(:empty)"))
	p, err := b.desk.Project("by clicks")
	if err != nil {
		t.Fatal(err)
	}
	if text, err := p.Settings(); err != nil || !strings.Contains(text, "/p39$") {
		t.Errorf("settings after the rule: %q, %v", text, err)
	}
	c.Run(t, chromedp.EmulateViewport(390, 800, chromedp.EmulateMobile))
	for _, at := range []string{"/", "/projects/by%20clicks", "/projects/by%20clicks/site?table=links&site=" + s.URL} {
		c.Run(t, chromedp.Navigate(b.base+at), seen("h1"))
		if wide := headless.Eval[int](t, c, "document.documentElement.scrollWidth"); wide > 390 {
			t.Errorf("%s is %d wide on a phone of 390", at, wide)
		}
	}
}
