package identity

import (
	"maps"
	"strings"

	"sitegraph/extractor/evidence"
	"sitegraph/site"
)

// Differs records in an alias how its bytes differ from its page's, if at all, and why that does not count.
func (s *Identity) Differs(alias *site.Alias, key, page evidence.URLID) {
	if s == nil {
		return
	}
	one, other := s.pages.known.Answer(key), s.pages.known.Answer(page)
	if one.Pieced == nil || other.Pieced == nil || one.Digest == other.Digest &&
		(!s.Awake() || one.Pieced.Whole || other.Pieced.Whole) {
		return
	}
	mine, theirs := s.masked.asSent(one), s.masked.asSent(other)
	varies, kinds := false, []string(nil)
	for kind, name := range [...]string{"texts", "markup", "links"} {
		noise := mine[kind].varies || theirs[kind].varies
		if varies = varies || noise; noise || !maps.Equal(mine[kind].times, theirs[kind].times) {
			kinds = append(kinds, name)
		}
	}
	if one.Digest == other.Digest && !varies {
		return
	}
	alias.DiffersIn = strings.Join(kinds, " ")
	for link, times := range mine[keptLinks].times {
		alias.Links += max(0, times-theirs[keptLinks].times[link])
	}
	a, b := s.pages.known.Of.Get(key)-1, s.pages.known.Of.Get(page)-1
	switch {
	case len(kinds) == 0:
		alias.HeldFor = site.HeldForSpelling
	case s.masked.at[a].key == s.masked.at[b].key:
		alias.HeldFor = site.HeldForNoise
	case s.byKeys[a] != s.byKeys[b]:
		alias.HeldFor = site.HeldForCanonical
	default:
		alias.HeldFor = site.HeldForOwnURL
	}
}

// sent counts the pieces of one kind by hash. Masked pieces vary, even if two answers happened to have the same ones.
type sent struct {
	times  map[uint64]int
	varies bool
}

func (s *sent) add(hash uint64, varies bool) {
	s.varies = s.varies || varies
	s.times[hash]++
}

// The kinds of pieces.
const (
	sentTexts = iota
	sentMarkup
	sentLinks
	keptLinks // under the masks
)

func (m *maskedPages) asSent(a *evidence.Answer) (all [4]sent) {
	pieces := m.pages.pieces(a)
	for i := range all {
		all[i].times = map[uint64]int{}
	}
	keys := m.keys(pieces.All)
	for i, key := range keys {
		p := &pieces.All[i]
		hidden := m.masks.HidesGap(pieces.All, keys, i)
		gap := uint64(p.Gap)
		if hidden {
			gap = 0
		}
		all[sentMarkup].add(gap, hidden)
		switch {
		case p.Link > 0:
			all[sentLinks].add(uint64(p.Link), false)
			all[keptLinks].add(m.linkSum(keyOf(p)), false)
		case p.IsText():
			all[sentTexts].add(key, key != p.Text)
		default:
			all[sentMarkup].add(key, key != p.Text)
		}
	}
	return all
}
