package extractor_test

import (
	"cmp"
	"context"
	"fmt"
	"hash/fnv"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"sitegraph/internal/console"
	"sitegraph/site"
)

type server struct {
	*httptest.Server
	site *testSite
	lag  bool // answer after 0 to 2 ms, always the same for a URL

	mu   sync.Mutex
	log  map[string]int // request target → number of requests
	hook func(target string)
}

func serve(t testing.TB, s *testSite) *server {
	v := &server{site: s, lag: true, log: map[string]int{}}
	v.Server = httptest.NewServer(v)
	t.Cleanup(v.Close)
	return v
}

func (v *server) address() string { return v.Listener.Addr().String() }

func (v *server) watch(hook func(target string)) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.hook, v.log = hook, map[string]int{}
}

func (v *server) asked() map[string]int {
	v.mu.Lock()
	defer v.mu.Unlock()
	log := map[string]int{}
	for k, n := range v.log {
		log[k] = n
	}
	return log
}

func (v *server) note(target string) {
	v.mu.Lock()
	v.log[target]++
	hook := v.hook
	v.mu.Unlock()
	if hook != nil {
		hook(target)
	}
}

func (v *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	target := strings.TrimPrefix(r.RequestURI, origin)
	v.note(target)
	if v.lag {
		h := fnv.New32a()
		fmt.Fprint(h, v.site.seed, target)
		time.Sleep(time.Duration(h.Sum32()%2000) * time.Microsecond)
	}
	if target == "/robots.txt" {
		w.Header().Set("Content-Type", "text/plain")
		fmt.Fprint(w, cmp.Or(v.site.robots, robotsTxt))
		return
	}
	v.answer(w, target)
}

func (v *server) answer(w http.ResponseWriter, target string) {
	s := v.site.forms[target]
	switch {
	case s == nil:
		w.WriteHeader(http.StatusTeapot) // no link of the site leads here
	case s.canonical && target != s.key:
		w.Header().Set("Location", s.key)
		w.WriteHeader(http.StatusMovedPermanently)
	case s.kind == isRedirect:
		if s.location != "" {
			w.Header()["Location"] = []string{s.location}
		}
		w.WriteHeader(s.status)
	case s.kind == isStatus:
		w.Header().Set("Content-Type", "text/html")
		w.WriteHeader(s.status)
	case s.kind == isNotHTML:
		w.Header().Set("Content-Type", s.contentType)
		fmt.Fprint(w, "<a href=/not-a-page>no page</a>")
	default:
		w.Header().Set("Content-Type", "Text/HTML; charset=utf-8")
		if s.content != nil {
			fmt.Fprint(w, s.content.body)
		}
	}
}

var must = console.Must

// fakePage is an answer of a fake network. Status 0 means 200 and HTML, or a redirect if there is a location.
type fakePage struct {
	status               int
	mime, location, body string
	failure              site.FailureClass
	etag                 string
}

// fake is a network in memory with any hosts and schemes. Unknown URLs are 404.
type fake struct {
	mu    sync.Mutex
	pages map[string]fakePage
	log   []string
	hook  func(ctx context.Context, address string) // called before each answer
}

func newFake(pages map[string]fakePage) *fake { return &fake{pages: pages} }

func (f *fake) set(address string, p fakePage) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.pages[address] = p
}

func (f *fake) become(pages map[string]fakePage) {
	for address, p := range pages {
		f.set(address, p)
	}
}

func (f *fake) asked() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	log := f.log
	f.log = nil
	return log
}

func (f *fake) count(address string) (n int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, a := range f.log {
		if a == address {
			n++
		}
	}
	return n
}

func (f *fake) Download(ctx context.Context, r site.Request) site.Response {
	address := r.URL.String()
	f.mu.Lock()
	p, known := f.pages[address]
	f.log = append(f.log, address)
	hook := f.hook
	f.mu.Unlock()
	if hook != nil {
		hook(ctx, address)
	}
	answer := site.Response{URL: r.URL, Status: p.status, ContentType: p.mime, Location: p.location, Attempts: 1,
		Started: time.Now()}
	switch {
	case ctx.Err() != nil:
		return site.Response{URL: r.URL, Failure: site.Failure{Class: site.FailCancelled, Detail: "stopped"}}
	case p.failure != "":
		return site.Response{URL: r.URL, Attempts: 1, Failure: site.Failure{Class: p.failure, Detail: "as planned"}}
	case !known:
		answer.Status = 404
	case p.status == 0 && p.location != "":
		answer.Status = 302
	case p.etag != "" && r.Unless.ETag == p.etag:
		answer.Status = 304
	case p.status == 0:
		answer.Status = 200
	}
	if answer.Status == 200 && answer.ContentType == "" {
		answer.ContentType = "text/html"
	}
	if answer.Status == 200 {
		answer.Body, answer.Validators.ETag = []byte(p.body), p.etag
	}
	return answer
}
