package parse

import (
	"bytes"

	"golang.org/x/net/html"
)

// foreign tracks <svg> and <math>, where element names mean something else. The zero value is outside of both.
type foreign struct {
	depth int   // open elements
	html  []int // the depth at each open element that holds HTML inside them
}

// start takes a start tag. raw is the tag from its "<" on, and name follows the "<".
func (f *foreign) start(t tag, name, raw []byte, selfClosing bool) {
	switch {
	case t == tagSVG || t == tagMath:
		if !selfClosing {
			f.depth++
		}
	case f.depth == 0:
	case breaksOut(t, name, raw):
		f.breakOut()
	case !selfClosing && holdsHTML(name):
		f.html = append(f.html, f.depth)
	}
}

// end takes an end tag. One without a start tag has no effect.
func (f *foreign) end(t tag, name []byte) {
	switch {
	case f.depth == 0:
	case t == tagSVG || t == tagMath:
		f.depth--
		for len(f.html) > 0 && f.html[len(f.html)-1] > f.depth {
			f.html = f.html[:len(f.html)-1]
		}
	case isOneOf(name, "br", "p"):
		f.breakOut()
	case len(f.html) > 0 && holdsHTML(name):
		f.html = f.html[:len(f.html)-1]
	}
}

// breakOut closes all open elements up to one that holds HTML.
func (f *foreign) breakOut() {
	if f.depth = 0; len(f.html) > 0 {
		f.depth = f.html[len(f.html)-1]
	}
}

// holdsHTML reports whether elements with this name in <svg> or <math> are integration points of the HTML standard.
func holdsHTML(name []byte) bool {
	return isOneOf(name, "foreignobject", "desc", "title", "mi", "mo", "mn", "ms", "mtext", "annotation-xml")
}

// breaksOut reports whether a start tag ends <svg> and <math> because it cannot be in them. See section 13.2.6.5 of the
// HTML standard, "the rules for parsing tokens in foreign content".
func breaksOut(t tag, name, raw []byte) bool {
	switch t {
	case tagH1, tagHeading, tagImg, tagMeta:
		return true
	case tagFormat:
		return !equalFold(name, "font") || hasFontAttribute(raw[1+len(name):])
	case tagBlock:
		return isOneOf(name, "blockquote", "body", "br", "center", "dd", "div", "dl", "dt", "head", "hr", "li",
			"listing", "menu", "ol", "p", "pre", "table", "ul")
	case tagMedia:
		return equalFold(name, "embed")
	}
	return t == tagOther && isOneOf(name, "ruby", "span", "sub", "sup", "var")
}

func hasFontAttribute(rest []byte) bool {
	for len(rest) > 0 {
		var name []byte
		if name, _, rest = nextAttribute(rest); isOneOf(name, "color", "face", "size") {
			return true
		}
	}
	return false
}

// fromXHTML rewrites an XHTML page as equivalent HTML. Empty elements get an end tag, since HTML reads "<script/>" as a
// start tag. CDATA sections become text.
func fromXHTML(page []byte) []byte {
	if !bytes.Contains(page, []byte("/>")) && !bytes.Contains(page, []byte("<![")) {
		return page
	}
	out, copied := make([]byte, 0, len(page)+len(page)/8), 0
	s := scanner{body: page}
	for {
		start := s.at
		switch s.next() {
		case html.ErrorToken:
			return append(out, page[copied:]...)
		case html.SelfClosingTagToken:
			if s.notRaw(); !isVoid(s.name) {
				out = append(append(out, page[copied:s.at-len("/>")]...), "></"...)
				out = append(append(out, s.name...), '>')
				copied = s.at
			}
		case html.StartTagToken:
			if s.tag == tagNoscript {
				s.notRaw()
			}
		case html.CommentToken:
			if text, ok := bytes.CutPrefix(page[start:], []byte("<![CDATA[")); ok {
				text, _, _ = bytes.Cut(text, []byte("]]>"))
				out = append(append(out, page[copied:start]...), html.EscapeString(string(text))...)
				s.at = min(len(page), start+len("<![CDATA[")+len(text)+len("]]>"))
				copied = s.at
			}
		}
	}
}
