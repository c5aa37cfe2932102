package allpages

import (
	"sitegraph/site"
	"sitegraph/stats"
)

// summary gathers the numbers.
type summary struct{ stats.PageGraph }

// leftOut are the measures of a site whose time or memory grows faster than the graph, or which mean nothing here.
func leftOut() (all []stats.NotTaken) {
	for _, m := range [][2]string{
		{"hits", "hubs and authorities of several sites are those of the most closely linked one"},
		{"betweenness", "it takes searches from very many pages"},
		{"clustering", "it needs all arcs in memory"},
		{"communities", "they need all arcs in memory"},
		{"dominators", "there is no page from which all others are reached"},
		{"depth", "each site has its own start page"},
	} {
		all = append(all, stats.NotTaken{Measure: m[0], Reason: m[1]})
	}
	return all
}

func (s *summary) count(a site.PageArc) {
	s.Arcs++
	s.Links += a.Links
	if a.Between {
		s.Between.Arcs++
		s.Between.Links += a.Links
	}
}

// tops are the lists of pages that want addresses.
func (s *summary) tops() [][]stats.TopPage {
	return [][]stats.TopPage{s.InDegree.Top, s.OutDegree.Top, s.PageRank.Top, s.Harmonic}
}

func (s *summary) address(id int, p *site.Page) {
	for _, list := range s.tops() {
		for k := range list {
			if list[k].ID == id {
				list[k].URL, list[k].Title = p.URL, p.Title
			}
		}
	}
}
