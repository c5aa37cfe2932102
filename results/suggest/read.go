package suggest

import (
	"cmp"
	"iter"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"sitegraph/site"
	"sitegraph/stats"
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
		words, all := spelled(text)
		for i, from := 0, 0; i < len(all); i++ {
			phrase, length := p.longest(words, from, all[i:])
			if length > 0 {
				m := match{phrase, all[i].from, all[i+length-1].to}
				if i += length - 1; isApart(text, m.from, m.to) && !yield(m) {
					return
				}
			}
			from = all[i].end
		}
	}
}

// longest is the longest phrase at the beginning of some words, and its length; 0 if there is none.
func (p *phrases) longest(words string, from int, all []token) (phrase, length int) {
	for i, t := range all {
		at, known := p.at[words[from:t.end]]
		if !known {
			break
		}
		if at != beginning {
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

// maxAround bounds a sentence before and behind a phrase, in characters; it is cut at a space, or at twice as many.
const maxAround = 120

func sentence(text string, from, to int) string {
	n := 0
	for from > 0 {
		r, size := utf8.DecodeLastRuneInString(text[:from])
		if endsSentence(r, text[from:]) || n >= maxAround && r == ' ' || n >= 2*maxAround {
			break
		}
		from, n = from-size, n+1
	}
	for n = 0; to < len(text); n++ {
		r, size := utf8.DecodeRuneInString(text[to:])
		if n >= maxAround && r == ' ' || n >= 2*maxAround {
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

// Link is one that is suggested.
type Link struct {
	From, To int     // pages by number
	Text     string  // which is in the page, in the sentence
	Sentence string  // of the page
	Links    int     // in the content of pages that lead there now
	Gain     float64 // of PageRank
}

const (
	// A page gets maxOfPage suggestions at most, one with many links as many as a quarter of these.
	maxOfPage, linksEach = 10, 4
	// fewUnlinked is how many pages may have the title of a page, of two words at least, without a link.
	fewUnlinked = 5
	linkedEach  = 2 // how many pages must link with a text for each that has it without a link
)

// Links are suggested: first to pages with the fewest links and suggestions so far, then by gain of PageRank.
func (f *Finder) Links() []Link {
	all := f.pairs()
	f.weigh(all)
	slices.SortFunc(all, func(a, b Link) int {
		return cmp.Or(cmp.Compare(a.To, b.To), cmp.Compare(b.Gain, a.Gain), cmp.Compare(a.From, b.From))
	})
	rank := make([]int, len(f.graph.Pages)) // of the next suggestion to a page
	turn := map[[2]int]int{}
	for _, l := range all {
		turn[[2]int{l.From, l.To}] = l.Links + rank[l.To]
		rank[l.To]++
	}
	slices.SortFunc(all, func(a, b Link) int {
		return cmp.Or(cmp.Compare(turn[[2]int{a.From, a.To}], turn[[2]int{b.From, b.To}]),
			cmp.Compare(b.Gain, a.Gain), cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To))
	})
	of := make([]int, len(f.graph.Pages))
	return slices.DeleteFunc(all, func(l Link) bool {
		of[l.From]++
		return of[l.From] > max(maxOfPage, f.graph.OutDegree(l.From)/linksEach)
	})
}

// pairs are the places of phrases that are not too general, the first of each pair of pages.
func (f *Finder) pairs() (all []Link) {
	in := contentLinks(f.graph)
	for from, places := range f.found {
		seen := map[int]bool{}
		for _, at := range places {
			p := f.phrases.all[at.phrase]
			if seen[p.page] || f.general(at) {
				continue
			}
			seen[p.page] = true
			all = append(all, Link{From: from, To: p.page, Text: at.text, Sentence: at.sentence, Links: in[p.page]})
		}
	}
	return all
}

// general reports whether a phrase is one of the language rather than of its page: most pages that have it do not
// link there. Further pages never make it less so. What is a title and a passage by itself names its page.
func (f *Finder) general(at place) bool {
	p, unlinked := &f.phrases.all[at.phrase], f.unlinked[at.phrase]
	named := at.titled || p.own && p.words > 1 && unlinked <= fewUnlinked
	return !named && p.linked < linkedEach*unlinked
}

// contentLinks counts the pages whose content links to each; all links, where it is unknown where they are.
func contentLinks(g *site.Graph) []int {
	if g.Places != nil {
		g = g.OfContent()
	}
	return g.InDegrees()
}

// weigh sets gains: the share of the linking page's PageRank, in the graph with all suggestions.
func (f *Finder) weigh(all []Link) {
	added := map[int][]uint32{}
	for _, l := range all {
		added[l.From] = append(added[l.From], uint32(l.To))
	}
	g := &site.Graph{Pages: f.graph.Pages, Offsets: []int{0}}
	for i := range g.Pages {
		targets, _ := f.graph.Out(i)
		g.Targets = append(append(g.Targets, targets...), added[i]...)
		g.Offsets = append(g.Offsets, len(g.Targets))
	}
	g.Weights = site.NewNumbers(len(g.Targets)) // which do not matter
	s, rank := stats.PageRank(g)
	for i := range all {
		l := &all[i]
		l.Gain = s.Damping * rank[l.From] / float64(g.OutDegree(l.From))
	}
}
