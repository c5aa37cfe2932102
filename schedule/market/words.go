package market

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"github.com/kljensen/snowball/english"
	"github.com/kljensen/snowball/french"
	"github.com/kljensen/snowball/hungarian"
	"github.com/kljensen/snowball/norwegian"
	"github.com/kljensen/snowball/russian"
	"github.com/kljensen/snowball/spanish"
	"github.com/kljensen/snowball/swedish"
)

// longestWord is the greatest length of a word, in characters.
const longestWord = 64

// breakless are the scripts written without breaks between words, with the
// length of the character n-grams that take the place of words there: two where
// a character is about a syllable or a word, three where it is a letter or a
// mark (P. McNamee, J. Mayfield, "Character n-gram tokenization for European
// language text retrieval", 2004, for why n-grams do as well as words).
var breakless = []struct {
	script *unicode.RangeTable
	gram   int
}{
	{unicode.Han, 2}, {unicode.Hiragana, 2}, {unicode.Katakana, 2},
	{unicode.Thai, 3}, {unicode.Lao, 3}, {unicode.Khmer, 3}, {unicode.Myanmar, 3},
}

// gramLength is the length of the n-grams of a character's script, 0 if it is
// written with breaks.
func gramLength(r rune) int {
	if r < 0x0E00 { // the first of them, Thai
		return 0
	}
	if r == 'ー' { // the long vowel of Katakana counts as no script's own
		return 2
	}
	for _, b := range breakless {
		if unicode.Is(b.script, r) {
			return b.gram
		}
	}
	return 0
}

// words cuts a text into words of letters, marks and digits in lower case, an
// apostrophe inside a word included, and the n-grams of runs written without
// breaks (a run shorter than an n-gram is one by itself).
func words(text string, each func(word string, gram bool)) {
	var run []rune
	length := 0 // of the n-grams of the run, 0 for a word
	flush := func() {
		if length == 0 && len(run) <= longestWord {
			if word := strings.TrimRight(string(run), "'"); word != "" {
				each(word, false)
			}
		}
		for i := 0; length > 0 && (i == 0 && len(run) > 0 || i+length <= len(run)); i++ {
			each(string(run[i:min(i+length, len(run))]), true)
		}
		run = run[:0]
	}
	for _, r := range text {
		n, in := 0, unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsDigit(r)
		if in {
			n = gramLength(r)
		} else if r == '’' {
			r = '\''
		}
		if !in && (r != '\'' || len(run) == 0 || length > 0) {
			flush()
			continue
		}
		if n != length {
			flush()
		}
		length = n
		run = append(run, unicode.ToLower(r))
	}
	flush()
}

// language has Porter's Snowball stemmer and a list of stop words, which reveal
// nothing about a text's topic.
type language struct {
	code string
	stem func(word string, stopWordsToo bool) string
	stop func(word string) bool
}

// languages are those with a stemmer, by ISO 639-1 code. In other languages
// words stay as they are, and stop words weigh little because they are frequent.
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

// stemOf is the stem of a word in a language, the word itself in one without a
// stemmer, "" for a stop word.
func stemOf(word string, speech int) string {
	switch {
	case speech == unknown:
		return word
	case languages[speech].stop(word):
		return ""
	}
	// Of a word that is all suffix the stemmer leaves nothing.
	return cmp.Or(languages[speech].stem(word, true), word)
}

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

// recognise guesses the language of a text; "" if it is none of them or
// the text is too short.
func recognise(text string) string {
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
