package extractor

import (
	"sitegraph/extractor/evidence"
)

// tell returns what key stable learnt of a journal whose graph is built; nil for other keys. The walk is one with
// another key from then on.
func (w *walk) tell() evidence.Told {
	n := w.known
	if w.same == nil {
		return nil
	}
	told, urls, s := evidence.Told{}, n.URLs, w.same
	for key := range evidence.URLID(urls.Len()) {
		if urls.Key(key) != key {
			continue
		}
		if s.IsPage(key) {
			p := evidence.ToldPage{Class: s.Class(key), Shown: s.Shown(key)}
			if s.IsCanonical(key) {
				p.Canonical = urls.String(s.Canonical(key))
			}
			told[urls.String(key)] = p
		} else if page := s.StandsFor(key); n.Of.Get(key) == 0 && page != evidence.NoURL {
			told[urls.String(key)] = evidence.ToldPage{Page: urls.String(page), Rule: s.Rules.Of(key, page)}
		}
	}
	n.Site.Stable, w.same = false, nil
	return told
}
