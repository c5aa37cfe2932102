package suggest

import (
	"cmp"
	"slices"

	"sitegraph/site"
	"sitegraph/stats"
)

// Link is one that is suggested.
type Link struct {
	From, To int     // pages by number
	Text     string  // which is in the page, in the sentence
	Sentence string  // of the page
	Links    int     // in the content of pages that lead there now
	Gain     float64 // of PageRank
}

const (
	// A page gets mostOfPage suggestions at most, one with many links as many as a quarter of these.
	mostOfPage, linksEach = 10, 4
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
		return of[l.From] > max(mostOfPage, f.graph.OutDegree(l.From)/linksEach)
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
