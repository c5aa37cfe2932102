package extractor

import (
	"slices"

	"sitegraph/dedup"
	"sitegraph/site"
)

// learnRules learns URL rules from the pages that were closed by the time that so
// many records were there, and finds the pages that stand for URLs.
func (s *sameness) learnRules(closed int) {
	n := s.known
	var samples []dedup.Sample
	for place := range n.answers {
		a := &n.answers[place]
		if int(a.record) >= closed || n.answer(n.urls.key(a.url)) != a {
			continue
		}
		sample := dedup.Sample{URL: s.key(place), Class: -1}
		if s.page(place) != nil {
			sample.Class, sample.Thin = int(s.classes[place]), s.pages[place].size < minKept
		}
		if s.unconfirmed[int32(place)] {
			sample.Class = -1 // its owner says that it is another one
		}
		samples = append(samples, sample)
	}
	s.rules = dedup.LearnRules(samples, dedup.CleanParams(n.robots().Text))
	s.list = s.rules.List()
	s.reduced, s.ruled = map[string]urlID{}, nil
	if len(s.list) == 0 {
		return // no URL stands for another
	}
	for place := range n.answers {
		if s.page(place) == nil {
			continue
		}
		key := n.urls.key(n.answers[place].url)
		text := n.urls.String(key)
		reduced, _ := s.rules.Reduce(text)
		if was, known := s.reduced[reduced]; !known || text < n.urls.String(was) {
			s.reduced[reduced] = key
		}
	}
}

// standsFor returns the page that a rule makes of a URL that was not fetched;
// noURL if none does. That page's URL is one that links led to.
func (s *sameness) standsFor(key urlID) urlID {
	if s == nil || len(s.list) == 0 {
		return noURL
	}
	if found := s.ruled.get(key); found > 0 {
		return urlID(found - 1)
	} else if found < 0 {
		return noURL
	}
	return s.lookUp(key)
}

// freeze forgets what is learnt from, and looks up all URLs, so that nothing is written when the tables of the
// finished crawl are read.
func (s *sameness) freeze() {
	clear(s.lessons)
	if len(s.list) == 0 {
		return
	}
	for key := range urlID(s.known.urls.Len()) {
		s.standsFor(key)
	}
}

func (s *sameness) lookUp(key urlID) (page urlID) {
	text := s.known.urls.String(key)
	page, known := noURL, false
	if reduced, _ := s.rules.Reduce(text); !dedup.HeldOut(text) {
		page, known = s.reduced[reduced]
	}
	if !known {
		s.ruled.set(key, -1, s.known.urls.Len())
		return noURL
	}
	s.ruled.set(key, int32(page)+1, s.known.urls.Len())
	return page
}

// ruleOf returns the rule that made a URL an alias: the first that changed it, or
// else the first that changed the URL which stands for it.
func (s *sameness) ruleOf(key, page urlID) *site.URLRule {
	for _, k := range []urlID{key, page} {
		if _, used := s.rules.Reduce(s.known.urls.String(k)); len(used) > 0 {
			return &s.list[slices.Min(used)]
		}
	}
	return nil
}
