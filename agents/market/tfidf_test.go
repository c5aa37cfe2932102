package market

import (
	"math"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

func terms(l *TFIDF, text, tag string) []string {
	var all []string
	for _, c := range l.Terms(text, tag) {
		for term, id := range l.ids {
			if id == c.Term {
				all = append(all, slices.Repeat([]string{term}, int(c.Times))...)
			}
		}
	}
	slices.Sort(all)
	return all
}

// TestTerms: stems are those of the vocabularies on snowballstem.org, n-grams by hand.
func TestTerms(t *testing.T) {
	for _, c := range []struct{ text, tag, want string }{
		{"Consign, consigned and the CONSIGNMENT: consistency!", "en-GB", "consign consign consign consist"},
		{"Вагоне вагоны и вагон", "ru", "вагон вагон вагон"},
		{"Häuser Haus", "de", "haus häuser"},
		{"continuellement", "fr", "continuel"},
		{"l’été don't 'quoted' x'", "", "don't l'été quoted x"},
		{"网络爬虫", "zh", "爬虫 络爬 网络"},
		{"猫 と HTTP/2", "ja", "2 http と 猫"},
		{"スーパー", "ja", "スー ーパ パー"},
		{"ภาษา", "th", "าษา ภาษ"},
		{"新しいweb頁", "ja", "web しい 新し 頁"},
		{"e\u0301t\u00e9", "", "e\u0301té"},
		{"", "", ""}, {"... ' ’", "en", ""},
		{strings.Repeat("a", 65) + " b", "", "b"},
	} {
		want := strings.Fields(c.want)
		slices.Sort(want)
		if got := terms(NewTFIDF(), c.text, c.tag); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", c.text, got, want)
		}
	}
}

// TestRecognise: by stop words alone, and not from a few words.
func TestRecognise(t *testing.T) {
	for text, want := range map[string]string{
		"The crawler asks for the pages that are not in the store, and it is told of them.":      "en",
		"Робот обходит все страницы, и если он не может скачать их, то это не его ошибка.":       "ru",
		"Le robot lit les pages du site et il ne revient pas sur celles qui sont dans la liste.": "fr",
		"El robot lee las páginas del sitio y no vuelve a las que están en la lista.":            "es",
		"Roboten läser sidorna på webbplatsen och den kommer inte tillbaka till dem som är med.": "sv",
		"网络爬虫在爬取网页": "", "network crawlers": "", "": "",
	} {
		if got := recognise(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// TestSimilarity: by hand. Of 3 pages learnt all have "a" and one "b", so in
// the text "x b" (x new) weights are 1+ln 4 and 1+ln 2, in "a b" 1 and 1+ln 2.
func TestSimilarity(t *testing.T) {
	l := NewTFIDF()
	for _, page := range []string{"aa bb", "aa", "aa aa"} {
		l.Learn(l.Terms(page, "xx"))
	}
	x, b := 1+math.Ln2*2, 1+math.Ln2
	want := b * b / math.Sqrt((x*x+b*b)*(1+b*b))
	if got := l.Similarity(l.Terms("xx bb", "xx"), l.Terms("aa bb", "xx")); math.Abs(got-want) > 1e-15 {
		t.Errorf("%v, want %v", got, want)
	}
	// "aa aa" against "aa bb": weights 1+ln 2 against 1 and 1+ln 2.
	want = 1 / math.Sqrt(1+b*b)
	if got := l.Similarity(l.Terms("aa aa", "xx"), l.Terms("aa bb", "xx")); math.Abs(got-want) > 1e-15 {
		t.Errorf("%v, want %v", got, want)
	}
	for _, c := range []struct {
		a, b string
		want float64
	}{{"aa bb", "bb aa", 1}, {"aa", "bb", 0}, {"", "aa", 0}, {"", "", 0}} {
		if got := l.Similarity(l.Terms(c.a, "xx"), l.Terms(c.b, "xx")); math.Abs(got-c.want) > 1e-15 {
			t.Errorf("%q, %q: %v, want %v", c.a, c.b, got, c.want)
		}
	}
}

// FuzzSimilarity: any two texts have a similarity from 0 to 1, the same both
// ways, and one has 1 with itself unless it says nothing.
func FuzzSimilarity(f *testing.F) {
	f.Add("the crawler", "crawlers' pages", "en")
	f.Add("网络爬虫 ภาษา", "네트워크", "")
	f.Add("x\xff\u0301", "’’a’b’", "ru")
	f.Fuzz(func(t *testing.T, a, b, tag string) {
		l := NewTFIDF()
		x, y := l.Terms(a, tag), l.Terms(b, tag)
		l.Learn(x)
		if s := l.Similarity(x, y); !(s >= 0 && s <= 1) || s != l.Similarity(y, x) {
			t.Fatalf("similarity %v and %v", s, l.Similarity(y, x))
		}
		if s := l.Similarity(x, x); len(x) > 0 && math.Abs(s-1) > 1e-12 {
			t.Fatalf("similarity to itself %v", s)
		}
		for term := range l.ids {
			if term == "" && utf8.ValidString(a+b) {
				t.Fatal("an empty term")
			}
		}
	})
}
