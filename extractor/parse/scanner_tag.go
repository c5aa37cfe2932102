package parse

import (
	"bytes"

	"golang.org/x/net/html"
)

// startTag reads a start tag. The content of <noscript> is text for a browser
// that runs scripts; tokens sees to it that here it is not.
func (s *scanner) startTag(start int) html.TokenType {
	value, kind := s.wholeTag(start, start+1, html.StartTagToken)
	if kind == html.ErrorToken {
		return kind
	}
	if s.tag.isText() || s.tag == tagNoscript {
		s.rawTag = s.name
	}
	if s.raw[len(s.raw)-2] != '/' || value == s.at-1 && !s.repeatsLast() {
		return kind
	}
	return html.SelfClosingTagToken
}

// wholeTag makes a token of a tag whose name begins at from, or of the rest of
// the page if the tag never ends. value is where its last value without quotes
// ends.
func (s *scanner) wholeTag(start, from int, kind html.TokenType) (value int, _ html.TokenType) {
	name, end, value := tagBounds(s.body, from)
	if end < 0 {
		return 0, s.take(start, len(s.body), html.ErrorToken)
	}
	s.name = s.body[from:name]
	s.tag = tagOf(s.name)
	return value, s.take(start, end, kind)
}

// tagBounds returns where the name of a tag ends that begins at i, where the
// tag ends (-1 for never), and where its last value without quotes does.
func tagBounds(b []byte, i int) (name, end, value int) {
	for i < len(b) && tagBytes[b[i]]&endsTagName == 0 {
		i++
	}
	name = i
	for {
		i = skipBlanks(b, i)
		if i < len(b) && b[i] == '>' {
			return name, i + 1, value
		}
		i = skipBlanks(b, nameEnd(b, i))
		if i >= len(b) {
			return name, -1, value
		}
		switch b[i] {
		case '/':
			i++
			continue
		case '=':
			i = skipBlanks(b, i+1)
		default:
			continue
		}
		if i < len(b) && (b[i] == '"' || b[i] == '\'') {
			close := bytes.IndexByte(b[i+1:], b[i])
			if close < 0 {
				return name, -1, value
			}
			i += close + 2
			continue
		}
		for i < len(b) && tagBytes[b[i]]&endsValue == 0 {
			i++
		}
		value = i
	}
}

// nameEnd returns where an attribute's name that begins at i ends. A "=" may
// begin a name.
func nameEnd(b []byte, i int) int {
	if i < len(b) && b[i] == '=' {
		i++
	}
	for i < len(b) && tagBytes[b[i]]&endsAttr == 0 {
		i++
	}
	return i
}

func skipBlanks(b []byte, i int) int {
	for i < len(b) && tagBytes[b[i]]&blank != 0 {
		i++
	}
	return i
}

// The properties of a byte in a tag.
const (
	blank       = 1 << iota // ASCII white space of the HTML standard
	endsTagName             // ends the name of a tag
	endsAttr                // ends the name of an attribute, but for "=" at its beginning
	endsValue               // ends a value without quotes
)

// tagBytes has the properties of every byte; it is never changed.
var tagBytes = [256]uint8{
	' ': blank | endsTagName | endsAttr | endsValue, '\t': blank | endsTagName | endsAttr | endsValue,
	'\n': blank | endsTagName | endsAttr | endsValue, '\r': blank | endsTagName | endsAttr | endsValue,
	'\f': blank | endsTagName | endsAttr | endsValue,
	'/':  endsTagName | endsAttr, '>': endsTagName | endsAttr | endsValue, '=': endsAttr,
}

// repeatsLast reports whether the current tag's last attribute has the name of
// an earlier one. A repeated attribute does not count, and then a "/" at its end
// makes the tag self-closing.
func (s *scanner) repeatsLast() bool {
	var last []byte
	for name := range s.allAttributes() {
		if len(name) > 0 {
			last = name
		}
	}
	times := 0
	for name := range s.allAttributes() {
		if equalFold(name, last) {
			times++
		}
	}
	return times > 1
}
