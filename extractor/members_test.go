package extractor_test

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"sitegraph/extractor"
	"sitegraph/internal/console"
	"sitegraph/schedule/order"
	"sitegraph/site"
)

// The hosts of an entity give exactly the graph of their union, in any order. A host without a readable robots.txt does
// not stop the crawl of the others.
func TestEntity(t *testing.T) {
	perSeed(t, 6, anyNumber, func(t *testing.T, seed uint64) {
		e := newEntity(t, seed)
		want, external := e.expect()
		one := walkerOf(t, e, 1)
		c := one.run(t)
		if got := graphLines(c); !slices.Equal(got, want) {
			t.Fatalf("not the graph of the union:\n%s", difference(got, want))
		}
		console.Equal(t, c.Counts.ExternalLinks, external)
		console.Equal(t, c.Scope, site.ScopeEntity)
		checkBlocked(t, c)
		o, pages := walkerOf(t, e, 64).inOrder(nil), order.Pages()
		o.servers, o.options.Pages = nil, pages[int(seed)%len(pages)]
		c = o.onlyCrawl(t, o.walk(t, t.Context(), o.journals(), 8))
		if found := len(c.Graph.Pages); found != pagesIn(want) || !c.Complete {
			t.Errorf("by %s: %d pages, complete: %t; want %d", o.options.Pages, found, c.Complete, pagesIn(want))
		}
		checkBlocked(t, c)
	})
}

func pagesIn(plan []string) (n int) {
	for _, line := range plan {
		if strings.HasPrefix(line, "page ") {
			n++
		}
	}
	return n
}

// TestEntityMoves checks that a home page may redirect to a member, and that a redirect elsewhere adds that host.
func TestEntityMoves(t *testing.T) {
	for _, c := range []struct{ home, site, pages string }{
		{"http://www.a.test/", "http://a.test", "http://www.a.test/ http://a.test/x http://b.test/y"},
		{"https://c.test/", "https://c.test", "https://c.test/ http://a.test/x http://b.test/y"},
	} {
		links := "<a href=http://a.test/x>x</a><a href=http://b.test/y>y</a><a href=http://c.test/z>z</a>"
		f := newFake(map[string]fakePage{"http://a.test/": redirectTo(c.home), c.home: {body: links},
			"http://a.test/x": {body: "x"}, "http://b.test/y": {body: "y"}, "http://c.test/z": {body: "z"}})
		w := newWalker(t, f, 4)
		w.start = "http://a.test"
		w.parts.Members, w.limits.PerHost = membersOf(t, "http://a.test", "*.a.test", "b.test"), 2
		crawl := w.run(t)
		if got := graphOf(crawl); crawl.Site != c.site || got != c.pages {
			t.Errorf("home page at %s: %s with %s, want %s with %s", c.home, crawl.Site, got, c.site, c.pages)
		}
	}
}

// TestEntityRulesAge keeps a member's robots.txt for a day, and for another hour if it cannot be fetched again.
func TestEntityRulesAge(t *testing.T) {
	f := newFake(map[string]fakePage{"http://a.test/": {body: "<a href=http://b.test/1>1</a>"},
		"http://b.test/1": {body: "<a href=/2>2</a>"}, "http://b.test/2": {body: "<a href=/3>3</a><a href=/no>n</a>"},
		"http://b.test/3": {body: "<a href=/4>4</a>"}, "http://b.test/4": hello, "http://b.test/no": hello,
		"http://b.test/robots.txt": {mime: "text/plain", body: "User-agent: *\nDisallow: /no\n"}})
	begun := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	var at atomic.Int64 // time since begun
	f.hook = func(_ context.Context, address string) {
		switch address {
		case "http://b.test/1":
			at.Store(int64(25 * time.Hour))
			f.set("http://b.test/robots.txt", fakePage{failure: site.FailTimeout})
		case "http://b.test/3":
			at.Store(int64(27 * time.Hour))
			f.set("http://b.test/robots.txt", fakePage{mime: "text/plain",
				body: "User-agent: *\nDisallow: /4\nDisallow: /no\n"})
		}
	}
	w := newWalker(t, f, 1)
	w.limits.Parsers = 1
	clock := func() time.Time { return begun.Add(time.Duration(at.Load())) }
	w.parts.Now, w.parts.Robots, w.start = clock, robotsReader{now: clock}, "http://a.test"
	w.parts.Members, w.limits.PerHost = membersOf(t, "a.test", "b.test"), 1
	c := w.run(t)
	asked := f.asked()
	forbidden := slices.Contains(asked, "http://b.test/no") || slices.Contains(asked, "http://b.test/4")
	if len(c.Graph.Pages) != 4 || forbidden {
		t.Errorf("%d pages, asked for %q", len(c.Graph.Pages), asked)
	}
	robots := 0
	for _, address := range asked {
		if address == "http://b.test/robots.txt" {
			robots++
		}
	}
	console.Equal(t, robots, 3, "asked", asked)
}

func checkBlocked(t *testing.T, c *site.Crawl) {
	t.Helper()
	for entry, err := range c.Ledger {
		must(t, err)
		switch why := entry.Why(); {
		case strings.HasPrefix(entry.Key, failing) &&
			(entry.State != site.StateRobotsUnavailable || why != "status 503"),
			strings.HasPrefix(entry.Key, down) &&
				(entry.State != site.StateUnreachable || !strings.HasPrefix(why, "refused: ")),
			strings.Contains(entry.Key, closed) && entry.State != site.StateRobots:
			t.Errorf("%s is %s: %s", entry.Key, entry.State, why)
		}
	}
	for _, r := range c.MemberRobots {
		if verdict := r.Verdict(); (r.Origin == failing) != (verdict == "forbid all: status 503") ||
			(r.Origin == down) != strings.HasPrefix(verdict, "forbid all: refused") {
			t.Errorf("robots.txt of %s: %s", r.Origin, verdict)
		}
	}
}

// TestEntityResumes requests the failures of members again if the settings say so.
func TestEntityResumes(t *testing.T) {
	pages := map[string]fakePage{
		"http://a.test/":             {body: "<a href=http://b.test/x>x</a><a href=http://c.test/>c</a>"},
		"http://b.test/robots.txt":   {failure: site.FailTimeout},
		"http://b.test/x":            {body: "<a href=http://a.test/y>y</a>"},
		"http://a.test/y":            {location: "http://b.test/z"},
		"http://b.test/z":            hello,
		"http://c.test/":             {body: "another site"},
		"http://elsewhere.test/":     hello,
		"http://b.test/never-linked": hello,
	}
	f := newFake(pages)
	w := newWalker(t, f, 4)
	w.start = "http://a.test"
	w.parts.Members, w.limits.PerHost = membersOf(t, "a.test", "b.test"), 2
	w.parts.Settings = extractor.Beginning(mustParse(t, w.start), w.parts)
	c := w.run(t)
	if len(c.Graph.Pages) != 1 || f.count("http://b.test/x") != 0 || f.count("http://c.test/") != 0 ||
		c.Counts.ExternalLinks != 1 {
		t.Fatalf("%d pages, %d external links, asked for %q", len(c.Graph.Pages), c.Counts.ExternalLinks, f.asked())
	}
	f.set("http://b.test/robots.txt", fakePage{status: 404})
	f.asked()
	if c = w.run(t); len(c.Graph.Pages) != 1 || len(f.asked()) != 0 {
		t.Fatalf("a finished crawl: %d pages", len(c.Graph.Pages))
	}
	w.parts.RetryFailed = true
	c = w.run(t)
	want := []string{"arc http://a.test/ http://b.test/x 1", "arc http://b.test/x http://b.test/z 1",
		"page http://a.test/ 0", "page http://b.test/x 1", "page http://b.test/z 2"}
	if got := graphLines(c); !slices.Equal(got, want) {
		t.Fatalf("%s", difference(got, want))
	}
}

// TestEntitySitemaps reads the sitemaps of all named hosts, as far as robots.txt allows, by depth and in an order. If
// several sitemaps list a URL, the first one counts. By hand: b's /x is linked and /o is not, c's robots.txt cannot be
// read, and hosts below d.test are not named.
func TestEntitySitemaps(t *testing.T) {
	pages := map[string]fakePage{"http://a.test/": {body: "<a href=http://b.test/x>x</a>"},
		"http://b.test/x": {body: "x"}, "http://b.test/o": {body: "orphan"}, "http://b.test/shared": {body: "shared"},
		"http://c.test/robots.txt": {status: 503}, "http://c.test/p": {body: "p"}}
	for _, ordered := range []bool{false, true} {
		w := newWalker(t, newFake(pages), 4)
		w.start = "http://a.test"
		w.parts.Members, w.limits.PerHost = membersOf(t, "a.test", "http://b.test", "c.test", "*.d.test"), 2
		var read []string
		w.parts.Sitemaps = func(_ context.Context, _ extractor.Downloader, _ extractor.Rules, o site.URL,
			_ string) extractor.SitemapList {
			read = append(read, o.Origin())
			l := extractor.SitemapList{Files: []site.SitemapFile{{URL: o.Origin() + "/sitemap.xml", Status: 200}},
				Entries: []extractor.SitemapURL{{URL: "http://b.test/shared"}}}
			if o.Host == "b.test" {
				l.Entries = append(l.Entries, extractor.SitemapURL{URL: "http://b.test/x"},
					extractor.SitemapURL{URL: "http://b.test/o"})
			}
			return l
		}
		w.parts.Settings = extractor.Beginning(mustParse(t, w.start), w.parts)
		var c *site.Crawl
		if ordered {
			o := w.inOrder(nil)
			o.servers, o.options.Pages = nil, order.Levels
			c = o.onlyCrawl(t, o.walk(t, t.Context(), o.journals(), 4))
		} else {
			c = w.run(t)
		}
		var found []string
		for e := range c.Sitemaps.Entries {
			found = append(found, fmt.Sprint(e.URL, " ", e.Finding, " ", e.Sitemap))
		}
		slices.Sort(found)
		console.Equal(t, read, []string{"http://a.test", "http://b.test"}, "ordered", ordered, "read the sitemaps of")
		want := []string{"http://b.test/o orphan http://b.test/sitemap.xml",
			"http://b.test/shared orphan http://a.test/sitemap.xml", "http://b.test/x page http://b.test/sitemap.xml"}
		console.Equal(t, found, want, "ordered", ordered)
	}
}

// memberNames names the generated entities. All memberHosts belong to them.
var (
	memberNames = []string{"http://site.test", "*.site.test", "http://old.other.test", "http://site.test:8080"}
	memberHosts = []string{"http://site.test", "http://www.site.test", "http://a.b.site.test", "http://old.other.test",
		"http://site.test:8080"}
)

// entity is a planned set of pages that several hosts serve together.
type entity struct {
	pages   map[string]entityPage // by URL
	address string                // server address of all hosts
	hook    atomic.Pointer[func(target string)]
	stable  bool // walkers use key stable
}

type entityPage struct {
	title    string
	links    []string
	location string
}

// These hosts allow no requests, or not all: robots.txt fails on one, one is down, and any host forbids closed.
const (
	failing = "http://failing.site.test"
	down    = "http://down.site.test"
	closed  = "/closed/"
)

func newEntity(t testing.TB, seed uint64) *entity {
	random := rand.New(rand.NewPCG(seed, 41))
	e := &entity{pages: map[string]entityPage{}, stable: seed%2 == 1}
	var urls []string
	for i := range 12 + random.IntN(30) {
		url := memberHosts[random.IntN(len(memberHosts))] + fmt.Sprintf("/d%d/p%d", random.IntN(3), i)
		if random.IntN(8) == 0 {
			url = memberHosts[random.IntN(len(memberHosts))] + closed + fmt.Sprint(i)
		}
		if i == 0 {
			url = memberHosts[0] + "/"
		}
		urls = append(urls, url)
	}
	urls = append(urls, failing+"/x", down+"/y")
	away := []string{"http://far.test/", "https://old.other.test/z", "http://www.site.test:81/", "http://xsite.test/"}
	for i, url := range urls[:len(urls)-2] {
		if i > 0 && random.IntN(5) == 0 { // the target comes later, so there are no loops
			e.pages[url] = entityPage{location: urls[i+1+random.IntN(min(3, len(urls)-1-i))]}
			continue
		}
		p := entityPage{title: fmt.Sprint("title ", i)}
		for range random.IntN(7) {
			p.links = append(p.links, urls[random.IntN(len(urls))])
		}
		if i+1 < len(urls) {
			p.links = append(p.links, urls[i+1], urls[min(2*i, len(urls)-1)])
		}
		p.links = append(p.links, away[random.IntN(len(away))])
		if i > 3 && random.IntN(5) == 0 { // mirrors an earlier page
			if other := e.pages[urls[random.IntN(i)]]; other.location == "" {
				p = other
			}
		}
		e.pages[url] = p
	}
	v := httptest.NewServer(e)
	t.Cleanup(v.Close)
	e.address = v.Listener.Addr().String()
	return e
}

func (e *entity) change(random *rand.Rand) {
	urls := keys(e.pages)
	slices.Sort(urls)
	for i, url := range urls {
		p := e.pages[url]
		if p.location != "" || random.IntN(3) > 0 {
			continue
		}
		p.title = fmt.Sprintf("edited %d as %d", i, random.IntN(1e9))
		p.links = append(slices.Clone(p.links[:len(p.links)/2]), urls[random.IntN(len(urls))])
		e.pages[url] = p
	}
}

func (e *entity) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	url := "http://" + r.Host + r.URL.Path
	if hook := e.hook.Load(); hook != nil {
		(*hook)(url)
	}
	p, known := e.pages[url]
	switch {
	case r.URL.Path == "/robots.txt" && "http://"+r.Host == failing:
		w.WriteHeader(http.StatusServiceUnavailable)
	case r.URL.Path == "/robots.txt":
		fmt.Fprint(w, "User-agent: *\nDisallow: "+closed+"\n")
	case !known:
		w.WriteHeader(http.StatusTeapot)
	case p.location != "":
		http.Redirect(w, r, p.location, http.StatusFound)
	default:
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, p.html())
	}
}

func (p entityPage) html() string {
	text := "<title>" + p.title + "</title>"
	for _, l := range p.links {
		text += fmt.Sprintf("<p><a href=%q>link</a>", l)
	}
	return text
}

// end follows the redirects of a URL. ok is false if robots.txt or a dead host blocks the way.
func (e *entity) end(url string) (end string, ok bool) {
	for {
		p, known := e.pages[url]
		if !known || strings.Contains(url, closed) {
			return url, false
		}
		if p.location == "" {
			return url, true
		}
		url = p.location
	}
}

// expect returns the planned graph, with a line for each page and arc, and the number of links that leave the entity.
func (e *entity) expect() (lines []string, external int) {
	level, of := map[string]int{}, map[string]string{} // of pages by URL; page by title
	frontier := map[string]bool{memberHosts[0] + "/": true}
	seen := maps.Clone(frontier)
	for depth := 0; len(frontier) > 0; depth++ {
		next := map[string]bool{}
		var ends []string
		for url := range frontier {
			if end, ok := e.end(url); ok {
				ends = append(ends, end)
			}
		}
		slices.Sort(ends)
		for _, url := range slices.Compact(ends) {
			p := e.pages[url]
			if of[p.title] != "" {
				continue
			}
			level[url], of[p.title] = depth, url
			for _, l := range p.links {
				if e.owns(l) && !seen[l] {
					seen[l], next[l] = true, true
				}
			}
		}
		frontier = next
	}
	for url, depth := range level {
		lines = append(lines, fmt.Sprintf("page %s %d", url, depth))
		arcs := map[string]int{}
		for _, l := range e.pages[url].links {
			if !e.owns(l) {
				external++
			} else if end, ok := e.end(l); ok {
				arcs[of[e.pages[end].title]]++
			}
		}
		for to, weight := range arcs {
			lines = append(lines, fmt.Sprintf("arc %s %s %d", url, to, weight))
		}
	}
	slices.Sort(lines)
	return lines, external
}

// owns reports whether a URL belongs to the plan.
func (e *entity) owns(url string) bool {
	return e.pages[url].title != "" || e.pages[url].location != "" || strings.HasPrefix(url, failing) ||
		strings.HasPrefix(url, down)
}

func graphLines(c *site.Crawl) (lines []string) {
	for i, p := range c.Graph.Pages {
		lines = append(lines, fmt.Sprintf("page %s %d", p.Key, p.Level))
		targets, weights := c.Graph.Out(i)
		for j, to := range targets {
			lines = append(lines, fmt.Sprintf("arc %s %s %d", p.Key, c.Graph.Pages[to].Key, weights.At(j)))
		}
	}
	slices.Sort(lines)
	return lines
}

func walkerOf(t testing.TB, e *entity, downloads int) *walker {
	nobody, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	nobody.Close()
	dial := map[string]string{"down.site.test:80": nobody.Addr().String(), "failing.site.test:80": e.address}
	for _, h := range memberHosts {
		address := strings.TrimPrefix(h, "http://")
		if !strings.Contains(address, ":") {
			address += ":80"
		}
		dial[address] = e.address
	}
	w := newWalker(t, dialling(t, dial), downloads)
	w.parts.Members, w.limits.PerHost = membersOf(t, memberNames...), 1+downloads/4
	w.parts.Settings = extractor.Beginning(mustParse(t, w.start), w.parts)
	if e.stable {
		makeStable(t, w)
	}
	return w
}

func membersOf(t testing.TB, names ...string) *site.Members {
	t.Helper()
	members, err := site.ReadMembers(names)
	must(t, err)
	return members
}
