package words

import (
	"iter"

	"sitegraph/site"
)

const (
	// lineWords is the number of words in a line on average, longestLine the greatest.
	lineWords, longestLine = 17, 64
)

// lines yields the lines of a text, shortened, and the lengths of their words together. The white space of a page's
// visible text is collapsed, so there are no line ends to go by; and of lines with a fixed number of words, one
// more word at the top would change all. So a line ends after a word whose hash says so, and a change of the text
// stays a change of the lines around it.
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
