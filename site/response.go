package site

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// Request asks for one URL.
type Request struct {
	URL URL // the URL that is sent to the server
	// Robots marks the fetch of a robots.txt: the body is read whatever its
	// type, and cut at 500 KiB (RFC 9309 section 2.5) instead of refused.
	Robots bool
	// Sitemap marks the fetch of a sitemap: the body is read whatever its type,
	// and cut at 50 MiB decoded, the size that sitemaps.org allows.
	Sitemap bool
	// Twin marks the second request for a page, which shows what the site varies from one request to the next.
	Twin bool
	// Head asks with HEAD for an answer without a body; Probe asks with GET, and the body is not read.
	Head, Probe bool
	NoXHTML     bool // says that application/xhtml+xml is not a page, so that its body is not read
	Lenient     bool // asks to read an answer whose HTTP breaks the standard, if it can only mean one thing
	// Unless asks for the page only if it is no longer the one with these validators; the answer is 304 otherwise
	// (RFC 9110 section 13). A folder on disk has none and answers as ever.
	Unless Validators
}

// Validators are what a server says to tell versions of a page apart (RFC 9110
// section 8.8), as it sent them; "" when it did not.
type Validators struct {
	ETag     string // of the header ETag
	Modified string // of the header Last-Modified
}

// Response is the answer to one Request. Redirects are not followed: each hop
// is an answer of its own. A failure is data, never a Go error.
type Response struct {
	URL         URL    // the URL that was requested
	Status      int    // the HTTP status; 0 when no answer came
	ContentType string // the header Content-Type as sent, several joined by ", ", "" when absent
	Location    string // the Location header in UTF-8, "" when absent
	// Validators are those that can be sent back, of an answer with status 200 or
	// 304; "" otherwise. A 304 may leave out one that is as before.
	Validators Validators
	RobotsTag  string // the header X-Robots-Tag, several joined by "; ", "" when absent
	Canonical  string // the URL that a header Link names as canonical, "" when none does
	// Body is the decoded body (content codings undone, characters not). It is nil unless the status is 200 and the
	// type is HTML as the Request has it, or for robots.txt and sitemaps.
	Body []byte
	// Recycle takes the room of Body for another one; nothing of it must be needed then. It may be nil, and need not be
	// called.
	Recycle    func()
	RetryAfter time.Duration // how long the server asked to be left alone (RFC 9110 section 10.2.3), 0 when it did not
	// Refused is the service whose header says that it answered in the place of the site, "" if none does.
	Refused    Refusal
	SetsCookie bool    // a redirect sets a cookie
	Failure    Failure // what went wrong; the zero value means nothing did
	Attempts   int     // counts the requests made, 1 or more when anything was sent
	// Started and Elapsed time the whole exchange, retries included.
	Started time.Time
	Elapsed time.Duration
}

// XHTML is the media type of pages in XML.
const XHTML = "application/xhtml+xml"

// IsHTML reports whether a Content-Type is that of a page (RCCrawler, 2016). Parameters do not count.
func IsHTML(contentType string, noXHTML bool) bool {
	mediaType, _ := MediaType(contentType)
	return mediaType == "text/html" || !noXHTML && mediaType == XHTML
}

// MediaType returns the media type of a Content-Type in lower case, and the text of its parameters. As in browsers, the
// last type of a list counts, with the parameters of the same type before it, and whatever follows a type without a
// semicolon is not part of it: https://fetch.spec.whatwg.org/#concept-header-extract-mime-type.
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

// IsRedirect tells the statuses that send the reader on.
func IsRedirect(status int) bool {
	return slices.Contains([]int{301, 302, 303, 307, 308}, status)
}

// IsServerError reports whether a status is an error of the server's own, or the answer to too many requests.
func IsServerError(status int) bool { return status >= 500 || status == 429 }

// Details of failures that say more than that there was no answer.
const (
	NobodyListens = "connection refused"
	SpeaksHTTP    = "the server speaks HTTP where TLS was asked for"
	SpeaksNoTLS   = "the server does not speak TLS"
)

// NoServer reports whether nothing at a port speaks the scheme that was asked for.
func (f Failure) NoServer() bool {
	return f.Class == FailRefused && f.Detail == NobodyListens ||
		f.Class == FailTLS && (f.Detail == SpeaksHTTP || f.Detail == SpeaksNoTLS)
}

// FailureClass names a kind of failed download, in the words of the ledger.
type FailureClass string

const (
	FailDNS       FailureClass = "dns"       // the host name does not resolve
	FailRefused   FailureClass = "refused"   // no connection
	FailReset     FailureClass = "reset"     // connection broken before the answer's end
	FailTLS       FailureClass = "tls"       // certificate or handshake
	FailTimeout   FailureClass = "timeout"   // connect, header or body took too long
	FailProtocol  FailureClass = "protocol"  // not an HTTP answer, or one against the rules of HTTP/2
	FailSyntax    FailureClass = "syntax"    // HTTP with faulty headers; browsers may guess what they mean
	FailTruncated FailureClass = "truncated" // body shorter than announced
	FailEncoding  FailureClass = "encoding"  // content coding broken or unknown
	FailTooLarge  FailureClass = "too-large" // body over the limit
	FailHeader    FailureClass = "header"    // headers over the limit
	FailRefusal   FailureClass = "refusal"   // sitegraph itself declines to go there
	// FailNotArchived: there is no capture of the URL in the web archive that is crawled.
	FailNotArchived FailureClass = "not-archived"
	// FailRobots: robots.txt of the host could not be read, so nothing was sent; of hosts besides the first.
	FailRobots    FailureClass = "robots.txt"
	FailCancelled FailureClass = "cancelled" // the run was stopped; not an answer of the site
	FailOther     FailureClass = "other"     // none of these
)

// Failure is the reason why a download gave no usable answer.
type Failure struct {
	Class  FailureClass // what went wrong, "" if nothing did
	Detail string       // says more, in words of sitegraph's own
}

// String is the failure in words.
func (f Failure) String() string { return string(f.Class) + prefixed(": ", f.Detail) }

// Failed reports whether there was a failure.
func (f Failure) Failed() bool { return f.Class != "" }

// Refusal says who refused a page: the name of a service (the list is in
// extractor/refusal), RefusalRepeated, or "".
type Refusal string

// RefusalRepeated: the same content came under unrelated URLs, the home page
// among them, and links to nothing of the site.
const RefusalRepeated Refusal = "repeated"

// String is the refusal in words.
func (r Refusal) String() string {
	switch r {
	case "":
		return ""
	case RefusalRepeated:
		return "unrelated URLs and the home page have this content, without links into the site"
	}
	return "by " + string(r) + ": a challenge or a denial in place of the page"
}

// RobotsSeen is a site's robots.txt as fetched, and what follows from it.
type RobotsSeen struct {
	// URL is where it was found, after redirects; Status 0 means no answer.
	URL    string `json:"url"`
	Status int    `json:"status"`
	// Access is what it allows, and Why the reason when that is not the file itself.
	Access RobotsAccess `json:"access"`
	Why    RobotsWhy    `json:"why,omitempty"`
	// Bound is the limit of RobotsTooManyRedirects, Location the fault of
	// RobotsBadRedirect, Failure that of RobotsFailed and RobotsNoAnswer, Refusal that of RobotsRefused.
	Bound    int       `json:"bound,omitempty"`
	Location LinkFault `json:"location,omitzero"`
	Failure  Failure   `json:"failure,omitzero"`
	Refusal  Refusal   `json:"refusal,omitempty"`
	Words    string    `json:"verdict"`          // the verdict in words, in a manifest
	Text     string    `json:"text"`             // the file, cut at 500 KiB; not necessarily UTF-8
	Fetched  time.Time `json:"fetched,omitzero"` // when
}

// RobotsAccess is what a robots.txt lets a crawler do.
type RobotsAccess string

const (
	RobotsRules  RobotsAccess = "rules"      // what the rules of the file say
	RobotsAllow  RobotsAccess = "allow all"  // there are no rules
	RobotsForbid RobotsAccess = "forbid all" // it could not be read, so nothing may be fetched
)

// RobotsWhy is why there are no rules.
type RobotsWhy string

// The reasons.
const (
	RobotsNotAsked         RobotsWhy = "not asked for"
	RobotsRefused          RobotsWhy = "refused" // by a service that answers in the place of the site
	RobotsNotArchived      RobotsWhy = "not in the archive"
	RobotsStatus           RobotsWhy = "status"
	RobotsTooManyRedirects RobotsWhy = "too many redirects"
	RobotsBadRedirect      RobotsWhy = "unusable redirect"
	RobotsFailed           RobotsWhy = "failed"
	RobotsNoAnswer         RobotsWhy = "no answer" // the host itself gave none
)

// Verdict is access and reason in words, for instance "allow all: status 404"; "" if nothing is known.
func (r RobotsSeen) Verdict() string {
	if r.Words != "" {
		return r.Words
	}
	return string(r.Access) + prefixed(": ", r.Explanation())
}

// Explanation is the reason in words, "" if there is none.
func (r RobotsSeen) Explanation() string {
	switch r.Why {
	case RobotsStatus:
		return fmt.Sprintf("status %d", r.Status)
	case RobotsTooManyRedirects:
		return fmt.Sprintf("more than %d redirects", r.Bound)
	case RobotsBadRedirect:
		return "unusable redirect: " + r.Location.Error()
	case RobotsFailed, RobotsNoAnswer:
		return r.Failure.String()
	case RobotsRefused:
		return "refused by " + string(r.Refusal)
	}
	return string(r.Why)
}

// Unavailable is the reason why no URL may be fetched.
func (r RobotsSeen) Unavailable() Reason {
	return Reason{Failure: r.Failure, TargetStatus: r.Status, Refusal: r.Refusal}
}
