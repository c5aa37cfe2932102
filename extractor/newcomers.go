package extractor

import "sitegraph/site"

// A page that comes after the last lesson of key stable is held against what is known by its masked content alone.

// index notes the contents of all classes.
func (s *sameness) index() {
	s.contents, s.classed = map[site.Digest]int32{}, make([]bool, len(s.classes))
	for place := range s.classes {
		if a := s.page(place); a != nil {
			s.classed[place] = true
			for _, content := range s.contentsOf(int32(place), a) {
				s.contents[content] = s.classes[place]
			}
		}
	}
}

// contentsOf are the digests of which pages that share one are equal.
func (s *sameness) contentsOf(place int32, a *answer) []site.Digest {
	if s.pages[place].size < minCompared {
		return []site.Digest{a.digest}
	}
	return []site.Digest{a.digest, s.pages[place].key}
}

// join gives a page that counts since the last lesson its class: that of an equal page, else one of its own.
func (s *sameness) join(key urlID) error {
	s.grow()
	for place := int32(len(s.classes)); int(place) < len(s.known.answers); place++ {
		s.classes, s.byKeys = append(s.classes, place), append(s.byKeys, place)
		s.stands, s.classed = append(s.stands, 0), append(s.classed, false)
	}
	place := s.known.of.get(key) - 1
	a := &s.known.answers[place]
	if s.classed[place] || a.pieced == nil {
		return nil
	}
	if err := s.maskAt(int(place)); err != nil {
		return err
	}
	s.classed[place] = true
	contents := s.contentsOf(place, a)
	for _, content := range contents {
		if class, known := s.contents[content]; known {
			s.classes[place], s.byKeys[place] = class, class
			break
		}
	}
	for _, content := range contents {
		s.contents[content] = s.classes[place]
	}
	return nil
}

// alike reports whether a page that just came is the one that is known of it, but for what the masks hide.
func (s *sameness) alike(a *Answer) bool {
	if s == nil || s.masks == nil || a.Outcome != outPage || a.pieces == nil {
		return false
	}
	place := s.known.place(s.known.urls.find(a.Key)) - 1
	if place < 0 || s.known.answers[place].pieced == nil {
		return false
	}
	s.grow()
	if err := s.maskAt(int(place)); err != nil {
		return false // it is read again, and reported, when the graph is built
	}
	key, size := s.keyOfNew(a)
	return key == s.pages[place].key && size >= minCompared
}

// keyOfNew is what masked makes of texts and links of a page whose URLs the table need not have, and how long its texts
// are.
func (s *sameness) keyOfNew(a *Answer) (site.Digest, int) {
	var c content
	s.room.keys = s.masks.AppendKeys(s.room.keys[:0], a.pieces.all)
	for i, key := range s.room.keys {
		switch p := &a.pieces.all[i]; {
		case key == 0:
		case p.Link > 0:
			links := a.Internal
			if p.Link%2 == 0 {
				links = a.External
			}
			c.link(s.sumOf(links[(p.Link-1)/2].Key))
		default:
			c.text(key, p)
		}
	}
	return c.whole(), c.size
}
