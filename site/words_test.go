package site

import (
	"slices"
	"testing"
	"unicode"
)

// The scripts are those whose letters have the classes ID and SA in Unicode's LineBreak.txt.
func TestUnspaced(t *testing.T) {
	ideographic := []*unicode.RangeTable{unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Bopomofo, unicode.Yi,
		unicode.Tangut, unicode.Nushu}
	complex := []*unicode.RangeTable{unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar, unicode.Tai_Le,
		unicode.New_Tai_Lue, unicode.Tai_Tham, unicode.Tai_Viet, unicode.Ahom}
	for r := range rune(unicode.MaxRune) {
		if !unicode.IsLetter(r) || unicode.Is(unicode.Common, r) {
			continue
		}
		if got, want := Ideographic(r), unicode.In(r, ideographic...); got != want {
			t.Fatalf("%U: ideographic %t, want %t", r, got, want)
		}
		if got, want := Unspaced(r), unicode.In(r, ideographic...) || unicode.In(r, complex...); got != want {
			t.Fatalf("%U: unspaced %t, want %t", r, got, want)
		}
	}
	for _, r := range "ーｰﾞ々" {
		if !Ideographic(r) {
			t.Errorf("%c goes with kana", r)
		}
	}
	for _, r := range "๕၅᠀・。、！é한😀" {
		if Unspaced(r) {
			t.Errorf("%c is written without spaces", r)
		}
	}
}

func TestWords(t *testing.T) {
	for text, want := range map[string][]string{
		"Don't PANIC, x2!": {"don't", "panic", "x2"},
		"東京都 a東":           {"東京", "京都", "a", "東"},
		"ﾄｳｷｮ":             {"ﾄｳ", "ｳｷ", "ｷｮ"},
		"ภาษา":             {"ภาษ", "าษา"},
		"ភាសា":             {"ភាស", "ាសា"},
		"မြန်":             {"မြန", "ြန်"},
	} {
		var got []string
		Words(text, func(word []byte, _ bool) { got = append(got, string(word)) })
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}
