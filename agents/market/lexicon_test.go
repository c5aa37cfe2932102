package market

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"sitegraph/internal/console"
)

func terms(l *Lexicon, text, tag string) (all []string) {
	l.Terms(text, tag, func(id int32) {
		for term, other := range l.ids {
			if id == other {
				all = append(all, term)
			}
		}
	})
	slices.Sort(all)
	return all
}

// Stems agree with the vocabularies on snowballstem.org, and n-grams with ones made by hand.
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
		console.Equal(t, terms(NewLexicon(), c.text, c.tag), want, c.text)
	}
}

// Languages are recognised by stop words alone, and not from a few words.
func TestRecognise(t *testing.T) {
	for text, want := range map[string]string{
		"The crawler asks for the pages that are not in the store, and it is told of them.":      "en",
		"Робот обходит все страницы, и если он не может скачать их, то это не его ошибка.":       "ru",
		"Le robot lit les pages du site et il ne revient pas sur celles qui sont dans la liste.": "fr",
		"El robot lee las páginas del sitio y no vuelve a las que están en la lista.":            "es",
		"Roboten läser sidorna på webbplatsen och den kommer inte tillbaka till dem som är med.": "sv",
		"网络爬虫在爬取网页": "", "network crawlers": "", "": "",
	} {
		console.Equal(t, recognise(text), want, text)
	}
}

// No text gives an empty term.
func FuzzTerms(f *testing.F) {
	f.Add("the crawler", "en")
	f.Add("网络爬虫 ภาษา", "")
	f.Add("x\xff\u0301 ’’a’b’", "ru")
	f.Fuzz(func(t *testing.T, text, tag string) {
		l := NewLexicon()
		l.Terms(text, tag, func(int32) {})
		if _, empty := l.ids[""]; empty && utf8.ValidString(text) {
			t.Fatal("an empty term")
		}
	})
}
