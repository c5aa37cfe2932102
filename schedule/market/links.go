package market

import "fmt"

// Scorer says what texts and links are worth to the agents' topics.
type Scorer struct {
	lexicon *TFIDF
	topics  []Bag
	weights Weights
}

// Weights say how much each evidence counts for a link: (Inherited * page +
// (1-Inherited) * (Anchor * anchor + (1-Anchor) * context)), the form of M.
// Hersovici et al., "The shark-search algorithm", 1998.
type Weights struct {
	// Inherited is the share of the page where the link was found, Anchor that
	// of the anchor text against the text around it; both 0 to 1.
	Inherited, Anchor float64
}

// DefaultWeights are those of the shark-search.
func DefaultWeights() Weights { return Weights{Inherited: 0.5, Anchor: 0.8} }

// NewScorer returns a scorer for the topics of the agents, given as keywords
// or as any text, in the language of the tag. A few keywords are too short for
// their language to be recognised: with an empty tag they stay unstemmed, and
// match stemmed texts badly.
func NewScorer(l *TFIDF, w Weights, tag string, topics ...string) (*Scorer, error) {
	for _, share := range []float64{w.Inherited, w.Anchor} {
		if !(share >= 0 && share <= 1) {
			return nil, fmt.Errorf("weights of links: %v; each must be from 0 to 1", w)
		}
	}
	s := &Scorer{lexicon: l, weights: w}
	for i, text := range topics {
		b := l.Bag(text, tag)
		if len(b) == 0 {
			return nil, fmt.Errorf("topic %d, %q: it has no word that says anything", i, text)
		}
		s.topics = append(s.topics, b)
	}
	return s, nil
}

// Text is the similarity of a text to each topic.
func (s *Scorer) Text(text Bag) []float64 {
	values := make([]float64, len(s.topics))
	for i, topic := range s.topics {
		values[i] = s.lexicon.Similarity(topic, text)
	}
	return values
}

// Link is the value of a link to each topic, from its anchor text, the text
// around it and the similarities (by Text) of the page where it was found.
func (s *Scorer) Link(anchor, context Bag, page []float64) []float64 {
	a, c := s.Text(anchor), s.Text(context)
	values := make([]float64, len(s.topics))
	w := s.weights
	for i := range values {
		near := float64(w.Anchor*a[i]) + float64((1-w.Anchor)*c[i])
		inherited := 0.0
		if i < len(page) {
			inherited = similarity(page[i])
		}
		values[i] = similarity(float64(w.Inherited*inherited) + float64((1-w.Inherited)*near))
	}
	return values
}
