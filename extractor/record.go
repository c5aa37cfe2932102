package extractor

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"sitegraph/site"
)

// A record is one byte of kind and its payload. Site, robots, end and again
// records are rare and are JSON. An answer is binary: first what a walk
// needs in memory (hot), then what only tables need (cold). A URL is a
// varint, id*2+new; the text of a new one follows, so the journal alone gives
// all ids back, in the same order.
const (
	kindSite     = 's'
	kindStarts   = 'l' // further start pages of the site
	kindSitemaps = 'y' // the sitemaps that were read
	kindListed   = 'z' // URLs that they list
	kindRobots   = 'r'
	kindAnswer   = 'a'
	kindEnd      = 'e'
	kindAgain    = 'f' // the failures before it are void
	kindAnew     = 'x' // decided anew from here on, by other settings
	kindAsked    = 'q' // by which URL an answer was asked for, if that is another one
	// Of key stable; see pieces.go:
	kindPieced  = 'p' // an answer with the pieces of its page
	kindBoth    = 'b' // such an answer of a site that is watched
	kindTwin    = 'w' // the answer to a second request for a page
	kindPortion = 'n' // a portion of the frontier is closed
	// Of a site that is watched; see iteration.go:
	kindVersion   = 'v' // an answer with what tells the versions of a page apart
	kindUnchanged = 'u' // URLs that answer as before
	kindIteration = 't' // an iteration begins
	kindJudged    = 'k' // its checks are done
	// Of what pages link to or use; see linked_urls.go:
	kindUses    = 'm' // what a page uses
	kindChecked = 'h' // what came of checking a URL
	// Of a crawl in the order of decisions:
	kindCommit     = 'c' // the answer of a URL counts from here on
	kindImportance = 'i' // of URLs, as estimated at the end of a run
	kindTexts      = 'o' // what a page says; of a search
)

// errRecord is the root of all complaints about a damaged record.
var errRecord = errors.New("damaged record")

// encodeAnswer returns the record of an answer and adds its URLs to the table.
func encodeAnswer(a *Answer, urls *urlTable) []byte {
	kind := byte(kindAnswer)
	switch {
	case a.twin:
		kind = kindTwin
	case a.pieces != nil && a.version != nil:
		kind = kindBoth
	case a.pieces != nil:
		kind = kindPieced
	case a.version != nil:
		kind = kindVersion
	}
	c := &codec{buf: append(make([]byte, 0, 256), kind), urls: urls, writing: true, written: urls.Len()}
	known := answer{url: urls.add(a.URL, a.Key), location: noURL, outcome: a.Outcome, status: uint16(a.Status),
		mediaType: a.Type, digest: a.Digest, bytes: a.Bytes}
	if t := a.Location; t.URL != "" {
		known.location, known.inside = urls.add(t.URL, t.Key), t.Internal
	}
	known.setTrouble(trouble{a.Failure, a.Refusal, a.Location.Fault, a.Cookie})
	known.internal, known.external = urls.pack(a.Internal), urls.pack(a.External)
	for _, b := range a.Bad {
		known.counts.bad += b.Count
	}
	known.counts.dropped = uint32(a.Dropped)
	c.hot(&known)
	if hasVersion(kind) {
		c.version(a.version, a.Digest)
	}
	if hasPieces(kind) {
		p := pieced{canonical: noURL, generated: a.generated, packed: a.packed}
		if a.canonical.Internal {
			p.canonical = urls.add(a.canonical.URL, a.canonical.Key)
		}
		c.pieced(&p)
	}
	c.cold(&a.details)
	return c.buf
}

// hasVersion and hasPieces say what the record of an answer has.
func hasVersion(kind byte) bool { return kind == kindVersion || kind == kindBoth }
func hasPieces(kind byte) bool  { return kind == kindPieced || kind == kindTwin || kind == kindBoth }

// isAnswer reports whether a record is that of an answer, and of no second request.
func isAnswer(kind byte) bool { return kind == kindAnswer || hasVersion(kind) || kind == kindPieced }

// pack adds the URLs of links to the table.
func (t *urlTable) pack(links []link) []byte {
	b := make([]byte, 0, 4*len(links))
	for _, l := range links {
		b = appendLink(b, t.add(l.URL, l.Key), l.Count)
	}
	return b
}

// decodeAnswer reads the hot part of an answer's record, whose URLs join the
// table, and returns the rest as it is.
func decodeAnswer(record []byte, urls *urlTable) (a answer, cold []byte, err error) {
	if len(record) == 0 || !isAnswer(record[0]) && record[0] != kindTwin {
		return a, nil, fmt.Errorf("%w: no answer", errRecord)
	}
	c := &codec{buf: record[1:], urls: urls}
	c.hot(&a)
	if hasVersion(record[0]) {
		a.version = new(version)
		c.version(a.version, a.digest)
	}
	if hasPieces(record[0]) {
		a.pieced = new(pieced)
		c.pieced(a.pieced)
	}
	cold = c.buf
	if a.outcome < outForbidden || a.outcome > outRefused {
		c.fail("unknown outcome")
	}
	return a, cold, c.err
}

// decodeCold reads the rest of an answer's record.
func decodeCold(cold []byte, urls *urlTable) (d details, err error) {
	c := &codec{buf: cold, urls: urls}
	c.cold(&d)
	return d, c.err
}

// hot writes or reads what a walk needs of an answer.
func (c *codec) hot(a *answer) {
	c.url(&a.url)
	number(c, &a.outcome)
	number(c, &a.status)
	text(c, &a.mediaType)
	t := a.why()
	text(c, &t.failure.Class)
	text(c, &t.failure.Detail)
	if a.outcome == outRefused {
		text(c, &t.refusal)
	}
	located := a.location != noURL
	if c.bool(&located); located {
		c.url(&a.location)
		c.bools(&a.inside, &t.cookie)
	} else {
		a.location = noURL
		c.fault(&t.location)
	}
	a.setTrouble(t)
	c.bytes(a.digest[:])
	number(c, &a.bytes)
	c.links(&a.internal, &a.counts.internal)
	c.links(&a.external, &a.counts.external)
	number(c, &a.counts.bad)
	number(c, &a.counts.dropped)
}

// cold writes or reads the rest.
func (c *codec) cold(d *details) {
	c.head(&d.Head)
	list(c, &d.Outer, 4, func(o *outerLink) {
		c.knownURL(&o.URL, 0)
		text(c, &o.Text)
		text(c, &o.Rel)
		number(c, &o.Count)
	})
	list(c, &d.Bad, 6, func(b *badLink) {
		text(c, &b.Href)
		c.fault(&b.Fault)
		text(c, &b.Text)
		number(c, &b.Count)
	})
	list(c, &d.Occurrences, 6, func(o *occurrence) {
		for _, s := range []*string{&o.Element, &o.Href, &o.Text, &o.Rel} {
			text(c, s)
		}
		c.bool(&o.Internal)
		c.knownURL(&o.URL, 1)
	})
	c.facts(d)
}

// skipTables skips the lists of links that cold reads.
func (c *codec) skipTables() {
	for _, list := range []struct {
		min     uint64
		numbers []bool // of an entry's fields; the others are texts
	}{
		{4, []bool{true, false, false, true}},
		{6, []bool{false, false, false, true, false, true}},
		{6, []bool{false, false, false, false, true, true}},
	} {
		for n := c.length(0, list.min); n > 0 && c.err == nil; n-- {
			for _, number := range list.numbers {
				if v := c.uint(0); !number {
					c.take(v)
				}
			}
		}
	}
}

func (c *codec) head(h *head) {
	for _, s := range []*string{&h.Title, &h.Lang, &h.Canonical, &h.Robots, &h.Refresh} {
		text(c, s)
	}
}

func (c *codec) fault(f *site.LinkFault) {
	text(c, &f.Kind)
	text(c, &f.Scheme)
	number(c, &f.Bound)
}

// siteRecord begins a site, or begins it again when the home page led to
// another origin: all answers before it are void.
type siteRecord struct {
	Origin  string    `json:"origin"`
	Start   string    `json:"start"`
	Key     string    `json:"key"`               // the start page's key
	Rewrite string    `json:"rewrite,omitempty"` // origin whose links are taken for ours
	Passed  []string  `json:"passed,omitempty"`  // start pages that led here
	Notes   []string  `json:"notes,omitempty"`
	Started time.Time `json:"started"`
	// Settings are those that change the graph; a run with others refuses the
	// state.
	Settings map[string]string `json:"settings,omitempty"`
	// Ordered says that the crawl is one in the order of decisions.
	Ordered bool `json:"ordered,omitempty"`
	// Stable says that pages are told apart by key stable.
	Stable bool `json:"stable,omitempty"`
	// Search says that this is a search by topical agents.
	Search bool `json:"search,omitempty"`
	// Watched says that the site was to be watched from the beginning.
	Watched bool `json:"watched,omitempty"`
	// Further counts the start pages beside Start, which records of their own have.
	Further int `json:"further,omitempty"`
	// List says that the start pages are all that is fetched. Sections are those of
	// site.NewScope; nil is all of the site.
	List     bool     `json:"list,omitempty"`
	Sections []string `json:"sections,omitempty"`
	// Members are those of an entity, as site.Members names them.
	Members []string `json:"members,omitempty"`
}

// startsRecord has further start pages: the URLs, and their normalized URLs.
type startsRecord struct {
	URLs []string `json:"urls"`
	Keys []string `json:"keys"`
}

// robotsRecord keeps robots.txt; Text may be any bytes.
type robotsRecord struct {
	Seen site.RobotsSeen `json:"seen"`
	Text []byte          `json:"text"`
	// Origin is that of a member of an entity; "" is the one of the start page.
	Origin string `json:"origin,omitempty"`
}

// endRecord ends a run. Robots is the robots.txt that could not be read, if
// that ended it; the next run asks again. Budget is that of the run.
type endRecord struct {
	Budget   int             `json:"budget,omitempty"`
	Reason   site.Ending     `json:"reason"`
	Complete bool            `json:"complete"`
	At       time.Time       `json:"at"`
	Robots   site.RobotsSeen `json:"robots,omitzero"`
	// Timing says how long the run took for pages; only where the site is watched.
	Timing timing `json:"timing,omitzero"`
}

// done reports whether the crawl was not stopped, but by the settings of what is wanted.
func (e *endRecord) done() bool {
	return e.Complete || e.Reason == site.EndedMaxPages || e.Reason == site.EndedBudget
}

// againRecord voids the answers before it that were failures, so that their
// URLs are requested again. In a crawl in the order of decisions that is after
// the commit of a number.
type againRecord struct {
	At    time.Time `json:"at"`
	After int       `json:"after,omitempty"`
	// Void says that the commits after that one are void, and no more: a kill
	// lost one of another site before them.
	Void bool `json:"void,omitempty"`
}

// anewRecord has the settings by which a crawl is decided anew, since they have changed.
type anewRecord struct {
	Settings map[string]string `json:"settings"`
	Ordered  bool              `json:"ordered,omitempty"` // as in siteRecord
}

// askedRecord says that a URL was asked for, and redirected to another one of the
// same normalized URL, which has the answer.
type askedRecord struct {
	Asked string `json:"asked"`
	URL   string `json:"url"`
}

// portionRecord closes a portion of the frontier: what is learnt from now on
// counts the answers before it.
type portionRecord struct {
	Late bool `json:"late,omitempty"` // nothing was left to fetch
	// Spent are the pages processed by then on all sites of a crawl in the order of decisions.
	Spent int `json:"spent,omitempty"`
	// Recalled are the URLs whose answers were known, Twins the keys of second requests that were, in a crawl by
	// depth that was decided anew.
	Recalled []urlID `json:"recalled,omitempty"`
	Twins    []urlID `json:"twins,omitempty"`
}

// event returns the record of one of the structs above.
func event(kind byte, v any) ([]byte, error) {
	b, err := json.Marshal(v)
	if err != nil {
		return nil, fmt.Errorf("record %q: %w", kind, err)
	}
	return append([]byte{kind}, b...), nil
}

func readEvent(record []byte, v any) error {
	if err := json.Unmarshal(record[1:], v); err != nil {
		return fmt.Errorf("%w: %w", errRecord, err)
	}
	return nil
}
