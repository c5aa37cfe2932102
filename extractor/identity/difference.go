package identity

import (
	"strings"

	"sitegraph/extractor/evidence"
	"sitegraph/site"
)

// Differs records in an alias how its bytes differ from those of its page, if they do, and why that does not count.
func (s *Identity) Differs(alias *site.Alias, key, page evidence.URLID) error {
	if s == nil {
		return nil
	}
	one, other := s.pages.known.Answer(key), s.pages.known.Answer(page)
	if one.Digest == other.Digest || one.Pieced == nil || other.Pieced == nil {
		return nil
	}
	mine, err := s.masked.asSent(one)
	if err != nil {
		return err
	}
	theirs, err := s.masked.asSent(other)
	if err != nil {
		return err
	}
	var kinds []string
	for kind, name := range [...]string{"texts", "markup", "links"} {
		if mine[kind].without(theirs[kind])+theirs[kind].without(mine[kind]) > 0 {
			kinds = append(kinds, name)
		}
	}
	alias.DiffersIn, alias.Links = strings.Join(kinds, " "), mine[keptLinks].without(theirs[keptLinks])
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
	return nil
}

// sent is what a page has of one kind: hashes, and how often it has each.
type sent map[uint64]int

// without counts what another page has less often.
func (s sent) without(other sent) (n int) {
	for hash, times := range s {
		n += max(0, times-other[hash])
	}
	return n
}

// keptLinks are the links as the masks leave them, after texts, markup and links as they were sent.
const keptLinks = 3

// asSent reads what a page has, whatever the masks hide.
func (m *maskedPages) asSent(a *evidence.Answer) (all [4]sent, err error) {
	pieces, err := m.pages.pieces(a)
	if err != nil {
		return all, err
	}
	for i := range all {
		all[i] = sent{}
	}
	for i := range pieces.All {
		p := &pieces.All[i]
		all[1][uint64(p.Gap)]++
		switch {
		case p.Link > 0:
			all[2][evidence.Mixed(uint64(p.Link))]++
			all[keptLinks][m.linkSum(keyOf(p))]++
		case p.IsText():
			all[0][p.Text]++
		default:
			all[1][p.Text]++
		}
	}
	return all, nil
}
