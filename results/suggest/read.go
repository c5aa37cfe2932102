package suggest

import (
	"iter"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"sitegraph/site"
)

// Finder looks for what represents pages in the texts of others. Any number of goroutines may use it.
type Finder struct {
	graph    *site.Graph
	phrases  *phrases
	mu       sync.Mutex
	unlinked []int     // pages that have a phrase without linking to its page, by phrase
	found    [][]place // by page, but for those of phrases that were known to be general
}

// place is where a phrase is first in the text of a page.
type place struct {
	phrase         int
	text, sentence string
	titled         bool // it is the title of its page, and a passage by itself
}

// New returns what finds the links that a site lacks, by its graph and the texts of its links.
func New(g *site.Graph, anchors []Anchor) *Finder {
	p := newPhrases(g.Pages, anchors)
	return &Finder{graph: g, phrases: p, unlinked: make([]int, len(p.all)), found: make([][]place, len(g.Pages))}
}

// Read takes what a page says.
func (f *Finder) Read(page int, said []site.Passage) {
	linked, _ := f.graph.Out(page)
	var places []place
	seen := map[int]bool{}
	for _, s := range said {
		for m := range f.phrases.in(s.Text) {
			p := &f.phrases.all[m.phrase]
			if p.page == ambiguous || p.page == page || seen[m.phrase] || !free(s, m.from, m.to) {
				continue
			}
			text := s.Text[m.from:m.to]
			_, known := slices.BinarySearch(linked, uint32(p.page))
			if known || p.words == 1 && !slices.Contains(p.written, uncapital(text)) {
				continue
			}
			seen[m.phrase] = true
			places = append(places, place{m.phrase, strings.Clone(text), sentence(s.Text, m.from, m.to),
				p.own && len(text) == len(trimmed(s.Text))})
		}
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, p := range places {
		f.unlinked[p.phrase]++
	}
	f.found[page] = slices.DeleteFunc(places, f.general)
}

type match struct{ phrase, from, to int }

// in yields the phrases of a text from left to right, the longest at each word; they do not overlap.
func (p *phrases) in(text string) iter.Seq[match] {
	return func(yield func(match) bool) {
		var all []token
		var words []uint32
		for t := range tokens(text) {
			all, words = append(all, t), append(words, p.words[t.word])
		}
		for i := 0; i < len(all); i++ {
			phrase, end := p.longest(words[i:])
			if end == 0 {
				continue
			}
			m := match{phrase, all[i].from, all[i+end-1].to}
			if i += end - 1; isApart(text, m.from, m.to) && !yield(m) {
				return
			}
		}
	}
}

// longest is the longest phrase at the beginning of some words, and its length; 0 if there is none.
func (p *phrases) longest(words []uint32) (phrase, length int) {
	node := uint32(0)
	for i, w := range words {
		to, known := p.next[step(node, w)]
		if w == 0 || !known {
			break
		}
		node = to
		if at, ends := p.at[node]; ends {
			phrase, length = at, i+1
		}
	}
	return phrase, length
}

// free reports whether a part of a passage is in no link, and has the codes that it touches as a whole.
func free(s site.Passage, from, to int) bool {
	for _, c := range s.Closed {
		if c.From < to && from < c.To && (c.Link || c.From < from || to < c.To) {
			return false
		}
	}
	return true
}

// What joins a word to the signs of a name before it, and behind it.
const (
	joinsBefore = ".-_/@#$%&=+\\~*"
	joinsBehind = "-_/@#$%&=+\\~*("
)

// isApart reports whether a part of a text is no part of a name such as django.db, e-mail or filter().
func isApart(text string, from, to int) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:from])
	behind, size := utf8.DecodeRuneInString(text[to:])
	next, _ := utf8.DecodeRuneInString(text[to+size:])
	dotted := (behind == '.' || behind == ':') && (unicode.IsLetter(next) || unicode.IsDigit(next))
	return !strings.ContainsRune(joinsBefore, before) && !strings.ContainsRune(joinsBehind, behind) && !dotted
}

// mostAround bounds a sentence before and behind a phrase, in characters; it is cut at a space, or at twice as many.
const mostAround = 120

func sentence(text string, from, to int) string {
	n := 0
	for from > 0 {
		r, size := utf8.DecodeLastRuneInString(text[:from])
		if endsSentence(r, text[from:]) || n >= mostAround && r == ' ' || n >= 2*mostAround {
			break
		}
		from, n = from-size, n+1
	}
	for n = 0; to < len(text); n++ {
		r, size := utf8.DecodeRuneInString(text[to:])
		if n >= mostAround && r == ' ' || n >= 2*mostAround {
			break
		}
		if to += size; endsSentence(r, text[to:]) {
			break
		}
	}
	return strings.TrimSpace(strings.Clone(text[from:to]))
}

// endsSentence reports whether a character ends a sentence, by what follows.
func endsSentence(r rune, behind string) bool {
	return strings.ContainsRune("。！？", r) || strings.ContainsRune(".!?", r) && strings.HasPrefix(behind, " ")
}
