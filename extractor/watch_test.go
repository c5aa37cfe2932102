package extractor_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"sitegraph/extractor"
	"sitegraph/extractor/evidence"
	"sitegraph/extractor/parse"
	"sitegraph/extractor/words"
	"sitegraph/internal/console"
	"sitegraph/site"
)

// changing is a generated site that changes over time. Its links use the same spelling as its URLs.
type changing struct {
	*generator
}

func newChanging(seed uint64) *changing {
	g := &generator{plain: true, Rand: rand.New(rand.NewPCG(seed, 1234))}
	g.testSite = generate(seed, true)
	return &changing{g}
}

// change edits contents, and adds, removes, moves and duplicates pages. It leaves the home page and other start pages
// alone.
func (c *changing) change() {
	for _, content := range c.contents {
		if c.chance(25) {
			c.edit(content)
		}
	}
	home := c.start // or what it redirects to
	for home.kind == isRedirect && home.next != nil {
		home = home.next
	}
	for _, r := range c.resources {
		if r == home || r == c.start || slices.Contains(c.starts, r.key) || r.kind == isForbidden || !c.chance(8) {
			continue
		}
		r.location, r.next, r.nextForm, r.away, r.contentType = "", nil, "", false, ""
		switch c.IntN(4) {
		case 0:
			r.kind, r.status = isStatus, 404
		case 1:
			r.kind, r.canonical = isRedirect, false
			r.status = pick(c.generator, []int{301, 302, 308})
			c.lead(r, pick(c.generator, c.resources))
			if r.next == r {
				r.kind, r.status, r.location = isStatus, 410, ""
			}
		case 2:
			r.kind, r.content = isPage, pick(c.generator, c.contents)
		default:
			fresh := &content{title: fmt.Sprint("fresh ", c.IntN(1e9))}
			c.contents = append(c.contents, fresh)
			c.edit(fresh)
			r.kind, r.content = isPage, fresh
		}
	}
}

func (c *changing) edit(content *content) {
	content.links = slices.DeleteFunc(slices.Clone(content.links), func(link) bool { return c.chance(30) })
	for range c.IntN(4) {
		c.link(content, c.refer(pick(c.generator, c.resources)))
	}
	content.title = fmt.Sprint("edited ", c.IntN(1e9))
	content.body = content.html() + fmt.Sprint("<p>words ", c.IntN(1e9))
}

// watcher runs the real parts with its own clock and a journal that can be cut.
type watcher struct {
	*walker
	journal *records
	now     time.Time
	full    bool // checks everything in every iteration
	seed    uint64
}

func newWatcher(t *testing.T, d extractor.Downloader, downloads int, seed uint64) *watcher {
	t.Helper()
	return newWalker(t, d, downloads).watched(t, seed)
}

func (w *walker) watched(t *testing.T, seed uint64) *watcher {
	t.Helper()
	out := &watcher{walker: w, journal: &records{}, seed: seed, now: time.Date(2026, 3, 1, 6, 0, 0, 0, time.UTC)}
	clock := func() time.Time { return out.now }
	w.parts.Now, w.parts.Robots, w.parts.Journal = clock, robotsReader{now: clock}, out.journal
	var err error
	w.parts.Parser, err = parse.New("tokenizer", parse.Options{AnchorText: true, Text: true, Pieces: w.parts.Stable})
	must(t, err)
	w.parts.Watch = &extractor.Watch{Policy: "test", Words: words.Count, Choose: out.choose}
	return out
}

// choose picks a part of the pages, depending on iteration and page, or all of them.
func (w *watcher) choose(h *evidence.History) (c extractor.Choice) {
	on := map[int32]bool{}
	next := int32(0)
	for _, r := range h.Rounds {
		for range r.Joined {
			on[next] = true
			next++
		}
		for _, page := range r.Left {
			delete(on, page)
		}
	}
	for page := range next {
		if on[page] && (w.full || (uint64(page)+w.seed+uint64(len(h.Rounds)))%3 == 0) {
			c.Pages = append(c.Pages, page)
		}
	}
	c.Others = h.Others
	if !w.full {
		c.Others /= 3
	}
	return c
}

func (w *watcher) iterate(t *testing.T, ctx context.Context) *site.Crawl {
	t.Helper()
	c, err := walkAlone(ctx, mustParse(t, w.start), w.parts, w.limits)
	must(t, err)
	checkCrawl(t, c)
	checkWatched(t, c)
	return c
}

func checkWatched(t *testing.T, c *site.Crawl) {
	t.Helper()
	w := c.Watched
	last := int32(len(w.Iterations))
	if len(w.Pages) != len(c.Graph.Pages) || len(w.Arcs) != len(c.Graph.Targets) {
		t.Fatalf("times of %d pages and %d arcs of %d and %d", len(w.Pages), len(w.Arcs), len(c.Graph.Pages),
			len(c.Graph.Targets))
	}
	for i, s := range append(slices.Clone(w.Pages), w.Arcs...) {
		if s.First < 1 || s.Last < s.First || s.Checked < s.Last || s.Checked > last || s.Changed < s.First ||
			s.Changed > s.Last || s.Visits < 1 || s.Visits > s.Checked || s.Changes >= s.Visits {
			t.Fatalf("%d of %d pages and %d arcs: %+v", i, len(w.Pages), len(w.Arcs), s)
		}
	}
	for i, it := range w.Iterations {
		if it.Number != i+1 || i > 0 && !it.At.After(w.Iterations[i-1].At) {
			t.Fatalf("iterations: %+v", w.Iterations)
		}
	}
}

// sameMoments compares the files that the journal gives for earlier iterations with those written then.
func (w *watcher) sameMoments(t *testing.T, wanted []map[string]string) {
	t.Helper()
	for i, want := range wanted {
		for _, moment := range []extractor.Moment{{Iteration: i + 1},
			{At: w.now.Add(time.Duration(i+1-len(wanted)) * 24 * time.Hour)}} {
			c, err := extractor.Rebuild(w.journal, w.limits, pastOf(extractor.Past{Moment: moment}))
			must(t, err)
			checkCrawl(t, c)
			sameFiles(t, fmt.Sprintf("moment %v", moment), files(t, c), want)
		}
	}
	w.sameGraphs(t, len(wanted))
}

func (w *watcher) sameGraphs(t *testing.T, iterations int) {
	t.Helper()
	last, err := extractor.Rebuild(w.journal, w.limits, pastOf(extractor.Past{}))
	must(t, err)
	shown := 0
	for got, err := range last.Watched.Moments {
		must(t, err)
		shown++
		past := pastOf(extractor.Past{Moment: extractor.Moment{Iteration: shown}})
		want, err := extractor.Rebuild(w.journal, w.limits, past)
		must(t, err)
		g, h := got.Graph, want.Graph
		same := func(a, b site.Page) bool {
			return a.URL == b.URL && a.Key == b.Key && a.Level == b.Level && a.Title == b.Title
		}
		if !slices.EqualFunc(g.Pages, h.Pages, same) || !slices.Equal(g.Offsets, h.Offsets) ||
			!slices.Equal(g.Targets, h.Targets) || !g.Weights.Equal(h.Weights) ||
			len(got.Watched.Iterations) != shown {
			t.Errorf("iteration %d: got %+v\nwant %+v", shown, g, h)
		}
	}
	console.Equal(t, shown, iterations)
}

// An iteration over an unchanged site changes nothing but the time of the last check.
func TestWatchedUnchanged(t *testing.T) {
	for seed := range min(rounds(t, 1), 60) {
		s := newChanging(seed)
		w := newWatcher(t, network(t, serve(t, s.testSite)), 4, seed)
		w.full = true
		first := w.iterate(t, context.Background())
		w.now = w.now.Add(time.Hour)
		second := w.iterate(t, context.Background())
		for i, seen := range second.Watched.Pages {
			seen.Last, seen.Checked, seen.Visits = seen.Last-1, seen.Checked-1, seen.Visits-1
			console.Equal(t, seen, first.Watched.Pages[i], "seed", seed, "page", i, "then")
		}
		first.Watched, second.Watched = nil, nil
		sameFiles(t, "unchanged", files(t, second), files(t, first))
	}
}

// With key stable, a watched site whose pages vary with each request has no changed page, and the same graph, until a
// page really changes.
func TestWatchedVarying(t *testing.T) {
	perSeed(t, 2, 120, func(t *testing.T, seed uint64) {
		v := newVaryingSite(seed)
		v.widget = false // a widget varies more than masks may hide
		w := stableWalker(t, v, 8).watched(t, seed)
		w.full = true
		first := w.iterate(t, context.Background())
		checkIdentities(t, v, first)
		want := v.lasting(graphFiles(t, first))
		for range 3 {
			w.now = w.now.Add(24 * time.Hour)
			c := w.iterate(t, context.Background())
			its := c.Watched.Iterations
			if last := its[len(its)-1]; last.Changed > 0 || last.Unchanged != last.Planned || !last.Complete {
				t.Errorf("%+v", last)
			}
			sameFiles(t, "an iteration", v.lasting(graphFiles(t, c)), want)
			sameFiles(t, "recalled", texts(t, rebuild(t, w.walker)), texts(t, c))
		}
	})
}

func graphFiles(t *testing.T, c *site.Crawl) map[string]string {
	plain := *c
	plain.Watched = nil
	return files(t, &plain)
}

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
