package extractor

import (
	"sitegraph/dedup"
	"sitegraph/site"
)

// frameSample is the number of pages from which the frame of a site is told, its
// menus and feet, and leastSample the least.
const (
	frameSample = 64
	leastSample = 4
)

// needFrame finds the texts that more than half of the site's pages have. A page
// that names another one as canonical is not taken.
func (s *sameness) needFrame() error {
	if s.frame != nil {
		return nil
	}
	var keys []urlID
	for place := range int32(len(s.known.answers)) {
		if a := s.page(int(place)); a != nil && !s.namesAnother(a) {
			keys = append(keys, s.keyOf(place))
		}
	}
	frame, err := s.frameOf(keys)
	s.frame = frame
	return err
}

// frameOf finds the texts that more than half of some pages have, by a sample that
// follows from their normalized URLs.
func (s *sameness) frameOf(keys []urlID) (map[uint64]bool, error) {
	n := s.known
	n.urls.sortByHash(keys)
	keys = keys[:min(len(keys), frameSample)]
	frame := map[uint64]bool{}
	if len(keys) < leastSample {
		return frame, nil
	}
	counts := map[uint64]int{}
	for _, key := range keys {
		pieces, _, err := s.pieces(n.answer(key), false)
		if err != nil {
			return nil, err
		}
		for text := range s.distinct(pieces) {
			if counts[text]++; 2*counts[text] > len(keys) {
				frame[text] = true
			}
		}
	}
	return frame, nil
}

// saysLittle reports whether a page has few texts of its own: that most pages of its
// shape do not have.
func (s *sameness) saysLittle(place int32) (bool, error) {
	if s.little == nil {
		s.little, s.shapeFrames, s.byShape = map[int32]bool{}, map[string]map[uint64]bool{}, s.pagesOfShapes()
	}
	little, known := s.little[place]
	if known {
		return little, nil
	}
	shape := site.ShapeOf(s.key(int(place)))
	frame := s.shapeFrames[shape]
	if frame == nil {
		var err error
		if frame, err = s.frameOf(s.byShape[shape]); err != nil {
			return false, err
		}
		s.shapeFrames[shape] = frame
	}
	texts, err := s.textsOf(place)
	if err != nil {
		return false, err
	}
	size := 0
	for _, t := range texts {
		if !frame[t.key] {
			size += t.size
		}
	}
	s.little[place] = size < minCompared
	return size < minCompared, nil
}

// pagesOfShapes returns the pages of each shape of URL.
func (s *sameness) pagesOfShapes() map[string][]urlID {
	byShape := map[string][]urlID{}
	for place := range int32(len(s.known.answers)) {
		if s.page(int(place)) != nil {
			shape := site.ShapeOf(s.key(int(place)))
			byShape[shape] = append(byShape[shape], s.keyOf(place))
		}
	}
	return byShape
}

// distinct are the texts of a page, as written and as masked.
func (s *sameness) distinct(pieces []dedup.Piece) map[uint64]bool {
	texts := map[uint64]bool{}
	for i, key := range s.masks.Keys(pieces) {
		if pieces[i].URL == "" && key != 0 {
			texts[key], texts[pieces[i].Text] = true, true
		}
	}
	return texts
}
