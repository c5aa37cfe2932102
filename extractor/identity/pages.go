package identity

import (
	"bytes"
	"cmp"
	"fmt"
	"iter"
	"strings"

	"sitegraph/extractor/evidence"
	"sitegraph/site"
)

// pages gives access to a site's pages by their places among the answers.
type pages struct {
	known   *evidence.Known
	journal evidence.Journal
	links   []evidence.URLID            // buffer for linkKeys
	read    map[uint32]*evidence.Pieces // by record; a cache, because most pages are compared often
	kept    int                         // number of pieces in read
	err     error                       // the first fault in reading the journal
}

// maxPieces is the number of pieces in the cache, at 40 bytes each. Other pages are read again.
const maxPieces = 1 << 18

// pieces reads the pieces of a page from its record, with the keys of its links. An unreadable page has none and sets
// err, which the final result then returns.
func (p *pages) pieces(a *evidence.Answer) *evidence.Pieces {
	if known := p.read[a.Record]; known != nil {
		return known
	}
	pieces := new(evidence.Pieces)
	if a.Pieced.Whole {
		return pieces
	}
	p.decode(a, func(record []byte) error {
		stored, _, err := evidence.DecodeAnswer(record, p.known.URLs)
		if err == nil && stored.Pieced != nil {
			pieces, err = p.known.Frame.Unpack(stored.Pieced.Packed)
		}
		p.linkKeys(pieces.All, &stored)
		return err
	})
	if p.kept += len(pieces.All); p.kept > maxPieces || p.read == nil {
		p.read, p.kept = map[uint32]*evidence.Pieces{}, len(pieces.All)
	}
	p.read[a.Record] = pieces
	return pieces
}

// isNoindex reports whether a page asks not to be indexed.
func (p *pages) isNoindex(a *evidence.Answer) bool {
	var head evidence.Head
	p.decode(a, func(record []byte) error {
		cold, err := evidence.Cold(record)
		c := evidence.Codec{Buf: cold, URLs: p.known.URLs}
		c.Head(&head)
		return cmp.Or(err, c.Err)
	})
	return strings.Contains(strings.ToLower(head.Robots), "noindex")
}

// decode reads the record of an answer.
func (p *pages) decode(a *evidence.Answer, decode func(record []byte) error) {
	record, err := p.journal.Read(int(a.Record))
	if err == nil {
		if err = decode(record); err != nil {
			err = fmt.Errorf("record %d of the state: %w", a.Record, err)
		}
	}
	p.err = cmp.Or(p.err, err)
}

// linkKeys replaces the links of pieces by the keys of their targets.
func (p *pages) linkKeys(all []site.Piece, a *evidence.Answer) {
	p.links = evidence.Unpack(p.links[:0], a.Links)
	for i := range all {
		link := all[i].Link
		if link == 0 {
			continue
		}
		all[i].Link = 0
		if at := int(link - 1); at < len(p.links) {
			all[i].Link = uint32(p.known.URLs.Key(p.links[at])) + 1
		}
	}
}

func keyOf(p *site.Piece) evidence.URLID { return evidence.URLID(p.Link - 1) }

func (p *pages) home() evidence.URLID { return p.known.Home(p.known.Answer) }

// at returns the answer at a place if it is a page and the current answer of its key.
func (p *pages) at(place int32) *evidence.Answer {
	a := p.known.Answers[place]
	if a.Outcome != evidence.OutPage || a.Pieced == nil || p.known.Answer(p.known.URLs.Key(a.URL)) != a {
		return nil
	}
	return a
}

func (p *pages) all() iter.Seq2[int32, *evidence.Answer] {
	return func(yield func(int32, *evidence.Answer) bool) {
		for place := range int32(len(p.known.Answers)) {
			if a := p.at(place); a != nil && !yield(place, a) {
				return
			}
		}
	}
}

// placeOf returns the place of a key's answer if that is a page.
func (p *pages) placeOf(key evidence.URLID) (place int32, ok bool) {
	place = p.known.Of.Get(key) - 1
	return place, place >= 0 && p.at(place) != nil
}

func (p *pages) key(place int32) evidence.URLID { return p.known.URLs.Key(p.known.Answers[place].URL) }

func (p *pages) url(place int32) string { return p.known.URLs.String(p.key(place)) }

// compare orders pages by their normalized URLs.
func (p *pages) compare(a, b int32) int {
	urls := p.known.URLs
	return bytes.Compare(urls.Bytes(p.key(a)), urls.Bytes(p.key(b)))
}

func (p *pages) namesAnother(a *evidence.Answer) bool {
	urls, c := p.known.URLs, a.Pieced.Canonical
	return c != evidence.NoURL && urls.Inside(c) && urls.Key(c) != urls.Key(a.URL)
}

// plainest returns, by path, the page whose URL comes first: the one without parameters, if known.
func (p *pages) plainest() map[string]evidence.URLID {
	first := map[string]evidence.URLID{}
	for place := range p.all() {
		path, _, _ := strings.Cut(p.url(place), "?")
		if other, known := first[path]; !known || p.url(place) < p.known.URLs.String(other) {
			first[path] = p.key(place)
		}
	}
	return first
}
