package site

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
)

// Request asks for one URL.
type Request struct {
	URL URL // the URL sent to the server
	// Robots requests a robots.txt of any type, cut at 500 KiB (RFC 9309 section 2.5).
	Robots bool
	// Sitemap requests a sitemap of any type, cut at the 50 MiB that sitemaps.org allows.
	Sitemap bool
	Twin    bool // the second request for a page, to find out which parts vary
	// Head sends HEAD. Probe sends GET and reads no body.
	Head, Probe bool
	NoXHTML     bool // do not accept application/xhtml+xml as a page
	Lenient     bool // accept broken HTTP that has only one possible meaning
	// Unless requests 304 instead of a page that still has these validators (RFC 9110 section 13).
	Unless Validators
}

// Validators distinguish versions of a page (RFC 9110 section 8.8). They are as sent by the server, or "".
type Validators struct {
	ETag     string // from the header ETag
	Modified string // from the header Last-Modified
}

// Response is the answer to one Request. Redirects are not followed, and a failure is data, never a Go error.
type Response struct {
	URL         URL    // the requested URL
	Status      int    // 0 without an answer
	ContentType string // the header, several joined by ", "
	Location    string // the header in UTF-8
	// Validators come from a 200 or 304 and can be sent back. A 304 may omit unchanged ones.
	Validators Validators
	RobotsTag  string // the header X-Robots-Tag, several joined by "; "
	Canonical  string // the canonical URL in a header Link
	// Body has no content codings any more. It is nil unless the status is 200 and the type is HTML, or another type
	// that Request asks for.
	Body []byte
	// Recycle lets another answer reuse the memory of Body. It may be nil, and calling it is optional.
	Recycle    func()
	RetryAfter time.Duration // RFC 9110 section 10.2.3; 0 without one
	Refused    Refusal       // the service that answered instead of the site, according to a header
	SetsCookie bool          // whether a redirect sets a cookie
	AsFile     bool          // whether the server sent the page as it sends files
	Whole      bool          // asks the parser not to divide the page into pieces
	Failure    Failure       // the failure, if any
	Attempts   int           // number of requests made
	// Started and Elapsed cover the whole exchange with retries.
	Started time.Time
	Elapsed time.Duration
}

// XHTML is the media type of XML pages.
const XHTML = "application/xhtml+xml"

// IsHTML reports whether a Content-Type is a page's (RCCrawler, 2016). Parameters are ignored.
func IsHTML(contentType string, noXHTML bool) bool {
	mediaType, _ := MediaType(contentType)
	return mediaType == "text/html" || !noXHTML && mediaType == XHTML
}

// MediaType returns the media type of a Content-Type in lower case, and its parameters, as browsers read them. In a
// list the last type counts, with the parameters of equal types before it. Text after a type without a semicolon is
// ignored (https://fetch.spec.whatwg.org/#concept-header-extract-mime-type).
func MediaType(contentType string) (mediaType, parameters string) {
	for part := range strings.SplitSeq(contentType, ",") {
		part = strings.TrimLeft(part, " \t")
		end := strings.IndexAny(part, "; \t")
		if end < 0 {
			end = len(part)
		}
		name := strings.ToLower(part[:end])
		switch {
		case name == mediaType && name != "":
			parameters = part[end:] + ";" + parameters
		case mediaType == "" || strings.Contains(name, "/") && name != "*/*":
			mediaType, parameters = name, part[end:]
		default:
			parameters += "," + part
		}
	}
	return mediaType, parameters
}

// IsRedirect reports whether a status redirects.
func IsRedirect(status int) bool {
	return slices.Contains([]int{301, 302, 303, 307, 308}, status)
}

// IsServerError reports whether a status means a server error or too many requests.
func IsServerError(status int) bool { return status >= 500 || status == 429 }

// These details of failures show which scheme a server uses.
const (
	NobodyListens = "connection refused"
	SpeaksHTTP    = "the server speaks HTTP where TLS was asked for"
	SpeaksNoTLS   = "the server does not speak TLS"
)

// NoServer reports whether nothing on the port uses the scheme.
func (f Failure) NoServer() bool {
	return f.Class == FailRefused && f.Detail == NobodyListens ||
		f.Class == FailTLS && (f.Detail == SpeaksHTTP || f.Detail == SpeaksNoTLS)
}

// FailureClass is a kind of failed download, named as in the ledger.
type FailureClass string

const (
	FailDNS         FailureClass = "dns"          // the host name does not resolve
	FailRefused     FailureClass = "refused"      // no connection
	FailReset       FailureClass = "reset"        // connection broken before the answer's end
	FailTLS         FailureClass = "tls"          // certificate or handshake
	FailTimeout     FailureClass = "timeout"      // connect, header or body took too long
	FailProtocol    FailureClass = "protocol"     // not an HTTP answer, or one against the rules of HTTP/2
	FailSyntax      FailureClass = "syntax"       // HTTP with faulty headers; browsers may guess what they mean
	FailTruncated   FailureClass = "truncated"    // body shorter than announced
	FailEncoding    FailureClass = "encoding"     // content coding broken or unknown
	FailTooLarge    FailureClass = "too-large"    // body over the limit
	FailHeader      FailureClass = "header"       // headers over the limit
	FailRefusal     FailureClass = "refusal"      // sitegraph itself refuses to go there
	FailNotArchived FailureClass = "not-archived" // the web archive has no capture of the URL
	FailRobots      FailureClass = "robots.txt"   // robots.txt of an additional host could not be read
	FailCancelled   FailureClass = "cancelled"    // the run was stopped; this is not an answer from the site
	FailOther       FailureClass = "other"        // none of these
)

// Failure explains why a download gave no usable answer.
type Failure struct {
	Class  FailureClass // the kind of failure, "" for none
	Detail string       // more about it, in sitegraph's own words
}

// String describes the failure in words.
func (f Failure) String() string { return string(f.Class) + prefixed(": ", f.Detail) }

// Failed reports whether there was a failure.
func (f Failure) Failed() bool { return f.Class != "" }

// Refusal is the service that refused a page (listed in extractor/refusal), RefusalRepeated, or "".
type Refusal string

// RefusalRepeated says that unrelated URLs and the home page had the same content, without a link into the site.
const RefusalRepeated Refusal = "repeated"

// String describes the refusal in words.
func (r Refusal) String() string {
	switch r {
	case "":
		return ""
	case RefusalRepeated:
		return "unrelated URLs and the home page have this content, without links into the site"
	}
	return "by " + string(r) + ": a challenge or a denial in place of the page"
}

// RobotsSeen is the robots.txt fetched from a site and its consequences.
type RobotsSeen struct {
	// URL is its address after redirects. Status is 0 without an answer.
	URL    string `json:"url"`
	Status int    `json:"status"`
	// Access is the permission it gives. Why is the reason if there are no rules.
	Access RobotsAccess `json:"access"`
	Why    RobotsWhy    `json:"why,omitempty"`
	// Location belongs to RobotsBadRedirect, Failure to RobotsFailed and RobotsNoAnswer.
	Location LinkFault `json:"location,omitzero"`
	Failure  Failure   `json:"failure,omitzero"`
	Refusal  Refusal   `json:"refusal,omitempty"`
	Words    string    `json:"verdict"`          // the verdict in words, in a manifest
	Text     string    `json:"text"`             // the file, cut at 500 KiB; not necessarily UTF-8
	Fetched  time.Time `json:"fetched,omitzero"` // time of the fetch
}

// RobotsAccess is the permission that a robots.txt gives to a crawler.
type RobotsAccess string

const (
	RobotsRules  RobotsAccess = "rules"      // the rules of the file decide
	RobotsAllow  RobotsAccess = "allow all"  // there are no rules
	RobotsForbid RobotsAccess = "forbid all" // it could not be read, so nothing may be fetched
)

// RobotsWhy is the reason for having no rules.
type RobotsWhy string

// The reasons.
const (
	RobotsNotAsked    RobotsWhy = "not asked for"
	RobotsRefused     RobotsWhy = "refused" // by a service that answers instead of the site
	RobotsNotArchived RobotsWhy = "not in the archive"
	RobotsStatus      RobotsWhy = "status"
	RobotsBadRedirect RobotsWhy = "unusable redirect"
	RobotsFailed      RobotsWhy = "failed"
	RobotsNoAnswer    RobotsWhy = "no answer" // from the host itself
)

// Verdict gives access and reason in words, such as "allow all: status 404", or "" if nothing is known.
func (r RobotsSeen) Verdict() string {
	if r.Words != "" {
		return r.Words
	}
	return string(r.Access) + prefixed(": ", r.Explanation())
}

// Explanation gives the reason in words, or "" if there is none.
func (r RobotsSeen) Explanation() string {
	switch r.Why {
	case RobotsStatus:
		return fmt.Sprintf("status %d", r.Status)
	case RobotsBadRedirect:
		return "unusable redirect: " + r.Location.Error()
	case RobotsFailed, RobotsNoAnswer:
		return r.Failure.String()
	case RobotsRefused:
		return "refused by " + string(r.Refusal)
	}
	return string(r.Why)
}

// Unavailable returns the reason why no URL may be fetched.
func (r RobotsSeen) Unavailable() Reason {
	return Reason{Failure: r.Failure, TargetStatus: r.Status, Refusal: r.Refusal}
}

// Chain is a URL and the redirects followed from it.
type Chain struct {
	At   URL       // the URL to request next
	Hops []LinkHop // the redirects so far
}

// Follow notes a redirect that answers the current URL and moves to its target. If that is impossible, or takes more
// than limit redirects, it stays and returns the fault.
func (c *Chain) Follow(r Response, limit int) LinkFault {
	c.Hops = append(slices.Clip(c.Hops), LinkHop{URL: c.At.String(), Status: r.Status})
	next, err := c.At.Resolve(r.Location, nil)
	fault, _ := errors.AsType[LinkFault](err)
	switch {
	case r.Location == "":
		fault.Kind = FaultNoLocation
	case err != nil:
	case slices.ContainsFunc(c.Hops, func(h LinkHop) bool { return h.URL == next.String() }):
		if fault.Kind = FaultLoop; r.SetsCookie {
			fault.Kind = FaultCookieLoop
		}
	case len(c.Hops) > limit:
		fault.Kind, fault.Bound = FaultTooMany, limit
	default:
		c.At = next
	}
	return fault
}
