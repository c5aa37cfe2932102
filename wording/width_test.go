package wording

import (
	"math"
	"testing"
)

// TestTextWidth: widths at 20 pixels are those of Liberation Sans, whose characters are as wide as Arial's, as FreeType
// tells them: exact for what English is written with, within a tenth or so for other languages.
func TestTextWidth(t *testing.T) {
	ascii := ""
	for r := rune(' '); r <= '~'; r++ {
		ascii += string(r)
	}
	for _, c := range []struct {
		text       string
		want, most float64 // most is the greatest difference, as a share
	}{
		{ascii, 1001.2, 0.001}, {"iiiiiiiiii", 44.4, 0.02}, {"WWWWWWWWWW", 188.8, 0.01},
		{"A “title” – with • and … — it’s", 252.3, 0.01},
		{"Öffnungszeiten und Eintritt – Museum für Völkerkunde", 479.9, 0.1},
		{"Čeština, polszczyzna łódź, română", 309.0, 0.1}, {"Научная библиотека университета", 322.4, 0.1},
		{"Εθνικό Αρχαιολογικό Μουσείο", 262.9, 0.15}, {"東京国立博物館", 7 * 20, 0},
		{"Cafe\u0301", TextWidth("Cafe", 20), 0},
	} {
		if got := TextWidth(c.text, 20); math.Abs(got-c.want) > c.want*c.most {
			t.Errorf("%q: %.1f pixels, want %.1f", c.text, got, c.want)
		}
	}
}
