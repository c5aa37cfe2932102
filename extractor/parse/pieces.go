package parse

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"slices"
	"sync"

	"sitegraph/site"
)

// maxPieces limits the pieces of a page. The last one takes the rest of the page.
const maxPieces = 200_000

// fewPieces limits the size of a list that is reused for the next page.
const fewPieces = 8192

// perPiece is about the number of bytes of markup for each piece of a page.
const perPiece = 32

// pieceList collects the pieces of one page after the other.
type pieceList struct {
	body    []byte // of the page
	all     []site.Piece
	links   int      // number of links among them
	tag     int      // where the tag with the known place begins
	place   uint32   // of that tag
	around  uint32   // tells the landmark around it from others, such as a footer from the content
	own     []field  // the parameters of the page's URL
	inForm  bool     // within a form that submits to the page itself
	done    int      // where the previous piece ends
	kept    []byte   // the markup since then that came before skipped parts
	value   uint32   // the place of the last word that became a piece
	words   []byte   // for rest
	skipped [][2]int // start and end of each part of the markup that is left out
	lists   *sync.Pool
}

func (p *pieceList) begin(body []byte, own []field) {
	p.body, p.own, p.all, p.links, p.tag = body, own, p.all[:0], 0, -1
	p.skipped, p.inForm = p.skipped[:0], false
	p.done, p.kept, p.value, p.around = 0, p.kept[:0], 0, 0
	p.all = slices.Grow(p.all, min(len(body)/perPiece, 8*fewPieces)) // otherwise a long page copies them often
}

// end returns the pieces of the page and forgets the page. The last piece comes after all markup.
func (p *pieceList) end() []site.Piece {
	end := len(p.body)
	p.markup(end, false)
	last := p.add(bounds{end, end})
	last.Text, last.Link = site.NoText, site.InMarkup
	p.body = nil
	return p.all
}

func (p *pieceList) recycle() {
	if cap(p.all) <= fewPieces && cap(p.words)+cap(p.kept)+cap(p.skipped) <= fewPieces {
		p.lists.Put(p)
	}
}

// start takes the current start tag. links counts the page's links so far.
func (p *pieceList) start(s *scanner, links int) {
	switch {
	case s.tag == tagLink:
		p.linkTag(s)
	case s.tag == tagInput && p.passesOn(s):
		p.skip(s.at-len(s.raw), s.at)
	case s.tag.shows():
		p.element(s, links)
	case equalFold(s.name, "form"):
		p.form(s)
	case equalFold(s.name, "option"):
		p.option(s)
	}
}

// element adds the link, value or address of a start tag.
func (p *pieceList) element(s *scanner, links int) {
	// The place uses only the landmark, name and class, since other attributes may vary.
	p.tag, p.place = s.before.from, mix(p.undated(s.value(attrClass), false), s.name)^p.around
	switch {
	case links > p.links:
		p.links = links
		p.link(s)
	case s.tag == tagInput && isValue(s.written(attrType)):
		p.text(p.trimmed(s.value(attrValue)), p.place, true)
	case s.tag != tagInput && s.tag != tagA && s.tag != tagArea:
		src := p.trimmed(s.value(attrSrc))
		p.text(src, p.placeBefore(src), true)
	}
}

// link adds the link of the current start tag.
func (p *pieceList) link(s *scanner) {
	at := s.value(attrHref)
	if at.to == 0 {
		at = s.value(attrSrc)
	}
	if at.to <= p.done {
		at = bounds{s.at, s.at} // an attribute without a value
	}
	p.markup(at.from, false)
	piece := p.add(at)
	piece.Place, piece.Link = p.place&^site.Relative, uint32(p.links)
	if href := p.body[at.from:at.to]; isRelative(href) {
		piece.Place |= site.Relative
	}
}

// isRelative reports whether the target of a link depends on the folder of its page.
func isRelative(href []byte) bool {
	for i, c := range href {
		switch c {
		case ':':
			return false
		case '/', '?', '#':
			return i > 0
		}
	}
	return len(href) > 0
}

func (p *pieceList) content(s *scanner) {
	at := p.trimmed(bounds{s.at - len(s.raw), s.at})
	if at.from == at.to {
		return
	}
	if s.before.from != p.tag {
		p.tag, p.place = s.before.from, p.placeAfter(s.before, s.name)^p.around
	}
	p.text(at, p.place, false)
}

// trimmed removes the white space at both ends of a part of the page.
func (p *pieceList) trimmed(at bounds) bounds {
	for at.from < at.to && isBlank(p.body[at.to-1]) {
		at.to--
	}
	for at.from < at.to && isBlank(p.body[at.from]) {
		at.from++
	}
	return at
}

// text adds a text unless it is empty. address is true for an address or value.
func (p *pieceList) text(at bounds, place uint32, address bool) {
	if at.from == at.to {
		return
	}
	text := p.body[at.from:at.to]
	hash, digit := site.ScanText(text)
	rest := uint64(0)
	if digit {
		if rest = site.NoText; slices.ContainsFunc(text, func(c byte) bool { return divides(c, address) }) {
			rest = p.rest(at, indexDigit(p.body, at), address)
		}
	}
	p.markup(at.from, false)
	piece := p.add(at)
	if place &^= site.InAddress; address {
		place |= site.InAddress
	}
	piece.Text, piece.Rest, piece.Place = hash, rest, place
}

// add adds a piece after the markup before it, and returns it.
func (p *pieceList) add(at bounds) *site.Piece {
	n, gap := len(p.all), p.gap(at.from)
	p.done = at.to
	switch {
	case n == maxPieces:
		return new(site.Piece)
	case n == maxPieces-1: // the rest of the page
		p.all = append(p.all, site.Piece{Text: site.TextHash(p.body[at.from:]), Gap: gap, From: uint32(at.from),
			To: uint32(len(p.body))})
		return new(site.Piece)
	}
	p.all = append(p.all, site.Piece{Gap: gap, From: uint32(at.from), To: uint32(at.to)})
	return &p.all[n]
}

// rest hashes a text without its words with digits and the white space after them. digit is the offset of the first
// digit.
func (p *pieceList) rest(at bounds, digit int, address bool) uint64 {
	p.words = p.words[:0]
	for digit < at.to {
		from, to := digit, digit+1
		for from > at.from && !divides(p.body[from-1], address) {
			from--
		}
		for to < at.to && !divides(p.body[to], address) {
			to++
		}
		p.words = append(p.words, p.body[at.from:from]...)
		at.from = to + skipBlanks(p.body[to:at.to], 0)
		digit = indexDigit(p.body, at)
	}
	p.words = append(p.words, p.body[at.from:at.to]...)
	return site.TextHash(bytes.TrimRight(p.words, htmlBlanks))
}

// placeAfter returns the place of a text after a tag. It ignores digits in the tag, which may be a date.
func (p *pieceList) placeAfter(tag bounds, name []byte) uint32 {
	place, digit := site.ScanText(p.body[tag.from:tag.to])
	if !digit {
		return uint32(place)
	}
	attributes := bounds{min(tag.from+len("</")+len(name), tag.to), tag.to}
	if attributes.from+len(">") >= tag.to {
		return uint32(place)
	}
	if digit := indexDigit(p.body, attributes); digit < tag.to {
		return mix(p.rest(attributes, digit, false), name)
	}
	return uint32(place)
}

// placeBefore returns the place of an address at the current tag. Addresses with a query differ by the part before it.
func (p *pieceList) placeBefore(address bounds) uint32 {
	query := bytes.IndexByte(p.body[address.from:address.to], '?')
	if query < 0 {
		return p.place
	}
	return p.place ^ uint32(p.undated(bounds{address.from, address.from + query}, true))
}

// undated hashes a part of the page without its words with digits.
func (p *pieceList) undated(at bounds, address bool) uint64 {
	hash, digit := site.ScanText(p.body[at.from:at.to])
	if digit {
		return p.rest(at, indexDigit(p.body, at), address)
	}
	return hash
}

// mix makes a place of a hash and the name of an element.
func mix(h uint64, name []byte) uint32 {
	for _, c := range name {
		h = (h ^ uint64(c|0x20)) * 0x100000001b3
	}
	return uint32(h)
}

func divides(c byte, address bool) bool {
	return isBlank(c) || address && c < 0x80 && !isLetter(c) && !isDigit(c)
}

// indexDigit returns the offset of the first digit in a part of the page, or the end of the part. It tests eight bytes
// at a time: a digit is less than 10 once the bits of "0" are inverted.
func indexDigit(body []byte, at bounds) int {
	s := body[at.from:at.to]
	i := 0
	for ; i+32 <= len(s); i += 32 {
		a, b := binary.LittleEndian.Uint64(s[i:])^'0'*ones, binary.LittleEndian.Uint64(s[i+8:])^'0'*ones
		c, d := binary.LittleEndian.Uint64(s[i+16:])^'0'*ones, binary.LittleEndian.Uint64(s[i+24:])^'0'*ones
		if ((a-10*ones)&^a|(b-10*ones)&^b|(c-10*ones)&^c|(d-10*ones)&^d)&tops != 0 {
			break
		}
	}
	for ; i+8 <= len(s); i += 8 {
		x := binary.LittleEndian.Uint64(s[i:]) ^ '0'*ones
		if found := (x - 10*ones) &^ x & tops; found != 0 {
			return at.from + i + bits.TrailingZeros64(found)/8
		}
	}
	for i < len(s) && !isDigit(s[i]) {
		i++
	}
	return at.from + i
}

// isValue reports whether readers see the value of this type of input.
func isValue(kind []byte) bool {
	return !isOneOf(kind, "hidden", "password", "checkbox", "radio", "image", "file")
}

func isBlank(c byte) bool { return tagBytes[c]&blank != 0 }

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
