package wording

import (
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
