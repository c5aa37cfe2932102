package extractor_test

import (
	"cmp"
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"sitegraph/internal/console"
	"sitegraph/site"
)

// hello is a page without links.
var hello = fakePage{body: "<title>hello</title>"}

func redirectTo(address string) fakePage { return fakePage{location: address} }

// A home page may lead elsewhere, and thereby decide which site is crawled.
func TestAdoption(t *testing.T) {
	for _, c := range []struct {
		name  string
		start string // "" means http://a.test
		pages map[string]fakePage
		site  string // origin of the result
		keys  string // keys of the pages, in order
		alias string // keys of the aliases
		notes string // pattern for the notes; "" for no note
		again string // requests of a second run; "" for none
	}{
		{name: "no redirect", pages: map[string]fakePage{"http://a.test/": {body: "<a href=http://www.a.test/>x</a>"}},
			site: "http://a.test", keys: "http://a.test/"},
		{name: "another host", pages: map[string]fakePage{"http://a.test/": redirectTo("http://www.a.test/"),
			"http://www.a.test/":  {body: "<a href=/x>x</a><a href=http://a.test/y>y</a>"},
			"http://www.a.test/x": hello, "http://a.test/y": hello},
			site: "http://www.a.test", keys: "http://www.a.test/ http://www.a.test/x",
			notes: "^http://a.test redirects to http://www.a.test/, which became the site$"},
		{name: "https, links with http", pages: map[string]fakePage{"http://a.test/": redirectTo("https://a.test/en/"),
			"https://a.test/en/": {body: "<a href=http://a.test/x>x</a><a href=https://a.test/y>y</a>" +
				"<a href=http://a.test:81/z>z</a>"},
			"https://a.test/x": hello, "https://a.test/y": redirectTo("http://a.test/x")},
			site: "https://a.test", keys: "https://a.test/en/ https://a.test/x", alias: "https://a.test/y",
			notes: "became the site"},
		{name: "https all along, links with http", start: "https://a.test",
			pages: map[string]fakePage{"https://a.test/": redirectTo("https://www.a.test/"),
				"https://www.a.test/":  {body: "<a href=http://www.a.test/x>x</a><a href=/y>y</a>"},
				"https://www.a.test/x": hello, "https://www.a.test/y": hello},
			site: "https://www.a.test", keys: "https://www.a.test/ https://www.a.test/y", notes: "became the site"},
		{name: "http, links with https", start: "https://a.test",
			pages: map[string]fakePage{"https://a.test/": redirectTo("http://a.test/"),
				"http://a.test/": {body: "<a href=https://a.test/x>x</a><a href=/y>y</a>"}, "http://a.test/y": hello,
				"https://a.test/x": hello},
			site: "http://a.test", keys: "http://a.test/ http://a.test/y", notes: "became the site"},
		{name: "another port",
			pages: map[string]fakePage{"http://a.test/": redirectTo("//a.test:8080/"), "http://a.test:8080/": hello},
			site:  "http://a.test:8080", keys: "http://a.test:8080/", notes: "became the site"},
		{name: "a stray percent sign beside its code",
			pages: map[string]fakePage{"http://a.test/": {body: "<a href=100%.html>x</a><a href=100%25.html>y</a>"},
				"http://a.test/100%25.html": hello},
			site: "http://a.test", keys: "http://a.test/ http://a.test/100%25.html"},
		{name: "another path", pages: map[string]fakePage{"http://a.test/": redirectTo("/home"),
			"http://a.test/home": {body: "<a href=/>x</a>"}},
			site: "http://a.test", keys: "http://a.test/home", alias: "http://a.test/"},
		{name: "a chain", pages: map[string]fakePage{"http://a.test/": redirectTo("/home"),
			"http://a.test/home":  redirectTo("https://a.test/home"),
			"https://a.test/home": redirectTo("https://www.a.test/"), "https://www.a.test/": redirectTo("/en/"),
			"https://www.a.test/en/": hello},
			site: "https://www.a.test", keys: "https://www.a.test/en/", alias: "https://www.a.test/",
			notes: "(?s)^http://a.test redirects to https://a.test/home.*\n" +
				"https://a.test redirects to https://www.a.test/"},
		{name: "there and back", pages: map[string]fakePage{"http://a.test/": redirectTo("http://b.test/login"),
			"http://b.test/login": redirectTo("http://a.test/home"), "http://a.test/home": hello},
			site: "http://a.test", keys: "http://a.test/home", notes: "http://a.test/home, which became the site"},
		{name: "a circle", pages: map[string]fakePage{"http://a.test/": redirectTo("http://b.test/"),
			"http://b.test/": redirectTo("http://a.test/")}, site: "http://b.test",
			notes: "(?s)a circle.*no pages: http://b.test/: redirect-external http://a.test/"},
		{name: "no end", start: "http://h0.test", pages: endless(30),
			site: "http://h10.test", notes: "(?s)or more than 10 sites.*no pages: http"},
		{name: "another spelling", start: "http://a.test//x/",
			pages: map[string]fakePage{"http://a.test//x/": redirectTo("/x/"), "http://a.test/x/": hello},
			site:  "http://a.test", keys: "http://a.test/x/", notes: "began at http://a.test//x/"},
		{name: "a loop",
			pages: map[string]fakePage{"http://a.test/": redirectTo("/x"), "http://a.test/x": redirectTo("/")},
			site:  "http://a.test", notes: "no pages: .*: redirect-bad loop"},
		{name: "to nowhere", pages: map[string]fakePage{"http://a.test/": {status: 301}},
			site: "http://a.test", notes: "no pages: .*: redirect-bad no Location"},
		{name: "to a mail address", pages: map[string]fakePage{"http://a.test/": redirectTo("mailto:a@a.test")},
			site: "http://a.test", notes: "no pages: .*: redirect-bad Location: .*mailto"},
		{name: "redirect to what is not found", pages: map[string]fakePage{"http://a.test/": redirectTo("/x")},
			site: "http://a.test", notes: "no pages: .*: redirect-lost to http://a.test/x: status 404"},
		{name: "no HTML", pages: map[string]fakePage{"http://a.test/": {mime: "application/pdf"}},
			site: "http://a.test", notes: "no pages: .*: not-html application/pdf"},
		{name: "no answer", pages: map[string]fakePage{"http://a.test/": {failure: site.FailReset}},
			site: "http://a.test", notes: "no pages: .*: failed reset: as planned", again: "[http://a.test/]"},
		{name: "the new site forbids all",
			pages: map[string]fakePage{"http://a.test/": redirectTo("http://b.test/"), "http://b.test/": hello,
				"http://b.test/robots.txt": {mime: "text/plain", body: "User-agent: *\nDisallow: /"}},
			site: "http://b.test", notes: "(?s)became the site.*no pages: http://b.test/: forbidden"},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.start = cmp.Or(c.start, "http://a.test")
			d := newFake(c.pages)
			w := newWalker(t, d, 4)
			w.start = c.start
			w.parts.Claim = func(origin string) bool {
				return origin != mustParse(t, c.start).Origin()
			} // taken by this walk
			crawl := w.run(t)
			checkAdopted(t, crawl, c.site, c.keys, c.alias)
			if want := strings.Replace(c.site, "https:", "http:", 1); crawl.Former != "" && (crawl.Former != want ||
				want == c.site) || c.name == "https, links with http" && crawl.Former == "" {
				t.Errorf("%s was %q formerly", c.site, crawl.Former)
			}
			if notes := strings.Join(crawl.Notes, "\n"); !regexp.MustCompile(c.notes).MatchString(notes) ||
				c.notes == "" && notes != "" {
				t.Errorf("notes %q, want %q", notes, c.notes)
			}
			d.asked()
			again := w.run(t)
			checkAdopted(t, again, c.site, c.keys, c.alias)
			if c.again == "" {
				c.again = "[]"
			}
			if log := fmt.Sprint(d.asked()); log != c.again || !slices.Equal(again.Notes, crawl.Notes) {
				t.Errorf("the second run asked for %s and noted %q", log, again.Notes)
			}
		})
	}
}

// TestStoppedBeforeFirstPage checks that the note says why the run ended.
func TestStoppedBeforeFirstPage(t *testing.T) {
	for _, c := range []struct {
		ending site.Ending
		want   string
	}{
		{site.EndedSignal, "no pages: http://a.test/ was not fetched (interrupted)"},
		{site.EndedTimeout, "no pages: http://a.test/ was not fetched (timeout)"},
	} {
		t.Run(string(c.ending), inBubble(func(t *testing.T) {
			ctx, cancel := context.WithCancelCause(t.Context())
			d := newFake(map[string]fakePage{"http://a.test/": {}})
			d.hook = func(ctx context.Context, address string) {
				if address == "http://a.test/" {
					cancel(c.ending)
					<-ctx.Done()
				}
			}
			w := newWalker(t, d, 1)
			w.start = "http://a.test"
			if notes := w.walk(t, ctx).Notes; len(notes) != 1 || notes[0] != c.want {
				t.Errorf("notes %q, want %q", notes, c.want)
			}
		}))
	}
}

func endless(n int) map[string]fakePage {
	pages := map[string]fakePage{}
	for i := range n {
		pages[fmt.Sprintf("http://h%d.test/", i)] = redirectTo(fmt.Sprintf("http://h%d.test/", i+1))
	}
	return pages
}

func checkAdopted(t *testing.T, c *site.Crawl, origin, keys, alias string) {
	t.Helper()
	var aliases []string
	for _, a := range c.Aliases {
		aliases = append(aliases, a.Key)
	}
	if c.Site != origin || graphOf(c) != keys || strings.Join(aliases, " ") != alias {
		t.Errorf("site %s, pages %v, aliases %v, want %s, %s, %s", c.Site, graphOf(c), aliases, origin, keys, alias)
	}
}

// By the paper's rules, links to the other scheme stay external.
func TestNoSchemeRewrite(t *testing.T) {
	d := newFake(map[string]fakePage{"http://a.test/": redirectTo("https://a.test/"),
		"https://a.test/": {body: "<a href=http://a.test/x>x</a>"}, "https://a.test/x": hello})
	w := newWalker(t, d, 1)
	w.start, w.limits.RewriteScheme = "http://a.test", false
	c := w.run(t)
	checkAdopted(t, c, "https://a.test", "https://a.test/", "")
	console.Equal(t, c.Counts.ExternalLinks, 1, "external links")
}

// By the paper's rules, only text/html is a page.
func TestNoXHTML(t *testing.T) {
	for _, no := range []bool{false, true} {
		d := newFake(map[string]fakePage{"http://a.test/": {body: "<a href=x>x</a><a href=y>y</a>"},
			"http://a.test/x": {mime: "application/xhtml+xml; charset=utf-8", body: "x"},
			"http://a.test/y": {mime: "Text/HTML;level=1", body: "y"}})
		w := newWalker(t, d, 1)
		w.start, w.limits.NoXHTML = "http://a.test", no
		want := map[bool]site.State{false: site.StatePage, true: site.StateNotHTML}[no]
		for e := range w.run(t).Ledger {
			if e.Key == "http://a.test/x" && e.State != want || e.Key != "http://a.test/x" &&
				e.State != site.StatePage {
				t.Errorf("NoXHTML %t: %s is %s", no, e.Key, e.State)
			}
		}
	}
}

// A site that another walk claimed is left to it, now and in the next run.
func TestClaim(t *testing.T) {
	d := newFake(map[string]fakePage{"http://a.test/": redirectTo("http://b.test/"),
		"http://b.test/": {body: "<a href=/x>x</a>"}, "http://b.test/x": hello})
	w := newWalker(t, d, 1)
	w.start = "http://a.test"
	var claims []string
	free := false
	w.parts.Claim = func(origin string) bool { claims = append(claims, origin); return free }
	for range 2 {
		c := w.walk(t, context.Background())
		if c.Ended != site.EndedAnotherSite || c.Complete || c.Site != "http://a.test" ||
			!strings.Contains(strings.Join(c.Notes, "\n"), "http://b.test, which is a site of this run already") {
			t.Errorf("%s ended by %q, complete: %t, notes %q", c.Site, c.Ended, c.Complete, c.Notes)
		}
	}
	free = true
	checkAdopted(t, w.run(t), "http://b.test", "http://b.test/ http://b.test/x", "")
	free = false
	d.asked()
	if c := w.walk(t, context.Background()); c.Ended != site.EndedAnotherSite || len(d.asked()) > 0 {
		t.Errorf("going on with a site of another walk: ended by %q", c.Ended)
	}
	if want := []string{"http://b.test", "http://b.test", "http://b.test", "http://b.test"}; !slices.Equal(claims,
		want) {
		t.Errorf("claims %q, want %q", claims, want)
	}
}

// Nothing is fetched until robots.txt answers. The next run requests it again, on the adopted site too.
func TestRobotsUnavailable(t *testing.T) {
	down := fakePage{status: 503}
	d := newFake(map[string]fakePage{"http://a.test/": redirectTo("http://b.test/"), "http://b.test/": hello,
		"http://a.test/robots.txt": down, "http://b.test/robots.txt": down})
	w := newWalker(t, d, 4)
	w.start = "http://a.test"
	for _, c := range []struct {
		up         string // URL that is up from now on
		asks, site string
	}{
		{"", "http://a.test/robots.txt", "http://a.test"},
		{"", "http://a.test/robots.txt", "http://a.test"},
		{"http://a.test/robots.txt", "http://a.test/robots.txt http://a.test/ http://b.test/robots.txt",
			"http://b.test"},
		{"", "http://b.test/robots.txt", "http://b.test"},
	} {
		if c.up != "" {
			d.set(c.up, fakePage{status: 404})
		}
		crawl := w.walk(t, context.Background())
		if crawl.Ended != site.EndedRobotsUnavailable || crawl.Complete || crawl.Site != c.site ||
			!strings.Contains(crawl.Robots.Verdict(), "503") || len(crawl.Graph.Pages) != 0 {
			t.Fatalf("%s ended by %q, complete: %t, robots %q", crawl.Site, crawl.Ended, crawl.Complete,
				crawl.Robots.Verdict())
		}
		if log := strings.Join(d.asked(), " "); log != c.asks {
			t.Fatalf("asked for %s, want %s", log, c.asks)
		}
	}
	d.set("http://b.test/robots.txt", fakePage{status: 404})
	checkAdopted(t, w.run(t), "http://b.test", "http://b.test/", "")
}

// A robots.txt counts for 24 hours (RFC 9309 section 2.4). Earlier verdicts stay as they are.
func TestRobotsRefresh(t *testing.T) {
	const robotsURL = origin + "/robots.txt"
	now := time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)
	d := newFake(map[string]fakePage{robotsURL: {mime: "text/plain", body: "User-agent: *\nDisallow: /no"}, origin +
		"/": {body: "<a href=/a>a</a><a href=/b>b</a><a href=/no>n</a>"}, origin + "/a": {body: "<a href=/c>c</a>"},
		origin + "/b": hello, origin + "/no": hello, origin + "/c": {body: "<a href=/d>d</a>"}, origin +
			"/d": {body: "<a href=/e>e</a>"}, origin + "/e": hello})
	w := newWalker(t, d, 1)
	clock := func() time.Time { return now }
	w.parts.Now, w.parts.Robots = clock, robotsReader{now: clock}
	for _, c := range []struct {
		later  time.Duration
		robots fakePage
		level  int
		asked  int // requests for robots.txt
		pages  int
	}{
		{0, fakePage{}, 0, 1, 1},
		{23 * time.Hour, fakePage{}, 1, 0, 3},           // still valid
		{2 * time.Hour, fakePage{status: 503}, 2, 1, 4}, // too old, but used since there is no newer one
		{time.Minute, fakePage{mime: "text/plain", body: "User-agent: *\nDisallow: /e"}, 3, 1, 5},
		{time.Hour, fakePage{}, 4, 0, 5},      // the new one is valid
		{48 * time.Hour, fakePage{}, 5, 0, 5}, // nothing to fetch, so no request
	} {
		now = now.Add(c.later)
		if c.robots != (fakePage{}) {
			d.set(robotsURL, c.robots)
		}
		d.log, w.limits.MaxLevel = nil, c.level
		crawl := w.run(t)
		if n := d.count(robotsURL); n != c.asked || crawl.Counts.Pages != c.pages {
			t.Fatalf("level %d: robots.txt asked for %d times, %d pages, want %d, %d", c.level, n, crawl.Counts.Pages,
				c.asked, c.pages)
		}
	}
	states := map[string]site.State{}
	for e := range w.run(t).Ledger {
		states[strings.TrimPrefix(e.Key, origin)] = e.State
	}
	if states["/no"] != site.StateRobots || states["/e"] != site.StateRobots || states["/d"] != site.StatePage {
		t.Errorf("states %v", states)
	}
}
