package market

import (
	"cmp"
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
