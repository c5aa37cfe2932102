package market

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/kljensen/snowball/english"
	"github.com/kljensen/snowball/french"
	"github.com/kljensen/snowball/hungarian"
	"github.com/kljensen/snowball/norwegian"
	"github.com/kljensen/snowball/russian"
	"github.com/kljensen/snowball/spanish"
	"github.com/kljensen/snowball/swedish"

	"sitegraph/site"
)

// Topic is the topic that an agent searches for.
type Topic struct {
	Name     string // for messages
	Keywords string // words with any separators
	// Language is the keywords' language as in HTML's lang; "" means the language of each page.
	Language string
}

func (t Topic) check() error {
	n := 0
	stops := make([]int, len(languages))
	site.Words(t.Keywords, func(word []byte, gram bool) {
		n++
		for i := range languages {
			if !gram && languages[i].stop(string(word)) {
				stops[i]++
			}
		}
	})
	if n == 0 {
		return fmt.Errorf("topic %s: its keywords %q have no word; give some words that pages on the topic have",
			t.Name, t.Keywords)
	}
	for i, count := range stops {
		if count == n && (t.Language == "" || languageOf(t.Language) == i) {
			return fmt.Errorf("topic %s: its keywords %q are on any page in the language %s; give words that only "+
				"pages on the topic have, or the language of the keywords if it is another",
				t.Name, t.Keywords, languages[i].code)
		}
	}
	return nil
}

// Lexicon numbers the terms of texts. It is not safe for concurrent use.
type Lexicon struct {
	ids map[string]int32
	// stems has the numbers of words' terms, by language; -1 for a stop word.
	stems []map[string]int32
}

// NewLexicon returns an empty lexicon.
func NewLexicon() *Lexicon {
	l := &Lexicon{ids: map[string]int32{}}
	for range languages {
		l.stems = append(l.stems, map[string]int32{})
	}
	return l
}

// Terms calls tell with the number of each term in a text. Terms are stems without stop words if we know the language,
// given as in HTML's lang, and n-grams where the script does not divide words.
func (l *Lexicon) Terms(text, tag string, tell func(term int32)) { l.each(text, languageOf(tag), tell) }

func (l *Lexicon) each(text string, speech int, tell func(term int32)) {
	site.Words(text, func(word []byte, gram bool) {
		if id := l.term(word, speech, gram); id >= 0 {
			tell(id)
		}
	})
}

// term returns the number of a word's term, or -1 for a stop word.
func (l *Lexicon) term(word []byte, speech int, gram bool) int32 {
	known := l.ids
	if !gram && speech != unknown {
		known = l.stems[speech]
	}
	id, ok := known[string(word)]
	if ok {
		return id
	}
	id = -1
	if stem := stemOf(string(word), speech, gram); stem != "" {
		id = l.id(stem)
	}
	known[string(word)] = id
	return id
}

// id returns the number of a term, and assigns one to a new term.
func (l *Lexicon) id(term string) int32 {
	id, ok := l.ids[term]
	if !ok {
		id = int32(len(l.ids))
		l.ids[term] = id
	}
	return id
}

// countedText counts the terms of a text.
type countedText map[int32]int32

// fine is the number of parts in 1. Sums of whole numbers do not depend on their order.
const fine = 1 << 20

// square returns the squared length of the text's vector of weights 1 + ln times.
func (t countedText) square() float64 {
	sum := uint64(0)
	for _, n := range t {
		w := uint64(fine)
		if n > 1 {
			w = uint64(math.Round(fine * (1 + math.Log(float64(n)))))
		}
		sum += w * w
	}
	return float64(sum) / (fine * fine)
}

// language has Porter's Snowball stemmer, and stop words, which occur on any topic.
type language struct {
	code string
	stem func(word string, stopWordsToo bool) string
	stop func(word string) bool
}

// languages has the languages with a stemmer, by ISO 639-1 code. In others, words stay as they are, and rarity weighs
// stop words.
var languages = []language{
	{"en", english.Stem, english.IsStopWord},
	{"es", spanish.Stem, spanish.IsStopWord},
	{"fr", french.Stem, french.IsStopWord},
	{"hu", hungarian.Stem, hungarian.IsStopWord},
	{"no", norwegian.Stem, norwegian.IsStopWord},
	{"ru", russian.Stem, russian.IsStopWord},
	{"sv", swedish.Stem, swedish.IsStopWord},
}

// unknown is a language without a stemmer.
const unknown = -1

// stemOf returns a word's stem, or "" for a stop word. It returns n-grams, and words without a stemmer, unchanged.
func stemOf(word string, speech int, gram bool) string {
	switch {
	case gram || speech == unknown:
		return word
	case languages[speech].stop(word):
		return ""
	}
	// The stemmer leaves nothing of a word that is all suffix.
	return cmp.Or(languages[speech].stem(word, true), word)
}

// languageOf returns the index in languages for a tag as in HTML's lang ("en-GB"), or unknown.
func languageOf(tag string) int {
	code, _, _ := strings.Cut(strings.ToLower(strings.ReplaceAll(tag, "_", "-")), "-")
	if code == "nb" || code == "nn" {
		code = "no"
	}
	return slices.IndexFunc(languages, func(l language) bool { return l.code == code })
}

// To recognise a language, we need at least three stop words, and one word in ten, at the beginning of a text.
const (
	recogniseWords = 400
	recogniseLeast = 3
	recogniseShare = 10
)

// recognise guesses the language of a text, or returns "".
func recognise(text string) string {
	hits := make([]int, len(languages))
	n := 0
	if len(text) > 16*recogniseWords {
		text = text[:16*recogniseWords]
	}
	site.Words(text, func(word []byte, gram bool) {
		if n++; gram || n > recogniseWords {
			return
		}
		for i := range languages {
			if languages[i].stop(string(word)) {
				hits[i]++
			}
		}
	})
	best := 0
	for i, h := range hits {
		if h > hits[best] {
			best = i
		}
	}
	if n = min(n, recogniseWords); hits[best] < recogniseLeast || hits[best]*recogniseShare < n {
		return ""
	}
	return languages[best].code
}
