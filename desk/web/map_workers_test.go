package web_test

import (
	"context"
	"net/url"
	"strings"
	"testing"

	"sitegraph/desk"
	"sitegraph/desk/web"
	"sitegraph/run"
)

// silent are workers that take a group, and then crawl until they are told to stop.
type silent struct{ begun chan bool }

func (w silent) Crawl(ctx context.Context, _ string, _ run.Spec, _ string, now func([]desk.Group, error) error) error {
	if err := now([]desk.Group{{Worker: "one"}}, nil); err != nil {
		return err
	}
	close(w.begun)
	<-ctx.Done()
	return ctx.Err()
}

func (silent) Withdraw(context.Context, string, string) error { return nil }

// TestMapAtWorkers: of sites that workers crawl the pages say when there will be a map.
func TestMapAtWorkers(t *testing.T) {
	s := newWebsite(t, 3)
	b := serve(t, web.Options{})
	w := silent{make(chan bool)}
	b.desk.Workers = w
	at := b.project("map", s.URL)
	b.do(at, desk.Submit)
	<-w.begun
	const when = "is drawn here when they are done with it."
	if _, text, _ := b.ask("GET", "/projects/map/site?site="+url.QueryEscape(s.URL), ""); !strings.Contains(text,
		"nothing is known of the site yet") {
		t.Errorf("where the tables come: %s", text)
	}
	for _, page := range []string{"/projects/map", "/projects/map/map?site=" + url.QueryEscape(s.URL)} {
		if _, text, _ := b.ask("GET", page, ""); !strings.Contains(text, when) {
			t.Errorf("%s does not say it: %s", page, text)
		}
	}
}
