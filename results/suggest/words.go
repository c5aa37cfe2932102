package suggest

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"

	"sitegraph/site"
)

// token is a word of a text, lower case, or one character that belongs to no word.
type token struct {
	word     string
	from, to int // in bytes
}

// tokens yields those of a text. A character of a script without spaces is a word.
func tokens(text string) iter.Seq[token] {
	return func(yield func(token) bool) {
		for at := 0; at < len(text); {
			r, size := utf8.DecodeRuneInString(text[at:])
			from := at
			at += size
			if unicode.IsSpace(r) {
				continue
			}
			if inWord(r) {
				at += runLength(text[at:])
			}
			if !yield(token{same(text[from:at]), from, at}) {
				return
			}
		}
	}
}

func runLength(text string) int {
	for i, r := range text {
		if !inWord(r) {
			return i
		}
	}
	return len(text)
}

func inWord(r rune) bool {
	if r < utf8.RuneSelf {
		return r == '_' || '0' <= r && r <= '9' || 'a' <= r|0x20 && r|0x20 <= 'z'
	}
	return (unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsDigit(r)) && !site.Unspaced(r)
}

// same writes alike what says the same: in lower case, with plain quotes and dashes.
func same(word string) string {
	switch word {
	case "’", "‘", "`":
		return "'"
	case "“", "”":
		return `"`
	case "–", "—", "‑":
		return "-"
	}
	return strings.ToLower(word)
}

// trimmed is a phrase without the signs at its ends, such as the mark of a permanent link.
func trimmed(text string) string {
	return strings.TrimFunc(text, func(r rune) bool {
		return unicode.IsSpace(r) || strings.ContainsRune("¶§#»«›‹→←|.,:;!?…–—-\"'“”’‘*•·", r)
	})
}

// uncapital is a word with a small first letter, as it may be in a sentence; a name like INSTALLED_APPS stays apart.
func uncapital(word string) string {
	r, size := utf8.DecodeRuneInString(word)
	return string(unicode.ToLower(r)) + word[size:]
}

// letters counts those of a phrase, characters that are words by themselves twice.
func letters(text string) (n int) {
	for _, r := range text {
		switch {
		case site.Unspaced(r):
			n += 2
		case unicode.IsLetter(r):
			n++
		}
	}
	return n
}
