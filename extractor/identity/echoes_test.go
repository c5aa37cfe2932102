package identity

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestFindEchoes: a word is found wherever it begins, as a search at each place says.
func TestFindEchoes(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	text := func(n int) []byte {
		b := make([]byte, n)
		for i := range b {
			b[i] = "aA1/"[r.IntN(4)]
		}
		return b
	}
	places := 0
	for range 20000 {
		page, word := text(r.IntN(40)), text(1+r.IntN(5))
		var want []int
		for i := range page {
			if bytes.HasPrefix(page[i:], word) {
				want = append(want, i)
			}
		}
		var e Echoes
		if found := e.Find(page, string(word)); found != (len(want) > 0) || !slices.Equal(e.At, want) {
			t.Fatalf("%q in %q: at %v, want %v", word, page, e.At, want)
		}
		places += len(want)
	}
	if places < 1000 {
		t.Errorf("found %d times", places)
	}
	many := bytes.Repeat([]byte("a"), 3*MostAt)
	var e Echoes
	if !e.Find(many, "aa") || !e.MayHave(len(many)-2, len(many)) || len(e.At) > MostAt {
		t.Errorf("%d places of many", len(e.At))
	}
}

// TestEchoForms: the parts of a URL that a page has, the longest first.
func TestEchoForms(t *testing.T) {
	const page = "<title>a/b c.html</title> x=1; Foo Bar <a href=q%26r>q&amp;r</a>"
	for key, want := range map[string]string{
		"http://h/a/b%20c.html":     "a/b c.html|b c.html",
		"http://h/z/b%20c.html":     "b c.html",
		"http://h/Foo_Bar/":         "Foo Bar",
		"http://h/nothing?t=q%26r":  "q&amp;r|q%26r",
		"http://h/?t=Foo+Bar&u=Foo": "Foo Bar|Foo",
		"http://h/":                 "",
	} {
		var got []byte
		for i, f := range NewEchoes(key, key, "", []byte(page)).Forms {
			if i > 0 {
				got = append(got, '|')
			}
			got = append(got, f...)
		}
		if string(got) != want {
			t.Errorf("%s: %q, want %q", key, got, want)
		}
	}
}
