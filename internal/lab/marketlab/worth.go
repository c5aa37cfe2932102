package marketlab

// similar returns the similarity of a text to each agent's topic.
func (t *task) similar(text termCounts) []float64 {
	values := make([]float64, len(t.searched))
	for q, searched := range t.searched {
		values[q] = t.lexicon.similarity(searched, text)
	}
	return values
}

// Weights of the evidence about a link, after M. Hersovici et al., "The shark-search algorithm", 1998.
const (
	inherited   float64 = 0.5
	anchorShare float64 = 0.8
)

// worthOf returns a link's value for each agent's topic. It combines the anchor, the text around it and the values of
// the linking page.
func (t *task) worthOf(anchor, context termCounts, page []float64) []float64 {
	values, near := t.similar(anchor), t.similar(context)
	for q := range values {
		v := float64(anchorShare*values[q]) + float64((1-anchorShare)*near[q])
		values[q] = float64(inherited*page[q]) + float64((1-inherited)*v)
	}
	return values
}
