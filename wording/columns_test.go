package wording

import (
	"math"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestColumns(t *testing.T) {
	for text, want := range map[string]int{
		"": 0, "abc": 3, "münchen": 7, "mu\u0308nchen": 7, "日本語.example": 14, "ＡＢ": 4, "ｱ": 1, "שלום": 4, "…": 1,
	} {
		if got := Columns(text); got != want {
			t.Errorf("%q takes %d columns, want %d", text, got, want)
		}
	}
}

func TestMiddleColumns(t *testing.T) {
	for _, c := range []struct {
		text string
		most int
		want string
	}{
		{"abcdefgh", 8, "abcdefgh"}, {"abcdefgh", 5, "ab…gh"}, {"abcdefgh", 4, "ab…h"}, {"abcdefgh", 1, "…"},
		{"日本語日本語", 12, "日本語日本語"}, {"日本語日本語", 7, "日本…語"}, {"日本語日本語", 9, "日本…本語"}, {"日本", 2, "…"},
	} {
		if got := MiddleColumns(c.text, c.most); got != c.want {
			t.Errorf("%q in %d columns: %q, want %q", c.text, c.most, got, c.want)
		}
	}
}

func FuzzMiddleColumns(f *testing.F) {
	f.Add("日本語.example", 5)
	f.Add("mu\u0308nchen", 3)
	f.Fuzz(func(t *testing.T, text string, most int) {
		if most < 1 || most > 1000 || !utf8.ValidString(text) {
			return
		}
		got := MiddleColumns(text, most)
		if Columns(got) > most {
			t.Errorf("%q in %d columns: %q takes %d", text, most, got, Columns(got))
		}
		if head, tail, cut := strings.Cut(got, "…"); Columns(text) > most && cut &&
			!(strings.HasPrefix(text, head) && strings.HasSuffix(text, tail)) {
			t.Errorf("%q in %d columns: %q is not its ends", text, most, got)
		}
	})
}

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

// TestDistance: by hand.
func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"a", "", 1}, {"", "abc", 3}, {"kitten", "sitting", 3}, {"MAX_depth", "max_depth", 0}, {"goqery",
			"goquery", 1},
	} {
		if got := distance(c.a, c.b); got != c.want {
			t.Errorf("%q, %q: %d, want %d", c.a, c.b, got, c.want)
		}
	}
}

// TestNearest: a word is not taken for one that is quite another.
func TestNearest(t *testing.T) {
	known := []string{"export", "stats", "status", "http://www.example.com"}
	for word, want := range map[string]string{"exprot": "export", "Stats": "stats", "stat": "stats", "x": "",
		"http://ww.example.com": "http://www.example.com", "version": ""} {
		if got := Nearest(word, known); got != want {
			t.Errorf("%q: %q, want %q", word, got, want)
		}
	}
}
