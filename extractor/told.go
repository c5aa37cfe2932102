package extractor

import (
	"sitegraph/extractor/evidence"
	"sitegraph/extractor/graph"
)

// tell returns what key stable learns from a journal; nil for other keys. The walk has built its graph then, and is
// one with another key from then on.
func (w *walk) tell() (evidence.Told, error) {
	n := w.known
	if !n.Site.Stable {
		return nil, nil
	}
	if err := w.buildAll(); err != nil || w.same == nil {
		return nil, err
	}
	told, urls, s := evidence.Told{}, n.URLs, w.same
	for key := range evidence.URLID(urls.Len()) {
		if urls.Key(key) != key {
			continue
		}
		if place := n.Of.Get(key); place > 0 && s.Page(int(place-1)) != nil {
			p := evidence.ToldPage{Class: s.Class(key), Shown: s.Shown(key)}
			if s.IsCanonical(key) {
				p.Canonical = urls.String(s.Canonical(key))
			}
			told[urls.String(key)] = p
		} else if page := s.StandsFor(key); place == 0 && page != evidence.NoURL {
			told[urls.String(key)] = evidence.ToldPage{Page: urls.String(page), Rule: s.RuleOf(key, page)}
		}
	}
	n.Site.Stable = false
	return told, nil
}

// asTold begins a walk again that takes for one page what it was told to.
func (w *walk) asTold(told evidence.Told) {
	w.same, w.stop, w.beyond = nil, "", true
	w.build = graph.NewBuilder(w.known, &w.limits)
	w.build.Told = told
	w.build.SetStart()
}
