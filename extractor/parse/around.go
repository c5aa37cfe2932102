package parse

import (
	"strings"
	"unicode/utf8"
)

// aroundLength is the greatest length of the text before and after a link, in characters.
const aroundLength = 120

// span is where the text of a link is in the text of its page, in bytes.
type span struct{ from, to int }

// around is the text of a link with that before and after it, cut between words
// where there are spaces. The link's own text is cut like any anchor text.
func (s span) around(text string) string {
	from, to := s.from, min(s.to, s.from+textLimit)
	for range aroundLength {
		_, size := utf8.DecodeLastRuneInString(text[:from])
		from -= size
	}
	if to < s.to {
		for !utf8.RuneStart(text[to]) {
			to--
		}
	}
	end := to
	for range aroundLength {
		_, size := utf8.DecodeRuneInString(text[end:])
		end += size
	}
	if from > 0 && text[from-1] != ' ' {
		from += strings.IndexByte(text[from:s.from], ' ') + 1
	}
	if end < len(text) && text[end] != ' ' {
		if i := strings.LastIndexByte(text[to:end], ' '); i >= 0 {
			end = to + i
		}
	}
	return strings.Trim(text[from:end], " ")
}
