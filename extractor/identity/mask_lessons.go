package identity

import (
	"slices"

	"sitegraph/dedup"
	"sitegraph/extractor/evidence"
	"sitegraph/site"
)

// ownMasks are the masks that second requests alone give, and what was learnt with them of URLs that differ in their
// sessions.
type ownMasks struct {
	masks    *dedup.Masks
	twins    []dedup.TwinPages
	sessions bool       // URLs of the site hold sessions
	keys     []visitKey // by place
	pairs    []int32    // the pages of visits that masks were learnt from
}

// learnMasks learns from the pages fetched twice, and from those whose URLs differ in sessions.
func (s *Identity) learnMasks() error {
	asked := len(s.known.Twins)
	fresh := s.own.masks == nil || asked != s.Asked
	if fresh {
		s.Asked = asked
		twins, err := s.twins()
		if err != nil {
			return err
		}
		masks := dedup.LearnMasks(twins)
		s.own = ownMasks{masks: masks, twins: twins, sessions: len(masks.Sessions()) > 0}
	}
	learnt := s.own.masks
	if s.own.sessions {
		pairs := s.visited()
		if !fresh && slices.Equal(pairs, s.own.pairs) {
			return nil
		}
		s.own.pairs = pairs
		visits, err := s.visits(pairs)
		if err != nil {
			return err
		}
		learnt = dedup.LearnMasks(slices.Concat(s.own.twins, visits))
	} else if !fresh {
		return nil
	}
	s.use(learnt)
	return nil
}

// use has masks count from now on.
func (s *Identity) use(m *dedup.Masks) {
	before := s.Masks
	s.Masks = m
	if before != nil && m.Equal(before) {
		return
	}
	s.links = newAnatomies(s.known.URLs, s.Masks.LinkKey)
	s.placed, s.texts, s.couples = map[int32]laidOut{}, readTexts{}, couples{}
	s.said, s.plain = saidTexts{}, map[string]string{}
	s.frames = map[string]frame{}
	clear(s.Pages)
	clear(s.sums)
}

// twins are the pages fetched twice within that many records.
func (s *Identity) twins() (twins []dedup.TwinPages, err error) {
	s.Varies, s.steady = false, map[string]int{}
	s.homeShows = map[site.Digest]bool{}
	for _, t := range s.known.Twins {
		first := t.First
		if t.Answer.Outcome != evidence.OutPage || first == nil ||
			first.Outcome != evidence.OutPage {
			continue
		}
		pair := dedup.TwinPages{URL: s.known.URLs.String(t.Key)}
		s.wakes(pair.URL, first.Digest == t.Answer.Digest)
		one, err := s.lesson(first)
		if err != nil {
			return nil, err
		}
		other, err := s.lesson(&t.Answer)
		if err != nil {
			return nil, err
		}
		pair.First, pair.Second = one.pieces, other.pieces
		if linkless := t.Answer.Counts.Internal == 0; linkless && t.Key == s.Home() {
			s.homeShows[other.wordless] = true
		}
		if (t.Answer.Counts.Internal == 0) != (first.Counts.Internal == 0) {
			continue // it is another page now: it says nothing of what varies
		}
		twins = append(twins, pair)
	}
	return twins, nil
}
