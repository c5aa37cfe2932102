package parse

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// textLimit is the greatest length in bytes of a title and of an anchor text.
// A longer one is cut between two characters.
const textLimit = 1000

// text collects text with its white space collapsed. The zero value is empty
// and has no limit.
type text struct {
	buf   []byte
	limit int // in bytes, 0 for none
	gap   bool
}

// part keeps apart the texts before and after.
func (t *text) part() { t.gap = true }

// add appends UTF-8 text.
func (t *text) add(s []byte) {
	for i := 0; i < len(s) && !t.full(); {
		r, size := rune(s[i]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRune(s[i:])
		}
		t.character(r)
		i += size
	}
}

// addString appends UTF-8 text.
func (t *text) addString(s string) {
	for _, r := range s {
		if t.full() {
			return
		}
		t.character(r)
	}
}

// character appends one character and the space before it. NUL is dropped, as
// a browser does; in titles and anchor texts, which have a limit, any other
// control character counts as white space, since not every file format can
// hold it.
func (t *text) character(r rune) {
	if isSpace(r) || t.limit > 0 && r != 0 && unicode.IsControl(r) {
		t.gap = true
		return
	}
	if r == 0 {
		return
	}
	if t.gap && len(t.buf) > 0 {
		t.buf = append(t.buf, ' ')
	}
	t.gap = false
	if t.limit > 0 && len(t.buf)+utf8.RuneLen(r) > t.limit {
		t.limit = len(t.buf)
		return
	}
	t.buf = utf8.AppendRune(t.buf, r)
}

// full reports whether the limit is reached.
func (t *text) full() bool { return t.limit > 0 && len(t.buf) >= t.limit }

// String returns the text so far.
func (t *text) String() string {
	return strings.TrimSuffix(string(t.buf), " ")
}

// isSpace reports white space as Unicode has it, the no-break space included.
func isSpace(r rune) bool {
	if r < utf8.RuneSelf {
		return r == ' ' || '\t' <= r && r <= '\r'
	}
	return unicode.IsSpace(r)
}
