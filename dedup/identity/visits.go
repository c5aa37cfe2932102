package identity

import (
	"cmp"
	"slices"
	"strings"

	"sitegraph/dedup"
	"sitegraph/extractor/evidence"
	"sitegraph/site"
)

// URLs that differ in their sessions alone are one page asked for twice, without a second request. Of each shape so
// many pages are taken, and so many pairs of a page.
const (
	visitedOfShape = 3
	visitsOfPage   = 2
)

// visits returns pairs of pages closed by the time that so many records were there, whose URLs differ in their sessions
// alone.
func (s *Identity) visits(closed int) (pairs []dedup.TwinPages, err error) {
	for _, pages := range s.visited(closed) {
		for n := 0; n < visitsOfPage && 2*n+1 < len(pages); n++ {
			pair := dedup.TwinPages{URL: s.key(int(pages[2*n+1])), Visits: true}
			for i, side := range []*[]dedup.Piece{&pair.First, &pair.Second} {
				l, err := s.lesson(s.known.Answers[pages[2*n+i]])
				if err != nil {
					return nil, err
				}
				*side = l.pieces
			}
			pairs = append(pairs, pair)
		}
	}
	return pairs, nil
}

// visited returns those pages, by the URL that they share. Which are taken of a shape depends on the URLs alone.
func (s *Identity) visited(closed int) (all [][]int32) {
	of := map[string][]int32{}
	for place := range int32(len(s.known.Answers)) {
		if a := s.Page(int(place)); a != nil && int(a.Record) < closed {
			key := s.Masks.LinkKey(s.key(int(place)))
			of[key] = append(of[key], place)
		}
	}
	shapes := map[string][]string{}
	for key, pages := range of {
		if len(pages) > 1 {
			slices.SortFunc(pages, s.compareKeys)
			shapes[site.ShapeOf(key)] = append(shapes[site.ShapeOf(key)], key)
		}
	}
	var chosen []string
	for _, keys := range shapes {
		slices.SortFunc(keys, func(a, b string) int {
			return cmp.Or(cmp.Compare(evidence.HashOf([]byte(a)), evidence.HashOf([]byte(b))), strings.Compare(a, b))
		})
		chosen = append(chosen, keys[:min(len(keys), visitedOfShape)]...)
	}
	slices.Sort(chosen)
	for _, key := range chosen {
		all = append(all, of[key])
	}
	return all
}
