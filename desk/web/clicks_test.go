package web_test

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/chromedp/chromedp"

	"sitegraph/desk/web"
	"sitegraph/internal/headless"
)

// underWay is the greatest number of requests to two sites at a time, by the settings.
const underWay = 8

// leaves has a desk be away: no request is answered, and those that are open end, until it comes back.
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

// comes has the desk be there, and returns what sends it away.
func (l *leaves) comes(t *testing.T) (away func()) {
	ctx, cancel := context.WithCancel(t.Context())
	l.present.Store(&ctx)
	return func() { l.present.Store(nil); cancel() }
}

// noticed performs steps while the desk is away, of which a tab notices nothing else.
func noticed(t *testing.T, c *headless.Tab, steps ...headless.Step) {
	t.Helper()
	err := c.Try(steps...)
	for _, fault := range c.Faults() {
		if !strings.Contains(fault, "Failed to load resource: net::ERR_") {
			t.Errorf("while the desk is away: %s", fault)
		}
	}
	must(t, err)
}

// TestClicks: two sites are crawled with clicks and keys alone. Rows are looked at, struck out and excluded
// meanwhile; the crawl is stopped and continued, and the desk is away for a time, while the page stays open.
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
	c.Run(t, chromedp.Navigate(b.base+"/"), keys("#name", "by clicks"), click("summary"), keys("#settings", settings),
		click("form[data-send=json] button"), seen("#hosts"))
	c.Run(t, keys("#hosts", one.URL), click("#import button"), seen("#list .state.new"))
	c.Run(t, chromedp.SetUploadFiles(chromedp.CSS("#upload"), []string{list}), click("#import button"),
		seen("#list tbody tr:nth-child(2) .state.new"))

	c.Run(t, click("#overview button[data-do=start]"))
	g.let(t, 60)
	c.Run(t, seen("#list .state.crawling"), seen("#running .crawling"))
	if toSite := []headless.Step{click("#list tbody th a"), seen("#rows tbody tr")}; c.Try(toSite...) != nil {
		c.Run(t, toSite...) // the list was refreshed under the click
	}
	rows := headless.Eval[int](t, c, `document.querySelectorAll("#rows tbody tr").length`)
	g.let(t, 60)
	c.Run(t, seen(fmt.Sprintf("#rows tbody tr:nth-child(%d)", rows+1))) // they come by themselves
	c.Run(t, keys("input[name=pattern]", "/p5$"), click("form.filter button"), seen("#rows tbody tr:only-child"),
		click("#rows input[type=checkbox]"), click("button[value=out]"), seen("#rows tr.struck"))
	c.Run(t, click(".tabs li:nth-child(2) a"), seen("#rows tbody tr"), click("#rows tbody tr:nth-child(3) input"),
		click("button[value=out]"), seen("#rows tr.struck"))
	c.Run(t, keys("#rule", "/p39$"), click("#exclude button[type=submit]"), seen("#apply"), click("#apply"),
		seen("#said:not(:empty)"))
	g.let(t, underWay) // so that the crawl stops, and begins again with the rule
	c.Run(t, click(".kind a:last-child"), click("#overview button[data-do=stop]"), seen("#list .state.stopping"))
	g.open() // to what is being fetched
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
	for name, text := range files(t, filepath.Join(b.desk.Folder, "by clicks")) {
		gone := !strings.Contains(text, "/p39,") && !strings.Contains(text, one.URL+"/p5,")
		if strings.HasSuffix(name, ".nodes.csv") && !gone {
			t.Errorf("%s has what was struck out or excluded", name)
		}
	}
}
