package download

import (
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"sitegraph/internal/console"
	"sitegraph/site"
)

// A second, lenient attempt reads answers as browsers do, unless it is unclear where the body ends.
func TestLenient(t *testing.T) {
	const chunks, length = "3\r\nabc\r\n0\r\n\r\n", "Content-Length: 3\r\n\r\nabc"
	const ok, doubt, no = site.FailureClass(""), site.FailSyntax, site.FailProtocol
	for answer, want := range map[string]site.FailureClass{
		okHTML + "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks: ok,
		okHTML + "Transfer-Encoding: Chunked, chunked\r\n\r\n" + chunks:                      ok,
		okHTML + "Transfer-Encoding: identity\r\n" + length:                                  ok,
		okHTML + ": x\r\n" + length:                                                          ok,
		okHTML + "Strict-Transport-Security max-age=1\r\n" + length:                          ok,
		okHTML + "Имя: x\r\n" + length:                                                       ok,
		okHTML + "X-A: a\x01b\r\n" + length:                                                  ok,
		okHTML + "Content-Length: +3\r\n\r\nabc":                                             ok,
		okHTML + "Content-Length: 3, 3\r\n\r\nabc":                                           ok,
		okHTML + "no colon\r\nX: a,\r\n b\r\n" + length:                                      ok,
		"HTTP/2 200 OK\r\nContent-Type: text/html\r\n" + length:                              ok,
		"HTTP/1.1 200OK\r\nContent-Type: text/html\r\n" + length:                             ok,
		"http/1.1 200 ok\r\nContent-Type: text/html\r\n" + length:                            ok,
		"HTTP/1.1\t200\nContent-Type: text/html\n\nabc":                                      ok,
		"\r\nHTTP 200 OK\r\nContent-Type: text/html\r\n" + length:                            ok,
		"HTTP/1.1 100 Continue\r\nno colon\r\n\r\n" + okHTML + ": x\r\n" + length:            ok,

		okHTML + "Content-Length: 3\r\nContent-Length: 4\r\n\r\nabc":                            doubt,
		okHTML + "Content-Length: 3, 4\r\n\r\nabcd":                                             doubt,
		okHTML + "Content-Length: -3\r\n\r\nabc":                                                doubt,
		okHTML + "Transfer-Encoding: gzip, chunked\r\n\r\n" + chunks:                            doubt,
		okHTML + "no colon\r\nTransfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n" + chunks: doubt,
		okHTML + "Transfer-Encoding\x01: chunked\r\n\r\n" + chunks:                              doubt,
		okHTML + "X: a\x00b\r\n" + length:                                                       doubt,
		okHTML + "X: a\rContent-Length: 2\r\n" + length:                                         doubt,
		okHTML + "Transfer-Encoding: chunked\r\n no colon\r\n\r\n" + chunks:                     doubt,
		okHTML + "X: y":                      site.FailTruncated,
		"HTTP/1.1 2000 OK\r\n" + length:      no,
		"220 mail.example.com ESMTP\r\n\r\n": no,
		"<p>HTTP/1.1 200 OK\r\n\r\n":         no,
	} {
		base, _ := raw(t, say(answer))
		r, h := at(t, base, "/"), newHTTP(t, HTTPOptions{})
		if got := h.Download(t.Context(), r); !got.Failure.Failed() {
			t.Errorf("%q: read at once", answer)
		}
		r.Lenient = true
		got := h.Download(t.Context(), r)
		if got.Failure.Class != want || want == ok && (got.Status != 200 || string(got.Body) != "abc") {
			t.Errorf("%q: %d %q, %v", answer, got.Status, got.Body, got.Failure)
		}
	}
}

// Lenient reading keeps a valid head as it is, and does not read an endless head for ever.
func TestLenientHeads(t *testing.T) {
	const head = "HTTP/1.0 200 Fine\r\nContent-Type: text/html\r\nX-Robots-Tag: a:b\r\nX-Robots-Tag: c\r\n\r\n"
	console.Equal(t, string(mend([]byte(head))), head)
	base, _ := raw(t, say("HTTP/1.1 200 OK\r\n"+strings.Repeat("x", 300<<10)))
	r := at(t, base, "/")
	r.Lenient = true
	console.Equal(t, newHTTP(t, HTTPOptions{}).Download(t.Context(), r).Failure.Class, site.FailHeader)
}

func TestLenientTLS(t *testing.T) {
	s := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c, _, _ := w.(http.Hijacker).Hijack()
		defer c.Close()
		io.WriteString(c, okHTML+"no colon\r\nContent-Length: 3\r\n\r\nabc")
	}))
	defer s.Close()
	h := newHTTP(t, HTTPOptions{Dial: map[string]string{"example.com:443": s.Listener.Addr().(*net.TCPAddr).String()}})
	h.lenient.TLSClientConfig = s.Client().Transport.(*http.Transport).TLSClientConfig
	r := at(t, "https://example.com", "/")
	r.Lenient = true
	console.Equal(t, string(h.Download(t.Context(), r).Body), "abc")
}

func FuzzMend(f *testing.F) {
	f.Add([]byte("HTTP/2 200\r\nContent-Length: +1, 1\r\nx\r\n\r\n"))
	f.Add([]byte("HTTP 000\n0: \n0"))
	f.Fuzz(func(t *testing.T, head []byte) {
		once := mend(head)
		console.Equal(t, string(mend(once)), string(once), once)
	})
}

// watch records when requests start and how many run at once. Each request lasts takes.
type watch struct {
	takes  time.Duration
	mu     sync.Mutex
	starts []time.Duration
	began  time.Time
	inside atomic.Int64
	most   int64
}

func (w *watch) Download(_ context.Context, r site.Request) site.Response {
	n := w.inside.Add(1)
	w.mu.Lock()
	w.starts = append(w.starts, time.Since(w.began))
	w.most = max(w.most, n)
	w.mu.Unlock()
	time.Sleep(w.takes)
	w.inside.Add(-1)
	return site.Response{URL: r.URL, Status: 200, Attempts: 1}
}

func all(ctx context.Context, d Downloader, n int) []site.Response {
	answers := make([]site.Response, n)
	var wait sync.WaitGroup
	for i := range n {
		wait.Go(func() { answers[i] = d.Download(ctx, site.Request{}) })
	}
	wait.Wait()
	return answers
}

// TestDelayStarts checks that each request asks for the delay, which counts from start to start, in seconds.
func TestDelayStarts(t *testing.T) {
	for _, c := range []struct{ delays, pauses, starts []time.Duration }{
		{[]time.Duration{0, 0, 5, 1, -1}, []time.Duration{0, 0, 0, 0, 0}, []time.Duration{0, 0, 5, 6, 6}},
		{[]time.Duration{60, 60, 60, 60}, []time.Duration{20, 90, 0, 0}, []time.Duration{0, 60, 150, 210}},
	} {
		synctest.Test(t, func(t *testing.T) {
			next := &watch{began: time.Now()}
			var delay time.Duration
			d := NewDelay(next, func() time.Duration { return delay })
			for i, start := range c.starts {
				delay = c.delays[i] * time.Second
				d.Download(t.Context(), site.Request{})
				console.Equal(t, next.starts[i], start*time.Second, "delays", c.delays, "request", i, "starts at")
				time.Sleep(c.pauses[i] * time.Second) // in the bubble's fake time
			}
		})
	}
}

func TestDelayStops(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		next := &watch{began: time.Now()}
		d := NewDelay(next, func() time.Duration { return time.Minute })
		ctx, cancel := context.WithTimeout(t.Context(), 90*time.Second)
		defer cancel()
		answers := all(ctx, d, 5)
		console.Equal(t, time.Since(next.began), 90*time.Second, next.starts)
		console.Equal(t, len(next.starts), 2, next.starts)
		stopped := 0
		for _, a := range answers {
			if a.Failure.Class == site.FailCancelled {
				stopped++
			}
		}
		console.Equal(t, stopped, 3)
		// Cancelled requests leave no gap.
		d.Download(t.Context(), site.Request{})
		console.Equal(t, next.starts[2], 2*time.Minute)
	})
}

type downloaderFunc func(context.Context, site.Request) site.Response

func (f downloaderFunc) Download(ctx context.Context, r site.Request) site.Response { return f(ctx, r) }

func TestLimit(t *testing.T) {
	for _, c := range []struct {
		n    int
		most int64
		time time.Duration // for 20 requests that take a second each
	}{{3, 3, 7 * time.Second}, {1, 1, 20 * time.Second}, {0, 1, 20 * time.Second}, {100, 20, time.Second}} {
		synctest.Test(t, func(t *testing.T) {
			next := &watch{takes: time.Second, began: time.Now()}
			all(t.Context(), NewLimit(next, c.n), 20)
			console.Equal(t, next.most, c.most, c.n)
			console.Equal(t, time.Since(next.began), c.time, c.n)
		})
	}
}

func TestLimitStops(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		next := &watch{takes: time.Minute, began: time.Now()}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		l := NewLimit(next, 1)
		stopped := 0
		for _, a := range all(ctx, l, 3) {
			if a.Failure.Class == site.FailCancelled {
				stopped++
			}
		}
		console.Equal(t, stopped, 2)
		console.Equal(t, len(next.starts), 1)
		if a := l.Download(t.Context(), site.Request{}); a.Failure.Failed() {
			t.Error("a place was lost:", a.Failure)
		}
	})
}
