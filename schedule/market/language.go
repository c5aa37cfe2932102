package market

import (
	"slices"
	"strings"

	"github.com/kljensen/snowball/english"
	"github.com/kljensen/snowball/french"
	"github.com/kljensen/snowball/hungarian"
	"github.com/kljensen/snowball/norwegian"
	"github.com/kljensen/snowball/russian"
	"github.com/kljensen/snowball/spanish"
	"github.com/kljensen/snowball/swedish"
)

// language is what is known of one: Porter's Snowball stemmer and a list of
// words that say nothing of a text's topic.
type language struct {
	code string
	stem func(word string, stopWordsToo bool) string
	stop func(word string) bool
}

// languages are those with a stemmer, by ISO 639-1 code. Texts in others keep
// their words as they are, and their stop words weigh little by their
// frequency alone.
var languages = []language{
	{"en", english.Stem, english.IsStopWord},
	{"es", spanish.Stem, spanish.IsStopWord},
	{"fr", french.Stem, french.IsStopWord},
	{"hu", hungarian.Stem, hungarian.IsStopWord},
	{"no", norwegian.Stem, norwegian.IsStopWord},
	{"ru", russian.Stem, russian.IsStopWord},
	{"sv", swedish.Stem, swedish.IsStopWord},
}

// unknown stands for a language without a stemmer.
const unknown = -1

// languageOf finds the language of a tag as HTML's lang has it ("en-GB").
func languageOf(tag string) int {
	code, _, _ := strings.Cut(strings.ToLower(strings.ReplaceAll(tag, "_", "-")), "-")
	if code == "nb" || code == "nn" {
		code = "no"
	}
	return slices.IndexFunc(languages, func(l language) bool { return l.code == code })
}

// A language is recognised by its stop words: at least three of them, and one
// word in ten, among the first words of a text.
const (
	recogniseWords = 400
	recogniseLeast = 3
	recogniseShare = 10
)

// Recognise guesses the language of a text; "" if it is none of them or
// the text is too short.
func Recognise(text string) string {
	hits := make([]int, len(languages))
	n := 0
	if len(text) > 16*recogniseWords {
		text = text[:16*recogniseWords]
	}
	words(text, func(word string, gram bool) {
		if n++; gram || n > recogniseWords {
			return
		}
		for i := range languages {
			if languages[i].stop(word) {
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
