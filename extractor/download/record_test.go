package download

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"sitegraph/extractor/warc"
	"sitegraph/internal/console"
	"sitegraph/site"
)

type tapes struct {
	mu  sync.Mutex
	all []warc.Exchange
	err error
	// failed is called whenever err is returned
	failed func()
}

func (r *tapes) Record(e warc.Exchange) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.all = append(r.all, e)
	if r.err != nil {
		r.failed()
	}
	return r.err
}

// odd gives answers that are easily recorded wrongly.
func odd(packed []byte, large string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Type", "text/html")
		h["Date"] = nil
		switch r.URL.Path {
		case "/packed":
			h.Set("Content-Encoding", "gzip")
			w.Write(packed)
		case "/broken":
			h.Set("Content-Encoding", "gzip")
			io.WriteString(w, "no gzip")
		case "/chunks":
			io.WriteString(w, page)
			w.(http.Flusher).Flush()
			io.WriteString(w, page)
		case "/missing":
			w.WriteHeader(404)
			io.WriteString(w, "no such page")
		case "/moved":
			h.Set("Location", "/packed")
			w.WriteHeader(301)
		case "/picture":
			h.Set("Content-Type", "image/png")
			io.WriteString(w, "PNG")
		case "/large":
			h.Set("Content-Type", "image/png")
			w.(http.Flusher).Flush()
			io.WriteString(w, large)
		case "/announced":
			h.Set("Content-Length", "3000")
			io.WriteString(w, large)
		case "/short":
			h.Set("Content-Length", "100")
			io.WriteString(w, "ends")
		}
	}
}

// TestRecord checks that the recorder gets all that was sent and received, including bodies that are not read. The
// answer is the same as without a recorder.
func TestRecord(t *testing.T) {
	packed, large := encode(t, "gzip", []byte(page)), strings.Repeat("x", 3000)
	base, _ := serve(t, odd(packed, large))
	const limit = 2000
	host := strings.TrimPrefix(base, "http://")
	for _, c := range []struct {
		target, status, header, body string
		truncated                    warc.Truncation
		failure                      site.FailureClass
	}{
		{"/packed", "200 OK", "Content-Encoding: gzip\r\n", string(packed), "", ""},
		{"/broken", "200 OK", "Content-Encoding: gzip\r\n", "no gzip", "", site.FailEncoding},
		{"/chunks", "200 OK", "Content-Type: text/html\r\n", page + page, "", ""},
		{"/missing", "404 Not Found", "", "no such page", "", ""},
		{"/moved?x=%zz", "301 Moved Permanently", "Location: /packed\r\n", "", "", ""},
		{"/picture", "200 OK", "", "PNG", "", ""},
		{"/announced", "200 OK", "Content-Length: 3000\r\n", "", warc.TruncatedLength, site.FailTooLarge},
		{"/short", "200 OK", "Content-Length: 100\r\n", "ends", warc.TruncatedDisconnect, site.FailTruncated},
	} {
		r := new(tapes)
		request := at(t, base, c.target)
		request.Twin = true
		got := newHTTP(t, HTTPOptions{MaxBody: limit, Recorder: r}).Download(t.Context(), request)
		plain := newHTTP(t, HTTPOptions{MaxBody: limit}).Download(t.Context(), request)
		plain.Started, plain.Elapsed, plain.Recycle = time.Time{}, 0, nil
		got.Started, got.Elapsed, got.Recycle = time.Time{}, 0, nil
		console.Equal(t, got, plain, c.target)
		if len(r.all) != 1 {
			t.Fatalf("%s: %d exchanges", c.target, len(r.all))
		}
		e := r.all[0]
		if e.URL != base+c.target || e.Asked != warc.AskedTwin || e.IP != "127.0.0.1" || e.Truncated != c.truncated ||
			e.Failure.Class != c.failure || string(e.Body) != c.body ||
			!strings.HasPrefix(string(e.Head), "HTTP/1.1 "+c.status+"\r\n") ||
			!strings.Contains(string(e.Head), c.header) ||
			!strings.HasPrefix(string(e.Request), "GET "+c.target+" HTTP/1.1\r\nHost: "+host+"\r\n") {
			t.Errorf("%s: recorded %+v\n%s\n%s\n%q", c.target, e, e.Request, e.Head, e.Body)
		}
	}
	r := new(tapes)
	newHTTP(t, HTTPOptions{MaxBody: limit, Recorder: r}).Download(t.Context(), at(t, base, "/large"))
	if n := len(r.all[0].Body); n <= limit/2 || n > limit+64<<10 || !strings.HasPrefix(large, string(r.all[0].Body)) {
		t.Errorf("%d bytes of a long body, %q", n, r.all[0].Truncated)
	}
}

// TestRecordHTTP2 checks that an HTTP/2 answer is recorded as HTTP/1.1.
func TestRecordHTTP2(t *testing.T) {
	r := new(tapes)
	base, h := serveHTTP2(t, HTTPOptions{Recorder: r}, html)
	if got := h.Download(t.Context(), at(t, base, "/")); got.Failure.Failed() {
		t.Fatal(got.Failure)
	}
	if e := r.all[0]; !bytes.HasPrefix(e.Head, []byte("HTTP/1.1 200 OK\r\n")) || string(e.Body) != page {
		t.Errorf("recorded %s%s", e.Head, e.Body)
	}
}

// TestRecordFailures records a request without an answer, but not one that was stopped. An answer that cannot be
// recorded is discarded.
func TestRecordFailures(t *testing.T) {
	r := new(tapes)
	h := newHTTP(t, HTTPOptions{Recorder: r})
	base, _ := serve(t, html)
	h.Download(t.Context(), site.Request{URL: site.URL{Scheme: "http", Host: "127.0.0.1", Port: "1", Path: "/"}})
	if len(r.all) != 1 || r.all[0].Head != nil || r.all[0].Failure.Class != site.FailRefused {
		t.Errorf("no connection: %+v", r.all)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	h.Download(ended, at(t, base, "/"))
	console.Equal(t, len(r.all), 1, "stopped", r.all[1:])
	ended, cancel = context.WithCancel(t.Context())
	r.err, r.failed = errors.New("the disk is full"), cancel
	if got := h.Download(ended, at(t, base, "/")); got.Failure.Class != site.FailCancelled || got.Body != nil {
		t.Errorf("not kept: %+v", got)
	}
}

type secrets struct {
	origin string
	header http.Header
}

func (s secrets) For(u site.URL) http.Header {
	if u.Origin() != s.origin {
		return nil
	}
	return s.header
}

// TestCredentials sends secrets to their own site only. The archive has neither them nor the cookies set in return.
func TestCredentials(t *testing.T) {
	var asked []http.Header
	serve := func() *httptest.Server {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			asked = append(asked, r.Header)
			http.SetCookie(w, &http.Cookie{Name: "session", Value: "S3CRET"})
			http.Redirect(w, r, "/", http.StatusFound)
		}))
		t.Cleanup(s.Close)
		return s
	}
	own, other := serve(), serve()
	kept := &tapes{}
	h := newHTTP(t, HTTPOptions{Recorder: kept,
		Credentials: secrets{own.URL, http.Header{"Authorization": {"Bearer S3CRET"}, "Accept-Language": {"fr"}}}})
	for _, address := range []string{own.URL, other.URL, own.URL} {
		u, err := site.Parse(address + "/")
		must(t, err)
		if answer := h.Download(context.Background(), site.Request{URL: u}); !answer.SetsCookie {
			t.Errorf("%+v: no cookie", answer)
		}
	}
	for i, want := range []string{"Bearer S3CRET", "", "Bearer S3CRET"} {
		if got := asked[i].Get("Authorization"); got != want || asked[i].Get("Accept") != accept {
			t.Errorf("request %d has %v", i, asked[i])
		}
		e := kept.all[i]
		if strings.Contains(string(e.Request), "S3CRET") || !strings.Contains(string(e.Request), "Accept-Encoding") {
			t.Errorf("request %d is kept as %s", i, e.Request)
		}
		if strings.Contains(string(e.Head), "S3CRET") != (want == "") ||
			!strings.Contains(string(e.Head), "Set-Cookie:") {
			t.Errorf("answer %d is kept as %s", i, e.Head)
		}
	}
}
