package web_test

import (
	"context"
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"sitegraph/desk/web"
	"sitegraph/internal/headless"
)

// TestTabs: ten tabs of one window stay usable, although browsers have six connections to a host (HTTP/1.1): only the
// tab that is seen has a stream, and when a tab is seen again it shows what has changed.
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
