//go:build linux

package commands

import (
	"context"
	"fmt"
	"net"
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"sitegraph/desk/web"
	"sitegraph/internal/headless"
)

// A click gives a project to workers. The page shows their progress, then tables, map and report.
func TestGiveToWorkers(t *testing.T) {
	t.Parallel()
	c := headless.New(t)
	w := newWorkersWorld(t, 2)
	w.sites.hold = make(chan bool)
	d := w.open()
	p := w.project(d)
	must(t, p.SetSettings(strings.Replace(deskSettings, "exporters = ", "exporters = report,stats,", 1)))
	s, err := web.New(d, web.Options{})
	must(t, err)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	base := "http://" + l.Addr().String()
	ctx, stop := context.WithCancel(context.WithoutCancel(t.Context()))
	served := make(chan error)
	go func() { served <- s.Serve(ctx, l) }()
	t.Cleanup(func() { stop(); <-served }) // which closes the desk
	css := func(selector string) headless.Step { return chromedp.WaitVisible(chromedp.CSS(selector)) }
	click := func(selector string) headless.Step { return chromedp.Click(chromedp.CSS(selector)) }
	says := func(part string) headless.Step {
		return chromedp.Poll[chromedp.Void](fmt.Sprintf(`document.querySelector("main").innerText.includes(%q)`, part))
	}
	c.Only(base)
	c.Accept("Have workers crawl all sites from scratch?")
	c.Run(t, chromedp.Navigate(base+"/projects/"+url.PathEscape(p.Name)), css("h1"),
		click("#overview button[data-do=submit]"), css("#overview .state.crawling"))
	c.Run(t, says(": 0 of 2 groups of sites done"))
	working := make(chan bool)
	go func() { defer close(working); w.work("--name", "ada") }()
	c.Run(t, says("at ada"))
	close(w.sites.hold)
	c.Run(t, css("#overview .state.idle"), says(": 2 of 2 groups of sites done"),
		chromedp.Poll[chromedp.Void](`document.querySelectorAll("#list tbody .state.done").length === 2`))
	<-working
	if bad := c.Violations(t); len(bad) > 0 {
		t.Error(strings.Join(bad, "\n"))
	}
	c.Run(t, click("#list tbody tr:nth-child(1) th a"), css("#rows tbody tr"), css("#sm-0 .nodes circle:nth-child(30)"))
	line := w.sites.urls()[0]
	v, err := p.View(t.Context(), line)
	must(t, err)
	if n := headless.Eval[int](t, c, `document.querySelectorAll("#sm-0 .nodes circle").length`); n != v.Pages ||
		n < crowdPages/2 {
		t.Errorf("the map has %d of %d pages", n, v.Pages)
	}
	const opens = `[...document.querySelectorAll(".jump a")].find(a => a.text === "Open the report").href`
	c.Run(t, chromedp.Navigate(headless.Eval[string](t, c, opens)), css("footer"))
	if text := headless.Eval[string](t, c, "document.body.innerText"); !strings.Contains(text, line) {
		t.Errorf("the report is not of %s: %.500s", line, text)
	}
}
