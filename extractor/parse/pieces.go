package parse

import (
	"bytes"

	"github.com/cespare/xxhash/v2"

	"sitegraph/site"
)

// mostPieces is how many pieces a page may have. All that follows the last but
// one is the last.
const mostPieces = 200_000

// pieceList collects the pieces of a page.
type pieceList struct {
	body []byte // of the page
	all  []site.Piece

	// The tag before a text.
	before []byte // as written, nil if its place is known
	place  uint32

	words []byte // for rest
}

func newPieces(body []byte) *pieceList {
	room := min(len(body)/48, 4096) // one piece in 48 bytes is usual
	return &pieceList{body: body, all: make([]site.Piece, 0, room), place: uint32(xxhash.Sum64(nil))}
}

// tag adds what a tag itself shows, and makes its place that of the text that
// follows. link is the href of the link that it is, nil for none.
func (p *pieceList) tag(s *scanner, start bool, link *string) {
	if !start || !showsPiece(s.tag) {
		p.before = s.raw
		return
	}
	shown := readShown(s)
	p.before, p.place = nil, placeOf(s.name, shown.class)
	switch {
	case link != nil:
		p.add(site.Piece{Place: p.place, Link: *link, IsLink: true}, p.offset(s.raw))
	case s.tag == tagInput && shown.isValue():
		p.text(shown.value, isDivider)
	case s.tag != tagInput && s.tag != tagA && s.tag != tagArea:
		p.text(shown.src, isDivider)
	}
}

// text adds a text, which is a part of the page, in which those bytes divide
// words. The white space at its ends is left out; nothing else is no piece.
func (p *pieceList) text(s []byte, divides func(byte) bool) {
	s = trimBlanks(s)
	if len(s) == 0 {
		return
	}
	if p.before != nil {
		p.before, p.place = nil, uint32(xxhash.Sum64(p.before))
	}
	from := p.offset(s)
	added := site.Piece{Place: p.place, Text: xxhash.Sum64(s), From: from, To: from + len(s)}
	if bytes.ContainsFunc(s, func(r rune) bool { return r < 0x80 && isDigit(byte(r)) }) {
		added.Rest = p.rest(s, divides)
	}
	p.add(added, from)
}

// add adds a piece that begins at a place of the page.
func (p *pieceList) add(added site.Piece, from int) {
	switch n := len(p.all); {
	case n < mostPieces-1:
		p.all = append(p.all, added)
	case n == mostPieces-1:
		p.all = append(p.all, site.Piece{Text: xxhash.Sum64(p.body[from:]), From: from, To: len(p.body)})
	}
}

// offset is where a part of the page begins.
func (p *pieceList) offset(part []byte) int { return cap(p.body) - cap(part) }

// rest is the hash of the words of a text that hold no digit, with a space
// between them.
func (p *pieceList) rest(s []byte, divides func(byte) bool) uint64 {
	p.words = p.words[:0]
	for len(s) > 0 {
		digit, n := false, 0
		for n < len(s) && !divides(s[n]) {
			digit = digit || isDigit(s[n])
			n++
		}
		if !digit && n > 0 {
			if len(p.words) > 0 {
				p.words = append(p.words, ' ')
			}
			p.words = append(p.words, s[:n]...)
		}
		s = s[min(n+1, len(s)):]
	}
	return xxhash.Sum64(p.words)
}

// showsPiece reports whether an element is a link or shows a picture or value.
func showsPiece(t tag) bool {
	switch t {
	case tagA, tagArea, tagFrame, tagIframe, tagImg, tagInput, tagMedia:
		return true
	}
	return false
}

// shown is what a tag says of the piece it is, as written.
type shown struct {
	class, src, value, kind []byte
}

// readShown reads the current start tag. The first of a repeated attribute
// counts.
func readShown(s *scanner) shown {
	var found shown
	for name, value := range s.allAttributes() {
		var to *[]byte
		switch {
		case equalFold(name, "class"):
			to = &found.class
		case equalFold(name, "src"):
			to = &found.src
		case equalFold(name, "value"):
			to = &found.value
		case equalFold(name, "type"):
			to = &found.kind
		}
		if to != nil && *to == nil {
			*to = value
		}
	}
	return found
}

// isValue reports whether a reader sees the value of an input.
func (s *shown) isValue() bool {
	return !isOneOf(s.kind, "hidden", "password", "checkbox", "radio", "image", "file")
}

// placeOf is the place of a piece at a tag whose other attributes may vary.
func placeOf(name, class []byte) uint32 {
	h := xxhash.Sum64(class)
	for _, c := range name {
		h = (h ^ uint64(c|0x20)) * 0x100000001b3
	}
	return uint32(h)
}

func trimBlanks(s []byte) []byte {
	for len(s) > 0 && isBlank(s[len(s)-1]) {
		s = s[:len(s)-1]
	}
	return s[skipBlanks(s, 0):]
}

func isBlank(c byte) bool { return tagBytes[c]&blank != 0 }

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// isDivider reports what divides the words of an address or a value.
func isDivider(c byte) bool { return !isDigit(c) && !isLetter(c) && c < 0x80 }
