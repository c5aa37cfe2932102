package evidence

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"sitegraph/site"
)

// A record is one byte of kind and its payload. Site, robots, end and again records are rare and are JSON. An
// answer is binary: first what a walk needs in memory (hot), then what only tables need (cold). A URL is a varint,
// id*2+new; the text of a new one follows, so the journal alone gives all ids back, in the same order.
const (
	KindSite     = 's'
	KindStarts   = 'l' // further start pages of the site
	KindSitemaps = 'y' // the sitemaps that were read
	KindListed   = 'z' // URLs that they list
	KindRobots   = 'r'
	KindAnswer   = 'a'
	KindEnd      = 'e'
	KindAgain    = 'f' // the failures before it are void
	KindAnew     = 'x' // decided again from here on, by other settings
	KindAsked    = 'q' // by which URL an answer was asked for, if that is another one
	// Of key stable; see pieces.go:
	kindPieced = 'p' // an answer with the pieces of its page
	kindBoth   = 'b' // such an answer of a site that is watched
	kindTwin   = 'w' // the answer to a second request for a page
	KindLate   = 'n' // key stable has learnt from all there is
	// Of a site that is watched; see iteration.go:
	kindVersion   = 'v' // an answer with what tells the versions of a page apart
	KindUnchanged = 'u' // URLs that answer as before
	KindIteration = 't' // an iteration begins
	KindJudged    = 'k' // its checks are done
	// Of what pages link to or use; see linked_urls.go:
	KindUses    = 'm' // what a page uses
	KindChecked = 'h' // what came of checking a URL
	// Of a crawl in the order of decisions:
	KindCommit     = 'c' // the answer of a URL counts from here on
	kindImportance = 'i' // of URLs, as estimated at the end of a run
	KindTexts      = 'o' // what a page says; of a search
)

// ErrRecord is the root of all complaints about a damaged record.
var ErrRecord = errors.New("damaged record")

// Encode returns the record of an answer, which will have a number, and adds its URLs to the table.
func (n *Known) Encode(a *Fetched, record int) []byte { return encode(a, n.URLs, &n.told, record) }

// EncodeAnswer is Encode with all texts of links, wherever else they are.
func EncodeAnswer(a *Fetched, urls *URLTable) []byte { return encode(a, urls, nil, 0) }

func encode(a *Fetched, urls *URLTable, told *told, record int) []byte {
	kind := byte(KindAnswer)
	switch {
	case a.Twin:
		kind = kindTwin
	case a.Pieces != nil && a.Version != nil:
		kind = kindBoth
	case a.Pieces != nil:
		kind = kindPieced
	case a.Version != nil:
		kind = kindVersion
	}
	c := &Codec{Buf: append(make([]byte, 0, 256), kind), URLs: urls, Writing: true, written: urls.Len()}
	known := Answer{URL: urls.Add(a.URL, a.Key), Location: NoURL, Outcome: a.Outcome, Status: uint16(a.Status),
		MediaType: a.Type, Digest: a.Digest, Bytes: a.Bytes}
	if t := a.Location; t.URL != "" {
		known.Location = urls.Add(t.URL, t.Key)
	}
	known.setTrouble(trouble{Failure: a.Failure, Refusal: a.Refusal, Location: a.Location.Fault, Cookie: a.Cookie})
	known.Links, known.Open = urls.pack(a.Links), a.Open
	told.shorten(a.Said, known.Links, urls, record)
	for _, b := range a.Bad {
		if b.Link == 0 {
			known.Counts.Bad += b.Count
		}
	}
	known.Counts.Dropped = uint32(a.Dropped)
	c.hot(&known)
	if hasVersion(kind) {
		c.version(a.Version, a.Digest)
	}
	if hasPieces(kind) {
		p := pieced{Canonical: NoURL, Generated: a.Generated, Packed: a.Packed}
		if a.Canonical.URL != "" {
			p.Canonical = urls.Add(a.Canonical.URL, a.Canonical.Key)
		}
		c.pieced(&p)
	}
	c.cold(&a.Details)
	return c.Buf
}

// hasVersion and hasPieces say what the record of an answer has.
func hasVersion(kind byte) bool { return kind == kindVersion || kind == kindBoth }
func hasPieces(kind byte) bool  { return kind == kindPieced || kind == kindTwin || kind == kindBoth }

// IsAnswer reports whether a record is that of an answer, and of no second request.
func IsAnswer(kind byte) bool { return kind == KindAnswer || hasVersion(kind) || kind == kindPieced }

// hasLinks reports whether a record is that of an answer, be it to a second request.
func hasLinks(record []byte) bool {
	return len(record) > 0 && (IsAnswer(record[0]) || record[0] == kindTwin)
}

// pack adds the URLs of links to the table.
func (t *URLTable) pack(links []Link) []byte {
	var room [1024]byte
	p := linkPacker{packed: room[:0]}
	for _, l := range links {
		p.add(t.Add(l.URL, l.Key), l.Count)
	}
	return bytes.Clone(p.packed)
}

// DecodeAnswer reads the hot part of an answer's record, whose URLs join the table, and returns the rest as it is.
func DecodeAnswer(record []byte, urls *URLTable) (a Answer, cold []byte, err error) {
	if !hasLinks(record) {
		return a, nil, fmt.Errorf("%w: no answer", ErrRecord)
	}
	c := &Codec{Buf: record[1:], URLs: urls}
	c.hot(&a)
	if hasVersion(record[0]) {
		a.Version = new(Version)
		c.version(a.Version, a.Digest)
	}
	if hasPieces(record[0]) {
		a.Pieced = new(pieced)
		c.pieced(a.Pieced)
	}
	cold = c.Buf
	if a.Outcome < OutForbidden || a.Outcome > OutRefused {
		c.fail("unknown outcome")
	}
	return a, cold, c.Err
}

// Cold returns the rest of an answer's record as it is.
func Cold(record []byte) ([]byte, error) {
	if !hasLinks(record) {
		return nil, fmt.Errorf("%w: no answer", ErrRecord)
	}
	c := &Codec{Buf: record[1:], skips: true}
	var a Answer
	c.hot(&a)
	if hasVersion(record[0]) {
		c.version(new(Version), a.Digest)
	}
	if hasPieces(record[0]) {
		c.pieced(new(pieced))
	}
	return c.Buf, c.Err
}

// DecodeCold reads the rest of an answer's record.
func DecodeCold(cold []byte) (d Details, err error) {
	c := &Codec{Buf: cold}
	c.cold(&d)
	return d, c.Err
}

// hot writes or reads what a walk needs of an answer.
func (c *Codec) hot(a *Answer) {
	c.url(&a.URL)
	Number(c, &a.Outcome)
	Number(c, &a.Status)
	text(c, &a.MediaType)
	t := a.Why()
	text(c, &t.Failure.Class)
	text(c, &t.Failure.Detail)
	if a.Outcome == OutRefused {
		text(c, &t.Refusal)
	}
	located := a.Location != NoURL
	if c.bool(&located); located {
		c.url(&a.Location)
		c.bool(&t.Cookie)
	} else {
		a.Location = NoURL
		c.fault(&t.Location)
	}
	a.setTrouble(t)
	c.bytes(a.Digest[:])
	Number(c, &a.Bytes)
	c.links(&a.Links)
	Number(c, &a.Counts.Bad)
	Number(c, &a.Counts.Dropped)
	c.open(&a.Open)
}

// cold writes or reads the rest.
func (c *Codec) cold(d *Details) {
	c.Head(&d.Head)
	c.said(&d.Said)
	list(c, &d.Bad, 7, func(b *BadLink) {
		text(c, &b.Href)
		c.fault(&b.Fault)
		text(c, &b.Text)
		Number(c, &b.Count)
		Number(c, &b.Link)
	})
	list(c, &d.Occurrences, 5, func(o *Occurrence) {
		for _, s := range []*string{&o.Element, &o.Href, &o.Text, &o.Rel} {
			text(c, s)
		}
		Number(c, &o.Link)
	})
	c.Facts(d)
}

// SkipTables skips the lists of links that cold reads.
func (c *Codec) SkipTables() {
	c.skipSaid()
	for _, list := range []struct {
		min     uint64
		numbers []bool // of an entry's fields; the others are texts
	}{
		{7, []bool{false, false, false, true, false, true, true}},
		{5, []bool{false, false, false, false, true}},
	} {
		for n := c.length(0, list.min); n > 0 && c.Err == nil; n-- {
			for _, number := range list.numbers {
				if v := c.uint(0); !number {
					c.take(v)
				}
			}
		}
	}
}

// Head writes or reads what a page states about itself.
func (c *Codec) Head(h *Head) {
	for _, s := range []*string{&h.Title, &h.Lang, &h.Canonical, &h.Robots, &h.Refresh} {
		text(c, s)
	}
}

func (c *Codec) fault(f *site.LinkFault) {
	text(c, &f.Kind)
	text(c, &f.Scheme)
	Number(c, &f.Bound)
}

// SiteRecord begins a site, or begins it again when the home page led to
// another origin: all answers before it are void.
type SiteRecord struct {
	Origin  string    `json:"origin"`            // of the site
	Start   string    `json:"start"`             // the URL of the start page, and its normal form
	Key     string    `json:"key"`               // the start page's key
	Rewrite string    `json:"rewrite,omitempty"` // origin whose links are taken for ours
	Passed  []string  `json:"passed,omitempty"`  // start pages that led here
	Notes   []string  `json:"notes,omitempty"`
	Started time.Time `json:"started"`
	// Settings are those that change the graph; a run with others refuses the state.
	Settings map[string]string `json:"settings,omitempty"`
	// Stable says that pages are told apart by key stable, Texts by key text; PerURL that each URL is one.
	Stable bool `json:"stable,omitempty"`
	Texts  bool `json:"texts,omitempty"`
	PerURL bool `json:"per_url,omitempty"`
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
	// Others are the origins of its other hosts whose sitemaps count, AtListed says that the crawl begins at what
	// sitemaps list, too.
	Others   []string `json:"others,omitempty"`
	AtListed bool     `json:"at_listed,omitempty"`
	// Longest bounds the URLs of the site, in bytes.
	Longest int `json:"longest"`
}

// StartsRecord has further start pages: the URLs, and their normalized URLs.
type StartsRecord struct {
	URLs []string `json:"urls"` // start pages, and their normal forms
	Keys []string `json:"keys"`
}

// RobotsRecord keeps robots.txt; Text may be any bytes.
type RobotsRecord struct {
	Seen site.RobotsSeen `json:"seen"` // what came
	Text []byte          `json:"text"` // which need not be UTF-8
	// Origin is that of a member of an entity; "" is the one of the start page.
	Origin string `json:"origin,omitempty"`
}

// EndRecord ends a run. Robots is the robots.txt that could not be read, if
// that ended it; the next run asks again. Budget is that of the run.
type EndRecord struct {
	Budget   int             `json:"budget,omitempty"` // that of the run
	Reason   site.Ending     `json:"reason"`           // why the run ended
	Complete bool            `json:"complete"`         // whether nothing was left
	At       time.Time       `json:"at"`               // when it ended
	Robots   site.RobotsSeen `json:"robots,omitzero"`  // robots.txt, where none could be had
	// Timing says how long the run took for pages; only where the site is watched.
	Timing Timing `json:"timing,omitzero"`
}

// done reports whether the crawl was not stopped, but by the settings of what is wanted.
func (e *EndRecord) done() bool {
	return e.Complete || e.Reason == site.EndedMaxPages || e.Reason == site.EndedBudget
}

// AgainRecord voids the answers before it that were failures, so that their URLs are requested again. In a crawl in
// the order of decisions that is after the commit of a number.
type AgainRecord struct {
	At    time.Time `json:"at"`              // when
	After int       `json:"after,omitempty"` // the number of the last commit before
	// Void says that the commits after that one are void, and no more: a kill lost one of another site before them.
	Void bool `json:"void,omitempty"`
}

// AnewRecord has the settings by which a crawl is decided again, since they have changed.
type AnewRecord struct {
	Settings map[string]string `json:"settings"` // those that decide
}

// AskedRecord says that a URL was asked for, and redirected to another one of the
// same normalized URL, which has the answer.
type AskedRecord struct {
	Asked string `json:"asked"` // the URL that was asked for
	URL   string `json:"url"`   // the one that answered
}

// LateRecord says that key stable has learnt from all there is.
type LateRecord struct {
	Late bool `json:"late,omitempty"` // that it has
	// Spent are the pages processed by then on all sites of the crawl.
	Spent int `json:"spent,omitempty"`
}

// Event returns the record of one of the structs above.
func Event(kind byte, v any) ([]byte, error) {
	b, err := json.Marshal(v)
	if err != nil {
		return nil, fmt.Errorf("record %q: %w", kind, err)
	}
	return append([]byte{kind}, b...), nil
}

// ReadEvent reads the JSON of a record.
func ReadEvent(record []byte, v any) error {
	if err := json.Unmarshal(record[1:], v); err != nil {
		return fmt.Errorf("%w: %w", ErrRecord, err)
	}
	return nil
}
