package stats

import (
	"math"
	"strings"
	"unicode"

	"sitegraph/wording"
)

const (
	// titleSize is the size of titles in Google's results, in pixels, set in Arial; widestTitle is the room that they
	// have there: 600 pixels since May 2016 (https://seo.websiteadvantage.com.au/title-length-google-search-results/).
	// Google does not publish either.
	titleSize, widestTitle = 20, 600
	// unitsPerEm is the size in the units of advances.
	unitsPerEm = 2048
)

// advances are the widths of the characters of Arial, as of Liberation Sans, which was made to have the same.
var advances = []struct {
	units      int
	characters string
}{
	{391, "'"}, {455, "ijl‘’"}, {532, "|"}, {569, " !,./:;I[\\]ft"}, {682, "()-`r“”·"}, {684, "{}"}, {717, "•"},
	{727, `"`}, {797, "*"}, {961, "^"}, {1024, "Jcksvxyz"}, {1139, "#$0123456789?L_abdeghnopqu–«»"},
	{1196, "+<=>~"}, {1251, "FTZ"}, {1366, "&ABEKPSVXY"}, {1479, "CDHNRUw"}, {1593, "GOQ"}, {1706, "Mm"},
	{1821, "%"}, {1933, "W"}, {2048, "—…"}, {2079, "@"},
}

// ascii has the advances of most characters.
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

// advance is the width of a character: exact for what advances has, about right for others. A small letter is as wide
// as most of those, a capital one likewise; what is wide in East Asia takes the whole em.
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
	case wording.Columns(string(r)) > 1:
		return unitsPerEm
	case unicode.IsUpper(r):
		return 1366
	}
	return 1139
}

// titlePixels is about the width of a title in Google's results, in pixels.
func titlePixels(title string) int {
	units := 0
	for _, r := range title {
		units += advance(r)
	}
	return int(math.Round(float64(units) * titleSize / unitsPerEm))
}
