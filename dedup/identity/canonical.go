package identity

import (
	"slices"
	"strings"

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

// longestNote is how many pieces a page may have to say by which of its URLs it was found.
const longestNote = 8

// agree reports whether a page has nothing that the page lacks which it names as canonical, apart from notes of its own
// address: "redirected from". A list names its first page often, and is not that page.
func (s *Identity) agree(a, named int32) (bool, error) {
	if s.Pages[a].key == s.Pages[named].key || !s.awake(a) || !s.awake(named) {
		return s.Pages[a].key == s.Pages[named].key && s.Pages[a].size >= minCompared, nil
	}
	one, err := s.laidBare(a)
	if err != nil {
		return false, err
	}
	other, err := s.laidBare(named)
	if err != nil {
		return false, err
	}
	has := map[bared]bool{}
	for _, p := range other {
		has[bared{key: p.key}], has[bared{key: p.key, gap: p.gap}] = true, true
	}
	own := beyond(s.links.get(s.keyOf(a)), s.links.get(s.keyOf(named)))
	missing, note := 0, false
	for _, p := range one {
		if missing > 0 && has[bared{key: p.key}] || has[bared{key: p.key, gap: p.gap}] {
			if missing > 0 && !note {
				return false, nil
			}
			missing, note = 0, false
			continue
		}
		missing++
		note = note || p.link != evidence.NoURL && s.links.carries(s.links.get(p.link), own)
		if missing > longestNote {
			return false, nil
		}
	}
	return missing == 0 || note, nil
}

// bared is a piece of a page as the masks leave it, with the gap before it.
type bared struct {
	key  uint64
	gap  uint32
	link evidence.URLID // what it leads to, NoURL if it is no link
}

// laidBare returns the pieces of a page that the masks leave.
func (s *Identity) laidBare(place int32) ([]bared, error) {
	pieces, err := s.pieces(s.known.Answers[place])
	if err != nil {
		return nil, err
	}
	all := make([]bared, 0, len(pieces.All))
	for i, key := range s.Masks.Keys(pieces.All) {
		p := &pieces.All[i]
		if key == 0 {
			continue
		}
		b := bared{key: key, gap: p.Gap, link: evidence.NoURL}
		if p.Link > 0 {
			b.link = keyOf(p)
			b.key = s.linkSum(b.link)
		}
		if s.Masks.HidesGap(pieces.All, i) {
			b.gap = 0
		}
		all = append(all, b)
	}
	return all, nil
}

// carries reports whether a link has a parameter with the value of one of these components. Numbers tell pages apart.
func (x *anatomies) carries(link *anatomy, own []component) bool {
	return slices.ContainsFunc(link.components, func(c component) bool {
		return !c.segment && strings.Trim(x.texts.String(c.value), "0123456789") != "" && x.sameValue(c.value, own)
	})
}
