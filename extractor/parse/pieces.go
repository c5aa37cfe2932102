package parse

import (
	"encoding/binary"
	"math/bits"

	"github.com/cespare/xxhash/v2"

	"sitegraph/site"
)

// mostPieces is how many pieces a page may have. The last is all that follows
// the one before.
const mostPieces = 200_000

// pieceList collects the pieces of a page.
type pieceList struct {
	body  []byte // of the page
	all   []site.Piece
	links int    // how many of them are links
	tag   int    // where the tag begins whose place is known
	place uint32 // of that
	words []byte // for rest
}

func newPieceList(body []byte) *pieceList {
	room := min(len(body)/48, 4096) // one piece in 48 bytes is usual
	return &pieceList{body: body, all: make([]site.Piece, 0, room), tag: -1}
}

// element adds what the current start tag itself shows; links is the number of
// the page's links so far.
func (p *pieceList) element(s *scanner, links int) {
	if !showsPiece(s.tag) {
		return
	}
	p.tag, p.place = s.before.from, placeOf(s.name, s.written(attrClass))
	switch {
	case links > p.links:
		p.links = links
		p.add(site.Piece{Place: p.place, Link: uint32(links)}, p.tag)
	case s.tag == tagInput && isValue(s.written(attrType)):
		p.text(s.value(attrValue), true)
	case s.tag != tagInput && s.tag != tagA && s.tag != tagArea:
		p.text(s.value(attrSrc), true)
	}
}

// content adds the current text.
func (p *pieceList) content(s *scanner) {
	if from := s.before.from; from != p.tag {
		p.tag, p.place = from, uint32(xxhash.Sum64(s.body[from:s.before.to]))
	}
	p.text(bounds{s.at - len(s.raw), s.at}, false)
}

// text adds a text that is a part of the page, an address or value or neither.
// The white space at its ends is left out; nothing else is no piece.
func (p *pieceList) text(at bounds, address bool) {
	for at.from < at.to && isBlank(p.body[at.to-1]) {
		at.to--
	}
	for at.from < at.to && isBlank(p.body[at.from]) {
		at.from++
	}
	if at.from == at.to {
		return
	}
	s := p.body[at.from:at.to]
	added := site.Piece{Place: p.place, Text: xxhash.Sum64(s), From: uint32(at.from), To: uint32(at.to)}
	if digit := indexDigit(s); digit >= 0 {
		added.Rest = p.rest(s, digit, address)
	}
	p.add(added, at.from)
}

// add adds a piece that begins at a place of the page.
func (p *pieceList) add(added site.Piece, from int) {
	switch n := len(p.all); {
	case n < mostPieces-1:
		p.all = append(p.all, added)
	case n == mostPieces-1:
		p.all = append(p.all, site.Piece{
			Text: xxhash.Sum64(p.body[from:]), From: uint32(from), To: uint32(len(p.body))})
	}
}

// rest is the hash of a text without the words that hold a digit, and the white
// space after them. The first digit is known.
func (p *pieceList) rest(s []byte, digit int, address bool) uint64 {
	p.words = p.words[:0]
	for digit >= 0 {
		from, to := digit, digit+1
		for from > 0 && !divides(s[from-1], address) {
			from--
		}
		for to < len(s) && !divides(s[to], address) {
			to++
		}
		p.words = append(p.words, s[:from]...)
		s = s[skipBlanks(s, to):]
		digit = indexDigit(s)
	}
	p.words = append(p.words, s...)
	end := len(p.words)
	for end > 0 && isBlank(p.words[end-1]) {
		end--
	}
	return xxhash.Sum64(p.words[:end])
}

// divides reports whether a byte divides two words.
func divides(c byte, address bool) bool {
	return isBlank(c) || address && c < 0x80 && !isLetter(c) && !isDigit(c)
}

// indexDigit returns where the first digit is, or -1. It looks at eight bytes at
// a time.
func indexDigit(s []byte) int {
	const ones, tops = 0x0101010101010101, 0x8080808080808080
	i := 0
	for ; i+8 <= len(s); i += 8 {
		x := binary.LittleEndian.Uint64(s[i:]) ^ '0'*ones // a digit is less than 10 now
		if found := (x - 10*ones) &^ x & tops; found != 0 {
			return i + bits.TrailingZeros64(found)/8
		}
	}
	for ; i < len(s); i++ {
		if isDigit(s[i]) {
			return i
		}
	}
	return -1
}

// showsPiece reports whether an element is a link or shows a picture or value.
func showsPiece(t tag) bool {
	switch t {
	case tagA, tagArea, tagFrame, tagIframe, tagImg, tagInput, tagMedia:
		return true
	}
	return false
}

// isValue reports whether a reader sees the value of an input of a type.
func isValue(kind []byte) bool {
	return !isOneOf(kind, "hidden", "password", "checkbox", "radio", "image", "file")
}

// placeOf is the place of a piece at a tag whose other attributes may vary.
func placeOf(name, class []byte) uint32 {
	h := xxhash.Sum64(class)
	for _, c := range name {
		h = (h ^ uint64(c|0x20)) * 0x100000001b3
	}
	return uint32(h)
}

func isBlank(c byte) bool { return tagBytes[c]&blank != 0 }

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
