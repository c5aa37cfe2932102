package extractor

import (
	"strings"
	"time"

	"sitegraph/site"
)

// outcome is the kind of an answer.
type outcome uint8

const (
	outForbidden outcome = iota + 1 // robots.txt says no; nothing was sent
	outFailed                       // no usable answer
	outStatus                       // a status that is neither 200 nor a redirect
	outRedirect                     // 301, 302, 303, 307, 308
	outNotHTML                      // 200, something else than HTML
	outPage                         // 200, HTML, read
	outRefused                      // 200 or another status, but what came is a service's challenge or denial

	// outMatched is 304: the page is the one whose validators were sent. It is
	// in no record.
	outMatched outcome = 100
)

// Answer is all that the walk keeps of one URL: a worker makes it, the
// owner appends it to the journal.
type Answer struct {
	// URL was fetched, Key is its normal form.
	URL, Key string
	Outcome  outcome
	Status   int
	// Type is the media type, lower case, without parameters.
	Type     string
	Failure  site.Failure
	Refusal  site.Refusal // of outRefused
	Location target       // where a redirect leads
	Cookie   bool         // it sets a cookie
	Digest   site.Digest
	Bytes    int64
	// Internal and External are the distinct URLs linked to, in order of
	// first mention.
	Internal, External []link
	Dropped            int // counts the links beyond the limit of links per page
	details
	// Of a site that is watched: the validators, the digest that tells versions
	// apart, and the words. The owner makes the version of them.
	seen    *seenPage
	version *version

	uses []usedURL // what the page uses; nil unless asked for

	// For key stable: the pieces of a page, whether it was generated, the URL of
	// the site that it names as canonical; twin says that it was asked for twice.
	pieces    *pieces
	packed    []byte // the pieces, by the owner
	generated bool
	canonical target
	twin      bool

	// Of a search: the visible text, and the links with their texts; then the record of both.
	text    string
	anchors []anchor
	texts   []byte

	// For the log, not for the journal.
	started time.Time
	elapsed time.Duration
	tries   int
	fault   string // what a parser's error or a panic said
}

// details are what only tables need of an answer.
type details struct {
	// Head is what the page states about itself.
	Head head
	// Outer and Bad list external and bad links as their tables show them.
	Outer []outerLink
	Bad   []badLink
	// Occurrences are all links as written; empty unless they are kept.
	Occurrences []occurrence
	// Facts are those of a page; nil in the record of an earlier version. places are
	// those of its links, packed.
	Facts  *site.Facts
	places []byte
	// marks are those of its links in the content, two bytes each; none in the record of
	// an earlier version.
	marks []byte
}

// head is what a page states about itself.
type head struct {
	Title, Lang, Canonical, Robots, Refresh string
}

// seenPage is what a worker sees of a page that is watched.
type seenPage struct {
	validators site.Validators
	digest     site.Digest
	head       uint32 // a hash of what the page states about itself
	words      []site.Word
}

// target is where an href or a Location leads.
type target struct {
	// URL and Key are empty when Fault says why the href is unusable.
	URL, Key string
	Internal bool
	Fault    site.LinkFault
}

// link is a distinct URL linked to, with the number of links.
type link struct {
	URL, Key string
	Count    uint32
}

// outerLink is an external link with its texts.
type outerLink struct {
	URL, Text, Rel string
	Count          uint32
}

// badLink is an href that leads nowhere.
type badLink struct {
	Href, Text string
	Fault      site.LinkFault
	Count      uint32
}

// occurrence is one link as written.
type occurrence struct {
	Element, Href, URL, Text, Rel string
	Internal                      bool
}

// clip cuts a text to n bytes, between characters.
func clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return strings.ToValidUTF8(s[:n], "")
}

// fetch is the answer as a line of the log of a site.
func (a *Answer) fetch(origin string) site.Fetch {
	failure := a.Failure
	if a.fault != "" {
		failure.Detail += ": " + a.fault
	}
	return site.Fetch{Time: a.started, Site: origin, URL: a.URL, Status: a.Status, Type: a.Type, Bytes: a.Bytes,
		Elapsed: a.elapsed, Tries: a.tries, Failure: failure}
}
