package parse

import (
	"bytes"

	"sitegraph/site"
)

// maxValues limits the words of the markup between two pieces that become pieces. The rest counts as a whole, so a
// script full of numbers stays cheap.
const maxValues = 256

// markup takes the markup up to an offset. Words with several digits, and tokens with one, become pieces, since sites
// generate them for each answer: tokens, times, counters. Everything else counts for the gap before the next piece.
func (p *pieceList) markup(to int, script bool) {
	for from, left := p.done, maxValues; left > 0; {
		word, made := p.wordWithDigit(from, to)
		if word.from == to {
			return
		}
		if from = word.to; made {
			place := p.placeInMarkup(word.from, script)
			piece := p.add(word)
			piece.Text, piece.Place, piece.Link = site.TextHash(p.body[word.from:word.to]), place, site.InMarkup
			p.value = place
			left--
		}
	}
}

// wordWithDigit returns the first word with a digit in a part of the page, and whether it looks generated. Such a word
// has several digits, or is as long as a token and mixes capitals and small letters.
func (p *pieceList) wordWithDigit(from, to int) (word bounds, made bool) {
	digit := indexDigit(p.body, bounds{from, to})
	word = bounds{digit, digit}
	for word.from > from && !quotes(p.body[word.from-1]) {
		word.from--
	}
	for digits := 0; word.to < to && !quotes(p.body[word.to]); word.to++ {
		if isDigit(p.body[word.to]) {
			digits++
			made = digits > 1
		}
	}
	made = made || site.MixesLetters(p.body[word.from:word.to])
	if padded := word.to + len(padding(p.body[word.to:to])); made && padded-word.from > minPadded {
		word.to = padded
	}
	return word, made
}

// minPadded is the minimum length of a word before the padding of Base64.
const minPadded = 12

// padding returns the padding of Base64 at the start of a part of the page. It is one or two "=", or commas that some
// sites write instead, before the end of an attribute or segment.
func padding(after []byte) []byte {
	n := 0
	for n < min(2, len(after)) && (after[n] == '=' || after[n] == ',') {
		n++
	}
	if n == len(after) || bytes.IndexByte([]byte(`"'/&`), after[n]) < 0 {
		return nil
	}
	return after[:n]
}

// gap hashes the markup between the previous piece and an offset.
func (p *pieceList) gap(to int) uint32 {
	markup := p.body[min(p.done, to):to]
	if len(p.kept) > 0 {
		p.kept = append(p.kept, markup...)
		markup, p.kept = p.kept, p.kept[:0]
	}
	h := site.TextHash(markup)
	return uint32(h>>32) ^ uint32(h)
}

// placeInMarkup returns the place of a word: its tag so far, without words that are pieces. In a script it is the text
// between the previous word, or the start of the line, and the word.
func (p *pieceList) placeInMarkup(at int, script bool) uint32 {
	before, place := p.body[p.done:at], uint32(0)
	switch i := bytes.LastIndexByte(before, '<'); {
	case script:
		before = before[bytes.LastIndexByte(before, '\n')+1:]
	case i >= 0:
		before = before[i:]
	default:
		place = p.value * 0x01000193
	}
	return place ^ ^uint32(site.TextHash(before))
}

// skip leaves out markup that is neither shown nor run.
func (p *pieceList) skip(from, to int) {
	p.markup(from, false)
	p.kept = append(p.kept, p.body[p.done:from]...)
	p.skipped = append(p.skipped, [2]int{from, to})
	p.done = to
}

// script takes the content of a script or style sheet.
func (p *pieceList) script(s *scanner) {
	p.markup(s.at-len(s.raw), false)
	p.markup(s.at, true)
}

func quotes(c byte) bool {
	switch c {
	case '"', '\'', '\\', '<', '>', '(', ')', '[', ']', '{', '}', ',', '?', '&', '=', ';':
		return true
	}
	return isBlank(c)
}
