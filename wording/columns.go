package wording

import (
	"unicode"

	"golang.org/x/text/width"
)

// Columns is the number of columns that a text takes on a terminal: letters of East Asian scripts take two (Unicode
// Standard Annex 11), marks that combine with the letter before take none.
func Columns(text string) int {
	n := 0
	for _, r := range text {
		n += columns(r)
	}
	return n
}

func columns(r rune) int {
	switch kind := width.LookupRune(r).Kind(); {
	case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		return 0
	case kind == width.EastAsianWide, kind == width.EastAsianFullwidth:
		return 2
	}
	return 1
}

// MiddleColumns is [Middle] for a terminal: the text takes at most a number of columns, at least one.
func MiddleColumns(text string, most int) string {
	if Columns(text) <= most {
		return text
	}
	letters := []rune(text)
	room := most - 1 // one is for the ellipsis
	head, tail := 0, len(letters)
	for last := room / 2; tail > 0 && last >= columns(letters[tail-1]); tail-- {
		last -= columns(letters[tail-1])
		room -= columns(letters[tail-1])
	}
	for ; head < tail && room >= columns(letters[head]); head++ {
		room -= columns(letters[head])
	}
	return string(letters[:head]) + "…" + string(letters[tail:])
}
