package suggest

import (
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

type phrase struct {
	page   int // ambiguous: of several
	words  int
	linked int  // pages that link to the page with it
	own    bool // it is the title or the h1 of the page
	// written are the ways in which it is written, if it is one word, but for the case of the first letter.
	written []string
}

// phrases is a trie of words. What is ambiguous is in it, too: part of that is no phrase.
type phrases struct {
	words map[string]uint32 // numbers, from 1
	next  map[uint64]uint32 // (node, word) → node; 0 is the root
	at    map[uint32]int    // node → phrase
	all   []phrase
}

// newPhrases gathers what represents the pages of a site: titles, h1 and the texts of links.
func newPhrases(pages []site.Page, anchors []Anchor) *phrases {
	p := &phrases{words: map[string]uint32{}, next: map[uint64]uint32{}, at: map[uint32]int{}}
	for i, title := range titles(pages) {
		p.add(title, phrase{page: i, own: true})
		if f := pages[i].Facts; f != nil {
			p.add(f.H1, phrase{page: i, own: true})
		}
	}
	for _, a := range anchors {
		p.add(a.Text, phrase{page: a.Page, linked: a.Pages})
	}
	return p
}

func (p *phrases) add(text string, more phrase) {
	if text = trimmed(text); letters(text) < shortest {
		return
	}
	words := slices.Collect(tokens(text))
	if more.words = len(words); more.words > longestPhrase {
		return
	}
	node := uint32(0)
	for _, t := range words {
		node = p.below(node, t.word)
	}
	if len(words) == 1 {
		more.written = []string{uncapital(text)}
	}
	i, known := p.at[node]
	if !known {
		p.at[node] = len(p.all)
		p.all = append(p.all, more)
		return
	}
	f := &p.all[i]
	f.linked, f.own = f.linked+more.linked, f.own || more.own
	if len(words) == 1 && !slices.Contains(f.written, more.written[0]) {
		f.written = append(f.written, more.written[0])
	}
	if f.page != more.page {
		f.page = ambiguous
	}
}

// below finds or makes the node of a word behind those of another one.
func (p *phrases) below(node uint32, word string) uint32 {
	w, known := p.words[word]
	if !known {
		w = uint32(len(p.words) + 1)
		p.words[word] = w
	}
	to, known := p.next[step(node, w)]
	if !known {
		to = uint32(len(p.next) + 1)
		p.next[step(node, w)] = to
	}
	return to
}

func step(node, word uint32) uint64 { return uint64(node)<<32 | uint64(word) }
