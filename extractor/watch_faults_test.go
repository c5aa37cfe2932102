package extractor_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"sitegraph/extractor"
	"sitegraph/internal/console"
	"sitegraph/site"
)

// watchFake makes a watcher that checks everything on an in-memory network.
func watchFake(t *testing.T, pages map[string]fakePage) (*watcher, *fake) {
	t.Helper()
	f := newFake(pages)
	w := newWatcher(t, f, 2, 0)
	w.full = true
	return w, f
}

func (w *watcher) next(t *testing.T) *site.Crawl {
	t.Helper()
	w.now = w.now.Add(24 * time.Hour)
	return w.iterate(t, context.Background())
}

// numberedPages makes a home page and n others, each with a text and a validator.
func numberedPages(n int, text, etag string) map[string]fakePage {
	home, pages := "", map[string]fakePage{}
	for i := range n {
		home += fmt.Sprintf("<a href=/%02d>x</a>", i)
		pages[fmt.Sprintf("http://site.test/%02d", i)] = fakePage{body: fmt.Sprint(text, i), etag: etag}
	}
	pages["http://site.test/"] = fakePage{body: home}
	return pages
}

func graphOf(c *site.Crawl) string {
	var keys []string
	for _, p := range c.Graph.Pages {
		keys = append(keys, p.Key)
	}
	return strings.Join(keys, " ")
}

// A site whose home page leads to another origin is watched like any other.
func TestWatchedElsewhere(t *testing.T) {
	w, _ := watchFake(t, map[string]fakePage{
		"http://site.test/":           {location: "https://www.site.test/"},
		"https://www.site.test/":      {body: "<a href=/a>a</a>"},
		"https://www.site.test/a":     {body: "<title>A</title>a <a href=/b>b</a>"},
		"https://www.site.test/b":     {body: "b"},
		"http://site.test/robots.txt": {body: "", mime: "text/plain"},
	})
	w.iterate(t, context.Background())
	c := w.next(t)
	console.Equal(t, graphOf(c), "https://www.site.test/ https://www.site.test/a https://www.site.test/b", "pages")
	titles := ""
	for m, err := range c.Watched.Moments {
		must(t, err)
		titles += m.Graph.Pages[1].Title
	}
	console.Equal(t, titles, "AA", "titles of earlier moments")
}

// A home page that was down at first leaves the crawl unfinished, and one that moves within the site is believed. The
// page that it redirects to is never dropped, since the whole graph would go with it.
func TestWatchedHome(t *testing.T) {
	const home = "http://site.test/"
	for name, c := range map[string]struct {
		before, then map[string]fakePage
		pages        string
		notes        int
	}{
		"down": {map[string]fakePage{home: {status: 503}},
			map[string]fakePage{home: {location: "https://site.test/", status: 301},
				"https://site.test/": {body: "there"}},
			"https://site.test/", 1},
		"gone": {map[string]fakePage{home: {location: "/en"}, home + "en": {body: "<a href=/a>a</a>"},
			home + "a": {body: "a"}},
			map[string]fakePage{home + "en": {status: 404}}, home + "en " + home + "a", 1},
		"moved": {map[string]fakePage{home: {body: "<a href=/a>a</a>"}, home + "a": {body: "a"}},
			map[string]fakePage{home: {status: 301, location: "/en"}, home + "en": {body: "<a href=/b>b</a>"},
				home + "b": {body: "b"}}, home + "en " + home + "b", 0},
	} {
		w, f := watchFake(t, c.before)
		w.parts.Watch.AcceptGone = name == "gone"
		w.iterate(t, context.Background())
		f.become(c.then)
		if crawl := w.next(t); graphOf(crawl) != c.pages || len(crawl.Notes) != c.notes {
			t.Errorf("%s: pages %s, notes %q", name, graphOf(crawl), crawl.Notes)
		}
	}
}

// Reaching the page limit does not stop a slow sitemap from being read.
func TestWatchedLimitedSitemap(t *testing.T) {
	w, _ := watchFake(t, map[string]fakePage{
		"http://site.test/":  {body: "<a href=/a>a</a><a href=/b>b</a>"},
		"http://site.test/a": {body: "a"}, "http://site.test/b": {body: "b"},
	})
	w.limits.MaxPages = 2
	w.parts.StopConditions = append(w.parts.StopConditions, func(p site.Progress) (site.Ending, bool) {
		return site.EndedMaxPages, p.Pages >= 2 && !p.Done
	})
	w.parts.Watch.Sitemaps = func(ctx context.Context, _ extractor.Downloader, _ extractor.Rules, _ site.URL,
		_ string) []extractor.Modified {
		select {
		case <-ctx.Done():
		case <-time.After(400 * time.Millisecond):
		}
		return nil
	}
	w.iterate(t, context.Background())
	if c := w.next(t); len(c.Watched.Iterations) != 2 || c.Ended != site.EndedMaxPages {
		t.Errorf("ended by %s after %d iterations", c.Ended, len(c.Watched.Iterations))
	}
}

// The clock cannot jump back in the state of a plain crawl either.
func TestWatchedClock(t *testing.T) {
	w, _ := watchFake(t, map[string]fakePage{"http://site.test/": {body: "x"}})
	began := w.now
	w.parts.Now = func() time.Time { w.now = w.now.Add(time.Hour); return w.now }
	watch := w.parts.Watch
	w.parts.Watch = nil
	w.walk(t, context.Background())
	w.parts.Watch, w.parts.Now = watch, func() time.Time { return began.Add(time.Minute) }
	first, err := extractor.Rebuild(w.journal, w.limits, pastOf(extractor.Past{}))
	must(t, err)
	c := w.iterate(t, context.Background())
	if at := c.Watched.Iterations[1].At; at.Before(first.Finished) {
		t.Errorf("iteration 2 began at %s, the crawl ended at %s", at, first.Finished)
	}
}

// When validators prove wrong, a fifth of the pages of that iteration is requested in full, for any number of
// connections. After that all pages are.
func TestWatchedLies(t *testing.T) {
	for _, downloads := range []int{1, 60} {
		w, f := watchFake(t, numberedPages(40, "before ", "same"))
		w.limits.Downloads = downloads
		w.iterate(t, context.Background())
		f.become(numberedPages(40, "after ", "same"))
		for i, changed := range []int{8, 32} {
			if it := w.next(t).Watched.Iterations[i+1]; it.Changed != changed || it.Unchanged != 41-changed {
				t.Errorf("%d connections: %+v", downloads, it)
			}
		}
	}
}

// An iteration whose checks are refused pauses after 32 answers, for any number of connections. The graph stays, and
// the next run does the rest.
func TestWatchedPause(t *testing.T) {
	for _, downloads := range []int{1, 40} {
		w, f := watchFake(t, numberedPages(100, "page ", ""))
		w.limits.Downloads, w.limits.Refused = downloads, 0.5
		w.parts.Refused = func(r site.Response, _ int) site.Refusal {
			if strings.Contains(string(r.Body), "denied") {
				return site.RefusalRepeated
			}
			return ""
		}
		w.iterate(t, context.Background())
		f.become(numberedPages(100, "denied ", ""))
		f.asked()
		c := w.next(t)
		if n := len(f.asked()) - 1; c.Ended != site.EndedRefused || c.Complete || n != 32 || len(c.Graph.Pages) != 101 {
			t.Errorf("%d connections: %s after %d requests, %d pages", downloads, c.Ended, n, len(c.Graph.Pages))
		}
		f.become(numberedPages(100, "page ", ""))
		if c = w.next(t); !c.Complete || len(f.asked())-1 != 101-32 || len(c.Watched.Iterations) != 2 {
			t.Errorf("%d connections: %s, %+v", downloads, c.Ended, c.Watched.Iterations)
		}
	}
}
