package market

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// Topic is what an agent searches for.
type Topic struct {
	// Name is for messages alone.
	Name string
	// Keywords are words in any language, divided by anything.
	Keywords string
	// Language is that of the keywords, as HTML's lang has it. If it is empty,
	// they are taken to be in the language of each page.
	Language string
}

// Scorer values pages and their links by the topics of the agents. It is not
// safe for concurrent use.
type Scorer struct {
	lexicon *TFIDF
	topics  []searched
	// pages counts, for every term of a topic, the pages learnt that have it,
	// and learnt all pages learnt.
	pages   map[string]int
	learnt  int
	speech  int       // the language of the page read last
	similar []float64 // that page's similarity to each topic
}

// searched is a topic with its terms.
type searched struct {
	// terms are those of the keywords on a page of each language, by the number of
	// the language plus one (0 for those without a stemmer), in the order of the
	// alphabet.
	terms [][]searchedTerm
}

type searchedTerm struct {
	name  string
	id    int32 // in the lexicon
	times int32 // in the keywords
}

// How much each evidence counts for a link, (inherited * page + (1-inherited) *
// (anchorShare * anchor + (1-anchorShare) * around)): the form and the numbers
// of M. Hersovici et al., "The shark-search algorithm", 1998.
const (
	inherited   float64 = 0.5
	anchorShare float64 = 0.8
)

// NewScorer returns a scorer that has learnt no page. Keywords without a word
// that says anything are an error.
func NewScorer(topics ...Topic) (*Scorer, error) {
	s := &Scorer{lexicon: NewTFIDF(), pages: map[string]int{}, speech: unknown, similar: make([]float64, len(topics))}
	for _, t := range topics {
		if err := t.check(); err != nil {
			return nil, err
		}
		var of searched
		for speech := unknown; speech < len(languages); speech++ {
			if t.Language != "" {
				of.terms = append(of.terms, s.searchedTerms(t.Keywords, languageOf(t.Language)))
			} else {
				of.terms = append(of.terms, s.searchedTerms(t.Keywords, speech))
			}
		}
		s.topics = append(s.topics, of)
	}
	return s, nil
}

// check returns an error if the keywords say nothing.
func (t Topic) check() error {
	n := 0
	stops := make([]int, len(languages))
	words(t.Keywords, func(word string, gram bool) {
		n++
		for i := range languages {
			if !gram && languages[i].stop(word) {
				stops[i]++
			}
		}
	})
	if n == 0 {
		return fmt.Errorf("topic %s: its keywords %q have no word; give some words that pages on the topic have",
			t.Name, t.Keywords)
	}
	for i, count := range stops {
		if count == n && (t.Language == "" || languageOf(t.Language) == i) {
			return fmt.Errorf("topic %s: its keywords %q are on any page in the language %s; give words that only "+
				"pages on the topic have, or the language of the keywords if it is another",
				t.Name, t.Keywords, languages[i].code)
		}
	}
	return nil
}

// searchedTerms are the terms of keywords in a language.
func (s *Scorer) searchedTerms(keywords string, speech int) []searchedTerm {
	times, ids := map[string]int32{}, map[string]int32{}
	words(keywords, func(word string, gram bool) {
		name := word
		if !gram {
			name = stemOf(word, speech)
		}
		if name != "" {
			times[name]++
			ids[name] = s.lexicon.id(name)
		}
	})
	var all []searchedTerm
	for name, n := range times {
		all = append(all, searchedTerm{name, ids[name], n})
	}
	slices.SortFunc(all, func(a, b searchedTerm) int { return strings.Compare(a.name, b.name) })
	return all
}

// Page learns a page and returns its similarity to each topic, from 0 to 1. Terms
// are what was learnt, in the order of the alphabet, for Learn. language is that
// of the text as HTML's lang has it; "" to recognise it.
func (s *Scorer) Page(text, language string) (values []float64, terms []string) {
	if language == "" {
		language = recognise(text)
	}
	s.speech = languageOf(language)
	found := s.lexicon.terms(text, s.speech)
	for _, t := range s.topics {
		for _, term := range t.terms[s.speech+1] {
			if times(found, term.id) > 0 {
				terms = append(terms, term.name)
			}
		}
	}
	slices.Sort(terms)
	terms = slices.Compact(terms)
	s.Learn(terms)
	s.similar = s.values(found)
	return slices.Clone(s.similar), terms
}

// Learn learns a page by the terms that Page returned for it, also if there are
// none.
func (s *Scorer) Learn(terms []string) {
	s.learnt++
	for _, term := range terms {
		s.pages[term]++
	}
}

// Link is the value of a link of the page that Page read last to each topic, from
// its anchor text and the text around it, from 0 to 1.
func (s *Scorer) Link(anchor, around string) []float64 {
	a, c := s.values(s.lexicon.terms(anchor, s.speech)), s.values(s.lexicon.terms(around, s.speech))
	for i := range a {
		near := float64(anchorShare*a[i]) + float64((1-anchorShare)*c[i])
		a[i] = rounded(float64(inherited*s.similar[i]) + float64((1-inherited)*near))
	}
	return a
}

// values are the similarities of a text to each topic.
func (s *Scorer) values(text TermCounts) []float64 {
	length := lengthOf(text)
	values := make([]float64, len(s.topics))
	for i, t := range s.topics {
		dot, square := 0.0, 0.0
		for _, term := range t.terms[s.speech+1] {
			w := (1 + math.Log(float64(term.times))) * s.rare(term.name)
			square += float64(w * w)
			if n := times(text, term.id); n > 0 {
				dot += float64(w * (1 + math.Log(float64(n))))
			}
		}
		if dot > 0 {
			values[i] = rounded(dot / (math.Sqrt(square) * length))
		}
	}
	return values
}

// rare is how rare a term of a topic is among the pages learnt.
func (s *Scorer) rare(term string) float64 {
	return 1 + math.Log(float64(1+s.learnt)/float64(1+s.pages[term]))
}

// fine is the number of parts of one in sums of whole numbers, which are the
// same in any order.
const fine = 1 << 20

// lengthOf is the length of a text's vector of weights 1 + ln times.
func lengthOf(text TermCounts) float64 {
	sum := uint64(0)
	for _, c := range text {
		w := uint64(math.Round(fine * (1 + math.Log(float64(c.Times)))))
		sum += w * w
	}
	return math.Sqrt(float64(sum)) / fine
}

// times is how often a text has a term.
func times(text TermCounts, id int32) int32 {
	i, ok := slices.BinarySearchFunc(text, id, func(c TermCount, id int32) int { return int(c.Term - id) })
	if !ok {
		return 0
	}
	return text[i].Times
}

// rounded puts a number into [0,1], with six decimals.
func rounded(v float64) float64 { return math.Round(similarity(v)*1e6) / 1e6 }
