package site

import (
	"bytes"
	"math/bits"
	"math/rand/v2"
	"testing"
	"unicode"

	"sitegraph/internal/console"
)

// Texts of every length change their hash with each bit, and a digit is found at any position.
func TestScanText(t *testing.T) {
	seen := map[uint64]string{}
	changed, cases := 0, 0
	for n := range 70 {
		text := bytes.Repeat([]byte{'/'}, n)
		for i := range n {
			for bit := range 8 {
				text[i] ^= 1 << bit
				hash, digit := ScanText(text)
				if want := '0' <= text[i] && text[i] <= '9'; digit != want {
					t.Fatalf("%q: digit %v", text, digit)
				}
				if other, known := seen[hash]; known {
					t.Fatalf("%q and %q have one hash", text, other)
				}
				seen[hash] = string(text)
				text[i] ^= 1 << bit
				changed += bits.OnesCount64(hash ^ TextHash(text))
				cases++
			}
		}
	}
	if mean := float64(changed) / float64(cases); mean < 31 || mean > 33 {
		t.Errorf("%.2f of 64 bits change, want about half", mean)
	}
	console.Equal(t, TextHash(nil), NoText, "nothing")
}

// A digest changes if a number, the order or the count changes.
func TestDigester(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	seen := map[Digest]bool{}
	var base [9]uint64
	for i := range base {
		base[i] = r.Uint64()
	}
	add := func(numbers ...uint64) {
		var d Digester
		for _, n := range numbers {
			d.Add(n)
		}
		if seen[d.Sum()] {
			t.Fatalf("%x: seen before", numbers)
		}
		seen[d.Sum()] = true
	}
	add()
	for n := range base {
		add(base[:n+1]...)
		add(make([]uint64, n+1)...)
		for bit := range 64 {
			changed := base
			changed[n] ^= 1 << bit
			add(changed[:]...)
		}
	}
	for i := range base {
		for j := range i {
			changed := base
			changed[i], changed[j] = changed[j], changed[i]
			add(changed[:]...)
		}
	}
}

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
		console.Equal(t, got, want, text)
	}
}
