package words

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"sitegraph/internal/console"
	"sitegraph/site"
)

// word is a site.Word that can be written without field names.
type word site.Word

func TestCount(t *testing.T) {
	long := strings.Repeat("é", 65)
	for text, want := range map[string][]word{
		"":                         {},
		" \t\n\u00a0\u3000":        {},
		"a":                        {{"a", 1, 1}},
		"to be or not  to\nbe":     {{"be", 2, 2}, {"not", 1, 3}, {"or", 1, 2}, {"to", 2, 2}},
		"Be be be.":                {{"Be", 1, 2}, {"be", 1, 2}, {"be.", 1, 3}},
		"naïve Ünïcödé":            {{"naïve", 1, 5}, {"Ünïcödé", 1, 7}},
		"東京と東北":                    {{"と", 1, 1}, {"京", 1, 1}, {"北", 1, 1}, {"東", 2, 1}},
		"Go言語2版":                   {{"2", 1, 1}, {"Go", 1, 2}, {"版", 1, 1}, {"言", 1, 1}, {"語", 1, 1}},
		"カタ 한국어 𠮷":                 {{"カ", 1, 1}, {"タ", 1, 1}, {"한국어", 1, 3}, {"𠮷", 1, 1}},
		"ไทย ຂຽນ":                  {{"ท", 1, 1}, {"ย", 1, 1}, {"ไ", 1, 1}, {"ຂ", 1, 1}, {"ນ", 1, 1}, {"ຽ", 1, 1}},
		"a\xff\xfeb \xe6\x9d":      {{"a\ufffdb", 1, 3}, {"\ufffd", 1, 1}},
		strings.Repeat("x", 64):    {{strings.Repeat("x", 64), 1, 64}},
		long + " " + long + " x":   {{"x", 1, 1}, {shortened(long), 2, 65}},
		strings.Repeat("x ", 1000): {{"x", 1000, 1}},
	} {
		got := []word{}
		for _, w := range Count(text) {
			got = append(got, word(w))
		}
		console.Equal(t, got, want, text)
	}
}

// The hash is FNV-1a. The values for "a" and "foobar" are its authors' test vectors, and "" gives the offset.
func TestShortened(t *testing.T) {
	for text, want := range map[string]uint64{
		"": 0xcbf29ce484222325, "a": 0xaf63dc4c8601ec8c, "foobar": 0x85944171f73967e8,
	} {
		console.Equal(t, site.Hash(text), want, text)
	}
	text := strings.Repeat("語", 32)
	console.Equal(t, shortened(text+"a"), text+" "+fmt.Sprintf("%x", site.Hash(text+"a")))
	console.Equal(t, shortened("a"), "a af63dc4c8601ec8c")
}

func characters(words []site.Word) (n int) {
	for _, w := range words {
		n += int(w.Count) * int(w.Length)
	}
	return n
}

func changed(a, b []site.Word) (n int) {
	counts := map[site.Word]int{}
	for _, w := range a {
		counts[site.Word{Text: w.Text, Length: w.Length}] += int(w.Count)
	}
	for _, w := range b {
		counts[site.Word{Text: w.Text, Length: w.Length}] -= int(w.Count)
	}
	for w, count := range counts {
		n += max(count, -count) * int(w.Length)
	}
	return n
}

func TestLongTexts(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	var all []string
	for range 200_000 {
		all = append(all, fmt.Sprint("word", r.IntN(5000)))
	}
	text := strings.Join(all, " ")
	before := Count(text)
	console.Equal(t, len(text)-len(all)+1, characters(before), "characters")
	if n := len(before); n < len(all)/25 || n > len(all)/10 {
		t.Errorf("%d lines for %d words", n, len(all))
	}
	for _, at := range []int{0, 100_000, 199_999} {
		after := Count(strings.Join(slices.Insert(slices.Clone(all), at, "NEW"), " "))
		// At most two lines before and three after change, each of at most 64 words with 8 letters.
		if n := changed(before, after); n < 3 || n > 5*longestLine*8 {
			t.Errorf("a word more at %d: %d characters", at, n)
		}
	}
	if got := Count(strings.Repeat("東", 1<<20)); len(got) > 2 || characters(got) != 1<<20 {
		t.Errorf("the same character: %d lines, %d characters", len(got), characters(got))
	}
}

func FuzzCount(f *testing.F) {
	f.Add("to be or not to be", 1)
	f.Add("東京 ไทย \xff\u00a0x", 3)
	f.Add(strings.Repeat("long", 20), 1)
	f.Add("many words ", 1<<17)
	f.Add("to\x8cbe ", 1<<17) // long only once it is valid
	f.Fuzz(func(t *testing.T, text string, times int) {
		text = strings.Repeat(text, min(max(times, 0), 1<<21/(len(text)+1)))
		got := Count(text)
		want, valid := 0, strings.ToValidUTF8(text, "\ufffd")
		for _, c := range valid {
			if !unicode.IsSpace(c) {
				want++
			}
		}
		console.Equal(t, characters(got), want)
		for i, w := range got {
			if !utf8.ValidString(w.Text) || w.Count == 0 || w.Length == 0 || i > 0 && got[i-1].Text >= w.Text {
				t.Fatalf("word %d: %+v", i, w)
			}
			if utf8.RuneCountInString(w.Text) > longWord {
				t.Fatalf("long: %+v", w)
			}
		}
		if changed(got, Count(" "+text+" ")) != 0 && len(valid)+2 <= longText {
			t.Error("white space makes a difference")
		}
	})
}
