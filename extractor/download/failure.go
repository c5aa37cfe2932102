package download

import (
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"sitegraph/site"
)

// stopped returns the failure of a request that the end of its context cut off.
func stopped(ctx context.Context) site.Failure {
	why := cmp.Or(context.Cause(ctx), context.Canceled)
	return site.Failure{Class: site.FailCancelled, Detail: why.Error()}
}

// cancelled returns the answer of a request that was stopped before it was sent.
func cancelled(ctx context.Context, r site.Request) site.Response {
	return site.Response{URL: r.URL, Started: time.Now(), Failure: stopped(ctx)}
}

// failure sorts an error into a class and describes it in our own words. They contain no ports, IP addresses or times,
// and do not depend on library versions, so the same failure reads the same in two runs.
func (o *HTTPOptions) failure(err error, headersSeen bool) site.Failure {
	f := typedFailure(err)
	if f.Class == "" {
		f = textFailure(err.Error())
	}
	if headersSeen && (f.Class == site.FailProtocol || f.Class == site.FailOther) {
		f.Class = site.FailTruncated // such as broken chunks
	}

	switch {
	case f.Class == site.FailTimeout:
		f.Detail = o.timeoutDetail(err)
	case f.Class == site.FailReset && headersSeen:
		f.Detail = "connection ended in the body"
	case f.Class == site.FailReset:
		f.Detail = "connection ended before the headers"
	case f.Class == site.FailTruncated && headersSeen:
		f.Detail = "body shorter than announced, or its chunks broken"
	case f.Class == site.FailTruncated:
		f.Detail = "connection ended in the headers"
	case f.Class == site.FailTooLarge:
		f.Detail = fmt.Sprintf("body over %d bytes", o.MaxBody)
	case f.Class == site.FailHeader:
		f.Detail = fmt.Sprintf("headers over %d bytes", o.MaxHeader)
	}
	return f
}

// typedFailure sorts an error by its type. The class is "" if the type does not decide.
func typedFailure(err error) site.Failure {
	if e, ok := errors.AsType[*privateError](err); ok {
		return site.Failure{Class: site.FailRefusal, Detail: e.Error()}
	}
	if e, ok := errors.AsType[*codingError](err); ok && !errors.Is(err, errTooLarge) {
		return site.Failure{Class: site.FailEncoding, Detail: e.Error()}
	}
	if e, ok := errors.AsType[*net.DNSError](err); ok {
		return site.Failure{Class: site.FailDNS, Detail: dnsDetail(e)}
	}
	switch {
	case errors.Is(err, errTooLarge):
		return site.Failure{Class: site.FailTooLarge}
	case isTimeout(err):
		return site.Failure{Class: site.FailTimeout}
	case errors.Is(err, io.ErrUnexpectedEOF):
		return site.Failure{Class: site.FailTruncated}
	case errors.Is(err, io.EOF), errors.Is(err, syscall.ECONNRESET),
		errors.Is(err, syscall.EPIPE), errors.Is(err, net.ErrClosed):
		return site.Failure{Class: site.FailReset}
	}
	if detail := tlsDetail(err); detail != "" {
		return site.Failure{Class: site.FailTLS, Detail: detail}
	}
	if op, ok := errors.AsType[*net.OpError](err); ok {
		return connectionFailure(op)
	}
	return site.Failure{}
}

func isTimeout(err error) bool {
	if errors.Is(err, context.DeadlineExceeded) {
		return true
	}
	e, ok := errors.AsType[net.Error](err)
	return ok && e.Timeout()
}

func dnsDetail(e *net.DNSError) string {
	switch {
	case e.IsNotFound:
		return "no such host"
	case e.IsTimeout:
		return "the name server did not answer in time"
	}
	return "the name server failed"
}

// tlsDetail describes a bad certificate or handshake. It returns "" for other errors.
func tlsDetail(err error) string {
	if e, ok := errors.AsType[x509.HostnameError](err); ok {
		return "certificate is not for " + e.Host
	}
	if e, ok := errors.AsType[x509.CertificateInvalidError](err); ok && e.Reason == x509.Expired {
		return "certificate has expired or is not yet valid"
	}
	if e, ok := errors.AsType[tls.RecordHeaderError](err); ok && string(e.RecordHeader[:]) != "HTTP/" {
		return site.SpeaksNoTLS
	}
	switch {
	case is[tls.RecordHeaderError](err), errors.Is(err, http.ErrSchemeMismatch):
		return site.SpeaksHTTP
	case is[x509.UnknownAuthorityError](err):
		return "certificate signed by unknown authority"
	case is[*tls.CertificateVerificationError](err), is[x509.CertificateInvalidError](err):
		return "certificate is not valid"
	case is[tls.AlertError](err):
		return handshakeFailed
	}
	return ""
}

const handshakeFailed = "TLS handshake failed"

func is[E error](err error) bool {
	_, ok := errors.AsType[E](err)
	return ok
}

func connectionFailure(op *net.OpError) site.Failure {
	switch op.Op {
	case "dial":
		return site.Failure{Class: site.FailRefused, Detail: dialDetail(op)}
	case "proxyconnect":
		return site.Failure{Class: site.FailRefused, Detail: "proxy: " + dialDetail(op)}
	case "read", "write":
		return site.Failure{Class: site.FailReset}
	case "remote error", "local error": // crypto/tls uses these for alerts
		return site.Failure{Class: site.FailTLS, Detail: textFailure(op.Error()).Detail}
	}
	return site.Failure{}
}

func dialDetail(err error) string {
	switch {
	case errors.Is(err, syscall.ECONNREFUSED):
		return site.NobodyListens
	case errors.Is(err, syscall.EHOSTUNREACH):
		return "host unreachable"
	case errors.Is(err, syscall.ENETUNREACH):
		return "network unreachable"
	}
	return "no connection"
}

// textFailures sorts errors whose types net/http and crypto/tls do not export, by a part of their text. The first match
// counts. If a later version changes its texts, the failure becomes FailOther.
var textFailures = []struct {
	part string
	site.Failure
}{
	{"response headers exceeded", site.Failure{Class: site.FailHeader}},
	{"header list larger than", site.Failure{Class: site.FailHeader}},
	{"server closed idle connection", site.Failure{Class: site.FailReset}},
	{"GOAWAY", site.Failure{Class: site.FailReset}},
	{"client conn", site.Failure{Class: site.FailReset}},
	{"PROTOCOL_ERROR", site.Failure{Class: site.FailProtocol, Detail: breachOfHTTP2}},
	{"stream error", site.Failure{Class: site.FailReset}},
	{"tls: protocol version", site.Failure{Class: site.FailTLS, Detail: noTLSVersion}},
	{"unsupported protocol version", site.Failure{Class: site.FailTLS, Detail: noTLSVersion}},
	{"tls: handshake failure", site.Failure{Class: site.FailTLS, Detail: "the server refused the TLS handshake"}},
	{"tls: unrecognized name", site.Failure{Class: site.FailTLS, Detail: "the server does not know the host name"}},
	{"tls: ", site.Failure{Class: site.FailTLS, Detail: handshakeFailed}},
	{"x509: ", site.Failure{Class: site.FailTLS, Detail: "certificate is not valid"}},
	{"http2: ", site.Failure{Class: site.FailProtocol, Detail: breachOfHTTP2}},
	{"connection error", site.Failure{Class: site.FailProtocol, Detail: breachOfHTTP2}},
	{"malformed HTTP status", site.Failure{Class: site.FailProtocol, Detail: "malformed status code"}},
	{"malformed HTTP", site.Failure{Class: site.FailProtocol, Detail: "the answer is not HTTP"}},
	{"malformed MIME header", site.Failure{Class: site.FailSyntax, Detail: "malformed header"}},
	{"Content-Length", site.Failure{Class: site.FailSyntax, Detail: "malformed or repeated Content-Length"}},
	{"transfer encoding", site.Failure{Class: site.FailSyntax, Detail: "unknown transfer coding"}},
	{"HTTP/1.x transport connection broken", site.Failure{Class: site.FailProtocol, Detail: "malformed answer"}},
	{"Proxy Authentication", site.Failure{Class: site.FailOther, Detail: "the proxy asks for a password"}},
}

const (
	breachOfHTTP2 = "breach of the HTTP/2 protocol"
	noTLSVersion  = "no TLS version in common"
)

func textFailure(text string) site.Failure {
	for _, known := range textFailures {
		if strings.Contains(text, known.part) {
			return known.Failure
		}
	}
	return site.Failure{Class: site.FailOther, Detail: "the request failed"}
}

func (o *HTTPOptions) timeoutDetail(err error) string {
	if op, ok := errors.AsType[*net.OpError](err); ok && op.Op == "dial" {
		return fmt.Sprintf("no connection within %v", o.ConnectTimeout)
	}
	switch text := err.Error(); {
	case strings.Contains(text, "TLS handshake"):
		return fmt.Sprintf("no TLS handshake within %v", o.ConnectTimeout)
	case strings.Contains(text, "awaiting response headers"):
		return fmt.Sprintf("no headers within %v", o.HeaderTimeout)
	}
	return fmt.Sprintf("no whole answer within %v", o.Timeout)
}

// While this machine lacks handles, buffers, ports or memory, requests pause for firstPause, then twice as long each
// time, up to longestPause. The run ends if no request gets through in maxPauses pauses, about half a minute.
const (
	firstPause   = 100 * time.Millisecond
	longestPause = 2 * time.Second
	maxPauses    = 18
)

// shortages lists the errors of a machine that temporarily lacks a resource. The numbers are for Windows.
var shortages = []syscall.Errno{syscall.EMFILE, syscall.ENFILE, syscall.ENOBUFS, syscall.ENOMEM, 10024, 10055}

// Shortage returns the reason if an error means that this machine lacks handles, buffers, ports or memory, otherwise
// nil. Such an error says nothing about the site.
func Shortage(err error) error {
	if err == nil {
		return nil
	}
	dns, _ := errors.AsType[*net.DNSError](err)
	for _, short := range shortages {
		if errors.Is(err, short) || dns != nil && strings.Contains(dns.Err, short.Error()) { // DNSError keeps only text
			return short
		}
	}
	if errors.Is(err, syscall.EADDRNOTAVAIL) && hasAddressFor(err) {
		return syscall.EADDRNOTAVAIL
	}
	return nil
}

// hasAddressFor reports whether this machine has an address that could reach the one in an error. If not, no port is
// missing; for example, the machine may lack IPv6. The connection sends nothing.
func hasAddressFor(err error) bool {
	op, _ := errors.AsType[*net.OpError](err)
	if op == nil || op.Addr == nil {
		return false
	}
	c, err := net.Dial("udp", op.Addr.String())
	if err == nil {
		c.Close()
	}
	return err == nil || Shortage(err) != nil
}

// patience repeats an action that fails because of a shortage.
type patience struct {
	giveUp func(error) // ends the run after the longest pause; nil waits forever
	sleep  func(context.Context, time.Duration) error
	over   atomic.Bool  // it gave up
	served atomic.Int64 // successful tries
}

// while repeats try until it no longer fails because of a shortage. It returns false if it gave up or ctx ended.
func (p *patience) while(ctx context.Context, try func() error) bool {
	served, vain := p.served.Load(), 0
	for pause := firstPause; ; pause = min(2*pause, longestPause) {
		short := Shortage(try())
		if short == nil {
			p.served.Add(1)
			return true
		}
		if vain++; p.served.Load() != served {
			served, vain = p.served.Load(), 0
		}
		if vain == maxPauses && p.giveUp != nil {
			p.over.Store(true)
			p.giveUp(fmt.Errorf("this machine lacks what requests need: %w: allow more (ulimit -n), or use fewer "+
				"connections, and run again to resume", short))
			return false
		}
		if p.sleep(ctx, pause) != nil {
			return false
		}
	}
}
