package identity

import (
	"sitegraph/extractor/evidence"
	"sitegraph/site"
)

// joinCanonical joins pages with those that they name as canonical
// (rel=canonical), which then stand for them. The owner's word needs a second
// witness: the page named is known, names itself or nothing, and agrees.
func (s *Identity) joinCanonical(joined site.Sets) error {
	named := map[int32]bool{} // places of pages that stand for others
	s.unconfirmed = map[int32]bool{}
	for place := range int32(len(s.known.Answers)) {
		a := s.Page(int(place))
		if a == nil || !s.namesAnother(a) {
			continue
		}
		other, ok := s.canonicalOf(a)
		if ok && joined.First(place) != joined.First(other) {
			agree, err := s.agree(place, other)
			if err != nil {
				return err
			}
			ok = agree
		}
		if !ok {
			s.unconfirmed[place] = true
			continue
		}
		joined.Join(place, other)
		named[other] = true
	}
	s.Classes = joined.All()
	s.Stands = make([]int32, len(s.Classes))
	for place := range named {
		c := s.Classes[place]
		if was := s.Stands[c]; was == 0 || s.compareKeys(place, was-1) < 0 {
			s.Stands[c] = place + 1
		}
	}
	return nil
}

// canonicalOf returns the place of the page that another one names, if that may
// stand for it.
func (s *Identity) canonicalOf(a *evidence.Answer) (place int32, ok bool) {
	at, known := s.placeOf(s.known.URLs.Key(a.Pieced.Canonical))
	return at, known && !s.namesAnother(s.Page(int(at)))
}

// namesAnother reports whether a page names another one as canonical.
func (s *Identity) namesAnother(a *evidence.Answer) bool {
	urls, c := s.known.URLs, a.Pieced.Canonical
	return c != evidence.NoURL && urls.Inside(c) && urls.Key(c) != urls.Key(a.URL)
}

// agree reports whether two pages have nine tenths of their texts in common, by
// number or by length, and half of those that are not of the site's frame: in
// the frame all pages agree.
func (s *Identity) agree(a, b int32) (bool, error) {
	if err := s.needFrame(); err != nil {
		return false, err
	}
	one, err := s.textsOf(a)
	if err != nil {
		return false, err
	}
	other, err := s.textsOf(b)
	if err != nil {
		return false, err
	}
	if !common(one, other).atLeast(9, 10) {
		return false, nil
	}
	own, ownOther := without(one, s.frame), without(other, s.frame)
	c := common(own, ownOther)
	return c.both.texts > 0 && c.atLeast(1, 2), nil
}

// amount is a number of texts and their length.
type amount struct{ texts, size int }

// shared is what two pages have in common, and what the longer one has.
type shared struct{ both, all amount }

func common(a, b []aText) shared {
	var s shared
	counts := map[uint64]int{}
	var one, other amount
	for _, t := range a {
		counts[t.key]++
		one.texts++
		one.size += t.size
	}
	for _, t := range b {
		if counts[t.key] > 0 {
			counts[t.key]--
			s.both.texts++
			s.both.size += t.size
		}
		other.texts++
		other.size += t.size
	}
	s.all = amount{max(one.texts, other.texts), max(one.size, other.size)}
	return s
}

func (s shared) atLeast(n, of int) bool {
	return s.both.texts*of >= s.all.texts*n || s.both.size*of >= s.all.size*n
}

// without returns the texts that are not of a frame.
func without(texts []aText, frame map[uint64]bool) (own []aText) {
	for _, t := range texts {
		if !frame[t.key] {
			own = append(own, t)
		}
	}
	return own
}
