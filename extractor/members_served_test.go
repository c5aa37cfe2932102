package extractor_test

import (
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

	"sitegraph/extractor"
	"sitegraph/site"
)

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
