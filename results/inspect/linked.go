package inspect

import (
	"slices"

	"sitegraph/site"
)

// Linked returns the crawl as one that knows which pages link to a URL, as far as its ledger says so: that of a result
// folder knows it no other way. It is to be had for tables and problems, which ask for many URLs.
func (s *Site) Linked() (*site.Crawl, error) { return s.linked() }

func (s *Site) withMentions() (*site.Crawl, error) {
	said := map[string]string{} // of a page "" is the pages that have arcs to it
	read := false
	for e, err := range s.Ledger {
		if err != nil {
			return nil, err
		}
		if e.LinkedFrom != "" || e.State == site.StatePage {
			said[e.Key] = e.LinkedFrom
		}
		read = read || e.LinkedFrom != ""
	}
	if !read { // the crawl is one of the state, or nothing is known
		return s.Crawl, nil
	}
	linked, sources, pages := *s.Crawl, s.sources(), s.Graph.ByKey()
	linked.Mentions = func(key string) []int {
		text, known := said[key]
		if page, ok := pages.Find(key); ok && known && text == "" {
			return sources(page)
		}
		return slices.Collect(site.IDs(text))
	}
	return &linked, nil
}

// sources returns a function that gives the ids of the pages that have arcs to a page, ascending.
func (s *Site) sources() func(page int) []int {
	g := s.Graph
	ends := make([]int, len(g.Pages)+1) // of the sources of the page before
	for i, n := range g.InDegrees() {
		ends[i+1] = ends[i] + n
	}
	next, all := slices.Clone(ends), make([]int, g.Arcs())
	for i := range g.Pages {
		targets, _ := g.Out(i)
		for _, t := range targets {
			all[next[t]] = i + 1
			next[t]++
		}
	}
	return func(page int) []int { return all[ends[page]:ends[page+1]] }
}
