package evidence

import (
	"bytes"
	"errors"
	"fmt"

	"sitegraph/site"
)

// A record is one byte for its kind and a payload. Rare records are JSON. An answer is binary: first the hot part that
// a walk needs in memory, then the cold part that only tables need. A URL is a varint, id*2+new, followed by its text
// if it is new. So the journal alone restores all ids in order.
const (
	KindSite     = 's'
	KindStarts   = 'l' // further start pages of the site
	KindSitemaps = 'y' // the sitemaps that were read
	KindListed   = 'z' // the URLs listed there
	KindRobots   = 'r'
	KindAnswer   = 'a'
	KindEnd      = 'e'
	KindAgain    = 'f' // the failures before it are void
	KindAnew     = 'x' // everything is decided again from here on, with other settings
	KindAsked    = 'q' // the URL requested for an answer, if that has another URL
	// For key stable; see pieces.go:
	kindPieced = 'p' // an answer with the pieces of its page
	kindBoth   = 'b' // the same for a watched site
	kindTwin   = 'w' // the answer to a second request for a page
	KindLate   = 'n' // key stable has learnt from all pages
	// For a watched site; see iteration.go:
	kindVersion   = 'v' // an answer with the data that distinguish versions of a page
	KindUnchanged = 'u' // URLs that answered as before
	KindIteration = 't' // an iteration begins
	KindJudged    = 'k' // its checks are done
	// For URLs that pages link to or use:
	KindUses    = 'm' // the URLs that a page uses
	KindChecked = 'h' // the result of checking a URL
	// For a crawl in the order of decisions:
	KindCommit     = 'c' // the answer of a URL counts from here on
	kindImportance = 'i' // importance of URLs, estimated at the end of a run
	KindTexts      = 'o' // the texts of a page, for a search
)

// ErrRecord is wrapped by all errors about damaged records.
var ErrRecord = errors.New("damaged record")

// Encode returns the record of an answer and adds its URLs to the table.
func (t *URLTable) Encode(a *Fetched) []byte {
	kind, urls := byte(KindAnswer), t
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

// hasVersion and hasPieces report whether a record contains the version of a page or its pieces.
func hasVersion(kind byte) bool { return kind == kindVersion || kind == kindBoth }
func hasPieces(kind byte) bool  { return kind == kindPieced || kind == kindTwin || kind == kindBoth }

// IsAnswer reports whether a record is an answer, but not to a second request.
func IsAnswer(kind byte) bool { return kind == KindAnswer || hasVersion(kind) || kind == kindPieced }

// hasLinks reports whether a record is an answer, including to a second request.
func hasLinks(record []byte) bool {
	return len(record) > 0 && (IsAnswer(record[0]) || record[0] == kindTwin)
}

func (t *URLTable) pack(links []Link) []byte {
	var room [1024]byte
	p := linkPacker{packed: room[:0]}
	for _, l := range links {
		p.add(t.Add(l.URL, l.Key), l.Count)
	}
	return bytes.Clone(p.packed)
}

// DecodeAnswer decodes the hot part of an answer's record, adds its URLs to the table, and returns the rest as is.
func DecodeAnswer(record []byte, urls *URLTable) (a Answer, cold []byte, err error) {
	return decode(record, &Codec{URLs: urls})
}

func decode(record []byte, c *Codec) (a Answer, cold []byte, err error) {
	if !hasLinks(record) {
		return a, nil, fmt.Errorf("%w: no answer", ErrRecord)
	}
	c.Buf = record[1:]
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

// Cold returns the cold part of an answer's record without decoding it.
func Cold(record []byte) (cold []byte, err error) {
	_, cold, err = decode(record, &Codec{skips: true})
	return cold, err
}

// DecodeCold reads the cold part of an answer's record.
func DecodeCold(cold []byte) (d Details, err error) {
	c := &Codec{Buf: cold}
	c.cold(&d)
	return d, c.Err
}

// hot writes or reads the part of an answer that a walk needs in memory.
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

func (c *Codec) cold(d *Details) {
	c.Head(&d.Head)
	c.tables(d)
	c.Facts(d)
}

func (c *Codec) tables(d *Details) {
	list(c, &d.Said, 4, func(s *SaidLink) {
		Number(c, &s.Link)
		text(c, &s.Text)
		text(c, &s.Rel)
		Number(c, &s.Count)
	})
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
}

// SkipTables skips the lists of links that cold reads.
func (c *Codec) SkipTables() {
	c.skips = true
	c.tables(new(Details))
	c.skips = false
}

// Head writes or reads a head.
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
