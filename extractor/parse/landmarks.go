package parse

import (
	"encoding/binary"
	"strings"

	"golang.org/x/net/html"

	"sitegraph/site"
)

// maxLandmarks limits the open landmarks; deeper ones are ignored.
const maxLandmarks = 64

// landmarks tells where on a page a link is, by the open elements. https://www.w3.org/TR/html-aam-1.0/ defines which
// elements are landmarks. A header or footer in a section is none, nor is an aside in an article. The zero value is the
// start of a page.
type landmarks struct {
	open   []landmark
	byRole int  // number of landmarks by role alone
	main   bool // the page marks its content
}

type landmark struct {
	tag   tag
	name  []byte         // as written
	inner int            // open elements with the same name, inside one that is a landmark only by its role
	place site.LinkPlace // of a link in it
	// main is true in the page's content. section is true in a part of the page that may have its own header.
	main, section bool
}

func (l *landmarks) here() landmark {
	if n := len(l.open); n > 0 {
		return l.open[n-1]
	}
	return landmark{}
}

// start opens an element. role is its attribute role, "" for none.
func (l *landmarks) start(t tag, name []byte, role string) {
	place, section := ofRole(role)
	switch {
	case len(l.open) == maxLandmarks:
	case t.sections():
		l.push(t, name, place, section)
	case section && closesItself(name):
		l.byRole++
		l.push(t, name, place, section)
	case l.byRole > 0:
		if i := l.find(name); i >= 0 {
			l.open[i].inner++
		}
	}
}

// push opens a landmark. Without a role that counts, its element decides its place.
func (l *landmarks) push(t tag, name []byte, place site.LinkPlace, byRole bool) {
	around := l.here()
	added := landmark{tag: t, name: name, place: place, main: around.main, section: true}
	if !byRole {
		added.place = ofElement(t, around)
	}
	if added.place == site.PlaceMain {
		l.main, added.main, added.section = true, true, around.section
	}
	if added.place == site.PlaceUnknown {
		added.place = around.place
		added.section = around.section || t != tagHeader && t != tagFooter
	}
	l.open = append(l.open, added)
}

func (l *landmarks) end(t tag, name []byte) {
	if len(l.open) == 0 || !t.sections() && l.byRole == 0 {
		return
	}
	i := l.find(name)
	if i < 0 {
		return
	}
	if l.open[i].inner > 0 {
		l.open[i].inner--
		return
	}
	for _, closed := range l.open[i:] {
		if !closed.tag.sections() {
			l.byRole--
		}
	}
	l.open = l.open[:i]
}

// find returns the index of the innermost open landmark with this name, -1 for none.
func (l *landmarks) find(name []byte) int {
	i := len(l.open) - 1
	for i >= 0 && !equalFold(l.open[i].name, name) {
		i--
	}
	return i
}

// place returns the final place of a link, once the page is read. Links outside of all landmarks are content, unless
// the page marks its content elsewhere.
func (l *landmarks) place(found site.LinkPlace) site.LinkPlace {
	switch {
	case found != site.PlaceUnknown:
		return found
	case l.main:
		return site.PlaceNavigation
	}
	return site.PlaceMain
}

// ofElement returns the place that an element without a role gives its links, or PlaceUnknown.
func ofElement(t tag, around landmark) site.LinkPlace {
	switch {
	case t == tagMain:
		return site.PlaceMain
	case t == tagNav:
		return site.PlaceNavigation
	case t == tagAside && !around.section:
		return site.PlaceAside
	case t == tagHeader && !around.section && !around.main:
		return site.PlaceHeader
	case t == tagFooter && !around.section && !around.main:
		return site.PlaceFooter
	}
	return site.PlaceUnknown
}

// ofRole returns the place that the first relevant role gives an element's links. known is false if no role is
// relevant. The role of a section leaves the place unknown.
func ofRole(role string) (place site.LinkPlace, known bool) {
	if role == "" {
		return site.PlaceUnknown, false
	}
	for word := range strings.FieldsSeq(strings.ToLower(role)) {
		switch word {
		case "main":
			return site.PlaceMain, true
		case "navigation", "menu", "menubar", "doc-toc", "doc-index", "doc-pagelist":
			return site.PlaceNavigation, true
		case "banner":
			return site.PlaceHeader, true
		case "contentinfo":
			return site.PlaceFooter, true
		case "complementary":
			return site.PlaceAside, true
		case "article", "region":
			return site.PlaceUnknown, true
		}
	}
	return site.PlaceUnknown, false
}

// closesItself reports whether elements with this name always have an end tag.
func closesItself(name []byte) bool {
	return isOneOf(name, "div", "ul", "ol", "dl", "form", "table", "menu", "search", "details", "fieldset", "figure",
		"center", "blockquote")
}

// role returns the attribute role of the current start tag.
func (s *scanner) role() string {
	written := string(s.written(attrRole))
	if strings.IndexByte(written, '&') >= 0 {
		return html.UnescapeString(written)
	}
	return written
}

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
