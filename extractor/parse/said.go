package parse

import (
	"hash/maphash"
	"strings"
	"unicode/utf8"

	"sitegraph/site"
)

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
