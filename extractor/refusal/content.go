package refusal

import (
	"regexp"
	"slices"
	"strings"
)

// The numbers of own words from which a page is one of the site: beside words and scripts, which pages have for other
// reasons, and beside the box of a captcha.
const (
	ownBesideWords = 5
	ownBesideBox   = 15
)

// sentenceEnd is what ends a sentence.
var sentenceEnd = regexp.MustCompile(`[.!?;](?:\s+|$)|[。！？]`)

// ownWords counts the words of the sentences of a page that cannot be a part of a refusal.
func (p *page) ownWords() (words int) {
	for _, text := range p.texts {
		for _, sentence := range sentenceEnd.Split(plain(text), -1) {
			if !speaksOfRefusal(sentence) {
				words += len(strings.Fields(sentence))
			}
		}
	}
	return words
}

// hasContent reports whether a page whose words speak of a refusal shows something of its own: sentences, or a heading
// that is also its title.
func (p *page) hasContent() bool {
	if len(p.texts) > 0 {
		if heading := plain(p.texts[0]); strings.Contains(p.title, heading) && !speaksOfRefusal(heading) {
			return true
		}
	}
	return p.ownWords() >= ownBesideWords
}

// speaksOfRefusal reports whether a text in lower case may be a part of a refusal.
func speaksOfRefusal(text string) bool {
	in := func(word string) bool { return strings.Contains(text, word) }
	long := func(word string) bool { return len(word) > len("nicht") && in(word) } // "not" is in every text
	return slices.ContainsFunc(walls, in) || slices.ContainsFunc(denials, in) || slices.ContainsFunc(moments, in) ||
		slices.ContainsFunc(usual, in) || slices.ContainsFunc(saying, func(w wall) bool {
		return slices.ContainsFunc(w.says, in) || slices.ContainsFunc(w.with, long)
	})
}
