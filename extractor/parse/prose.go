package parse

import (
	"bytes"
	"hash/maphash"
	"strings"
	"unicode/utf8"

	"sitegraph/site"
)

// prose collects the running text of a page, block by block, without headings, preformatted text and anything outside
// of the content. It includes text in links and code, and marks it.
type prose struct {
	text    text
	blocks  []proseBlock
	blocked bool     // the block ended, so the next text begins a new one
	heading bool     // one is open
	quiet   openName // an element whose text is not prose
	code    openName // inline code, which ends with its block
}

// proseBlock is the start of a block and its spans in links and code.
type proseBlock struct {
	from   int
	place  site.LinkPlace
	closed []site.Span
}

// openName is the name of an open element, and the number of open elements with the same name in it.
type openName struct {
	name  []byte
	inner int
}

func (o *openName) start(name []byte) {
	switch {
	case o.name == nil:
		o.name, o.inner = name, 0
	case equalFold(o.name, name):
		o.inner++
	}
}

func (o *openName) end(name []byte) {
	if o.name == nil || !equalFold(o.name, name) {
		return
	}
	if o.inner--; o.inner < 0 {
		o.name = nil
	}
}

func (p *prose) start(t tag, name []byte) {
	p.endTerm(name)
	switch {
	case t == tagH1 || t == tagHeading:
		p.heading = true
	case isOneOf(name, "code", "kbd", "samp", "tt", "var"):
		p.code.start(name)
	case isOneOf(name, "pre", "dt", "button", "select", "textarea"):
		p.quiet.start(name)
	}
	p.part(t)
}

func (p *prose) end(t tag, name []byte) {
	if t == tagH1 || t == tagHeading {
		p.heading = false
	}
	p.code.end(name)
	p.quiet.end(name)
	p.endTerm(name)
	p.part(t)
}

// endTerm ends a <dt> without an end tag, at the next term or description or at the end of the list.
func (p *prose) endTerm(name []byte) {
	if equalFold(p.quiet.name, "dt") && isOneOf(name, "dt", "dd", "dl") {
		p.quiet.name = nil
	}
}

func (p *prose) part(t tag) {
	if t.parts() {
		p.blocked, p.code.name = true, nil
	}
}

// add adds text at a place. closed is true in a link.
func (p *prose) add(s []byte, place site.LinkPlace, closed bool) {
	if p.heading || p.quiet.name != nil || place != site.PlaceMain && place != site.PlaceUnknown {
		p.blocked = true
		return
	}
	if p.blocked || len(p.blocks) == 0 {
		if s = bytes.TrimLeftFunc(s, isSpace); len(s) == 0 {
			return
		}
		p.text.gap, p.blocked = false, false
		p.blocks = append(p.blocks, proseBlock{from: len(p.text.buf), place: place})
	}
	b, from := &p.blocks[len(p.blocks)-1], len(p.text.buf)
	p.text.add(s)
	if to := len(p.text.buf); to > from && (closed || p.code.name != nil) {
		if p.text.buf[from] == ' ' {
			from++
		}
		b.closed = append(b.closed, site.Span{From: from - b.from, To: to - b.from, Link: closed})
	}
}

func (p *prose) passages(l *landmarks) []site.Passage {
	all, texts := make([]site.Passage, 0, len(p.blocks)), string(p.text.buf)
	for i, b := range p.blocks {
		to := len(texts)
		if i+1 < len(p.blocks) {
			to = p.blocks[i+1].from
		}
		if l.place(b.place) == site.PlaceMain {
			all = append(all, site.Passage{Text: texts[b.from:to], Closed: b.closed})
		}
	}
	return all
}

// said keeps the texts of a page's links. The first links have texts of their own, which is cheapest. Later links share
// the text of an earlier one that says the same, if it is still remembered.
type said struct {
	links  []site.Anchor      // memory for the links of a page; empty
	room   []site.AnchorText  // memory for the next texts
	before []*site.AnchorText // by hash, of links after the first ownTexts
}

const (
	ownTexts   = 1000    // the number of links that have texts of their own
	remembered = 1 << 15 // the number of remembered texts
)

// keep stores a text for one link.
func (s *said) keep(text site.AnchorText) *site.AnchorText {
	if len(s.room) == cap(s.room) {
		s.room = make([]site.AnchorText, 0, min(max(2*cap(s.room), 16), 512))
	}
	s.room = append(s.room, text)
	return &s.room[len(s.room)-1]
}

// share replaces a link's text by an earlier one that says the same. The text must be final.
func (s *said) share(i int, link *site.Anchor) {
	if i < ownTexts {
		return
	}
	if s.before == nil {
		s.before = make([]*site.AnchorText, remembered)
	}
	at := &s.before[maphash.Comparable(seed, *link.AnchorText)%remembered]
	if *at == nil || **at != *link.AnchorText {
		*at = link.AnchorText
		return
	}
	if last := len(s.room) - 1; last >= 0 && link.AnchorText == &s.room[last] {
		s.room = s.room[:last]
	}
	link.AnchorText = *at
}

var seed = maphash.MakeSeed()

// recycle keeps the memory of a page's links and their texts for another page.
func (s *settings) recycle(room *said, links []site.Anchor) {
	if len(links) > ownTexts {
		return
	}
	clear(links)
	clear(room.room)
	room.links, room.room = links[:0], room.room[:0]
	s.rooms.Put(room)
}

// aroundLength is the maximum number of characters before and after a link.
const aroundLength = 120

// span is where a link's text begins and ends in the text of its page, in bytes.
type span struct{ from, to int }

// around returns a link's text with the text before and after it, cut at a space if there is one. The link's own text
// is cut like any anchor text.
func (s span) around(text string) string {
	from, to := s.from, min(s.to, s.from+textLimit)
	for range aroundLength {
		_, size := utf8.DecodeLastRuneInString(text[:from])
		from -= size
	}
	if to < s.to {
		for !utf8.RuneStart(text[to]) {
			to--
		}
	}
	end := to
	for range aroundLength {
		_, size := utf8.DecodeRuneInString(text[end:])
		end += size
	}
	if from > 0 && text[from-1] != ' ' {
		from += strings.IndexByte(text[from:s.from], ' ') + 1
	}
	if end < len(text) && text[end] != ' ' {
		if i := strings.LastIndexByte(text[to:end], ' '); i >= 0 {
			end = to + i
		}
	}
	return strings.Trim(text[from:end], " ")
}
