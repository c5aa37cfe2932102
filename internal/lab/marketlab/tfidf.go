package marketlab

import (
	"cmp"
	"math"
	"slices"

	"sitegraph/agents/market"
)

// tfidf compares texts by their terms (TF-IDF, cosine). Rare terms count more.
type tfidf struct {
	*market.Lexicon
	// learnt counts the pages learnt, pages those with each term.
	pages  map[int32]int32
	learnt int
}

func newTFIDF() *tfidf { return &tfidf{Lexicon: market.NewLexicon(), pages: map[int32]int32{}} }

// termCounts has the terms of a text with their frequencies, sorted by number in one lexicon.
type termCounts []termCount

// termCount is a term with its frequency in a text.
type termCount struct {
	term  int32 // its number in the lexicon
	times int32
}

// terms returns the terms of a text in the language tag.
func (l *tfidf) terms(text, tag string) termCounts {
	var found []int32
	l.Terms(text, tag, func(term int32) { found = append(found, term) })
	slices.Sort(found)
	var b termCounts
	for _, id := range found {
		if n := len(b); n > 0 && b[n-1].term == id {
			b[n-1].times++
		} else {
			b = append(b, termCount{id, 1})
		}
	}
	return b
}

// learn counts a page's terms.
func (l *tfidf) learn(page termCounts) {
	l.learnt++
	for _, c := range page {
		l.pages[c.term]++
	}
}

// weight returns the weight of a term in a text, (1 + ln times) * (1 + ln((1+N)/(1+n))). Of N pages learnt, n have
// the term (G. Salton, C. Buckley, "Term-weighting approaches in automatic text retrieval", 1988). The counts are
// smoothed, so a new term has a weight too.
func (l *tfidf) weight(c termCount) float64 {
	rare := 1 + math.Log(float64(1+l.learnt)/float64(1+l.pages[c.term]))
	return (1 + math.Log(float64(c.times))) * rare
}

// similarity returns the cosine of the angle between two texts as vectors of weights. It is 1 if they have the same
// terms in the same proportions, 0 if they share no term or one is empty. Both must use this lexicon.
func (l *tfidf) similarity(a, b termCounts) float64 {
	dot := 0.0
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch cmp.Compare(a[i].term, b[j].term) {
		case -1:
			i++
		case 1:
			j++
		default:
			dot += float64(l.weight(a[i]) * l.weight(b[j]))
			i++
			j++
		}
	}
	if dot == 0 {
		return 0
	}
	return min(1, dot/math.Sqrt(float64(l.square(a)*l.square(b))))
}

// square returns the squared length of a text's vector of weights.
func (l *tfidf) square(b termCounts) float64 {
	sum := 0.0
	for _, c := range b {
		w := l.weight(c)
		sum += float64(w * w)
	}
	return sum
}
