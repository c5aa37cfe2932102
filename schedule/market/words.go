package market

import (
	"bytes"
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

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
// breaks (a run shorter than an n-gram is one by itself). A word is good until
// each returns.
func words(text string, each func(word []byte, gram bool)) {
	r := run{each: each, buf: make([]byte, 0, 4*longestWord)}
	for i, c := range text {
		if c < utf8.RuneSelf {
			r.ascii(text[i])
		} else {
			r.character(c)
		}
	}
	r.flush()
}

// run is what words is reading: a word or a run of characters without breaks.
type run struct {
	each   func(word []byte, gram bool)
	buf    []byte
	length int // in characters
	gram   int // the length of the n-grams of the run, 0 for a word
}

func (r *run) ascii(c byte) {
	switch {
	case 'a' <= c && c <= 'z' || '0' <= c && c <= '9':
	case 'A' <= c && c <= 'Z':
		c += 'a' - 'A'
	case c == '\'' && r.length > 0 && r.gram == 0:
	default:
		r.flush()
		return
	}
	if r.gram != 0 {
		r.flush()
	}
	r.buf = append(r.buf, c)
	r.length++
}

func (r *run) character(c rune) {
	switch {
	case c == '’':
		r.ascii('\'')
		return
	case !unicode.IsLetter(c) && !unicode.IsMark(c) && !unicode.IsDigit(c):
		r.flush()
		return
	}
	if n := gramLength(c); n != r.gram {
		r.flush()
		r.gram = n
	}
	r.buf = utf8.AppendRune(r.buf, unicode.ToLower(c))
	r.length++
}

// flush ends the run.
func (r *run) flush() {
	switch {
	case r.length == 0:
	case r.gram > 0:
		r.grams()
	case r.length <= longestWord:
		if word := bytes.TrimRight(r.buf, "'"); len(word) > 0 {
			r.each(word, false)
		}
	}
	r.buf, r.length, r.gram = r.buf[:0], 0, 0
}

func (r *run) grams() {
	end := 0
	for range min(r.gram, r.length) {
		end += size(r.buf[end:])
	}
	for from := 0; ; from += size(r.buf[from:]) {
		r.each(r.buf[from:end], true)
		if end == len(r.buf) {
			return
		}
		end += size(r.buf[end:])
	}
}

// size is the length in bytes of the first character.
func size(s []byte) int {
	_, n := utf8.DecodeRune(s)
	return n
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
// stemmer and for an n-gram, "" for a stop word.
func stemOf(word string, speech int, gram bool) string {
	switch {
	case gram || speech == unknown:
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
	words(text, func(word []byte, gram bool) {
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
