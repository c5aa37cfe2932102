package download

import (
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"sitegraph/internal/console"
	"sitegraph/internal/loopback"
	"sitegraph/site"
)

func TestFailures(t *testing.T) {
	reset := func(c net.Conn) { c.(*net.TCPConn).SetLinger(0) } // then Close sends RST
	for _, c := range []struct {
		name   string
		answer func(net.Conn)
		want   site.FailureClass
		status int
	}{
		{"closed at once", func(net.Conn) {}, site.FailReset, 0},
		{"reset at once", reset, site.FailReset, 0},
		{"closed in the headers", say("HTTP/1.1 200 OK\r\nContent-"), site.FailSyntax, 0},
		{"not HTTP", say("220 mail.example.com ESMTP\r\n"), site.FailProtocol, 0},
		{"no status", say("HTTP/1.1 abc\r\n\r\n"), site.FailProtocol, 0},
		{"bad header", say("HTTP/1.1 200 OK\r\nno colon here\r\n\r\n"), site.FailSyntax, 0},
		{"two lengths", say(okHTML + "Content-Length: 1\r\nContent-Length: 2\r\n\r\nab"), site.FailSyntax, 0},
		{"unknown transfer coding", say(okHTML + "Transfer-Encoding: foo\r\n\r\nab"), site.FailSyntax, 0},
		{"huge header", say("HTTP/1.1 200 OK\r\nX: " + strings.Repeat("x", 300<<10) + "\r\n\r\n"), site.FailHeader, 0},
		{"many headers", say("HTTP/1.1 200 OK\r\n" + strings.Repeat("X: y\r\n", 60<<10) + "\r\n"), site.FailHeader, 0},
		{"short body", say(okHTML + "Content-Length: 10\r\n\r\nabc"), site.FailTruncated, 200},
		{"no last chunk", say(okHTML + "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n"), site.FailTruncated, 200},
		{"broken chunk length", say(okHTML + "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\nzz\r\n"),
			site.FailTruncated, 200},
		{"chunk longer than said", say(okHTML + "Transfer-Encoding: chunked\r\n\r\n3\r\nabcd\r\n0\r\n\r\n"),
			site.FailTruncated, 200},
		{"too large", say(okHTML + "Content-Length: 1001\r\n\r\n" + strings.Repeat("x", 1001)), site.FailTooLarge, 200},
		{"too large, chunked", say(okHTML + "Transfer-Encoding: chunked\r\n\r\n3e9\r\n" + strings.Repeat("x",
			1001) + "\r\n0\r\n\r\n"), site.FailTooLarge, 200},
		{"too large, until close", say(okHTML + "\r\n" + strings.Repeat("x", 1001)), site.FailTooLarge, 200},
		{"just not too large", say(okHTML + "\r\n" + strings.Repeat("x", 1000)), "", 200},
		{"redirect, body short", say("HTTP/1.1 301 Moved\r\nLocation: /\r\nContent-Length: 10\r\n\r\n"), "", 301},
	} {
		t.Run(c.name, func(t *testing.T) {
			base, _ := raw(t, c.answer)
			h := newHTTP(t, HTTPOptions{MaxBody: 1000})
			got := h.Download(t.Context(), at(t, base, "/"))
			if got.Failure.Class != c.want || got.Status != c.status {
				t.Errorf("status %d, %+v", got.Status, got.Failure)
			}
			if got.Failure.Failed() && got.Body != nil {
				t.Errorf("body %.20q", got.Body)
			}
			if strings.Contains(got.Failure.Detail, "127.0.0.1") {
				t.Errorf("address in %q", got.Failure.Detail)
			}
		})
	}
}

func TestFailureTimeouts(t *testing.T) {
	leave := make(chan struct{})
	defer close(leave)
	hold := func(before string) func(net.Conn) {
		return func(c net.Conn) { io.WriteString(c, before); <-leave }
	}
	silent, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	defer silent.Close()
	headers, _ := raw(t, hold(""))
	body, _ := raw(t, hold(okHTML+"\r\nabc"))
	const short, long = 30 * time.Millisecond, time.Minute
	for _, c := range []struct {
		base    string
		options HTTPOptions
		detail  string
	}{
		{headers, HTTPOptions{HeaderTimeout: short, Timeout: long}, "no headers within 30ms"},
		{headers, HTTPOptions{HeaderTimeout: long, Timeout: short}, "no whole answer within 30ms"},
		{body, HTTPOptions{HeaderTimeout: long, Timeout: short}, "no whole answer within 30ms"},
		{"https://" + silent.Addr().String(), HTTPOptions{ConnectTimeout: short}, "no TLS handshake within 30ms"},
	} {
		got := newHTTP(t, c.options).Download(t.Context(), at(t, c.base, "/"))
		if want := (site.Failure{Class: site.FailTimeout, Detail: c.detail}); got.Failure != want || got.Body != nil {
			t.Errorf("got %+v, want %+v", got.Failure, want)
		}
	}
}

func TestFailureNoConnection(t *testing.T) {
	refusing := loopback.Refusing(t)
	h := newHTTP(t, HTTPOptions{})
	got := h.Download(t.Context(), at(t, refusing, "/"))
	if got.Failure.Class != site.FailRefused || got.Failure.Detail != "connection refused" || got.Status != 0 {
		t.Errorf("%+v", got)
	}
	h.proxy = func(*http.Request) (*url.URL, error) { return url.Parse(refusing) }
	for _, base := range []string{"http://a.test", "https://a.test"} {
		console.Equal(t, h.Download(t.Context(), at(t, base, "/")).Failure.Class, site.FailRefused, base)
	}
}

func TestFailureTLS(t *testing.T) {
	s := httptest.NewUnstartedServer(http.HandlerFunc(html))
	s.Config.ErrorLog = log.New(io.Discard, "", 0)
	s.StartTLS()
	defer s.Close()
	h := newHTTP(t, HTTPOptions{})
	got := h.Download(t.Context(), at(t, s.URL, "/")) // the certificate comes from an unknown authority
	if got.Failure.Class != site.FailTLS || !strings.HasPrefix(got.Failure.Detail, "certificate ") {
		t.Errorf("%+v", got.Failure)
	}
	plain, _ := serve(t, html)
	got = h.Download(t.Context(), at(t, strings.Replace(plain, "http:", "https:", 1), "/"))
	console.Equal(t, got.Failure.Class, site.FailTLS, got.Failure)
}

func TestFailureDNS(t *testing.T) {
	// The resolver refuses an empty label itself, without a query.
	got := newHTTP(t, HTTPOptions{}).Download(t.Context(), at(t, "http://a..b", "/"))
	if got.Failure.Class != site.FailDNS || got.Failure.Detail != "no such host" {
		t.Errorf("%+v", got.Failure)
	}
}

// TestFailureOfError classifies errors that a test cannot provoke on loopback.
func TestFailureOfError(t *testing.T) {
	h := newHTTP(t, HTTPOptions{})
	dial := func(err error) error { return &net.OpError{Op: "dial", Err: os.NewSyscallError("connect", err)} }
	for _, c := range []struct {
		err    error
		class  site.FailureClass
		detail string
	}{
		{dial(os.ErrDeadlineExceeded), site.FailTimeout, "no connection within 10s"},
		{dial(syscall.EHOSTUNREACH), site.FailRefused, "host unreachable"},
		{dial(syscall.ENETUNREACH), site.FailRefused, "network unreachable"},
		{dial(syscall.EACCES), site.FailRefused, "no connection"},
		{&net.OpError{Op: "proxyconnect", Err: dial(syscall.ECONNREFUSED)}, site.FailRefused,
			"proxy: connection refused"},
		{&net.DNSError{Err: "i/o timeout", IsTimeout: true}, site.FailDNS, "the name server did not answer in time"},
		{&net.DNSError{Err: "server misbehaving"}, site.FailDNS, "the name server failed"},
		{fmt.Errorf("x: %w", context.DeadlineExceeded), site.FailTimeout, "no whole answer within 30s"},
		{&net.OpError{Op: "remote error", Err: errors.New("tls: handshake failure")}, site.FailTLS,
			"the server refused the TLS handshake"},
		{&net.OpError{Op: "remote error", Err: errors.New("tls: bad certificate")}, site.FailTLS,
			"TLS handshake failed"},
		{errors.New("tls: server selected unsupported protocol version 301"), site.FailTLS, "no TLS version in common"},
		{x509.CertificateInvalidError{Reason: x509.Expired, Detail: "current time 2026"}, site.FailTLS,
			"certificate has expired or is not yet valid"},
		{x509.CertificateInvalidError{Reason: x509.NotAuthorizedToSign}, site.FailTLS, "certificate is not valid"},
		{x509.HostnameError{Certificate: &x509.Certificate{}, Host: "a.example"}, site.FailTLS,
			"certificate is not for a.example"},
		{errors.New("http2: server sent GOAWAY and closed the connection"), site.FailReset,
			"connection ended before the headers"},
		{errors.New("stream error: stream ID 1; PROTOCOL_ERROR"), site.FailProtocol, "breach of the HTTP/2 protocol"},
		{errors.New("Proxy Authentication Required"), site.FailOther, "the proxy asks for a password"},
		{errors.New("what no library reports"), site.FailOther, "the request failed"},
	} {
		want := site.Failure{Class: c.class, Detail: c.detail}
		console.Equal(t, h.options.failure(c.err, false), want, c.err)
	}
}

// TestShortage checks that a shortage on this machine, however wrapped, is not taken for a failure of the site.
func TestShortage(t *testing.T) {
	op := func(name, address string, err error) error {
		e := &net.OpError{Op: name, Net: "tcp", Err: os.NewSyscallError("connect", err)}
		if address != "" {
			e.Addr, _ = net.ResolveTCPAddr("tcp", address)
		}
		return fmt.Errorf("request: %w", e)
	}
	for _, c := range []struct{ err, want error }{
		{op("dial", "", syscall.EMFILE), syscall.EMFILE},
		{op("dial", "", syscall.ENFILE), syscall.ENFILE},
		{op("read", "", syscall.ENOBUFS), syscall.ENOBUFS},
		{op("write", "", syscall.ENOMEM), syscall.ENOMEM},
		{&net.DNSError{Err: "dial udp 127.0.0.1:53: socket: too many open files", Name: "a.example"}, syscall.EMFILE},
		{&net.DNSError{Err: "no buffer space available", Name: "a.example"}, syscall.ENOBUFS},
		{x509.SystemRootsError{Err: &fs.PathError{Op: "open", Path: "/etc/ssl", Err: syscall.EMFILE}}, syscall.EMFILE},
		{op("dial", "127.0.0.1:9", syscall.EADDRNOTAVAIL), syscall.EADDRNOTAVAIL},
		{op("dial", "", syscall.EADDRNOTAVAIL), nil},
		{op("dial", "127.0.0.1:9", syscall.ECONNREFUSED), nil},
		{&net.DNSError{Err: "no such host", IsNotFound: true}, nil},
		{nil, nil},
	} {
		console.Equal(t, Shortage(c.err), c.want, c.err)
	}
}

// TestWaitsForHandles checks that connections and look-ups wait until there are free handles. The shortage gives no
// answer and does not get into the archive.
func TestWaitsForHandles(t *testing.T) {
	base, _ := serve(t, func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, page) })
	for _, lacking := range []error{&net.OpError{Op: "dial", Err: os.NewSyscallError("socket", syscall.EMFILE)},
		&net.DNSError{Err: "socket: too many open files"}} {
		kept := &tapes{}
		h := newHTTP(t, HTTPOptions{Recorder: kept, GiveUp: func(err error) { t.Error(err) }})
		left, waits := 3, 0
		h.patience.sleep = func(context.Context, time.Duration) error { waits++; return nil }
		dial := h.transport.DialContext
		h.transport.DialContext = func(ctx context.Context, network, address string) (net.Conn, error) {
			if left--; left >= 0 {
				return nil, lacking
			}
			return dial(ctx, network, address)
		}
		answer := h.Download(t.Context(), at(t, base, "/"))
		if answer.Failure.Failed() || string(answer.Body) != page || waits != 3 || len(kept.all) != 1 {
			t.Errorf("%v: %+v after %d waits, %d records", lacking, answer.Failure, waits, len(kept.all))
		}
	}
}

// TestGivesUp checks that the run ends after a long shortage of handles, both on the network and in a folder.
func TestGivesUp(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	h := newHTTP(t, HTTPOptions{GiveUp: cancel})
	h.transport.DialContext = func(context.Context, string, string) (net.Conn, error) { return nil, syscall.ENFILE }
	var slept time.Duration
	var mu sync.Mutex
	h.patience.sleep = func(_ context.Context, d time.Duration) error {
		mu.Lock()
		defer mu.Unlock()
		slept += d
		return nil
	}
	answer := h.Download(ctx, at(t, "http://127.0.0.1:9", "/"))
	const want = "this machine lacks what requests need: too many open files in system: allow more (ulimit -n), or " +
		"use fewer connections, and run again to resume"
	if got := context.Cause(ctx); answer.Failure.Class != site.FailCancelled || got == nil || got.Error() != want ||
		slept < 20*time.Second || slept > time.Minute {
		t.Errorf("%+v, %v, slept %v", answer.Failure, got, slept)
	}
	folder := &patience{giveUp: func(error) {}, sleep: h.patience.sleep}
	if folder.while(t.Context(), func() error { return syscall.EMFILE }) || !folder.over.Load() {
		t.Error("a folder goes on")
	}
}
