package identity

import (
	"slices"

	"sitegraph/dedup"
	"sitegraph/extractor/evidence"
	"sitegraph/site"
)

// learnRules learns URL rules from the pages that were closed by the time that so
// many records were there, and finds the pages that represent URLs.
func (s *Identity) learnRules() {
	n := s.known
	var samples []dedup.Sample
	for place := range n.Answers {
		a := n.Answers[place]
		if n.Answer(n.URLs.Key(a.URL)) != a {
			continue
		}
		sample := dedup.Sample{URL: s.key(place), Class: -1}
		if s.Page(place) != nil {
			sample.Class, sample.Thin = int(s.Classes[place]), s.Pages[place].size < minKept
		}
		if s.unconfirmed[int32(place)] {
			sample.Class = -1 // its owner says that it is another one
		}
		samples = append(samples, sample)
	}
	s.Rules = dedup.LearnRules(samples, dedup.CleanParams(n.Robots().Text), s.Masks.Sessions())
	s.URLRules = s.Rules.List()
	s.ruled = nil
	s.tested = &tested{s, map[string][]member{}, map[trial][]int{}}
	if len(s.URLRules) == 0 {
		return // no URL represents another
	}
	plain := plainPages{}
	for place := range n.Answers {
		if s.Page(place) == nil {
			continue
		}
		of, reduced, used := s.spell(s.key(place))
		plain.note(s.Classes[place], int32(place), of)
		s.tested.note(reduced, member{int32(place), used})
	}
	s.tested.count()
	s.standPlain(plain)
}

// StandsFor returns the page that a rule makes of a URL that was not fetched;
// noURL if none does. That page's URL is one that links led to.
func (s *Identity) StandsFor(key evidence.URLID) evidence.URLID {
	if s == nil || len(s.URLRules) == 0 {
		return evidence.NoURL
	}
	if found := s.ruled.Get(key); found > 0 {
		return evidence.URLID(found - 1)
	} else if found < 0 {
		return evidence.NoURL
	}
	return s.lookUp(key)
}

// Freeze forgets what is learnt from, and looks up all URLs, so that nothing is written when the tables of the
// finished crawl are read.
func (s *Identity) Freeze() {
	clear(s.lessons)
	s.own = ownMasks{}
	if len(s.URLRules) == 0 {
		return
	}
	for key := range evidence.URLID(s.known.URLs.Len()) {
		s.StandsFor(key)
	}
}

func (s *Identity) lookUp(key evidence.URLID) evidence.URLID {
	text, found := s.known.URLs.String(key), int32(-1)
	if reduced, used := s.Rules.Reduce(text); !dedup.HeldOut(text) && s.tested.holds(reduced, used) {
		if pages := s.tested.groups[reduced]; len(pages) > 0 {
			found = int32(s.keyOf(pages[0].place)) + 1
		}
	}
	s.ruled.Set(key, found, s.known.URLs.Len())
	if found < 0 {
		return evidence.NoURL
	}
	return evidence.URLID(found - 1)
}

// RuleOf returns the rule that made a URL an alias: the first that changed it, or
// else the first that changed the URL which represents it.
func (s *Identity) RuleOf(key, page evidence.URLID) *site.URLRule {
	for _, k := range []evidence.URLID{key, page} {
		if _, used := s.Rules.Reduce(s.known.URLs.String(k)); len(used) > 0 {
			return &s.URLRules[slices.Min(used)]
		}
	}
	return nil
}
