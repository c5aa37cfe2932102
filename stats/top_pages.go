package stats

import "sitegraph/site"

// TopPage is one of the at most ten pages with the greatest value, a PageRank
// or a degree. Lists of them are descending by value as written, equal values
// ascending by id.
type TopPage struct {
	// ID is the page's id in all files, from 1.
	ID    int     `json:"id"`
	URL   string  `json:"url"`
	Title string  `json:"title"`
	Value float64 `json:"value"`
}

// topLength is the length of the lists of greatest values.
const topLength = 10

// top returns the pages of greatest value. Values are compared as rounded, so
// that pages alike but for the last bits are in the order of their ids.
func top(g *site.Graph, value func(page int) float64) []TopPage {
	best := []TopPage{}
	for i := range g.Pages {
		v := Round(value(i))
		k := len(best)
		for k > 0 && best[k-1].Value < v {
			k--
		}
		if k == topLength {
			continue
		}
		p := &g.Pages[i]
		best = insert(best, k, TopPage{ID: i + 1, URL: p.URL, Title: p.Title, Value: v})
	}
	return best
}

// insert puts p at place k and drops what is then too much.
func insert(best []TopPage, k int, p TopPage) []TopPage {
	if len(best) < topLength {
		best = append(best, TopPage{})
	}
	copy(best[k+1:], best[k:])
	best[k] = p
	return best
}
