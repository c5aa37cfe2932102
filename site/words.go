package site

import (
	"bytes"
	"unicode"
	"unicode/utf8"
)

// ideographs has the letters of class ID in Unicode's line breaking (UAX #14), with the signs that accompany them:
// Chinese characters, kana (also half-width), Bopomofo, Yi, Tangut and Nushu.
var ideographs = &unicode.RangeTable{
	R16: []unicode.Range16{{0x2e80, 0x2fdf, 1}, {0x3005, 0x3007, 1}, {0x3021, 0x3029, 1}, {0x3038, 0x303c, 1},
		{0x3041, 0x3096, 1}, {0x309b, 0x309f, 1}, {0x30a1, 0x30fa, 1}, {0x30fc, 0x312f, 1}, {0x31a0, 0x31bf, 1},
		{0x31f0, 0x31ff, 1},
		{0x3400, 0x4dbf, 1}, {0x4e00, 0xa4cf, 1}, {0xf900, 0xfaff, 1}, {0xff66, 0xff9f, 1}},
	R32: []unicode.Range32{{0x16fe0, 0x16ff1, 1}, {0x17000, 0x18aff, 1}, {0x18d00, 0x18d8f, 1}, {0x1aff0, 0x1b2ff, 1},
		{0x20000, 0x3fffd, 1}},
}

// complex has the letters and marks of class SA: Thai, Lao, Burmese, Khmer and the scripts of the Tai languages.
var complex = &unicode.RangeTable{
	R16: []unicode.Range16{{0x0e01, 0x0e3a, 1}, {0x0e40, 0x0e4e, 1}, {0x0e81, 0x0ece, 1}, {0x0edc, 0x0edf, 1},
		{0x1000, 0x103f, 1}, {0x1050, 0x108f, 1}, {0x109a, 0x109f, 1}, {0x1780, 0x17d3, 1}, {0x17d7, 0x17d7, 1},
		{0x17dc, 0x17dd, 1}, {0x1950, 0x1974, 1}, {0x1980, 0x19c9, 1}, {0x1a20, 0x1a7c, 1}, {0x1aa7, 0x1aa7, 1},
		{0xa9e0, 0xa9ef, 1}, {0xa9fa, 0xa9fe, 1}, {0xaa60, 0xaadf, 1}},
	R32: []unicode.Range32{{0x11700, 0x1172b, 1}, {0x11740, 0x11746, 1}},
}

// Ideographic reports whether r belongs to a script without spaces where a character is about a word or a syllable.
func Ideographic(r rune) bool { return r >= 0x2e80 && unicode.Is(ideographs, r) }

// Unspaced reports whether r belongs to a script without spaces between words.
func Unspaced(r rune) bool { return r >= 0x0e01 && (unicode.Is(complex, r) || Ideographic(r)) }

const longestWord = 64

// Words splits a text into lower-case words of letters, marks and digits, with apostrophes inside. From runs written
// without spaces it makes n-grams, or the whole run if it is shorter. An n-gram has two characters if a character is
// about a syllable or word, and three if it is a letter or mark (P. McNamee, J. Mayfield, "Character n-gram
// tokenization for European language text retrieval", 2004, shows that n-grams do as well as words). A word has at
// most 64 characters and is valid until each returns.
func Words(text string, each func(word []byte, gram bool)) {
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

// run is the word, or the run of characters without spaces, that Words is reading.
type run struct {
	each   func(word []byte, gram bool)
	buf    []byte
	length int // in characters
	gram   int // the length of the n-grams, 0 for a word
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
	n := 0
	switch {
	case Ideographic(c):
		n = 2
	case Unspaced(c):
		n = 3
	}
	if n != r.gram {
		r.flush()
		r.gram = n
	}
	r.buf = utf8.AppendRune(r.buf, unicode.ToLower(c))
	r.length++
}

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
		end += runeSize(r.buf[end:])
	}
	for from := 0; ; from += runeSize(r.buf[from:]) {
		r.each(r.buf[from:end], true)
		if end == len(r.buf) {
			return
		}
		end += runeSize(r.buf[end:])
	}
}

func runeSize(s []byte) int {
	_, n := utf8.DecodeRune(s)
	return n
}
