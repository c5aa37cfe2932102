package market

import (
	"cmp"
	"math"
	"slices"

	"sitegraph/site"
)

// TFIDF is a lexicon: the terms of the texts seen, and how many pages have each of them, so that a rare term
// counts more than a frequent one. It is not safe for concurrent use.
type TFIDF struct {
	ids map[string]int32
	// pages counts, for every term, the pages learnt that have it, and learnt all pages learnt.
	pages  []int32
	learnt int
	// stems remembers the terms of words, for each language; -1 is a stop word's.
	stems []map[string]int32
}

// NewTFIDF returns an empty lexicon.
func NewTFIDF() *TFIDF {
	l := &TFIDF{ids: map[string]int32{}}
	for range languages {
		l.stems = append(l.stems, map[string]int32{})
	}
	return l
}

// TermCounts is a text as its terms and how often each occurs, by number of the term in one lexicon.
type TermCounts []TermCount

// TermCount is how often a term occurs in a text.
type TermCount struct {
	// Term is the number of the term in the lexicon.
	Term, Times int32
}

// Terms returns the terms of a text: word stems without stop words in a language that has them, character
// n-grams where words are not divided. tag is the text's language as HTML's lang has it; "" to recognise it.
func (l *TFIDF) Terms(text, tag string) TermCounts {
	if tag == "" {
		tag = recognise(text)
	}
	var found []int32
	l.each(text, languageOf(tag), func(term int32) { found = append(found, term) })
	return count(found)
}

func (l *TFIDF) each(text string, speech int, tell func(term int32)) {
	site.Words(text, func(word []byte, gram bool) {
		if id := l.term(word, speech, gram); id >= 0 {
			tell(id)
		}
	})
}

func count(found []int32) TermCounts {
	slices.Sort(found)
	var b TermCounts
	for _, id := range found {
		if n := len(b); n > 0 && b[n-1].Term == id {
			b[n-1].Times++
		} else {
			b = append(b, TermCount{id, 1})
		}
	}
	return b
}

// term is the number of a word's term, -1 for a stop word.
func (l *TFIDF) term(word []byte, speech int, gram bool) int32 {
	known := l.ids
	if !gram && speech != unknown {
		known = l.stems[speech]
	}
	id, ok := known[string(word)]
	if ok {
		return id
	}
	id = -1
	if stem := stemOf(string(word), speech, gram); stem != "" {
		id = l.id(stem)
	}
	known[string(word)] = id
	return id
}

// id is the number of a term, a new one if need be.
func (l *TFIDF) id(term string) int32 {
	id, ok := l.ids[term]
	if !ok {
		id = int32(len(l.pages))
		l.ids[term] = id
		l.pages = append(l.pages, 0)
	}
	return id
}

// Learn counts a page's terms.
func (l *TFIDF) Learn(page TermCounts) {
	l.learnt++
	for _, c := range page {
		if int(c.Term) < len(l.pages) {
			l.pages[c.Term]++
		}
	}
}

// weight is the weight of a term in a text that has it so often: (1 + ln times) * (1 + ln((1+N)/(1+n))), with
// N pages learnt and n of them with the term (G. Salton, C. Buckley, "Term-weighting approaches in automatic
// text retrieval", 1988, the counts smoothed so that a new term has a weight too).
func (l *TFIDF) weight(c TermCount) float64 {
	n := int32(0)
	if int(c.Term) < len(l.pages) {
		n = l.pages[c.Term]
	}
	rare := 1 + math.Log(float64(1+l.learnt)/float64(1+n))
	return (1 + math.Log(float64(c.Times))) * rare
}

// Similarity is the cosine of the angle between two texts as vectors of weights: 0 if they share no term, 1 if
// they have the same terms in the same proportions; 0 with an empty text. Both must be terms of this lexicon.
func (l *TFIDF) Similarity(a, b TermCounts) float64 {
	dot := 0.0
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch cmp.Compare(a[i].Term, b[j].Term) {
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
	return similarity(dot / math.Sqrt(float64(l.square(a)*l.square(b))))
}

// square is the squared length of a text's vector.
func (l *TFIDF) square(b TermCounts) float64 {
	sum := 0.0
	for _, c := range b {
		w := l.weight(c)
		sum += float64(w * w)
	}
	return sum
}
