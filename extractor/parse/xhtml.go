package parse

import (
	"bytes"

	"golang.org/x/net/html"
)

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
