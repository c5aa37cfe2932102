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
// "Term-weighting approaches in automatic text retrieval", 1988). It is not safe for concurrent use.
//
// It counts differently from a library, since the pages that agents fetch are no sample of the web. N is the number of
// pages learnt. n is the number of those with the term that are most similar to another topic. Otherwise a successful
// agent would learn that its keywords are common words. For the same reason it weighs only keywords by rarity, or a
// text's other words would seem rarer and every page less relevant as it learns more. So a topic's terms weigh twice as
// much in a text as other words. docs/design/agents.md has the measurements.
type Scorer struct {
	given   []Topic
	lexicon *Lexicon
	topics  []searched
	text    countedText
	// pages counts, for each term of a topic, the pages of other topics with it. learnt counts all pages learnt.
	pages   map[string]int
	learnt  int
	speech  int       // language of the last page
	similar []float64 // similarity of the last page to each topic
}

type searched struct {
	// terms has the keywords' terms for pages of each language, in alphabetical order. Its index is the language's
	// number plus one, or 0 without a stemmer.
	terms [][]searchedTerm
}

type searchedTerm struct {
	name  string // number of the topic, a space, and the term
	id    int32  // number in the lexicon
	times int32  // occurrences in the keywords
	// weight is the term's share of the topic when the last page was read. A topic's squared weights sum up to 1.
	weight float64
}

// A link's value is inherited * page + (1-inherited) * (anchorShare * anchor + (1-anchorShare) * around), as in
// M. Hersovici et al., "The shark-search algorithm", 1998. They use an anchorShare of 0.8, but the text around,
// which includes the anchor, tells more than they thought.
const (
	inherited   float64 = 0.5
	anchorShare float64 = 0.5
)

// emphasis is the weight of a topic's terms in a text. With 2, an understanding of 0.2 best separates pages on a topic
// from others.
const emphasis float64 = 2

// NewScorer returns a scorer that has learnt no page. Each topic needs a keyword that is no stop word.
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

// lexiconSize is the size above which the lexicon starts anew. Results do not depend on the numbers of terms.
const lexiconSize = 1 << 18

// number makes a new lexicon and numbers the terms of the topics.
func (s *Scorer) number() {
	s.lexicon, s.topics, s.text = NewLexicon(), nil, countedText{}
	for i, t := range s.given {
		var of searched
		for speech := unknown; speech < len(languages); speech++ {
			in := speech
			if t.Language != "" && speech != unknown { // else words without a stemmer would not match
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

// Page returns the similarity of a page to each topic, from 0 to 1, and learns it. text is title and visible text.
// language is as in HTML's lang, or "" to guess it.
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

// common returns the language that all topics' keywords share, or "".
func (s *Scorer) common() string {
	language := s.given[0].Language
	for _, t := range s.given {
		if t.Language != language {
			return ""
		}
	}
	return language
}

// learn counts the last page, and its terms from topics other than the one it is most similar to.
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

// Link values a link of the last page for each topic, from 0 to 1.
func (s *Scorer) Link(anchor, around string) []float64 {
	a, c := s.values(anchor), s.values(around)
	for i := range a {
		near := float64(anchorShare*a[i]) + float64((1-anchorShare)*c[i])
		a[i] = rounded(float64(inherited*s.similar[i]) + float64((1-inherited)*near))
	}
	return a
}

// Words values a URL by words in the common language. It values it like a link on a page without relevant text.
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

// similarity returns the cosine between a topic and the text. square is the text's squared length without emphasis.
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

// rounded clamps a number to [0,1] and rounds it to six decimals.
func rounded(v float64) float64 { return math.Round(similarity(v)*1e6) / 1e6 }
