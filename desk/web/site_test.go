package web_test

import (
	"context"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"sitegraph/desk"
	"sitegraph/desk/web"
)

// hostile is a title and a link of every page of a website.
const hostile = `"><script>alert(1)</script><img src=x onerror=alert(2)>`

// website is a site of n pages in a tree. told gets each request's number, from 1.
type website struct {
	*httptest.Server
	n        int
	requests atomic.Int64
	told     atomic.Value // of func(n int64)
	gate     *gate        // nil lets all requests through
}

func newWebsite(t *testing.T, n int) *website {
	t.Helper()
	s := &website{n: n}
	s.Server = httptest.NewServer(s)
	t.Cleanup(s.Close)
	return s
}

func (s *website) tell(f func(n int64)) {
	s.requests.Store(0)
	s.told.Store(f)
}

func (s *website) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if f, ok := s.told.Load().(func(int64)); ok {
		f(s.requests.Add(1))
	}
	if s.gate != nil {
		s.gate.pass(r.Context())
	}
	if r.URL.Path == "/sitemap.xml" {
		fmt.Fprintf(w, "<urlset><url><loc>%s/gone?%s</loc></url></urlset>", s.URL, html.EscapeString(hostile))
		return
	}
	i, err := strconv.Atoi(strings.TrimPrefix(r.URL.Path, "/p"))
	if r.URL.Path != "/" && (err != nil || i >= s.n) {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", "text/html")
	escaped := strings.NewReplacer("<", "&lt;", `"`, "&quot;").Replace(hostile)
	fmt.Fprintf(w, `<title>%d %s</title><a href="https://other.example/%%22%%3E">%s</a>`, i, escaped, escaped)
	fmt.Fprintf(w, `<a href="javascript:alert(3)">bad</a><a href="http://%s:x/">bad</a><img src="/%[1]s">`, escaped)
	for _, k := range []int{2*i + 1, 2*i + 2, i * 7 % s.n} {
		fmt.Fprintf(w, `<a href="/p%d">%d</a>`, k, k)
	}
}

// settings fetch no page twice and never time out, because a gate may hold a request for long.
const settings = "[sites]\ncrawl_delay = 0\nconnections_per_host = 4\n" +
	"[download]\ntries = 1\nheader_timeout = 10m\ntimeout = 10m\n" +
	"[export]\nexporters = csv,gexf,ledger,external,bad,aliases\n[duplicates]\nkey = exact\n"

// browser sends requests to a desk that is served.
type browser struct {
	t    *testing.T
	desk *desk.Desk
	base string
}

func serve(t *testing.T, o web.Options) *browser {
	t.Helper()
	return serveThrough(t, o, func(h http.Handler) http.Handler { return h })
}

// serveThrough serves a desk, whose requests pass through a handler first.
func serveThrough(t *testing.T, o web.Options, through func(http.Handler) http.Handler) *browser {
	t.Helper()
	d, err := desk.Open(desk.Options{Folder: t.TempDir(), TwinPause: time.Millisecond})
	must(t, err)
	s, err := web.New(d, o)
	must(t, err)
	server := httptest.NewServer(through(s.Handler()))
	t.Cleanup(func() { server.CloseClientConnections(); server.Close(); d.Close(context.WithoutCancel(t.Context())) })
	return &browser{t, d, server.URL}
}

// ask sends a request with pairs of headers, and returns the status, body and headers of the answer.
func (b *browser) ask(method, path string, body string, headers ...string) (int, string, http.Header) {
	b.t.Helper()
	r, err := http.NewRequestWithContext(b.t.Context(), method, b.base+path, strings.NewReader(body))
	if err != nil {
		b.t.Fatal(err)
	}
	for i := 0; i < len(headers); i += 2 {
		if r.Header.Set(headers[i], headers[i+1]); headers[i] == "Host" {
			r.Host = headers[i+1]
		}
	}
	client := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	response, err := client.Do(r)
	if err != nil {
		b.t.Error(err)
		return 0, "", nil
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		b.t.Error(err)
	}
	if response.StatusCode == http.StatusServiceUnavailable && b.t.Context().Err() == nil {
		return b.ask(method, path, body, headers...) // after 2 s the desk stops waiting for tables that are being built
	}
	return response.StatusCode, string(text), response.Header
}

// answers fails unless the answer to a request, as for ask, has the wanted status.
func (b *browser) answers(want int, method, path, body string, headers ...string) {
	b.t.Helper()
	if status, text, _ := b.ask(method, path, body, headers...); status != want {
		b.t.Errorf("%s %s with %.100q and %q: %d %.500s, want %d", method, path, body, headers, status, text, want)
	}
}

// send sends and reads JSON, and fails unless the answer has the wanted status.
func (b *browser) send(method, path string, in, out any, want int) {
	b.t.Helper()
	var text []byte
	if in != nil {
		var err error
		if text, err = json.Marshal(in); err != nil {
			b.t.Fatal(err)
		}
	}
	status, got, _ := b.ask(method, path, string(text), "Content-Type", "application/json")
	if status != want {
		b.t.Fatalf("%s %s: %d %.500s, want %d", method, path, status, got, want)
	}
	if out == nil {
		return
	}
	if err := json.Unmarshal([]byte(got), out); err != nil {
		b.t.Fatalf("%s %s: %v in %.500s", method, path, err, got)
	}
}

func (b *browser) project(name string, sites ...string) string {
	b.t.Helper()
	b.send("POST", "/api/projects", map[string]string{"name": name, "settings": settings}, nil, http.StatusCreated)
	at := "/api/projects/" + name
	if status, text, _ := b.ask("POST", at+"/sites", strings.Join(sites, "\n")); status != http.StatusOK {
		b.t.Fatalf("import: %d %s", status, text)
	}
	return at
}

func (b *browser) do(at string, a desk.Action) {
	b.t.Helper()
	b.send("POST", at+"/actions", map[string]any{"action": a}, nil, http.StatusAccepted)
}

func (b *browser) await(at string, state desk.State) desk.Overview {
	b.t.Helper()
	for seen := uint64(0); b.t.Context().Err() == nil; {
		var o desk.Overview
		if b.send("GET", at, nil, &o, http.StatusOK); o.State == state {
			return o
		}
		var now struct{ Changes uint64 }
		b.send("GET", fmt.Sprint("/api/changes?after=", seen), nil, &now, http.StatusOK)
		seen = now.Changes
	}
	b.t.Fatal("the test is over")
	return desk.Overview{}
}

// finish performs an action and waits until nothing is crawled.
func (b *browser) finish(at string, a desk.Action) desk.Overview {
	b.t.Helper()
	b.do(at, a)
	return b.await(at, desk.Idle)
}

// crawled returns a site of n pages, and a desk whose project "one" has crawled it.
func crawled(t *testing.T, n int) (s *website, b *browser, at string) {
	t.Helper()
	s, b = newWebsite(t, n), serve(t, web.Options{})
	at = b.project("one", s.URL)
	b.finish(at, desk.Start)
	return s, b, at
}
