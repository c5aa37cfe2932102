package site

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/idna"
)

// Show returns an origin or URL as people read it: a host in Punycode is written in Unicode. A host whose labels
// are no valid IDNA stays as it is. For screens only; whatever is stored, compared or sent keeps the ASCII form.
func Show(address string) string {
	scheme, rest, found := strings.Cut(address, "://")
	if !found || !strings.Contains(rest, "xn--") {
		return address
	}
	host, tail := rest, ""
	if i := strings.IndexAny(rest, ":/?#"); i >= 0 {
		host, tail = rest[:i], rest[i:]
	}
	shown, err := idna.Display.ToUnicode(host)
	if err != nil {
		return address
	}
	return scheme + "://" + shown + tail
}

// TurnsText reports whether a character sets the direction of the text after it, to its end or even beyond: embeddings,
// overrides and isolates (Unicode Standard Annex 9, section 2), which make a name look like another one. The marks
// (U+061C, U+200E, U+200F) stay: they move punctuation next to them, which Arabic and Hebrew need.
func TurnsText(r rune) bool { return '\u202a' <= r && r <= '\u202e' || '\u2066' <= r && r <= '\u2069' }

// Printable replaces control characters, which a terminal would act on, characters that turn the text after them, and
// bytes that are no character.
func Printable(text string) string {
	return strings.Map(func(c rune) rune {
		if unicode.IsControl(c) || TurnsText(c) {
			return utf8.RuneError
		}
		return c
	}, text)
}
