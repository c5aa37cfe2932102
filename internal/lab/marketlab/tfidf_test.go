package marketlab

import (
	"math"
	"testing"
)

// All 3 learnt pages have "aa", one has "bb". By hand, "xx bb" weighs 1+ln 4, 1+ln 2; "aa bb" weighs 1, 1+ln 2.
func TestSimilarity(t *testing.T) {
	l := newTFIDF()
	for _, page := range []string{"aa bb", "aa", "aa aa"} {
		l.learn(l.terms(page, "xx"))
	}
	x, b := 1+math.Ln2*2, 1+math.Ln2
	want := b * b / math.Sqrt((x*x+b*b)*(1+b*b))
	if got := l.similarity(l.terms("xx bb", "xx"), l.terms("aa bb", "xx")); math.Abs(got-want) > 1e-15 {
		t.Errorf("%v, want %v", got, want)
	}
	// "aa aa" against "aa bb": weights 1+ln 2 against 1 and 1+ln 2.
	want = 1 / math.Sqrt(1+b*b)
	if got := l.similarity(l.terms("aa aa", "xx"), l.terms("aa bb", "xx")); math.Abs(got-want) > 1e-15 {
		t.Errorf("%v, want %v", got, want)
	}
	for _, c := range []struct {
		a, b string
		want float64
	}{{"aa bb", "bb aa", 1}, {"aa", "bb", 0}, {"", "aa", 0}, {"", "", 0}} {
		if got := l.similarity(l.terms(c.a, "xx"), l.terms(c.b, "xx")); math.Abs(got-c.want) > 1e-15 {
			t.Errorf("%q, %q: %v, want %v", c.a, c.b, got, c.want)
		}
	}
}

// Similarity is from 0 to 1 and symmetric. A text with terms has similarity 1 to itself.
func FuzzSimilarity(f *testing.F) {
	f.Add("the crawler", "crawlers' pages", "en")
	f.Add("网络爬虫 ภาษา", "네트워크", "")
	f.Add("x\xff\u0301", "’’a’b’", "ru")
	f.Fuzz(func(t *testing.T, a, b, tag string) {
		l := newTFIDF()
		x, y := l.terms(a, tag), l.terms(b, tag)
		l.learn(x)
		if s := l.similarity(x, y); !(s >= 0 && s <= 1) || s != l.similarity(y, x) {
			t.Fatalf("similarity %v and %v", s, l.similarity(y, x))
		}
		if s := l.similarity(x, x); len(x) > 0 && math.Abs(s-1) > 1e-12 {
			t.Fatalf("similarity to itself %v", s)
		}
	})
}
