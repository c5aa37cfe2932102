package parse

import (
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
