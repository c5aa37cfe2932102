package parse

import (
	"bytes"

	"golang.org/x/net/html"
)

// startTag reads a start tag. The content of <noscript> is text for browsers that run scripts; tokens turns it into
// markup here.
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

// wholeTag makes a token of a tag whose name begins at from, or of the rest of the page if the tag never ends. value is
// the end of its last value without quotes.
func (s *scanner) wholeTag(start, from int, kind html.TokenType) (value int, _ html.TokenType) {
	i := from
	for i < len(s.body) && tagBytes[s.body[i]]&endsTagName == 0 {
		i++
	}
	name := s.body[from:i]
	t := tagOf(name)
	keep := keepsNone
	switch s.has = 0; {
	case kind != html.StartTagToken:
	case t.hasAttributes():
		keep = keepsAll
	case t == tagBlock || t.sections():
		keep = keepsRole
	}
	i, value = s.tagEnd(i, keep)
	if i < 0 {
		return 0, s.take(start, len(s.body), html.ErrorToken)
	}
	s.name, s.tag, s.before, s.earlier = name, t, bounds{start, i}, s.before
	return value, s.take(start, i, kind)
}

// keeps tells which of the attributes that matter to keep.
type keeps uint8

const (
	keepsNone keeps = iota
	keepsRole
	keepsAll
)

// tagEnd returns the end of a tag whose name ends at i (-1 if it never ends), and the end of its last value without
// quotes. It keeps the bounds of the attributes that keep asks for.
func (s *scanner) tagEnd(i int, keep keeps) (end, value int) {
	b := s.body
	for {
		i = skipBlanks(b, i)
		if i < len(b) && b[i] == '>' {
			return i + 1, value
		}
		name := i
		i = nameEnd(b, i)
		nameTo := i
		i = skipBlanks(b, i)
		if i >= len(b) {
			return -1, value
		}
		var v bounds
		switch b[i] {
		case '/':
			i++
		case '=':
			i = skipBlanks(b, i+1)
			if i < len(b) && (b[i] == '"' || b[i] == '\'') {
				close := bytes.IndexByte(b[i+1:], b[i])
				if close < 0 {
					return -1, value
				}
				v = bounds{i + 1, i + 1 + close}
				i += close + 2
				break
			}
			v.from = i
			for i < len(b) && tagBytes[b[i]]&endsValue == 0 {
				i++
			}
			v.to, value = i, i
		}
		if keep == keepsAll || keep == keepsRole && nameTo-name == len("role") && b[name]|0x20 == 'r' {
			s.keep(b[name:nameTo], v)
		}
	}
}

type bounds struct{ from, to int }

// keep stores the bounds of an attribute's value, if the attribute matters and is the first with its name.
func (s *scanner) keep(name []byte, v bounds) {
	if i, ok := attribute(name); ok && s.has&(1<<i) == 0 {
		s.has |= 1 << i
		s.values[i] = v
	}
}

// value returns the bounds of an attribute's value in the current start tag, zero if there is none.
func (s *scanner) value(attribute int) bounds {
	if s.has&(1<<attribute) == 0 {
		return bounds{}
	}
	return s.values[attribute]
}

// written returns an attribute's value in the current start tag, as written.
func (s *scanner) written(attribute int) []byte {
	v := s.value(attribute)
	return s.body[v.from:v.to]
}

// nameEnd returns the end of an attribute's name that begins at i. A name may begin with "=".
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

// The properties of bytes in a tag.
const (
	blank       = 1 << iota // ASCII white space of the HTML standard
	endsTagName             // ends the name of a tag
	endsAttr                // ends the name of an attribute, except "=" at its beginning
	endsValue               // ends a value without quotes
)

// tagBytes has the properties of every byte; it is never changed.
var tagBytes = [256]uint8{
	' ': blank | endsTagName | endsAttr | endsValue, '\t': blank | endsTagName | endsAttr | endsValue,
	'\n': blank | endsTagName | endsAttr | endsValue, '\r': blank | endsTagName | endsAttr | endsValue,
	'\f': blank | endsTagName | endsAttr | endsValue,
	'/':  endsTagName | endsAttr, '>': endsTagName | endsAttr | endsValue, '=': endsAttr,
}

// repeatsLast reports whether the current tag's last attribute repeats an earlier name. Such an attribute does not
// count, so a "/" at its end makes the tag self-closing.
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

// notRaw makes the content of the current element markup instead of text.
func (s *scanner) notRaw() { s.rawTag = nil }

// rawText reads the content of the open raw element, and returns false if it has none.
func (s *scanner) rawText() bool {
	name, start := s.rawTag, s.at
	s.rawTag = nil
	end := len(s.body)
	switch {
	case equalFold(name, "plaintext"):
	case equalFold(name, "script"):
		end = scriptEnd(s.body, start)
	default:
		end = closingTag(s.body, start, name)
	}
	if end == start {
		return false
	}
	s.content = contentRaw
	if equalFold(name, "title") || equalFold(name, "textarea") {
		s.content = contentEscapable
	}
	s.raw, s.at = s.body[start:end], end
	return true
}

// closingTag returns where the next "</name" begins, or the length of the page.
func closingTag(body []byte, from int, name []byte) int {
	for i := from; ; i++ {
		i = openAngle(body, i)
		if i < 0 {
			return len(body)
		}
		if closes(body[i:], name) {
			return i
		}
	}
}

// closes reports whether s begins with "</name" and a byte that ends the name.
func closes[N ~[]byte | ~string](s []byte, name N) bool {
	n := len("</") + len(name)
	return len(s) > n && s[1] == '/' && tagBytes[s[n]]&endsTagName != 0 && hasFold(s[2:], name)
}

// hiding tells how comments in a script hide its end tag.
type hiding uint8

const (
	hidesNothing hiding = iota
	hidesText           // after "<!--": the script still ends at its end tag
	hidesTags           // after "<script" in there: the next end tag ends only that
)

// scriptEnd returns the offset of a script's end tag, or the length of the page. The script's content begins at i. It
// follows the states "script data ..." of the HTML standard, with one mistake of golang.org/x/net/html: in a comment,
// "<" before any byte except a letter or slash ends the comment.
func scriptEnd(body []byte, i int) int {
	const name = "script"
	state, dashes := hidesNothing, 0
	for i < len(body) {
		c := body[i]
		if state == hidesNothing && c != '<' {
			if i = openAngle(body, i); i < 0 {
				break
			}
			continue
		}
		switch {
		case c == '-':
			dashes, i = dashes+1, i+1
			continue
		case c == '>' && dashes >= 2:
			state = hidesNothing
		case c == '<':
			if state != hidesTags && closes(body[i:], name) {
				return i
			}
			var skip int
			state, dashes, skip = state.angle(body[i:])
			i += skip
			continue
		}
		dashes, i = 0, i+1
	}
	return len(body)
}

// angle moves on from the "<" at the start of s. It returns the next state, the dashes counted so far, and the bytes to
// skip. s begins with the script's end tag only in the state hidesTags.
func (h hiding) angle(s []byte) (next hiding, dashes, skip int) {
	const name = "script"
	switch {
	case len(s) == 1:
		return h, 0, 1
	case h == hidesNothing:
		if bytes.HasPrefix(s, []byte("<!--")) {
			return hidesText, 2, len("<!--")
		}
	case h == hidesTags:
		if closes(s, name) {
			return hidesText, 0, len("</script>")
		}
	case s[1] == '/':
	case !isLetter(s[1]):
		return hidesNothing, 0, 1
	case len(s) > 1+len(name) && tagBytes[s[1+len(name)]]&endsTagName != 0 && hasFold(s[1:], name):
		return hidesTags, 0, len("<script>")
	}
	return h, 0, 1
}
