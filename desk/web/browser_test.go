package web_test

import (
	"context"
	"os"
	"os/exec"
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

	"sitegraph/desk/web"
)

// tab is a tab of a headless browser and what went wrong in it.
type tab struct {
	ctx    context.Context
	base   string // of what may be asked for
	mu     sync.Mutex
	faults []string
}

// newTab starts the browser. Without one the test is skipped, or fails where
// SITEGRAPH_TOOLS=1 says that all tools are there.
func newTab(t *testing.T, base string) *tab {
	t.Helper()
	program, err := exec.LookPath("chromium")
	if err != nil {
		if os.Getenv("SITEGRAPH_TOOLS") == "1" {
			t.Fatal("no chromium: apt-get install chromium")
		}
		t.Skip("no chromium: apt-get install chromium")
	}
	options := append(slices.Clone(chromedp.DefaultExecAllocatorOptions[:]), chromedp.ExecPath(program),
		chromedp.NoSandbox, chromedp.DisableGPU, chromedp.Flag("window-size", "1280,1000"),
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true))
	ctx, cancelAll := chromedp.NewExecAllocator(t.Context(), options...)
	ctx, cancel := chromedp.NewContext(ctx)
	t.Cleanup(func() { cancel(); cancelAll() })
	b := &tab{ctx: ctx, base: base}
	if err := chromedp.Listen(ctx, b.watch); err != nil {
		t.Fatal(err)
	}
	_, err = chromedp.Call(ctx, log.Enable, cdp.Empty{})
	if err == nil {
		_, err = chromedp.Call(ctx, network.Enable, network.EnableParams{})
	}
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func (b *tab) watch(event any) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		b.faults = append(b.faults, "exception: "+e.ExceptionDetails.Text)
	case *log.EventEntryAdded:
		b.faults = append(b.faults, "log: "+e.Entry.Text)
	case *network.EventRequestWillBeSent:
		if u := e.Request.URL; !strings.HasPrefix(u, b.base) && !strings.HasPrefix(u, "data:") {
			b.faults = append(b.faults, "request: "+u)
		}
	}
}

// run performs steps, which have half a minute, and fails if something goes wrong.
func (b *tab) run(t *testing.T, what string, steps ...chromedp.Action[chromedp.Void]) {
	t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, 30*time.Second)
	defer cancel()
	err := chromedp.Do(ctx, steps...)
	b.mu.Lock()
	defer b.mu.Unlock()
	if err != nil || len(b.faults) > 0 {
		t.Fatalf("%s: %v; faults: %q", what, err, b.faults)
	}
}

func seen(selector string) chromedp.Action[chromedp.Void] {
	return chromedp.WaitVisible(chromedp.CSS(selector))
}

func click(selector string) chromedp.Action[chromedp.Void] {
	return chromedp.Click(chromedp.CSS(selector))
}

func keys(selector, text string) chromedp.Action[chromedp.Void] {
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
	c := newTab(t, b.base)
	c.run(t, "create", chromedp.Navigate(b.base+"/"), keys("#name", "by clicks"), click("summary"),
		keys("#settings", settings), click("form[data-send=json] button"), seen("#hosts"))
	c.run(t, "import", keys("#hosts", s.URL), click("form[data-method=POST] button"), seen("#list tbody tr .state.new"))
	c.run(t, "start", click("#overview button[data-do=start]"), seen("#list .state.crawling"),
		seen("#running .crawling"))
	c.run(t, "stop", click("#overview button[data-do=stop]"))
	let()
	c.run(t, "continue", seen("#list .state.stopped"), click("#list button[data-do=continue]"),
		seen("#list .state.done"), seen("#running .muted"))
	c.run(t, "site", click("#list tbody th a"), seen("#rows tbody tr:nth-child(40)"), seen("#files a[download]"))
	c.run(t, "filter", keys("input[name=text]", "/p19"), click("form.filter button"),
		seen("#rows tbody tr:only-child"), click("#rows input[type=checkbox]"), click("button[value=out]"),
		seen("#rows tr.struck"))
	c.run(t, "restore", click("#rows input[type=checkbox]"), click("button[value=back]"),
		seen("#rows tr:not(.struck) td"))
	c.run(t, "exclude", keys("#rule", "/p39$"), click("#exclude button[type=submit]"), seen("#apply"), click("#apply"),
		seen("#said:not(:empty)"))
	p, err := b.desk.Project("by clicks")
	if err != nil {
		t.Fatal(err)
	}
	if text, err := p.Settings(); err != nil || !strings.Contains(text, "/p39$") {
		t.Errorf("settings after the rule: %q, %v", text, err)
	}
	_, err = chromedp.Call(c.ctx, emulation.SetDeviceMetricsOverride,
		emulation.SetDeviceMetricsOverrideParams{Width: 390, Height: 800, DeviceScaleFactor: 1, Mobile: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, at := range []string{"/", "/projects/by%20clicks", "/projects/by%20clicks/site?table=links&site=" + s.URL} {
		c.run(t, "phone", chromedp.Navigate(b.base+at), seen("h1"))
		wide, err := chromedp.Run(c.ctx, chromedp.Evaluate[int]("document.documentElement.scrollWidth"))
		if err != nil || wide > 390 {
			t.Errorf("%s is %d wide on a phone of 390, %v", at, wide, err)
		}
	}
}
