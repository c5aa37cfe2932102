package parse

import (
	"encoding/binary"

	"sitegraph/site"
)

// marks finds what links of one template have in common in the source. It must be cheap, since it runs on every page.
type marks struct {
	link    int          // index of the open link, -1 for none
	within  bool         // it leads to a place on the same page
	content int          // where its content begins
	hash    uint64       // of the open link so far
	gap     site.LinkGap // since the link before
	tag     bounds       // the tag before the link and outside of all links
	closed  int          // where the last link and its tags end
}

// begin starts a link at the current tag. The tag before it must be outside of all links. Otherwise the mark would
// change when somebody removes the link before it.
func (m *marks) begin(link int, href string, s *scanner) {
	if s.earlier.from >= m.closed {
		m.tag = s.earlier
	}
	m.link, m.content = link, s.before.to
	m.within = len(href) > 1 && href[0] == '#' && href != "#top"
	m.hash = hashed(hashed(0, s.body[m.tag.from:m.tag.to]), s.written(attrClass))
}

// end returns the mark of the open link, whose content ends at this offset.
func (m *marks) end(s *scanner, at int) site.LinkMark {
	mark := site.MarkAnchor
	if !m.within || m.gap != site.GapText {
		mark = site.NewLinkMark(m.gap, hashed(m.hash, s.body[m.content:max(m.content, at)]))
	}
	m.link, m.gap, m.closed = -1, site.GapNone, s.before.to
	return mark
}

// part notes a tag that separates texts.
func (m *marks) part() {
	switch {
	case m.link >= 0:
	case m.gap == site.GapNone:
		m.gap = site.GapBlock
	case m.gap == site.GapText:
		m.gap = site.GapApart
	}
}

func (m *marks) text(s []byte) {
	if m.link < 0 && m.gap != site.GapText && hasLetter(s) {
		m.gap = site.GapText
	}
}

// longestMarked limits how many bytes of a content or tag are hashed.
const longestMarked = 200

// hashed mixes a text into a hash, eight bytes at a time.
func hashed(h uint64, s []byte) uint64 {
	const odd = 0x9e3779b97f4a7c15
	s = s[:min(len(s), longestMarked)]
	h = (h ^ uint64(len(s))) * odd
	for ; len(s) >= 8; s = s[8:] {
		h = (h ^ h>>32 ^ binary.LittleEndian.Uint64(s)) * odd
	}
	for _, c := range s {
		h = (h ^ h>>32 ^ uint64(c)) * odd
	}
	return h
}

// hasLetter reports whether text has a letter of any script. It ignores character references and most punctuation.
func hasLetter(s []byte) bool {
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case isLetter(c):
			return true
		case c == '&':
			for i+1 < len(s) && (isLetter(s[i+1]) || isDigit(s[i+1]) || s[i+1] == '#') {
				i++
			}
		case c == 0xc2: // U+0080 to U+00BF
			i++
		case c == 0xe2: // U+2000 to U+2FFF
			i += 2
		case c >= 0x80:
			return true
		}
	}
	return false
}
