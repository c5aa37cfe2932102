package identity

import (
	"maps"

	"sitegraph/extractor/evidence"
	"sitegraph/site"
)

// A page that comes after the last lesson of key stable is held against what is known by its masked content alone.

// index notes the contents of all classes.
func (s *Identity) index() {
	s.contents, s.classed = map[site.Digest]int32{}, make([]bool, len(s.Classes))
	for place := range s.Classes {
		if a := s.Page(place); a != nil {
			s.classed[place] = true
			for _, content := range s.contentsOf(int32(place), a) {
				s.contents[content] = s.Classes[place]
			}
		}
	}
}

// contentsOf are the digests that make pages equal if they share one.
func (s *Identity) contentsOf(place int32, a *evidence.Answer) []site.Digest {
	if s.Pages[place].size < minCompared || !s.awake(place) {
		return []site.Digest{a.Digest}
	}
	return []site.Digest{a.Digest, s.Pages[place].key}
}

// told is what an identity makes of pages and URLs.
type told struct {
	classes  []int32
	stands   []int32
	repeated map[site.Digest]bool
	ruled    bool
}

// Told is what the identity makes of the pages now, for TellsAs.
func (s *Identity) Told() told { return told{s.Classes, s.Stands, s.Repeated, len(s.URLRules) > 0} }

// TellsAs reports whether the identity makes the same of all pages as before. Rules can make any URL another page's.
func (s *Identity) TellsAs(before told) bool {
	if before.ruled || len(s.URLRules) > 0 || len(before.classes) != len(s.Classes) ||
		!maps.Equal(before.repeated, s.Repeated) {
		return false
	}
	now, was := make([]int32, len(s.Classes)), make([]int32, len(s.Classes)) // the class+1 of the other numbering
	for place, class := range s.Classes {
		old := before.classes[place]
		if s.Page(place) == nil {
			continue
		}
		if now[old] == 0 && was[class] == 0 {
			now[old], was[class] = class+1, old+1
		}
		if now[old] != class+1 || was[class] != old+1 || before.stands[old] != s.Stands[class] {
			return false
		}
	}
	return true
}

// Join gives a page that counts since the last lesson its class: that of an equal page, else one of its own.
func (s *Identity) Join(key evidence.URLID) error {
	s.grow()
	for place := int32(len(s.Classes)); int(place) < len(s.known.Answers); place++ {
		s.Classes, s.byKeys = append(s.Classes, place), append(s.byKeys, place)
		s.Stands, s.classed = append(s.Stands, 0), append(s.classed, false)
	}
	place := s.known.Of.Get(key) - 1
	a := s.known.Answers[place]
	if s.classed[place] || a.Pieced == nil {
		return nil
	}
	if err := s.maskAt(int(place)); err != nil {
		return err
	}
	s.classed[place] = true
	contents := s.contentsOf(place, a)
	for _, content := range contents {
		if class, known := s.contents[content]; known {
			s.Classes[place], s.byKeys[place] = class, class
			break
		}
	}
	for _, content := range contents {
		s.contents[content] = s.Classes[place]
	}
	return nil
}

// Alike reports whether a page that just came is the one that is known of it, but for what the masks hide.
func (s *Identity) Alike(a *evidence.Fetched) bool {
	if s == nil || s.Masks == nil || a.Outcome != evidence.OutPage || a.Pieces == nil {
		return false
	}
	place := s.known.Place(s.known.URLs.Find(a.Key)) - 1
	if place < 0 || s.known.Answers[place].Pieced == nil {
		return false
	}
	s.grow()
	if err := s.maskAt(int(place)); err != nil {
		return false // it is read again, and reported, when the graph is built
	}
	key, size := s.keyOfNew(a)
	return key == s.Pages[place].key && size >= minCompared
}

// keyOfNew is what masked makes of texts and links of a page whose URLs the table need not have, and how long its texts
// are.
func (s *Identity) keyOfNew(a *evidence.Fetched) (site.Digest, int) {
	var c content
	s.room.keys = s.Masks.AppendKeys(s.room.keys[:0], a.Pieces.All)
	for i, key := range s.room.keys {
		p := &a.Pieces.All[i]
		if key == 0 {
			continue
		}
		if !s.Masks.HidesGap(a.Pieces.All, i) {
			c.texts.Add(uint64(p.Gap))
		}
		if p.Link > 0 {
			c.link(s.sumOf(a.Links[p.Link-1].Key))
		} else {
			c.text(key, p)
		}
	}
	return c.whole(), c.size
}
