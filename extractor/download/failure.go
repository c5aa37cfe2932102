package download

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"syscall"
	"time"

	"sitegraph/site"
)

// maxDetail is the longest detail of a failure, in bytes.
const maxDetail = 200

// stopped is the failure of a request that the end of its context cut off.
func stopped(ctx context.Context) site.Failure {
	return site.Failure{Class: site.FailCancelled, Detail: context.Cause(ctx).Error()}
}

// cancelled is the answer of a request that was stopped before it was made.
func cancelled(ctx context.Context, r site.Request) site.Response {
	return site.Response{URL: r.URL, Started: time.Now(), Failure: stopped(ctx)}
}

// failure puts an error into its class. The details name no ports, addresses
// or times, so that the same failure reads the same in two runs.
func (h *HTTP) failure(err error, headersSeen bool) site.Failure {
	class := classOf(err)
	if headersSeen && (class == site.FailProtocol || class == site.FailOther) {
		class = site.FailTruncated // broken chunks and the like
	}
	var detail string
	switch class {
	case site.FailTimeout:
		detail = h.timeoutDetail(err)
	case site.FailReset:
		detail = "connection ended before the headers"
		if headersSeen {
			detail = "connection ended in the body"
		}
	case site.FailTruncated:
		detail = "connection ended in the headers"
		if headersSeen {
			detail = "body shorter than announced, or its chunks broken"
		}
	case site.FailTooLarge:
		detail = fmt.Sprintf("body over %d bytes", h.options.MaxBody)
	case site.FailHeader:
		detail = fmt.Sprintf("headers over %d bytes", h.options.MaxHeader)
	default:
		detail = detailOf(err)
	}
	return site.Failure{Class: class, Detail: detail}
}

// classOf sorts by the types of errors; where net/http has none it goes by
// their text (byText).
func classOf(err error) site.FailureClass {
	switch {
	case is[*privateError](err):
		return site.FailRefusal
	case errors.Is(err, errTooLarge):
		return site.FailTooLarge
	case is[*codingError](err):
		return site.FailEncoding
	case is[*net.DNSError](err):
		return site.FailDNS
	case isTimeout(err):
		return site.FailTimeout
	case isTLS(err):
		return site.FailTLS
	case errors.Is(err, io.ErrUnexpectedEOF):
		return site.FailTruncated
	case errors.Is(err, io.EOF), errors.Is(err, syscall.ECONNRESET),
		errors.Is(err, syscall.EPIPE), errors.Is(err, net.ErrClosed):
		return site.FailReset
	}
	if op, ok := errors.AsType[*net.OpError](err); ok {
		return ofConnection(op.Op)
	}
	return byText(err.Error())
}

// is tells whether there is an E in err's chain.
func is[E error](err error) bool {
	_, ok := errors.AsType[E](err)
	return ok
}

func isTimeout(err error) bool {
	if errors.Is(err, context.DeadlineExceeded) {
		return true
	}
	e, ok := errors.AsType[net.Error](err)
	return ok && e.Timeout()
}

func isTLS(err error) bool {
	if is[*tls.CertificateVerificationError](err) || is[tls.RecordHeaderError](err) ||
		is[tls.AlertError](err) || errors.Is(err, http.ErrSchemeMismatch) {
		return true
	}
	op, ok := errors.AsType[*net.OpError](err)
	return ok && (op.Op == "remote error" || op.Op == "local error") // how crypto/tls names alerts
}

// ofConnection sorts the failed operation of a connection.
func ofConnection(operation string) site.FailureClass {
	switch operation {
	case "dial", "proxyconnect":
		return site.FailRefused
	case "read", "write":
		return site.FailReset
	}
	return site.FailOther
}

// byText sorts the errors that net/http and crypto/tls keep to themselves.
func byText(text string) site.FailureClass {
	for _, known := range []struct {
		part  string
		class site.FailureClass
	}{
		{"response headers exceeded", site.FailHeader},
		{"header list larger than", site.FailHeader},
		{"server closed idle connection", site.FailReset},
		{"GOAWAY", site.FailReset},
		{"client conn", site.FailReset},
		{"client connection", site.FailReset},
		{"PROTOCOL_ERROR", site.FailProtocol},
		{"stream error", site.FailReset},
		{"tls: ", site.FailTLS},
		{"x509: ", site.FailTLS},
		{"http2: ", site.FailProtocol},
		{"connection error", site.FailProtocol},
		{"HTTP/1.x transport connection broken", site.FailProtocol},
	} {
		if strings.Contains(text, known.part) {
			return known.class
		}
	}
	return site.FailOther
}

func (h *HTTP) timeoutDetail(err error) string {
	if op, ok := errors.AsType[*net.OpError](err); ok && op.Op == "dial" {
		return fmt.Sprintf("no connection within %v", h.options.ConnectTimeout)
	}
	switch text := err.Error(); {
	case strings.Contains(text, "TLS handshake"):
		return fmt.Sprintf("no TLS handshake within %v", h.options.ConnectTimeout)
	case strings.Contains(text, "awaiting response headers"):
		return fmt.Sprintf("no headers within %v", h.options.HeaderTimeout)
	}
	return fmt.Sprintf("no whole answer within %v", h.options.Timeout)
}

// SpeaksHTTP is the detail of the failure of an https address whose server has
// http there.
const SpeaksHTTP = "the server speaks HTTP where TLS was asked for"

// detailOf words an error without what changes from run to run.
func detailOf(err error) string {
	text := err.Error()
	if e, ok := errors.AsType[*net.DNSError](err); ok {
		text = e.Err
	} else if e, ok := errors.AsType[x509.CertificateInvalidError](err); ok && e.Reason == x509.Expired {
		text = "certificate has expired or is not yet valid"
	} else if e, ok := errors.AsType[tls.RecordHeaderError](err); ok && string(e.RecordHeader[:]) == "HTTP/" {
		text = SpeaksHTTP
	} else if e, ok := errors.AsType[*net.OpError](err); ok {
		text = e.Op + ": " + innermost(e.Err).Error()
	}
	for _, empty := range []string{"net/http: HTTP/1.x transport connection broken: ", // said of every answer against the rules
		"tls: failed to verify certificate: ", "x509: ", "tls: "} { // what the class says already
		text = strings.TrimPrefix(text, empty)
	}
	if len(text) > maxDetail {
		text = text[:maxDetail]
	}
	return site.Printable(text)
}

// innermost follows a chain of wrapped errors to its end.
func innermost(err error) error {
	for next := err; next != nil; next = errors.Unwrap(err) {
		err = next
	}
	return err
}
