package identity

import (
	"maps"

	"sitegraph/extractor/evidence"
	"sitegraph/site"
)

// A page that arrives between two epochs is compared with known ones only by its content under the masks.

func (s *Identity) index() {
	s.contents, s.classed = map[site.Digest]int32{}, make([]bool, len(s.Classes))
	for place, a := range s.pages.all() {
		s.classed[place] = true
		for _, content := range s.masked.contents(place, a) {
			s.contents[content] = s.Classes[place]
		}
	}
}

// verdict is the result of an epoch, for Agrees.
type verdict struct {
	classes  []int32
	stands   []int32
	repeated map[site.Digest]bool
	ruled    bool
}

// Verdict returns the result of the last epoch, for Agrees.
func (s *Identity) Verdict() verdict {
	return verdict{s.Classes, s.stands, s.repeated, len(s.Rules.List) > 0}
}

// Agrees reports whether all pages are classed as before. With rules it returns false, because they may affect any URL.
func (s *Identity) Agrees(before verdict) bool {
	if before.ruled || len(s.Rules.List) > 0 || len(before.classes) != len(s.Classes) ||
		!maps.Equal(before.repeated, s.repeated) {
		return false
	}
	now, was := make([]int32, len(s.Classes)), make([]int32, len(s.Classes)) // 1 + the class in the other numbering
	for place, class := range s.Classes {
		old := before.classes[place]
		if s.pages.at(int32(place)) == nil {
			continue
		}
		if now[old] == 0 && was[class] == 0 {
			now[old], was[class] = class+1, old+1
		}
		if now[old] != class+1 || was[class] != old+1 || before.stands[old] != s.stands[class] {
			return false
		}
	}
	return true
}

// Join gives a page that counts since the last epoch the class of an equal page, or a new class.
func (s *Identity) Join(key evidence.URLID) {
	if s == nil {
		return
	}
	s.masked.grow()
	known := s.pages.known
	for place := int32(len(s.Classes)); int(place) < len(known.Answers); place++ {
		s.Classes, s.byKeys = append(s.Classes, place), append(s.byKeys, place)
		s.stands, s.classed = append(s.stands, 0), append(s.classed, false)
	}
	place := known.Of.Get(key) - 1
	a := known.Answers[place]
	if s.classed[place] || a.Pieced == nil {
		return
	}
	s.masked.maskAt(place)
	s.classed[place] = true
	contents := s.masked.contents(place, a)
	for _, content := range contents {
		if class, known := s.contents[content]; known {
			s.Classes[place], s.byKeys[place] = class, class
			break
		}
	}
	for _, content := range contents {
		s.contents[content] = s.Classes[place]
	}
}

// Alike reports whether a page that just came equals the known version under the masks.
func (s *Identity) Alike(a *evidence.Fetched) bool {
	if s == nil || s.Masks == nil || a.Outcome != evidence.OutPage || a.Pieces == nil {
		return false
	}
	m, n := s.masked, s.pages.known
	place := n.Place(n.URLs.Find(a.Key)) - 1
	if place < 0 || n.Answers[place].Pieced == nil {
		return false
	}
	m.grow()
	m.maskAt(place)
	now := m.masked(a.Key, a.Pieces, func(p *site.Piece) uint64 { // the table may not have their URLs
		return m.sumOf(a.Links[p.Link-1].Key)
	})
	return now.key == m.at[place].key && now.size >= minCompared
}

// Note masks a new page. Masks seldom change, so the page need not be read again.
func (s *Identity) Note(a *evidence.Fetched) {
	if s == nil || s.Masks == nil || a.Outcome != evidence.OutPage || a.Twin {
		return
	}
	m, n := s.masked, s.pages.known
	if place := n.Place(n.URLs.Find(a.Key)) - 1; place >= 0 {
		m.grow()
		m.pages.linkKeys(a.Pieces.All, n.Answers[place])
		m.at[place] = m.maskedAt(n.Answers[place], a.Pieces)
	}
}
