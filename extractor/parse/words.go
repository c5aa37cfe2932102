package parse

import (
	"encoding/binary"
	"math/bits"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"

	"sitegraph/site"
)

// wordCount counts the words of a text that comes in parts. White space and control characters divide words. In scripts
// without spaces each letter counts as a word. The zero value is ready.
type wordCount struct {
	words int
	open  bool // the last character may belong to an unfinished word
}

// part ends the current word.
func (w *wordCount) part() { w.open = false }

// add counts in UTF-8 text, with or without character references. It takes eight ASCII characters at a time.
func (w *wordCount) add(s []byte, references bool) {
	for len(s) >= 8 {
		if x := binary.LittleEndian.Uint64(s); plainWords(x) {
			w.count(x, 8)
			s = s[8:]
		} else {
			s = s[w.characters(s, 8, references):]
		}
	}
	var rest [8]byte
	copy(rest[:], s)
	if x := binary.LittleEndian.Uint64(rest[:]); plainWords(x) {
		w.count(x, len(s))
	} else {
		w.characters(s, len(s), references)
	}
}

const ones, tops = 0x0101010101010101, 0x8080808080808080

// plainWords reports whether eight characters are ASCII and contain no "&".
func plainWords(x uint64) bool {
	ampersands := x ^ '&'*ones
	return (x|(ampersands-ones)&^ampersands)&tops == 0
}

// count counts words in the first n of eight plain characters; the others are 0.
func (w *wordCount) count(x uint64, n int) {
	if n == 0 {
		return
	}
	inWord := (x + (0x80-0x21)*ones) & tops // the top bits of the characters after the space
	before := inWord << 8
	if w.open {
		before |= 0x80
	}
	w.words += bits.OnesCount64(inWord &^ before)
	w.open = inWord>>(8*n-1) == 1
}

// characters counts in the characters that begin in the first n bytes, and returns how many bytes it has read.
func (w *wordCount) characters(s []byte, n int, references bool) (size int) {
	for size < n {
		r, length := rune(s[size]), 1
		if r >= utf8.RuneSelf {
			r, length = utf8.DecodeRune(s[size:])
		}
		switch {
		case r == '&' && references && dividesWords(s[size+1:]):
			w.add([]byte(html.UnescapeString(string(s[size:]))), false)
			return len(s)
		case r <= ' ' || r >= utf8.RuneSelf && isSpace(r):
			w.open = false
		case site.Unspaced(r):
			if !unicode.IsMark(r) {
				w.words++
			}
			w.open = false
		case !w.open:
			w.words++
			w.open = true
		}
		size += length
	}
	return size
}

// dividesWords reports whether a character reference, without its "&", may be white space or a letter that counts as a
// word. It accepts all numbers, and the names of spaces.
func dividesWords(s []byte) bool {
	end := 0
	for end < min(len(s), len("NonBreakingSpace")) && isLetter(s[end]) {
		end++
	}
	name := string(s[:end])
	return len(s) > 0 && s[0] == '#' || strings.Contains(name, "sp") || strings.Contains(name, "Sp") ||
		strings.HasPrefix(name, "Tab") || strings.HasPrefix(name, "NewLine")
}
