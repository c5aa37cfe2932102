package stats

import (
	"strings"
	"testing"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/font/liberation"
)

// TestTitlePixels: widths are those of Liberation Sans, whose characters are as wide as Arial's: exact for what English
// is written with, within a tenth or so for titles in other languages.
func TestTitlePixels(t *testing.T) {
	face := font.NewCache(liberation.Collection()).Lookup(font.Font{Typeface: "Liberation", Variant: "Sans"}, titleSize)
	var ascii strings.Builder
	for r := rune(' '); r <= '~'; r++ {
		ascii.WriteRune(r)
	}
	for _, c := range []struct {
		title string
		most  float64 // difference, as a share
	}{
		{ascii.String(), 0.001}, {"iiiiiiiiii", 0.02}, {"WWWWWWWWWW", 0.01}, {"A “title” – with • and … — it’s", 0.01},
		{"Öffnungszeiten und Eintritt – Museum für Völkerkunde", 0.1}, {"Čeština, polszczyzna łódź, română", 0.1},
		{"Научная библиотека университета", 0.1}, {"Εθνικό Αρχαιολογικό Μουσείο", 0.15},
	} {
		want := float64(face.Width(c.title))
		if got := float64(titlePixels(c.title)); got < want*(1-c.most)-0.5 || got > want*(1+c.most)+0.5 {
			t.Errorf("%q: %.0f pixels, the font has %.1f", c.title, got, want)
		}
	}
	if got := titlePixels("東京国立博物館"); got != 7*titleSize {
		t.Errorf("seven wide characters: %d pixels", got)
	}
	if got, want := titlePixels("Cafe\u0301"), titlePixels("Cafe"); got != want {
		t.Errorf("a mark above a letter: %d pixels, want %d", got, want)
	}
}
