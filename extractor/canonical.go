package extractor

import "slices"

// joinCanonical joins pages with those that they name as canonical
// (rel=canonical), which then stand for them. The owner's word needs a second
// witness: the page named is known, names itself or nothing, and agrees.
func (s *sameness) joinCanonical(sets sets, stands map[int32]int32) error {
	var f *frameTexts
	for place := range s.known.answers {
		a := s.page(place)
		if a == nil || a.pieced.canonical == noURL {
			continue
		}
		other, ok := s.canonicalOf(a)
		if !ok || sets.find(int32(place)) == sets.find(other) {
			continue
		}
		if f == nil {
			var err error
			if f, err = s.frameOf(); err != nil {
				return err
			}
		}
		agree, err := s.agree(int32(place), other, f)
		if err != nil {
			return err
		}
		if agree {
			sets.join(int32(place), other)
			stands[int32(place)] = other
		}
	}
	return nil
}

// canonicalOf returns the place of the page that another one names, if that may
// stand for it.
func (s *sameness) canonicalOf(a *answer) (place int32, ok bool) {
	urls := s.known.urls
	key := urls.key(a.pieced.canonical)
	if key == urls.key(a.url) {
		return 0, false
	}
	at := s.known.of.get(key) - 1
	if at < 0 {
		return 0, false
	}
	target := s.page(int(at))
	if target == nil {
		return 0, false
	}
	c := target.pieced.canonical
	return at, c == noURL || urls.key(c) == key
}

// agree reports whether two pages have nine tenths of their own texts in common,
// those that are not the frame of the site.
func (s *sameness) agree(a, b int32, f *frameTexts) (bool, error) {
	own, err := s.ownTexts(a, f)
	if err != nil {
		return false, err
	}
	other, err := s.ownTexts(b, f)
	if err != nil {
		return false, err
	}
	both := 0
	counts := map[uint64]int{}
	for _, t := range own {
		counts[t]++
	}
	for _, t := range other {
		if counts[t] > 0 {
			counts[t]--
			both++
		}
	}
	return both > 0 && 10*both >= 9*max(len(own), len(other)), nil
}

// frameTexts are the texts that most pages of the site have, its menus and feet.
type frameTexts map[uint64]bool

// frameSample is the number of pages from which the frame is told.
const frameSample = 64

// frameOf returns the texts that more than half of the site's pages have, by a
// sample of them that follows from their normalized URLs. Pages that name one
// canonical URL count as one.
func (s *sameness) frameOf() (*frameTexts, error) {
	type candidate struct {
		place int32
		hash  uint64
	}
	var sample []candidate
	taken := map[urlID]bool{}
	urls := s.known.urls
	for place := range s.known.answers {
		a := s.page(place)
		if a == nil {
			continue
		}
		key := urls.key(a.url)
		if c := a.pieced.canonical; c != noURL && urls.key(c) != key {
			continue
		}
		if !taken[key] {
			taken[key] = true
			sample = append(sample, candidate{int32(place), hashOf(urls.bytes(key))})
		}
	}
	slices.SortFunc(sample, func(a, b candidate) int {
		if a.hash < b.hash {
			return -1
		}
		return 1
	})
	sample = sample[:min(len(sample), frameSample)]
	counts := map[uint64]int{}
	for _, c := range sample {
		texts, err := s.ownTexts(c.place, nil)
		if err != nil {
			return nil, err
		}
		slices.Sort(texts)
		for _, t := range slices.Compact(texts) {
			counts[t]++
		}
	}
	f := frameTexts{}
	for t, n := range counts {
		if len(sample) > 3 && 2*n > len(sample) {
			f[t] = true
		}
	}
	return &f, nil
}

// ownTexts returns the texts of a page that count and are not of the frame.
func (s *sameness) ownTexts(place int32, f *frameTexts) ([]uint64, error) {
	pieces, _, err := s.pieces(&s.known.answers[place], false)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(s.masks.Texts(pieces), func(t uint64) bool { return f != nil && (*f)[t] }), nil
}
