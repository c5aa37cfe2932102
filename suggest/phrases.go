package suggest

import (
	"cmp"
	"slices"

	"sitegraph/site"
)

// Anchor is the text of links to a page.
type Anchor struct {
	Page  int    // which they lead to
	Text  string // what they say
	Pages int    // that have such links
}

// longestPhrase bounds phrases, in words; shortest are the letters of one at least.
const (
	longestPhrase = 12
	shortest      = 4
)

// ambiguous is the page of a phrase that several have.
const ambiguous = -1

// phrase is what stands for a page.
type phrase struct {
	page   int // ambiguous: of several
	words  int
	linked int // pages that link to the page with it
}

// phrases is a trie of words. What is ambiguous is in it, too: part of that is no phrase.
type phrases struct {
	words map[string]uint32 // numbers, from 1
	next  map[uint64]uint32 // (node, word) → node; 0 is the root
	at    map[uint32]int    // node → phrase
	all   []phrase
}

// newPhrases gathers what stands for the pages of a site: titles, h1 and the texts of links.
func newPhrases(pages []site.Page, anchors []Anchor) *phrases {
	p := &phrases{words: map[string]uint32{}, next: map[uint64]uint32{}, at: map[uint32]int{}}
	for i, title := range titles(pages) {
		p.add(title, i, 0)
		if f := pages[i].Facts; f != nil {
			p.add(f.H1, i, 0)
		}
	}
	for _, a := range usual(anchors) {
		p.add(a.Text, a.Page, a.Pages)
	}
	return p
}

// usual are the texts of links to pages, those that most pages have first.
func usual(anchors []Anchor) []Anchor {
	anchors = slices.Clone(anchors)
	slices.SortFunc(anchors, func(a, b Anchor) int {
		return cmp.Or(cmp.Compare(b.Pages, a.Pages), cmp.Compare(a.Page, b.Page), cmp.Compare(a.Text, b.Text))
	})
	return anchors
}

// add adds a phrase of a page, which so many pages link to with it.
func (p *phrases) add(text string, page, linked int) {
	text = trimmed(text)
	node, n := uint32(0), 0
	if letters(text) < shortest {
		return
	}
	var path []uint32
	for t := range tokens(text) {
		w, known := p.words[t.word]
		if !known {
			w = uint32(len(p.words) + 1)
			p.words[t.word] = w
		}
		path = append(path, w)
	}
	if n = len(path); n > longestPhrase {
		return
	}
	for _, w := range path {
		to, known := p.next[step(node, w)]
		if !known {
			to = uint32(len(p.next) + 1)
			p.next[step(node, w)] = to
		}
		node = to
	}
	i, known := p.at[node]
	if !known {
		p.at[node] = len(p.all)
		p.all = append(p.all, phrase{page: page, words: n, linked: linked})
		return
	}
	old := &p.all[i]
	if old.page != page {
		old.page = ambiguous
	}
	old.linked += linked
}

func step(node, word uint32) uint64 { return uint64(node)<<32 | uint64(word) }
