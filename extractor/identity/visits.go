package identity

import (
	"slices"

	"sitegraph/dedup"
	"sitegraph/extractor/evidence"
	"sitegraph/site"
)

// URLs that differ in their sessions alone are one page asked for twice, without a second request. The numbers of
// pages taken of each shape, and of pairs of a page.
const (
	visitedOfShape = 3
	visitsOfPage   = 2
)

// visitKey is a page's URL without sessions, and the shape of that, as hashes; 0 is not known.
type visitKey struct{ url, shape uint64 }

func (l *lessons) visits(places []int32) (pairs []dedup.TwinPages, err error) {
	for ; len(places) > 1; places = places[2:] {
		pair := dedup.TwinPages{URL: l.pages.url(places[1]), Visits: true}
		for i, side := range []*[]dedup.Piece{&pair.First, &pair.Second} {
			page, err := l.lesson(l.pages.known.Answers[places[i]])
			if err != nil {
				return nil, err
			}
			*side = page.pieces
		}
		pairs = append(pairs, pair)
	}
	return pairs, nil
}

// visited returns the places of pages, in pairs, closed within that many records, whose URLs differ
// in their sessions alone. Which are taken of a shape depends on the URLs alone.
func (l *lessons) visited() (pairs []int32) {
	l.own.keys = append(l.own.keys, make([]visitKey, len(l.pages.known.Answers)-len(l.own.keys))...)
	of, shapes := map[uint64][]int32{}, map[uint64][]uint64{}
	for place := range l.pages.all() {
		key := l.visitKey(place)
		if of[key.url] = append(of[key.url], place); len(of[key.url]) == 2 {
			shapes[key.shape] = append(shapes[key.shape], key.url)
		}
	}
	var chosen []string
	for _, keys := range shapes {
		slices.Sort(keys)
		for _, key := range keys[:min(len(keys), visitedOfShape)] {
			chosen = append(chosen, l.own.masks.LinkKey(l.pages.url(of[key][0])))
		}
	}
	slices.Sort(chosen)
	for _, key := range chosen {
		pages := of[evidence.HashOf([]byte(key))]
		slices.SortFunc(pages, l.pages.compare)
		pages = pages[:min(len(pages), 2*visitsOfPage)]
		pairs = append(pairs, pages[:len(pages)&^1]...)
	}
	return pairs
}

func (l *lessons) visitKey(place int32) visitKey {
	k := &l.own.keys[place]
	if *k == (visitKey{}) {
		url := l.own.masks.LinkKey(l.pages.url(place))
		*k = visitKey{evidence.HashOf([]byte(url)), evidence.HashOf([]byte(site.ShapeOf(url)))}
	}
	return *k
}
