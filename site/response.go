package site

import (
	"strings"
	"time"
)

// Request asks for one URL.
type Request struct {
	// URL is the URL that is sent to the server.
	URL URL
	// Robots marks the fetch of a robots.txt: the body is read whatever its
	// type, and cut at 500 KiB (RFC 9309 section 2.5) instead of refused.
	Robots bool
	// NoXHTML says that application/xhtml+xml is no page, so that its body is
	// not read.
	NoXHTML bool
}

// Response is the answer to one Request. Redirects are not followed: each hop
// is an answer of its own. A failure is data, never a Go error.
type Response struct {
	// URL is the URL that was requested.
	URL URL
	// Status is the HTTP status; 0 when no answer came.
	Status int
	// ContentType is the first Content-Type header as sent, "" when absent.
	ContentType string
	// Location is the Location header in UTF-8, "" when absent.
	Location string
	// Body is the decoded body (content codings undone, characters not). It
	// is nil unless the status is 200 and the type is HTML as the Request has
	// it, or for robots.txt.
	Body []byte
	// RetryAfter is how long the server asked to be left alone (RFC 9110
	// section 10.2.3), 0 when it did not.
	RetryAfter time.Duration
	// Failure is what went wrong; the zero value means nothing did.
	Failure Failure
	// Attempts counts the requests made, 1 or more when anything was sent.
	Attempts int
	// Started and Elapsed time the whole exchange, retries included.
	Started time.Time
	Elapsed time.Duration
}

// IsHTML reports whether a Content-Type is that of a page (spec A7). Parameters
// do not count.
func IsHTML(contentType string, noXHTML bool) bool {
	mediaType, _, _ := strings.Cut(contentType, ";")
	mediaType = strings.TrimSpace(mediaType)
	return strings.EqualFold(mediaType, "text/html") ||
		!noXHTML && strings.EqualFold(mediaType, "application/xhtml+xml")
}

// IsRedirect tells the statuses that send the reader on (spec A4).
func IsRedirect(status int) bool {
	switch status {
	case 301, 302, 303, 307, 308:
		return true
	}
	return false
}

// IsServerError reports whether a status is an error of the server's own, or
// the answer to too many requests.
func IsServerError(status int) bool { return status >= 500 || status == 429 }

// FailureClass names a kind of failed download, in the words of the ledger.
type FailureClass string

// The classes of failure.
const (
	FailDNS       FailureClass = "dns"       // the host name does not resolve
	FailRefused   FailureClass = "refused"   // no connection
	FailReset     FailureClass = "reset"     // connection broken before the answer's end
	FailTLS       FailureClass = "tls"       // certificate or handshake
	FailTimeout   FailureClass = "timeout"   // connect, header or body took too long
	FailProtocol  FailureClass = "protocol"  // not an HTTP answer, or one against the rules
	FailTruncated FailureClass = "truncated" // body shorter than announced
	FailEncoding  FailureClass = "encoding"  // content coding broken or unknown
	FailTooLarge  FailureClass = "too-large" // body over the limit
	FailHeader    FailureClass = "header"    // headers over the limit
	FailRefusal   FailureClass = "refusal"   // sitegraph itself declines to go there
	FailCancelled FailureClass = "cancelled" // the run was stopped; not an answer of the site
	FailOther     FailureClass = "other"     // none of these
)

// Failure is the reason why a download gave no usable answer.
type Failure struct {
	// Class is what went wrong, "" if nothing did.
	Class FailureClass
	// Detail says more, in words of sitegraph's own.
	Detail string
}

// String is the failure in words.
func (f Failure) String() string { return string(f.Class) + prefixed(": ", f.Detail) }

// Failed reports whether there was a failure.
func (f Failure) Failed() bool { return f.Class != "" }
