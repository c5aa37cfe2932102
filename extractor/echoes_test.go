package extractor

import (
	"bytes"
	"math/rand/v2"
	"testing"
)

// TestContains holds the search for a word to that of the standard library.
func TestContains(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	text := func(n int) []byte {
		b := make([]byte, n)
		for i := range b {
			b[i] = "aA1/"[r.IntN(4)]
		}
		return b
	}
	found := 0
	for range 20000 {
		page, word := text(r.IntN(40)), text(1+r.IntN(5))
		want := bytes.Contains(page, word)
		if got := contains(page, string(word)); got != want {
			t.Fatalf("%q in %q: %v", word, page, got)
		}
		if want {
			found++
		}
	}
	if found < 1000 || found > 19000 {
		t.Errorf("found %d times", found)
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
		for i, f := range newEchoes(key, []byte(page)).forms {
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
