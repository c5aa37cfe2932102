package evidence

import (
	"strings"
	"time"

	"sitegraph/site"
)

// Outcome is the kind of an answer.
type Outcome uint8

const (
	OutForbidden Outcome = iota + 1 // robots.txt says no; nothing was sent
	OutFailed                       // no usable answer
	OutStatus                       // a status that is neither 200 nor a redirect
	OutRedirect                     // 301, 302, 303, 307, 308
	OutNotHTML                      // 200, something else than HTML
	OutPage                         // 200, HTML, read
	OutRefused                      // 200 or another status, but what came is a service's challenge or denial

	// OutMatched is 304: the page is the one whose validators were sent. It is in no record.
	OutMatched Outcome = 100
)

// Fetched is what a worker returns for one URL. The owner of the crawl appends it to the journal.
type Fetched struct {
	// URL was fetched, Key is its normal form.
	URL, Key string
	Outcome  Outcome
	Status   int
	// Type is the media type, lower case, without parameters.
	Type     string
	Failure  site.Failure
	Refusal  site.Refusal // of OutRefused
	Location Target       // where a redirect leads
	Cookie   bool         // it sets a cookie
	Digest   site.Digest
	Bytes    int64
	Links    []Link // the distinct URLs linked to, in order of first mention
	Dropped  int    // counts the links beyond the limit of links per page
	Open     *Open  // for keys that compare links: the unfinished digest
	Details
	// For a watched site: the validators, the digest that tells versions apart, and the words. The owner makes the
	// version from them.
	Seen    *SeenPage
	Version *Version

	Uses []UsedURL // what the page uses; nil unless asked for

	// For key stable.
	Pieces    *Pieces
	Packed    []byte // the pieces, packed by the owner
	Generated bool   // the page came without validators
	Canonical Target // the URL of the site that the page names as canonical
	Twin      bool   // this is the answer to a second request

	// For a search: the visible text, and the links with their texts; then the record of both.
	Text    string
	Anchors []Anchor
	Texts   []byte

	// For the log, not for the journal.
	Started time.Time
	Elapsed time.Duration
	Tries   int
	Fault   string // the message of a parser's error or of a panic
}

// Details are the parts of an answer that only tables need.
type Details struct {
	// Head is what the page states about itself.
	Head        Head
	Said        []SaidLink   // the links with their texts; empty unless texts are kept
	Bad         []BadLink    // the links that lead nowhere
	Occurrences []Occurrence // all links as written; empty unless they are kept
	Facts       *site.Facts  // of a page
	Places      []byte       // of its links, packed by PlacePacker
}

// Head is what a page states about itself.
type Head struct {
	// the title, the language, rel=canonical, meta robots and meta refresh
	Title, Lang, Canonical, Robots, Refresh string
}

// SeenPage is what a worker finds out about a watched page.
type SeenPage struct {
	Validators site.Validators // that the server sent
	Digest     site.Digest     // tells versions apart
	Head       uint32          // a hash of what the page states about itself
	Words      []site.Word
}

// Target is where an href or a Location leads.
type Target struct {
	// URL and Key are empty when Fault says why the href is unusable.
	URL, Key string
	Fault    site.LinkFault
}

// Link is a distinct URL linked to, with the number of links.
type Link struct {
	URL, Key string // as it is fetched, and its normal form
	Count    uint32 // the number of links
}

// SaidLink is a link with its texts.
type SaidLink struct {
	Link      int    // the place of its URL among the links of the page
	Text, Rel string // the anchor text and the attribute rel
	Count     uint32 // the number of equal links
}

// BadLink is an href that leads nowhere.
type BadLink struct {
	Href, Text string         // as written, and the anchor text
	Fault      site.LinkFault // why it leads nowhere
	Count      uint32         // the number of equal links
	// Link is the place+1 of the URL among the links of the page, if it is too long for a URL of the site: the link
	// leads nowhere if the URL belongs to the site. 0 for others.
	Link int
}

// Occurrence is one link as written.
type Occurrence struct {
	Element, Href, Text, Rel string // the element, its href, text and rel
	Link                     int    // the place+1 of its URL among the links of the page; 0 if it leads nowhere
}

// Clip cuts a text to n bytes, between characters.
func Clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return strings.ToValidUTF8(s[:n], "")
}

// Fetch returns the answer as an entry of the site's log.
func (a *Fetched) Fetch(origin string) site.Fetch {
	failure := a.Failure
	if a.Fault != "" {
		failure.Detail += ": " + a.Fault
	}
	return site.Fetch{Time: a.Started, Site: origin, URL: a.URL, Status: a.Status, Type: a.Type, Bytes: a.Bytes,
		Elapsed: a.Elapsed, Tries: a.Tries, Failure: failure}
}

// RefusedBy returns the state of a page that somebody refused.
func RefusedBy(who site.Refusal, status int) (site.State, site.Reason) {
	if status != 200 {
		return site.StateStatus, site.Reason{Refusal: who}
	}
	return site.StateRefused, site.Reason{Refusal: who}
}

// FailedBy returns the reason for a failure, with the limit that caused it, if any.
func FailedBy(f site.Failure) site.Reason {
	r := site.Reason{Failure: f}
	switch f.Class {
	case site.FailTooLarge:
		r.Limit = site.LimitBody
	case site.FailHeader:
		r.Limit = site.LimitHeader
	case site.FailTimeout:
		r.Limit = site.LimitTimeout
	}
	return r
}

// UsedURL is a URL that a page uses, each kind and URL once.
type UsedURL struct {
	Kind site.LinkedKind `json:"kind"`          // its use
	URL  string          `json:"url"`           // as it is fetched
	Key  string          `json:"key,omitempty"` // "" if it is the URL
}

// Anchor is a usable link of a page with its texts, and the number of equal ones.
type Anchor struct {
	URL, Key, Text, Around string // the URL, its normal form, the anchor text, and the text around it
	Count                  int    // the number of equal links
}

// LinksTo counts the URLs of an origin that the page links to, not counting its own.
func (a *Fetched) LinksTo(origin string) (count int) {
	for _, l := range a.Links {
		inside := strings.HasPrefix(l.URL, origin+"/") || strings.HasPrefix(l.Key, origin+"/")
		if inside && l.Key != a.Key && l.URL != a.URL {
			count++
		}
	}
	return count
}

// Refuse makes the answer a refusal. It drops what came with it, links included, since that is not the site's.
func (a *Fetched) Refuse(by site.Refusal) {
	*a = Fetched{URL: a.URL, Key: a.Key, Outcome: OutRefused, Refusal: by, Status: a.Status,
		Started: a.Started, Elapsed: a.Elapsed, Tries: a.Tries}
}
