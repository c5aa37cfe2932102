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

// Finder looks for the phrases of pages in the texts of other pages. Any number of goroutines may use it.
type Finder struct {
	graph    *site.Graph
	phrases  *phrases
	mu       sync.Mutex
	unlinked []int     // number of pages with a phrase but no link to its page, by phrase
	found    [][]place // by page, without phrases that were already general
}

// place is the first occurrence of a phrase in the text of a page.
type place struct {
	phrase         int
	text, sentence string
	titled         bool // its page's own title or h1, and a whole passage
	coded          bool // the whole of inline code
}

// New returns a finder for the links that a site lacks, given its graph and the texts of its links.
func New(g *site.Graph, anchors []Anchor) *Finder {
	p := newPhrases(g.Pages, anchors)
	return &Finder{graph: g, phrases: p, unlinked: make([]int, len(p.all)), found: make([][]place, len(g.Pages))}
}

// Read looks for phrases in the text of a page.
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
			text, coded := s.Text[m.from:m.to], slices.Contains(s.Closed, site.Span{From: m.from, To: m.to})
			_, known := slices.BinarySearch(linked, uint32(p.page))
			if known || !coded && !isApart(s.Text, m.from, m.to) ||
				p.words == 1 && !slices.Contains(p.written, uncapital(text)) {
				continue
			}
			seen[m.phrase] = true
			places = append(places, place{m.phrase, strings.Clone(text), sentence(s.Text, m.from, m.to),
				p.own && len(text) == len(trimmed(s.Text)), coded})
		}
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, p := range places {
		f.unlinked[p.phrase]++
	}
	f.found[page] = slices.DeleteFunc(places, func(at place) bool { return f.certainty(at) == ordinary })
}

type match struct{ phrase, from, to int }

// in yields the phrases in a text from left to right, the longest at each word, without overlaps.
func (p *phrases) in(text string) iter.Seq[match] {
	return func(yield func(match) bool) {
		words, all := spelled(text)
		for i, from := 0, 0; i < len(all); i++ {
			phrase, length := p.longest(words, from, all[i:])
			if length > 0 {
				m := match{phrase, all[i].from, all[i+length-1].to}
				if i += length - 1; !yield(m) {
					return
				}
			}
			from = all[i].end
		}
	}
}

// longest returns the longest phrase at the start of some words, and its length in words, or 0.
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

// free reports whether a part of a passage touches no link, and does not cut through code.
func free(s site.Passage, from, to int) bool {
	for _, c := range s.Closed {
		if c.From < to && from < c.To && (c.Link || c.From < from || to < c.To) {
			return false
		}
	}
	return true
}

// These signs join a word to a name before or behind it.
const (
	joinsBefore = ".-_/@#$%&=+\\~*"
	joinsBehind = "-_/@#$%&=+\\~*("
)

// isApart reports whether a part of a text does not belong to a name such as django.db, e-mail or filter().
func isApart(text string, from, to int) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:from])
	behind, size := utf8.DecodeRuneInString(text[to:])
	next, _ := utf8.DecodeRuneInString(text[to+size:])
	dotted := (behind == '.' || behind == ':') && (unicode.IsLetter(next) || unicode.IsDigit(next))
	return !strings.ContainsRune(joinsBefore, before) && !strings.ContainsRune(joinsBehind, behind) && !dotted
}

// maxAround is how far a sentence reaches around a phrase, in characters, plus the rest of a word. Twice is the limit.
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

// endsSentence reports whether a character ends a sentence, given the text behind it.
func endsSentence(r rune, behind string) bool {
	return strings.ContainsRune("。！？", r) || strings.ContainsRune(".!?", r) && strings.HasPrefix(behind, " ")
}

// Link is a suggested link.
type Link struct {
	From, To int     // indexes of pages
	Text     string  // link text, as in the sentence
	Sentence string  // sentence of the page From
	Links    int     // number of pages whose content links to To now
	Gain     float64 // PageRank that To gains

	certainty certainty
	turn      int // links that To has once the suggestions before this one are made
}

const (
	// A page gets at most maxOfPage suggestions, or a quarter of the number of its links if that is more.
	maxOfPage, linksEach = 10, 4
	// fewUnlinked is the maximum number of pages that may have a title of two words or more without a link.
	fewUnlinked = 5
	linkedEach  = 2 // minimum pages that link with a text, for each page that has it without a link
	namedEach   = 3 // maximum pages that have a name without a link, for each page that links with it
)

// Links returns suggestions: the more certain ones first, then those to pages with the fewest links and suggestions so
// far, then by gain of PageRank.
func (f *Finder) Links() []Link {
	all := f.pairs()
	f.weigh(all)
	site.Sort(all, func(a, b Link) int {
		return cmp.Or(cmp.Compare(a.To, b.To), cmp.Compare(b.Gain, a.Gain), cmp.Compare(a.From, b.From))
	})
	rank := make([]int, len(f.graph.Pages)) // rank of the next suggestion, by target page
	for i := range all {
		all[i].turn = all[i].Links + rank[all[i].To]
		rank[all[i].To]++
	}
	site.Sort(all, func(a, b Link) int {
		return cmp.Or(cmp.Compare(b.certainty, a.certainty), cmp.Compare(a.turn, b.turn),
			cmp.Compare(b.Gain, a.Gain), cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To))
	})
	of := make([]int, len(f.graph.Pages))
	return slices.DeleteFunc(all, func(l Link) bool {
		of[l.From]++
		return of[l.From] > max(maxOfPage, f.graph.OutDegree(l.From)/linksEach)
	})
}

// pairs returns a link for each pair of pages, from the first place with a phrase that is not too general.
func (f *Finder) pairs() (all []Link) {
	g := f.graph
	if g.Places != nil {
		g = g.OfContent()
	}
	in := g.InDegrees() // only links of the content, where their places are known
	for from, places := range f.found {
		seen := map[int]bool{}
		for _, at := range places {
			p, sure := f.phrases.all[at.phrase], f.certainty(at)
			if seen[p.page] || sure == ordinary {
				continue
			}
			seen[p.page] = true
			all = append(all, Link{From: from, To: p.page, Text: at.text, Sentence: at.sentence, Links: in[p.page],
				certainty: sure})
		}
	}
	return all
}

// certainty says how likely it is that a text means a page. Further pages that have the text never make it likelier.
type certainty int

const (
	ordinary certainty = iota // language: most pages that have the text do not link with it
	title                     // a title that few pages have without a link
	name                      // a name that at least a quarter of the pages that have it link with
	certain                   // a whole passage, mostly a link, or such a title with a link or a capital
)

func (f *Finder) certainty(at place) certainty {
	p, unlinked := &f.phrases.all[at.phrase], f.unlinked[at.phrase]
	rare := p.own && p.words > 1 && unlinked <= fewUnlinked
	switch {
	case at.titled, p.linked >= linkedEach*unlinked,
		rare && (p.linked > 1 || strings.ContainsFunc(at.text[1:], unicode.IsUpper)):
		return certain
	case (p.own && at.coded || isName(at.text) && (p.own || p.linked > 1)) && namedEach*p.linked >= unlinked:
		return name
	case rare:
		return title
	}
	return ordinary
}

// isName reports whether a text cannot be ordinary language: it has a digit, an underscore, or a capital or a full stop
// within a word.
func isName(text string) bool {
	within := false
	for i, r := range text {
		if unicode.IsDigit(r) || r == '_' || within && (unicode.IsUpper(r) || r == '.' && i+1 < len(text)) {
			return true
		}
		within = inWord(r)
	}
	return false
}

// weigh sets each gain to the target's share of the linking page's PageRank, in the graph with all suggestions.
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
	g.Weights = site.NewNumbers(len(g.Targets)) // PageRank ignores weights
	s, rank := stats.PageRank(g)
	for i := range all {
		l := &all[i]
		l.Gain = s.Damping * rank[l.From] / float64(g.OutDegree(l.From))
	}
}
