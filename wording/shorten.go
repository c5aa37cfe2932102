package wording

import (
	"strings"
	"unicode"
)

// Line returns a text as one line of valid UTF-8. White space becomes single
// spaces; what cannot be seen, or turns the direction of the text around it, is
// left out. The two joiners stay: they are part of words in Persian and Hindi.
func Line(text string) string {
	return strings.Join(strings.FieldsFunc(strings.Map(visible, text), unicode.IsSpace), " ")
}

func visible(r rune) rune {
	if unicode.IsPrint(r) || unicode.IsSpace(r) || r == '\u200c' || r == '\u200d' {
		return r
	}
	return -1
}

// Begin returns the beginning of a text that is longer than so many characters,
// with an ellipsis at its end.
func Begin(text string, most int) string {
	letters := []rune(text)
	if len(letters) <= most {
		return text
	}
	return strings.TrimRight(string(letters[:most-1]), " ") + "…"
}

// Middle cuts the middle out of a text that is longer than so many characters:
// a URL says most at its ends.
func Middle(text string, most int) string {
	letters := []rune(text)
	if len(letters) <= most {
		return text
	}
	tail := (most - 1) / 2
	return string(letters[:most-1-tail]) + "…" + string(letters[len(letters)-tail:])
}
