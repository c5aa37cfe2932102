package identity

import "sitegraph/extractor/evidence"

// Tell returns what was learnt, for a crawl with another key that is to join the same pages; nil if nothing was.
func (s *Identity) Tell() evidence.Told {
	if s == nil {
		return nil
	}
	told, n := evidence.Told{}, s.pages.known
	urls := n.URLs
	for key := range evidence.URLID(urls.Len()) {
		if urls.Key(key) != key {
			continue
		}
		if s.IsPage(key) {
			p := evidence.ToldPage{Class: numbered(s.classOf(key)), Shown: s.Shown(key)}
			if s.IsCanonical(key) {
				p.Canonical = urls.String(s.Canonical(key))
			}
			told[urls.String(key)] = p
		} else if page := s.StandsFor(key); n.Of.Get(key) == 0 && page != evidence.NoURL {
			told[urls.String(key)] = evidence.ToldPage{Page: urls.String(page), Rule: s.Rules.Of(key, page)}
		}
	}
	return told
}
