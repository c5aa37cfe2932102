package parse

import (
	"strings"

	"golang.org/x/net/html"

	"sitegraph/site"
)

// maxLandmarks bounds the landmarks that are open at once; further ones are not seen.
const maxLandmarks = 64

// landmarks tell where on a page a link is, by the elements that are open:
// https://www.w3.org/TR/html-aam-1.0/ says which of them are landmarks. A header or footer of a section is no
// landmark, and neither is an aside in an article. The zero value is the beginning of a page.
type landmarks struct {
	open   []landmark
	byRole int  // those of them that are landmarks by their role alone
	main   bool // the page says where its content is
}

type landmark struct {
	tag   tag
	name  []byte         // as written
	inner int            // elements of the same name that are open in one by its role alone
	place site.LinkPlace // of a link in it
	// main and section tell that it is the content of the page, or that it is, or is
	// in, a part of the page with a header of its own.
	main, section bool
}

func (l *landmarks) here() landmark {
	if n := len(l.open); n > 0 {
		return l.open[n-1]
	}
	return landmark{}
}

// start opens an element, which has the attribute role; "" means none.
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

// push opens a landmark; one without a place by its role has that of its element.
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

// find returns the innermost open landmark of a name, -1 for none.
func (l *landmarks) find(name []byte) int {
	i := len(l.open) - 1
	for i >= 0 && !equalFold(l.open[i].name, name) {
		i--
	}
	return i
}

// place is that of a link which was found in a landmark, when the page is read: what no
// landmark has is content, unless the page says that its content is elsewhere.
func (l *landmarks) place(found site.LinkPlace) site.LinkPlace {
	switch {
	case found != site.PlaceUnknown:
		return found
	case l.main:
		return site.PlaceNavigation
	}
	return site.PlaceMain
}

// ofElement is what an element without a role makes of its links; unknown: nothing.
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

// ofRole is what the first role that matters makes of an element's links; known is false
// where none does. The role of a section says nothing of its links.
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

// closesItself reports whether elements of a name always have an end tag.
func closesItself(name []byte) bool {
	return isOneOf(name, "div", "ul", "ol", "dl", "form", "table", "menu", "search", "details", "fieldset", "figure",
		"center", "blockquote")
}

// role is the attribute role of the current start tag.
func (s *scanner) role() string {
	written := string(s.written(attrRole))
	if strings.IndexByte(written, '&') >= 0 {
		return html.UnescapeString(written)
	}
	return written
}
