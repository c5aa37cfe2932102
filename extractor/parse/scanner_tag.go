package parse

import (
	"bytes"

	"golang.org/x/net/html"
)

// startTag reads a start tag. The content of <noscript> is text for a browser
// that runs scripts; tokens sees to it that here it is not.
func (s *scanner) startTag(start int) html.TokenType {
	name, end, value := tagBounds(s.body, start+1)
	if end < 0 {
		return s.take(start, len(s.body), html.ErrorToken)
	}
	s.name = s.body[start+1 : name]
	s.tag = tagOf(s.name)
	if s.tag.isText() || s.tag == tagNoscript {
		s.rawTag = s.name
	}
	s.take(start, end, html.StartTagToken)
	if s.raw[len(s.raw)-2] != '/' || value == end-1 && !s.repeatsLast() {
		return html.StartTagToken
	}
	return html.SelfClosingTagToken
}

// endTag reads an end tag; its attributes, if any, mean nothing.
func (s *scanner) endTag(start int) html.TokenType {
	name, end, _ := tagBounds(s.body, start+2)
	if end < 0 {
		return s.take(start, len(s.body), html.ErrorToken)
	}
	s.name = s.body[start+2 : name]
	s.tag = tagOf(s.name)
	return s.take(start, end, html.EndTagToken)
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
		i = keyEnd(b, i)
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

// keyEnd returns where an attribute's name that begins at i ends, with the
// white space after it. A "=" may begin a name.
func keyEnd(b []byte, i int) int {
	if i < len(b) && b[i] == '=' {
		i++
	}
	for i < len(b) && tagBytes[b[i]]&endsKey == 0 {
		i++
	}
	return skipBlanks(b, i)
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
	endsKey                 // ends the name of an attribute, but for "=" at its beginning
	endsValue               // ends a value without quotes
)

// tagBytes has the properties of every byte; it is never changed.
var tagBytes = [256]uint8{
	' ': blank | endsTagName | endsKey | endsValue, '\t': blank | endsTagName | endsKey | endsValue,
	'\n': blank | endsTagName | endsKey | endsValue, '\r': blank | endsTagName | endsKey | endsValue,
	'\f': blank | endsTagName | endsKey | endsValue,
	'/':  endsTagName | endsKey, '>': endsTagName | endsKey | endsValue, '=': endsKey,
}

// repeatsLast reports whether the current tag's last attribute has the name of
// an earlier one. A repeated attribute does not count, and then a "/" at its end
// makes the tag self-closing.
func (s *scanner) repeatsLast() bool {
	var last []byte
	for rest := s.raw[1+len(s.name):]; len(rest) > 0; {
		var name []byte
		if name, _, rest = nextAttribute(rest); len(name) > 0 {
			last = name
		}
	}
	times := 0
	for rest := s.raw[1+len(s.name):]; len(rest) > 0; {
		var name []byte
		if name, _, rest = nextAttribute(rest); equalFold(name, last) {
			times++
		}
	}
	return times > 1
}
