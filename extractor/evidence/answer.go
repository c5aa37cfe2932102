package evidence

import (
	"strings"
	"time"

	"sitegraph/site"
)

// Outcome is the kind of an answer.
type Outcome uint8

const (
	OutForbidden Outcome = iota + 1 // robots.txt forbids it; nothing was sent
	OutFailed                       // no usable answer
	OutStatus                       // a status that is neither 200 nor a redirect
	OutRedirect                     // 301, 302, 303, 307, 308
	OutNotHTML                      // 200, but not HTML
	OutPage                         // 200, HTML, read
	OutRefused                      // any status, but a service's challenge or denial replaces the page

	// OutMatched is a 304 for the validators that were sent. No record contains it.
	OutMatched Outcome = 100
)

// Fetched is a worker's result for one URL. The owner of the crawl appends it to the journal.
type Fetched struct {
	// URL is the fetched URL, Key its normal form.
	URL, Key string
	Outcome  Outcome
	Status   int
	// Type is the media type, lower case, without parameters.
	Type     string
	Failure  site.Failure
	Refusal  site.Refusal // for OutRefused
	Location Target       // the target of a redirect
	Cookie   bool         // whether a redirect sets a cookie
	Digest   site.Digest
	Bytes    int64
	Links    []Link // the distinct URLs linked to, in order of first mention
	Dropped  int    // number of links beyond the limit per page
	Open     *Open  // the unfinished digest, for keys that compare links
	Details
	// For a watched site: the validators, the digest that distinguishes versions, and the words. From them the owner
	// creates the version.
	Seen    *SeenPage
	Version *Version

	Uses []UsedURL // the URLs that the page uses; nil unless requested

	// For key stable.
	Pieces    *Pieces
	Packed    []byte // the pieces as packed by the owner
	Generated bool   // the page came without validators
	Canonical Target // the canonical URL named by the page
	Twin      bool   // whether this is the answer to a second request

	// For a search: the visible text, the links with their texts, and then the record of both.
	Text    string
	Anchors []Anchor
	Texts   []byte

	// For the log, not for the journal.
	Started time.Time
	Elapsed time.Duration
	Tries   int
	Fault   string // the message of a parser's error or of a panic
}

// Details are the parts of an answer that only tables use.
type Details struct {
	// Head holds the page's statements about itself.
	Head        Head
	Said        []SaidLink   // the links with their texts; empty unless texts are kept
	Bad         []BadLink    // links that lead nowhere
	Occurrences []Occurrence // all links as written; empty unless they are kept
	Facts       *site.Facts  // for a page
	Places      []byte       // places of its links, packed by PlacePacker
}

// Head holds a page's statements about itself.
type Head struct {
	// title, language, rel=canonical, meta robots and meta refresh
	Title, Lang, Canonical, Robots, Refresh string
}

// SeenPage holds a worker's findings about a watched page.
type SeenPage struct {
	Validators site.Validators // as sent by the server
	Digest     site.Digest     // tells versions apart
	Head       uint32          // a hash of the page's statements about itself
	Words      []site.Word
}

// Target is the target of an href or a Location.
type Target struct {
	// URL and Key are empty if Fault says why the href is unusable.
	URL, Key string
	Fault    site.LinkFault
}

// Link is a distinct linked URL with the number of links to it.
type Link struct {
	URL, Key string // the URL to fetch, and its normal form
	Count    uint32 // the number of links
}

// SaidLink is a link with its texts.
type SaidLink struct {
	Link      int    // index of its URL among the page's links
	Text, Rel string // the anchor text and the attribute rel
	Count     uint32 // the number of equal links
}

// BadLink is an href that leads nowhere.
type BadLink struct {
	Href, Text string         // as written, and the anchor text
	Fault      site.LinkFault // why it leads nowhere
	Count      uint32         // number of equal links
	// Link is 1 + the index of the URL among the page's links if it is too long for a URL of the site. Then the link
	// leads nowhere if the URL belongs to the site. It is 0 for other links.
	Link int
}

// Occurrence is one link as written.
type Occurrence struct {
	Element, Href, Text, Rel string // the element, its href, text and rel
	Link                     int    // 1 + the index of its URL among the page's links; 0 if it leads nowhere
}

// Clip shortens a text to at most n bytes, between characters.
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

// RefusedBy returns the state of a page that a service or the site refused.
func RefusedBy(who site.Refusal, status int) (site.State, site.Reason) {
	if status != 200 {
		return site.StateStatus, site.Reason{Refusal: who}
	}
	return site.StateRefused, site.Reason{Refusal: who}
}

// FailedBy returns the reason for a failure, including the limit that caused it, if any.
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

// UsedURL is a URL that a page uses. A page has each pair of kind and URL once.
type UsedURL struct {
	Kind site.LinkedKind `json:"kind"`          // its use
	URL  string          `json:"url"`           // as it is fetched
	Key  string          `json:"key,omitempty"` // "" if it is the URL
}

// Anchor is a usable link of a page with its texts.
type Anchor struct {
	URL, Key, Text, Around string // the URL, its normal form, the anchor text, and the text around it
	Count                  int    // the number of equal links
}

// LinksTo counts the URLs of an origin that the page links to, except its own.
func (a *Fetched) LinksTo(origin string) (count int) {
	for _, l := range a.Links {
		inside := strings.HasPrefix(l.URL, origin+"/") || strings.HasPrefix(l.Key, origin+"/")
		if inside && l.Key != a.Key && l.URL != a.URL {
			count++
		}
	}
	return count
}

// Refuse turns the answer into a refusal. It drops the contents, including links, because they are not the site's.
func (a *Fetched) Refuse(by site.Refusal) {
	*a = Fetched{URL: a.URL, Key: a.Key, Outcome: OutRefused, Refusal: by, Status: a.Status,
		Started: a.Started, Elapsed: a.Elapsed, Tries: a.Tries}
}
