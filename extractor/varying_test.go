package extractor_test

import (
	"context"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"sitegraph/extractor/parse"
	"sitegraph/internal/loopback"
)

// varyingSite is like the site of an application. Every page has a frame, its own text, and parts that vary with each
// request, and can be reached by many URLs.
type varyingSite struct {
	pages    int
	tokens   bool // all links repeat the meaningless parameter sid
	rendered bool // the footer shows the rendering time
	nonces   bool // links carry a one-time number
	widget   bool // a box shows other pages on each request
	replies  bool // some URLs name the page without a parameter as canonical
	requests atomic.Int64

	// asks counts the requests for each URL, which decide what varies, so that all crawls see the same site. If it is
	// nil, no two requests are alike.
	asks map[string]int
	// steady makes each URL show the same on each request.
	steady bool
	mu     sync.Mutex
}

func newVaryingSite(seed uint64) *varyingSite {
	r := rand.New(rand.NewPCG(seed, 5))
	return &varyingSite{pages: 30 + r.IntN(60), tokens: r.IntN(2) == 0, rendered: r.IntN(4) > 0,
		nonces: r.IntN(2) == 0, widget: r.IntN(3) == 0, replies: r.IntN(2) == 0}
}

// identity returns the page behind a URL, or "". Two URLs share an identity if and only if they show the same page.
func (v *varyingSite) identity(u *url.URL) string {
	q := u.Query()
	id := 0
	switch {
	case u.Path == "/":
	case u.Path == "/show":
		if _, err := fmt.Sscan(q.Get("id"), &id); err != nil {
			return ""
		}
	default:
		if _, err := fmt.Sscanf(u.Path, "/page/%d", &id); err != nil {
			return ""
		}
	}
	if id < 0 || id >= v.pages {
		return ""
	}
	return fmt.Sprint(id, " ", q.Get("view"))
}

// begins reports whether a URL is the home page of a session. It starts sessions, so its links differ.
func (v *varyingSite) begins(key string) bool {
	home := key == "http://site.test/" || strings.HasPrefix(key, "http://site.test/?")
	return v.tokens && (home || strings.Contains(key, "/show?from=") && strings.Contains(key, "&id=0&"))
}

// diced matches aliases and rules that depend on the requests' dice: how and where a difference was found.
var diced = regexp.MustCompile(`(?m)^(region|text),|,(noise|spelling|own-url|canonical),[^,\n]*,\d+$`)

// lasting removes from the files what varies with each request: files of links, and lines that diced matches.
func (v *varyingSite) lasting(files map[string]string) map[string]string {
	for name, text := range files {
		files[name] = diced.ReplaceAllString(text, "")
		if v.nonces && strings.Contains("external links ledger", strings.Split(name, ".")[1]) {
			delete(files, name)
		}
	}
	return files
}

// moment returns a number for the request, and the dice that decide what varies.
func (v *varyingSite) moment(u *url.URL) (n int64, now *rand.Rand) {
	if v.asks == nil {
		n = v.requests.Add(1)
		return n, rand.New(rand.NewPCG(uint64(n), uint64(time.Now().UnixNano())))
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	v.asks[u.String()]++
	h := fnv.New64a()
	fmt.Fprint(h, u)
	if !v.steady {
		fmt.Fprint(h, v.asks[u.String()])
	}
	return int64(h.Sum64() % 1e6), rand.New(rand.NewPCG(h.Sum64(), 3))
}

func (v *varyingSite) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	n, now := v.moment(r.URL)
	identity := v.identity(r.URL)
	if r.URL.Path == "/robots.txt" || identity == "" {
		http.NotFound(w, r)
		return
	}
	var id int
	fmt.Sscan(identity, &id)
	own := rand.New(rand.NewPCG(uint64(id), 77))
	var b strings.Builder
	q := r.URL.Query()
	fmt.Fprintf(&b, "<!DOCTYPE html><title>Page %d</title>", id)
	if v.replies && q.Has("replytocom") {
		fmt.Fprintf(&b, "<link rel=canonical href='/page/%d'>", id)
	}
	b.WriteString("<div class=menu>" + strings.Repeat("Home and the other things of the menu. ", 4))
	v.link(&b, now, r, "/", "home")
	v.link(&b, now, r, "/show?id=1&lang=en", "first")
	b.WriteString("</div><h1>" + loopback.Phrase(own, 4) + "</h1>")
	if q.Get("view") == "print" {
		b.WriteString("<p>This is the version for printers, which has no menus.</p>")
	}
	for range 12 + own.IntN(10) {
		fmt.Fprintf(&b, "<p>%s</p>", loopback.Phrase(own, 12))
	}
	v.links(&b, own, now, r, id)
	if v.replies && q.Has("replytocom") {
		fmt.Fprintf(&b, "<h3>Reply to %s</h3>", q.Get("replytocom"))
	}
	if v.widget {
		fmt.Fprintf(&b, "<div class=box><b>You may like</b> <i>%s</i><em>and more</em></div>", loopback.Phrase(now, 3))
	}
	if v.rendered {
		fmt.Fprintf(&b, "<div class=foot>made in 0.%06ds, request %d</div>", now.IntN(1e6), n)
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	fmt.Fprint(w, b.String())
}

func (v *varyingSite) links(b *strings.Builder, own, now *rand.Rand, r *http.Request, id int) {
	for i := range 4 + own.IntN(6) {
		to := own.IntN(v.pages)
		if i == 0 {
			to = (id + 1) % v.pages
		}
		path := fmt.Sprintf("/page/%d", to)
		switch form := own.IntN(6); {
		case i == 0: // so every page has a link to the URL that others name as canonical
		case form == 0:
			path = fmt.Sprintf("/show?id=%d", to)
		case form == 1:
			path = fmt.Sprintf("/show?id=%d&lang=en", to)
		case form == 2 && i > 2:
			path += "?view=print"
		case form == 3 && v.replies:
			path += fmt.Sprintf("?replytocom=%d", 100+own.IntN(900))
		}
		v.link(b, now, r, path, loopback.Phrase(own, 2))
	}
}

// link writes a link, which keeps the session of the page. The home page starts some sessions.
func (v *varyingSite) link(b *strings.Builder, now *rand.Rand, r *http.Request, path, text string) {
	add := func(pair string) {
		if strings.Contains(path, "?") {
			path += "&"
		} else {
			path += "?"
		}
		path += pair
	}
	if sid := r.URL.Query().Get("from"); v.tokens && sid != "" {
		add("from=" + sid)
	} else if v.tokens && r.URL.Path == "/" && len(text)%3 == 0 {
		add(fmt.Sprint("from=menu", len(text)))
	}
	fmt.Fprintf(b, "<a href='%s'>%s</a> ", strings.ReplaceAll(path, "&", "&amp;"), text)
	if v.nonces {
		fmt.Fprintf(b, "<a href='http://other.test/share?once=%x'>share</a> ", now.Uint32())
	}
}

func stableWalker(t testing.TB, h http.Handler, downloads int) *walker {
	t.Helper()
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	d := dialling(t, map[string]string{"site.test:80": server.Listener.Addr().String()})
	return makeStable(t, newWalker(t, d, downloads))
}

func makeStable(t testing.TB, w *walker) *walker {
	t.Helper()
	var err error
	if w.parts.Parser, err = parse.New("tokenizer", parse.Options{AnchorText: true, Pieces: true}); err != nil {
		t.Fatal(err)
	}
	w.parts.Stable = true
	return w
}

// BenchmarkGrowth crawls ever larger sites that vary with each request, with and without key stable. ns/request must
// hardly grow. The server runs in the same process, and pages have 2 KB.
//
//	go test -run '^$' -bench Growth -benchtime 1x ./extractor
//	SITEGRAPH_BENCH_PAGES=50000 go test -run '^$' -bench Growth/most -benchtime 1x ./extractor
func BenchmarkGrowth(b *testing.B) {
	most, err := strconv.Atoi(os.Getenv("SITEGRAPH_BENCH_PAGES"))
	if err != nil {
		most = 5000
	}
	for _, c := range []struct {
		name   string
		pages  int
		stable bool
	}{{"tenth", most / 10, true}, {"most", most, true}, {"most-exact", most, false}} {
		b.Run(c.name, func(b *testing.B) {
			requests := int64(0)
			for b.Loop() {
				v := &varyingSite{pages: c.pages, rendered: true, replies: true}
				w := stableWalker(b, v, 4)
				w.parts.Stable = c.stable
				w.limits.MaxPages, w.limits.KeepLinks, w.limits.KeepTexts = c.pages, false, false
				crawl, err := walkAlone(context.Background(), mustParse(b, w.start), w.parts, w.limits)
				if err != nil || len(crawl.Graph.Pages) != c.pages {
					b.Fatalf("%d pages of %d, %v", len(crawl.Graph.Pages), c.pages, err)
				}
				requests += v.requests.Load()
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(requests), "ns/request")
			b.ReportMetric(float64(requests)/float64(b.N), "requests")
		})
	}
}
