package download

import (
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

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
	if got := string(mend([]byte(head))); got != head {
		t.Errorf("%q", got)
	}
	base, _ := raw(t, say("HTTP/1.1 200 OK\r\n"+strings.Repeat("x", 300<<10)))
	r := at(t, base, "/")
	r.Lenient = true
	if got := newHTTP(t, HTTPOptions{}).Download(t.Context(), r); got.Failure.Class != site.FailHeader {
		t.Errorf("%+v", got.Failure)
	}
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
	if got := h.Download(t.Context(), r); string(got.Body) != "abc" {
		t.Errorf("%+v", got)
	}
}

func FuzzMend(f *testing.F) {
	f.Add([]byte("HTTP/2 200\r\nContent-Length: +1, 1\r\nx\r\n\r\n"))
	f.Add([]byte("HTTP 000\n0: \n0"))
	f.Fuzz(func(t *testing.T, head []byte) {
		once := mend(head)
		if again := mend(once); string(again) != string(once) {
			t.Errorf("%q, then %q", once, again)
		}
	})
}
