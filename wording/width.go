package wording

import (
	"strings"
	"unicode"

	"golang.org/x/text/width"
)

const unitsPerEm = 2048 // an em in the units of advances

// advances has the widths of characters in Arial and in Liberation Sans, which copies them.
var advances = []struct {
	units      int
	characters string
}{
	{391, "'"}, {455, "ijl‘’"}, {532, "|"}, {569, " !,./:;I[\\]ft"}, {682, "()-`r“”·"}, {684, "{}"}, {717, "•"},
	{727, `"`}, {797, "*"}, {961, "^"}, {1024, "Jcksvxyz"}, {1139, "#$0123456789?L_abdeghnopqu–«»"},
	{1196, "+<=>~"}, {1251, "FTZ"}, {1366, "&ABEKPSVXY"}, {1479, "CDHNRUw"}, {1593, "GOQ"}, {1706, "Mm"},
	{1821, "%"}, {1933, "W"}, {2048, "—…"}, {2079, "@"},
}

// ascii has the advances of ASCII characters.
var ascii = func() (units [unicode.MaxASCII + 1]int) {
	for _, a := range advances {
		for _, r := range a.characters {
			if r <= unicode.MaxASCII {
				units[r] = a.units
			}
		}
	}
	return units
}()

// advance returns the width of a character: exact if in advances, one em if East Asian, else estimated by case.
func advance(r rune) int {
	if r <= unicode.MaxASCII {
		return ascii[r]
	}
	for _, a := range advances {
		if strings.ContainsRune(a.characters, r) {
			return a.units
		}
	}
	switch {
	case unicode.Is(unicode.Mn, r):
		return 0
	case Columns(string(r)) > 1:
		return unitsPerEm
	case unicode.IsUpper(r):
		return 1366
	}
	return 1139
}

// TextWidth estimates the width of a text in Arial, in the unit of its size.
func TextWidth(text string, size float64) float64 {
	units := 0
	for _, r := range text {
		units += advance(r)
	}
	return float64(units) * size / unitsPerEm
}

// Columns returns a text's width on a terminal. East Asian letters take two columns (UAX 11), combining marks none.
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

// MiddleColumns is like [Middle] for a terminal. The text takes at most that many columns, at least one.
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
