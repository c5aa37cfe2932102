package parse

import "bytes"

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
