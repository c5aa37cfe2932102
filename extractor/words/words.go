// Package words counts the words in a page's visible text. Two versions of a page can then be compared without keeping
// either. Sizes and differences are in characters of the multiset of words (Sotnik, S.C.E.N.T.).
package words

import (
	"iter"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"sitegraph/site"
)

const (
	// longText is the maximum size in bytes of a text that is split into words.
	longText = 1 << 20
	// longWord is the maximum length of a word that is kept whole, in characters. prefix is the kept part of a longer
	// word.
	longWord, prefix = 64, 32
)

// Count returns the words of a text, sorted by Text. White space separates words. In scripts without spaces between
// words, each character is a word. A text over 1 MiB has lines instead of words. Text is valid UTF-8. It usually shares
// the text's memory, so clone it to keep it for long. The Text of a word over 64 characters is its first 32, a space
// and a hash.
func Count(text string) []site.Word {
	text = strings.ToValidUTF8(text, string(utf8.RuneError))
	found := split(text)
	if len(text) > longText {
		found = lines(text)
	}
	expected := min(len(text)/16, 1<<12)
	words, index := make([]site.Word, 0, expected), make(map[string]int, expected)
	for word, length := range found {
		i, known := index[word]
		if !known {
			i = len(words)
			index[word] = i
			words = append(words, site.Word{Text: word, Length: uint32(length)})
		}
		words[i].Count++
	}
	slices.SortFunc(words, func(a, b site.Word) int { return strings.Compare(a.Text, b.Text) })
	return words
}

// split yields the words of a text with their lengths. It shortens long words.
func split(text string) iter.Seq2[string, int] {
	return func(yield func(string, int) bool) {
		for s := range spans(text) {
			word := text[s.start:s.end]
			if s.length > longWord {
				word = shortened(word)
			}
			if !yield(word, s.length) {
				return
			}
		}
	}
}

// span is a word's start and end in bytes, and its length in characters.
type span struct{ start, end, length int }

func spans(text string) iter.Seq[span] {
	return func(yield func(span) bool) {
		var s span
		for i, c := range text {
			alone := site.Unspaced(c)
			if !alone && !unicode.IsSpace(c) {
				if s.length == 0 {
					s.start = i
				}
				s.length++
				continue
			}
			if s.end = i; s.length > 0 && !yield(s) {
				return
			}
			if s.length = 0; alone && !yield(span{i, i + utf8.RuneLen(c), 1}) {
				return
			}
		}
		if s.end = len(text); s.length > 0 {
			yield(s)
		}
	}
}

// shortened returns a short text for a long one. It has a space, so it differs from all words.
func shortened(text string) string {
	kept, length := text, 0
	for i := range text {
		if length == prefix {
			kept = text[:i]
			break
		}
		length++
	}
	return kept + " " + strconv.FormatUint(site.Hash(text), 16)
}

const (
	// lineWords is the mean number of words in a line, and longestLine the maximum.
	lineWords, longestLine = 17, 64
)

// lines yields the shortened lines of a text with the total lengths of their words. The white space in visible text is
// collapsed, so there are no line ends. With a fixed number of words, one new word at the top would change all lines.
// So the hash of a word decides whether it ends a line, and a change of the text changes only the lines around it.
func lines(text string) iter.Seq2[string, int] {
	return func(yield func(string, int) bool) {
		start, end, words, length := 0, 0, 0, 0
		for s := range spans(text) {
			if words == 0 {
				start = s.start
			}
			end, words, length = s.end, words+1, length+s.length
			if words < longestLine && site.Hash(text[s.start:s.end])%lineWords != 0 {
				continue
			}
			if !yield(shortened(text[start:end]), length) {
				return
			}
			words, length = 0, 0
		}
		if words > 0 {
			yield(shortened(text[start:end]), length)
		}
	}
}
