package graph

import (
	"sitegraph/extractor/evidence"
	"sitegraph/site"
)

// Told are the pages that are told to be one, where that does not follow from the key.
type Told struct {
	Pages evidence.Told // nil where nothing is told
	known *evidence.Known
}

// of is what is told of a key, if anything is.
func (t *Told) of(key evidence.URLID) (p evidence.ToldPage, ok bool) {
	if t.Pages != nil {
		p, ok = t.Pages[t.known.URLs.String(key)]
	}
	return p, ok
}

// canonical is the page that is told to represent a page, if that is there, or the page itself.
func (t *Told) canonical(key evidence.URLID) evidence.URLID {
	p, _ := t.of(key)
	if p.Canonical == "" {
		return key
	}
	to := t.known.URLs.Find(p.Canonical)
	if to == evidence.NoURL {
		return key
	}
	if a := t.known.Newest(to); a == nil || a.Outcome != evidence.OutPage {
		return key
	}
	return to
}

// ruled is the page that is told to represent a URL that was not fetched; NoURL if none is.
func (t *Told) ruled(key evidence.URLID) evidence.URLID {
	p, _ := t.of(key)
	if p.Page == "" {
		return evidence.NoURL
	}
	return t.known.URLs.Find(p.Page)
}

// toldState is the state of a page that another one represents, as it was told.
func (l *Ledger) toldState(key evidence.URLID) site.State {
	p, known := l.Told.of(key)
	if other, _ := l.Told.of(l.Pages[l.pageOf(key)].Key); known && p.Class == other.Class && p.Shown != other.Shown {
		return site.StateCanonical
	}
	return site.StateDuplicate
}
