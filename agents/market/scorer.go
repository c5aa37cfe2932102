package market

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"sitegraph/site"
)

// Scorer values pages and links by the cosine between a topic's keywords, weighed by (1 + ln times) * (1 +
// ln((1+N)/(1+n))), and a text, weighed by 1 + ln times (SMART's ltc against lnc: G. Salton, C. Buckley,
// "Term-weighting approaches in automatic text retrieval", 1988). It is not for several goroutines.
//
// It counts unlike a library, since what agents fetch is no sample of the web: N are the pages learnt, n those most
// similar to another topic that have the term. An agent that finds what it looks for would otherwise learn that its
// keywords are common words. For the same reason only keywords are weighed by rarity: a text's other words would seem
// the rarer the more is known, and every page less relevant. So the terms of a topic weigh twice as much in a text as
// others. docs/design/agents.md has the measurements.
type Scorer struct {
	given   []Topic
	lexicon *Lexicon
	topics  []searched
	text    countedText
	// pages counts, for each term of a topic, the pages of other topics with it, and learnt all pages learnt.
	pages   map[string]int
	learnt  int
	speech  int       // the language of the page read last
	similar []float64 // that page's similarity to each topic
}

type searched struct {
	// terms are the keywords' on a page of each language, by its number plus one (0: no stemmer), in alphabetical
	// order.
	terms [][]searchedTerm
}

type searchedTerm struct {
	name  string // the number of the topic, a space, and the term
	id    int32  // in the lexicon
	times int32  // in the keywords
	// weight is the term's share of the topic before the page read last; a topic's squares sum up to 1.
	weight float64
}

// The weights of evidence for a link, inherited * page + (1-inherited) * (anchorShare * anchor + (1-anchorShare) *
// around), as in M. Hersovici et al., "The shark-search algorithm", 1998, whose anchorShare is 0.8. The text around,
// which includes the anchor, tells more than they thought.
const (
	inherited   float64 = 0.5
	anchorShare float64 = 0.5
)

// emphasis is the weight of a topic's terms in a text. With 2, an understanding of 0.2 parts pages on a topic from
// others best.
const emphasis float64 = 2

// NewScorer returns a scorer that has learnt no page. Keywords must have a word that says something.
func NewScorer(topics ...Topic) (*Scorer, error) {
	for _, t := range topics {
		if err := t.check(); err != nil {
			return nil, err
		}
	}
	s := &Scorer{given: topics, pages: map[string]int{}, speech: unknown, similar: make([]float64, len(topics))}
	s.number()
	return s, nil
}

// lexiconSize bounds the lexicon, which then begins again. No result depends on the numbers of terms.
const lexiconSize = 1 << 18

// number gives the terms of the topics numbers, in a new lexicon.
func (s *Scorer) number() {
	s.lexicon, s.topics, s.text = NewLexicon(), nil, countedText{}
	for i, t := range s.given {
		var of searched
		for speech := unknown; speech < len(languages); speech++ {
			in := speech
			if t.Language != "" && speech != unknown { // or words as they are would not match
				in = languageOf(t.Language)
			}
			of.terms = append(of.terms, s.searchedTerms(i, t.Keywords, in))
		}
		s.topics = append(s.topics, of)
	}
}

func (s *Scorer) searchedTerms(topic int, keywords string, speech int) []searchedTerm {
	times := map[string]int32{}
	site.Words(keywords, func(word []byte, gram bool) {
		if term := stemOf(string(word), speech, gram); term != "" {
			times[term]++
		}
	})
	var all []searchedTerm
	for _, term := range site.Names(times) {
		all = append(all, searchedTerm{
			name: fmt.Sprintf("%d %s", topic, term), id: s.lexicon.id(term), times: times[term]})
	}
	return all
}

// Page returns the similarity of a page to each topic, 0 to 1, and learns it. text is title and visible text, language
// as HTML's lang has it, or "" to recognise it.
func (s *Scorer) Page(text, language string) []float64 {
	if language == "" {
		language = cmp.Or(recognise(text), s.common())
	}
	s.speech = languageOf(language)
	if len(s.lexicon.ids) > lexiconSize {
		s.number()
	}
	s.weigh()
	s.similar = s.values(text)
	s.learn()
	return slices.Clone(s.similar)
}

// common is the language of all topics' keywords, or "".
func (s *Scorer) common() string {
	language := s.given[0].Language
	for _, t := range s.given {
		if t.Language != language {
			return ""
		}
	}
	return language
}

// learn counts the page read last, and its terms of topics other than the one it is most similar to.
func (s *Scorer) learn() {
	s.learnt++
	own := slices.Max(append(s.similar, 0))
	for i, t := range s.topics {
		if s.similar[i] == own {
			continue
		}
		for _, term := range t.terms[s.speech+1] {
			if s.text[term.id] > 0 {
				s.pages[term.name]++
			}
		}
	}
}

// Link values a link of the page read last for each topic, 0 to 1.
func (s *Scorer) Link(anchor, around string) []float64 {
	a, c := s.values(anchor), s.values(around)
	for i := range a {
		near := float64(anchorShare*a[i]) + float64((1-anchorShare)*c[i])
		a[i] = rounded(float64(inherited*s.similar[i]) + float64((1-inherited)*near))
	}
	return a
}

// Words values a URL of which only words are known, like a link on a page that says nothing, in the common language.
func (s *Scorer) Words(words string) []float64 {
	last := s.speech
	defer func() { s.speech = last }()
	s.speech = languageOf(s.common())
	s.weigh()
	values := s.values(words)
	for i, v := range values {
		values[i] = rounded((1 - inherited) * anchorShare * v)
	}
	return values
}

func (s *Scorer) values(text string) []float64 {
	clear(s.text)
	s.lexicon.each(text, s.speech, func(term int32) { s.text[term]++ })
	square := s.text.square()
	values := make([]float64, len(s.topics))
	for i, t := range s.topics {
		values[i] = s.similarity(t.terms[s.speech+1], square)
	}
	return values
}

// similarity is the cosine between a topic and the text of squared length square, to which emphasis is added.
func (s *Scorer) similarity(topic []searchedTerm, square float64) float64 {
	dot := 0.0
	for _, term := range topic {
		if n := s.text[term.id]; n > 0 {
			in := 1 + math.Log(float64(n))
			dot += float64(term.weight * (emphasis * in))
			square += float64((emphasis*emphasis - 1) * (in * in))
		}
	}
	if dot == 0 {
		return 0
	}
	return rounded(dot / math.Sqrt(square))
}

func (s *Scorer) weigh() {
	for _, t := range s.topics {
		terms := t.terms[s.speech+1]
		sum := 0.0
		for i, term := range terms {
			rare := 1 + math.Log(float64(1+s.learnt)/float64(1+s.pages[term.name]))
			w := (1 + math.Log(float64(term.times))) * rare
			terms[i].weight = w
			sum += float64(w * w)
		}
		for i := range terms {
			terms[i].weight /= math.Sqrt(sum)
		}
	}
}

// rounded puts a number into [0,1], with six decimals.
func rounded(v float64) float64 { return math.Round(similarity(v)*1e6) / 1e6 }
