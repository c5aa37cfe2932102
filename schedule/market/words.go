package market

import (
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

// longestWord is where something stops being a word, in characters.
const longestWord = 64

// breakless are the scripts written without breaks between words, with the
// length of the character n-grams that stand for words there: two where a
// character is about a syllable or a word, three where it is a letter or a
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
	c := cutter{each: each}
	for _, r := range text {
		n := 0
		if inWord(r) {
			n = gramLength(r)
		} else if r == '’' {
			r = '\''
		}
		switch {
		case !inWord(r) && (r != '\'' || len(c.run) == 0 || c.gram > 0):
			c.flush()
		default:
			if n != c.gram && len(c.run) > 0 {
				c.flush()
			}
			c.gram = n
			c.run = append(c.run, unicode.ToLower(r))
		}
	}
	c.flush()
}

func inWord(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsDigit(r)
}

// cutter holds the word or the run being read.
type cutter struct {
	run  []rune
	gram int
	each func(word string, gram bool)
}

func (c *cutter) flush() {
	run := c.run
	c.run = c.run[:0]
	if c.gram > 0 {
		for i := 0; i == 0 && len(run) > 0 || i+c.gram <= len(run); i++ {
			c.each(string(run[i:min(i+c.gram, len(run))]), true)
		}
		return
	}
	word := strings.TrimRight(string(run), "'")
	if word != "" && len(run) <= longestWord {
		c.each(word, false)
	}
}

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
