package whatif

import (
	"crypto/sha256"
	"fmt"

	"sitegraph/extractor/evidence"
)

// tell says which pages the page is one with, where the crawl has learnt that: with those of before whose links are
// changed by the same lines. What stands in heads tells no pages apart then, nor do links that follow moves.
func (e *editing) tell() {
	told, is := e.Told[e.key]
	if !is || !e.counts(e.page) {
		return
	}
	if len(e.by) > 0 {
		h := sha256.Sum256(fmt.Appendf(nil, "%x %v", told.Class, e.by))
		copy(told.Class[:], h[:])
	}
	told.Canonical, _ = e.standsAt(told.Canonical)
	key, _ := e.standsAt(e.key)
	e.told[key] = told
}

// standsAt is where what is at a URL will be; ok is false if that is nowhere.
func (w *writing) standsAt(key string) (now string, ok bool) {
	f, ends := w.fates[key]
	switch {
	case !ends:
		return key, !w.comes[key]
	case f.moved:
		return f.to.key, true
	}
	return "", false
}

// tellRuled says for which URLs that were never fetched another one stands by a rule, as long as that is a page.
func (w *writing) tellRuled() {
	for key, p := range w.Told {
		now, ok := w.standsAt(key)
		page, is := w.standsAt(p.Page)
		if _, told := w.told[page]; p.Page != "" && ok && is && told {
			w.told[now] = evidence.ToldPage{Page: page, Rule: p.Rule}
		}
	}
}
