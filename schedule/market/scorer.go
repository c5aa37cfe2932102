package market

import "fmt"

// Scorer values texts and links by the agents' topics.
type Scorer struct {
	lexicon *TFIDF
	topics  []TermCounts
}

// How much each evidence counts for a link, (inherited * page + (1-inherited) *
// (anchorShare * anchor + (1-anchorShare) * context)): the form and the numbers
// of M. Hersovici et al., "The shark-search algorithm", 1998.
const (
	inherited   float64 = 0.5
	anchorShare float64 = 0.8
)

// NewScorer returns a scorer for the topics of the agents, given as keywords
// or as any text, in the language of the tag. A few keywords are too short for
// their language to be recognised: with an empty tag they stay unstemmed, and
// match stemmed texts badly.
func NewScorer(l *TFIDF, tag string, topics ...string) (*Scorer, error) {
	s := &Scorer{lexicon: l}
	for i, text := range topics {
		terms := l.Terms(text, tag)
		if len(terms) == 0 {
			return nil, fmt.Errorf("topic %d, %q: it has no word that says anything", i, text)
		}
		s.topics = append(s.topics, terms)
	}
	return s, nil
}

// Text is the similarity of a text to each topic.
func (s *Scorer) Text(text TermCounts) []float64 {
	values := make([]float64, len(s.topics))
	for i, topic := range s.topics {
		values[i] = s.lexicon.Similarity(topic, text)
	}
	return values
}

// Link is the value of a link to each topic, from its anchor text, the text
// around it and the similarities (by Text) of the page where it was found.
func (s *Scorer) Link(anchor, context TermCounts, page []float64) []float64 {
	a, c := s.Text(anchor), s.Text(context)
	values := make([]float64, len(s.topics))
	for i := range values {
		near := float64(anchorShare*a[i]) + float64((1-anchorShare)*c[i])
		own := 0.0
		if i < len(page) {
			own = similarity(page[i])
		}
		values[i] = similarity(float64(inherited*own) + float64((1-inherited)*near))
	}
	return values
}
