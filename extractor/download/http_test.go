package download

import (
	"cmp"
	"context"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"sitegraph/internal/console"
	"sitegraph/site"
)

const page = "<!doctype html><title>t</title><a href=x>x</a>"

// at returns a request for a target (path and query) on a server.
func at(t testing.TB, base, target string) site.Request {
	t.Helper()
	u, err := url.Parse(base)
	must(t, err)
	path, query, hasQuery := strings.Cut(target, "?")
	return site.Request{URL: site.URL{
		Scheme: u.Scheme, Host: u.Hostname(), Port: u.Port(),
		Path: path, Query: query, HasQuery: hasQuery,
	}}
}

func serve(t testing.TB, handler http.HandlerFunc) (base string, connections *atomic.Int64) {
	t.Helper()
	connections = new(atomic.Int64)
	s := httptest.NewUnstartedServer(handler)
	s.Config.ErrorLog = log.New(io.Discard, "", 0)
	s.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateNew {
			connections.Add(1)
		}
	}
	s.Start()
	t.Cleanup(s.Close)
	return s.URL, connections
}

// newHTTP returns a downloader that has the program's defaults where o is zero.
func newHTTP(t testing.TB, o HTTPOptions) *HTTP {
	t.Helper()
	o.UserAgent = cmp.Or(o.UserAgent, "sitegraph")
	o.ConnectTimeout = cmp.Or(o.ConnectTimeout, 10*time.Second)
	o.HeaderTimeout = cmp.Or(o.HeaderTimeout, 30*time.Second)
	o.Timeout = cmp.Or(o.Timeout, 30*time.Second)
	o.MaxBody = cmp.Or(o.MaxBody, 32<<20)
	o.MaxHeader = cmp.Or(o.MaxHeader, 256<<10)
	o.MaxConnsPerHost = cmp.Or(o.MaxConnsPerHost, 16)
	h := NewHTTP(o)
	t.Cleanup(h.Close)
	return h
}

func html(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/html")
	io.WriteString(w, page)
}

func TestHTTPAnswer(t *testing.T) {
	base, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		for name, values := range r.URL.Query() {
			w.Header()[name] = values
		}
		status, _ := strconv.Atoi(strings.TrimPrefix(r.URL.Path, "/"))
		w.WriteHeader(status)
		if status != 204 && status != 304 {
			io.WriteString(w, page)
		}
	})
	h := newHTTP(t, HTTPOptions{})
	for _, c := range []struct {
		target                string
		status                int
		contentType, location string
		robots, body          bool
	}{
		{"/200?Content-Type=text/html", 200, "text/html", "", false, true},
		{"/200?Content-Type=Text/HTML+%3Bcharset%3Dx", 200, "Text/HTML ;charset=x", "", false, true},
		{"/200?Content-Type=application/xhtml%2Bxml", 200, "application/xhtml+xml", "", false, true},
		{"/200?Content-Type=text/html&Content-Type=image/png", 200, "text/html, image/png", "", false, false},
		{"/200?Content-Type=image/png&Content-Type=text/html", 200, "image/png, text/html", "", false, true},
		{"/200?Content-Type=text/plain", 200, "text/plain", "", false, false},
		{"/200?Content-Type=text/htmlx", 200, "text/htmlx", "", false, false},
		{"/200?Content-Type=text/plain", 200, "text/plain", "", true, true},
		{"/404?Content-Type=text/html", 404, "text/html", "", false, false},
		{"/404?Content-Type=text/plain", 404, "text/plain", "", true, false},
		{"/206?Content-Type=text/html", 206, "text/html", "", false, false},
		{"/204?Content-Type=text/html", 204, "text/html", "", false, false},
		{"/301?Content-Type=text/html&Location=/x%23y", 301, "text/html", "/x#y", false, false},
		{"/302?Content-Type=a/b&Location=/%C3%A9", 302, "a/b", "/é", false, false},
		{"/302?Content-Type=a/b&Location=/%E9", 302, "a/b", "/é", false, false},
		{"/200?Content-Type=application/XHTML%2Bxml+%3Bcharset%3Dx&no=xhtml", 200, "application/XHTML+xml ;charset=x",
			"", false, false},
		{"/200?Content-Type=text/html&no=xhtml", 200, "text/html", "", false, true},
		{"/200?Content-Type=application/xhtml%2Bxml&no=xhtml", 200, "application/xhtml+xml", "", true, true},
	} {
		r := at(t, base, c.target)
		r.Robots, r.NoXHTML = c.robots, strings.HasSuffix(c.target, "no=xhtml")
		got := h.Download(t.Context(), r)
		if got.Failure.Failed() || got.Status != c.status || got.ContentType != c.contentType ||
			got.Location != c.location {
			t.Errorf("%s: got %+v", c.target, got)
		}
		if c.body != (string(got.Body) == page) || !c.body && got.Body != nil {
			t.Errorf("%s: body %q", c.target, got.Body)
		}
		if got.URL != r.URL || got.Attempts != 1 || got.Started.IsZero() || got.Elapsed <= 0 {
			t.Errorf("%s: got %+v", c.target, got)
		}
	}
}

func TestHTTPSendsNothingElse(t *testing.T) {
	var got http.Header
	var method string
	base, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		got, method = r.Header.Clone(), r.Method
		http.SetCookie(w, &http.Cookie{Name: "a", Value: "b"})
		html(w, r)
	})
	h := newHTTP(t, HTTPOptions{UserAgent: "sitegraph/1 (+mailto:a@example.com)"})
	for range 2 { // the second request would send a cookie
		h.Download(t.Context(), at(t, base, "/"))
	}
	want := http.Header{
		"User-Agent":      {"sitegraph/1 (+mailto:a@example.com)"},
		"Accept":          {"text/html,application/xhtml+xml;q=0.9,*/*;q=0.1"},
		"Accept-Encoding": {"gzip, br, zstd"},
	}
	console.Equal(t, method, "GET")
	console.Equal(t, got, want)
}

func TestHTTPEmptyBodyIsNotNil(t *testing.T) {
	base, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		if r.URL.Path != "/" {
			w.Header().Set("Content-Encoding", strings.Trim(r.URL.Path, "/"))
		}
	})
	h := newHTTP(t, HTTPOptions{})
	for _, target := range []string{"/", "/gzip", "/br", "/zstd", "/deflate"} {
		got := h.Download(t.Context(), at(t, base, target))
		if got.Failure.Failed() || got.Body == nil || len(got.Body) != 0 {
			t.Errorf("%s: %+v", target, got)
		}
	}
}

func TestHTTPKeepsConnections(t *testing.T) {
	for _, c := range []struct {
		name        string
		connections int64 // after five requests
		handler     http.HandlerFunc
	}{
		{"html", 1, html},
		{"small image", 1, func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "image/png")
			w.Write(make([]byte, 1000))
		}},
		{"large image", 5, func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "image/png")
			w.Header().Set("Content-Length", "20000000")
			for range 20 {
				if _, err := w.Write(make([]byte, 1000000)); err != nil {
					return
				}
			}
		}},
		{"stream", 5, func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/event-stream")
			w.(http.Flusher).Flush()
			<-r.Context().Done() // until the client closes
		}},
		{"chunked error", 1, func(w http.ResponseWriter, r *http.Request) {
			w.WriteHeader(404)
			w.(http.Flusher).Flush()
			io.WriteString(w, page)
		}},
		{"redirect", 1, func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "/elsewhere", http.StatusFound)
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			base, connections := serve(t, c.handler)
			h := newHTTP(t, HTTPOptions{})
			for range 5 {
				if got := h.Download(t.Context(), at(t, base, "/")); got.Failure.Failed() {
					t.Fatal(got.Failure)
				}
			}
			console.Equal(t, connections.Load(), c.connections)
		})
	}
}

func TestHTTPDial(t *testing.T) {
	var host string
	base, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		host = r.Host
		html(w, r)
	})
	h := newHTTP(t, HTTPOptions{Dial: map[string]string{"sample.test:80": strings.TrimPrefix(base, "http://")}})
	h.proxy = func(*http.Request) (*url.URL, error) { return url.Parse("http://127.0.0.1:1") }
	got := h.Download(t.Context(), at(t, "http://sample.test", "/"))
	console.Equal(t, string(got.Body), page, "host")
	console.Equal(t, host, "sample.test", "host")
}

func serveHTTP2(t *testing.T, o HTTPOptions, handler http.HandlerFunc) (base string, h *HTTP) {
	s := httptest.NewUnstartedServer(handler)
	s.EnableHTTP2 = true
	s.Config.ErrorLog = log.New(io.Discard, "", 0)
	s.StartTLS()
	t.Cleanup(s.Close)
	h = newHTTP(t, o)
	h.transport.TLSClientConfig = s.Client().Transport.(*http.Transport).TLSClientConfig.Clone()
	h.transport.TLSClientConfig.NextProtos = nil
	return s.URL, h
}

func TestHTTP2(t *testing.T) {
	var proto, target string
	base, h := serveHTTP2(t, HTTPOptions{MaxHeader: 2000}, func(w http.ResponseWriter, r *http.Request) {
		proto, target = r.Proto, r.RequestURI
		if r.URL.Path == "/header" {
			w.Header()["X"] = []string{strings.Repeat("x", 1500), strings.Repeat("x", 1500)}
		}
		if r.URL.Path == "/abort" {
			panic(http.ErrAbortHandler)
		}
		html(w, r)
	})
	for _, want := range []string{"/a|b?c|d", "//double", "//a|b", "/?"} {
		got := h.Download(t.Context(), at(t, base, want))
		if string(got.Body) != page || proto != "HTTP/2.0" || target != want {
			t.Errorf("%s: %s %s, %+v", want, proto, target, got)
		}
	}
	for target, class := range map[string]site.FailureClass{"/header": site.FailHeader, "/abort": site.FailReset} {
		console.Equal(t, h.Download(t.Context(), at(t, base, target)).Failure.Class, class, target)
	}
}

func TestHTTPCancel(t *testing.T) {
	arrived, leave := make(chan string, 1), make(chan struct{})
	base, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/body" {
			html(w, r)
			w.(http.Flusher).Flush()
		}
		arrived <- r.URL.Path
		<-leave
	})
	defer close(leave)
	h := newHTTP(t, HTTPOptions{})
	for _, target := range []string{"/header", "/body"} {
		ctx, cancel := context.WithCancel(t.Context())
		go func() { <-arrived; cancel() }()
		got := h.Download(ctx, at(t, base, target))
		if got.Failure.Class != site.FailCancelled || got.Body != nil {
			t.Errorf("%s: %+v", target, got)
		}
	}
}

// TestMayAsk checks that a request is not sent once MayAsk refuses it, and counts as cancelled.
func TestMayAsk(t *testing.T) {
	requests := 0
	base, _ := serve(t, func(http.ResponseWriter, *http.Request) { requests++ })
	may := true
	h := newHTTP(t, HTTPOptions{MayAsk: func() bool { return may }})
	for _, may = range []bool{true, false} {
		got := h.Download(t.Context(), at(t, base, "/"))
		if cancelled := got.Failure.Class == site.FailCancelled; cancelled == may {
			t.Errorf("may ask %t: %+v", may, got.Failure)
		}
	}
	console.Equal(t, requests, 1)
}
