package market

import (
	"math"
	"slices"
	"strings"
	"testing"

	"sitegraph/internal/console"
)

func newScorer(t testing.TB, topics ...Topic) *Scorer {
	t.Helper()
	s, err := NewScorer(topics...)
	console.Must(t, err)
	return s
}

// near reports whether values agree to six decimals, since values and weights are rounded.
func near(a, b []float64) bool {
	return slices.EqualFunc(a, b, func(x, y float64) bool { return math.Abs(x-y) <= 1.5e-6 })
}

// Checked by hand on a page with "crawler" twice, "net" and "sea" once. Terms of the topic weigh double, and equally
// rare keywords have equal shares.
func TestScorer(t *testing.T) {
	s := newScorer(t, Topic{Name: "a", Keywords: "crawler"}, Topic{Name: "b", Keywords: "crawlers, net"},
		Topic{Name: "c", Keywords: "weather"})
	w := 1 + math.Ln2
	values := s.Page("The crawler is a crawler in the net of the sea.", "en")
	want := []float64{2 * w / math.Sqrt(4*w*w+2), (2*w + 2) / math.Sqrt2 / math.Sqrt(4*w*w+4+1), 0}
	if !near(values, want) {
		t.Errorf("%v, want %v", values, want)
	}
	// b values the page most.
	console.Equal(t, s.pages, map[string]int{"0 crawler": 1}, "learnt")
	link := s.Link("crawlers", "crawlers and weather")
	want = []float64{0.5*values[0] + 0.25 + 0.25*2/math.Sqrt(5),
		0.5*values[1] + 0.25/math.Sqrt2 + 0.25*2/math.Sqrt(10), 0.25 * 2 / math.Sqrt(5)}
	if !near(link, want) {
		t.Errorf("link %v, want %v", link, want)
	}
}

// A keyword counts less if pages of other topics have it, like "bb" on one page of three. Pages of the topic itself
// change only the number of pages.
func TestScorerRare(t *testing.T) {
	s := newScorer(t, Topic{Keywords: "aa bb"}, Topic{Keywords: "cc"})
	s.Page("aa bb", "de")
	s.Page("cc bb cc", "de")
	s.Page("dd", "de")
	values := s.Page("aa", "de")
	a, b := 1+math.Log(4), 1+math.Log(4./2)
	if !near(values, []float64{a / math.Sqrt(a*a+b*b), 0}) {
		t.Error(values)
	}
}

// Keywords are in the page's language unless they state their own, and an n-gram is a word in any language.
func TestScorerLanguages(t *testing.T) {
	for _, c := range []struct {
		keywords, language, page, in string
		found                        bool
	}{
		{"crawlers", "", "crawler", "en", true},
		{"crawlers", "", "crawler", "de", false},
		{"вагоны", "", "вагон", "ru", true},
		{"вагоны", "en", "вагон", "ru", false},
		{"爬虫", "", "网络爬虫 of the web", "en", true},
		{"爬虫", "zh", "the crawlers", "en", false},
		{"ภาษาไทย", "", "ภาษา", "th", true},
		{"été hiver", "", "L’ÉTÉ", "fr", false}, // "been"
		{"man", "en", "a man", "en", true},
	} {
		s := newScorer(t, Topic{Keywords: c.keywords, Language: c.language})
		console.Equal(t, s.Page(c.page, c.in)[0] > 0, c.found, c)
	}
}

// With only the words of a URL, just an anchor's share of a link's half is known, a quarter of the similarity. The
// words are read in the language of the keywords, and nothing is learned from them.
func TestScorerWords(t *testing.T) {
	s := newScorer(t, Topic{Keywords: "crawler", Language: "en"}, Topic{Keywords: "weather", Language: "en"})
	s.Page("un crawler de la mer", "fr")
	before := s.Link("crawler", "la mer")
	quarter := 0.25 * 2 / math.Sqrt(4+1+1+1)
	if values := s.Words("/crawlers/deep.html?the=weathers"); !near(values, []float64{quarter, quarter}) {
		t.Errorf("%v, want %v", values, quarter)
	}
	if values := s.Words("/rain"); !near(values, []float64{0, 0}) {
		t.Error(values)
	}
	if after := s.Link("crawler", "la mer"); !near(after, before) {
		t.Errorf("after that, a link is worth %v, before %v", after, before)
	}
}

func TestScorerErrors(t *testing.T) {
	for keywords, want := range map[string]string{
		"":                `topic tea: its keywords "" have no word`,
		"... !":           `topic tea: its keywords "... !" have no word`,
		"the, and of it?": `topic tea: its keywords "the, and of it?" are on any page in the language en`,
	} {
		_, err := NewScorer(Topic{Name: "tea", Keywords: keywords})
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, want %s", keywords, err, want)
		}
	}
	newScorer(t, Topic{Keywords: "man", Language: "en"}) // "man" is Swedish for "one"
}

// Any bytes have values from 0 to 1.
func FuzzScorer(f *testing.F) {
	f.Add("the crawler", "crawlers' pages", "crawl", "en")
	f.Add("网络爬虫 ภาษา", "네트워크 爬虫", "虫", "")
	f.Add("x\xff\u0301", "’’a’b’", "a", "ru")
	f.Fuzz(func(t *testing.T, keywords, page, anchor, language string) {
		s, err := NewScorer(Topic{Keywords: keywords}, Topic{Keywords: keywords, Language: language})
		if err != nil {
			return
		}
		for range 2 {
			for _, v := range append(s.Page(page, language), s.Link(anchor, page)...) {
				if !(v >= 0 && v <= 1) || v != math.Round(v*1e6)/1e6 {
					t.Errorf("value %v", v)
				}
			}
		}
	})
}

// A page too short to recognise its language is read in the language that the keywords share, or else word by word.
func TestScorerUnknownLanguage(t *testing.T) {
	full := func(values []float64) bool { return values[0] == 1 && values[1] == 0 }
	coin, stamp := Topic{Keywords: "pennies", Language: "en"}, Topic{Keywords: "stamps", Language: "en"}
	if values := newScorer(t, coin, stamp).Page("penny", ""); !full(values) {
		t.Errorf("in English: %v", values)
	}
	stamp.Language = "fr"
	s := newScorer(t, coin, stamp)
	if values := s.Page("pennies", ""); !full(values) {
		t.Errorf("as it is: %v", values)
	}
	console.Equal(t, s.Page("penny", "")[0], 0, "another word")
}
