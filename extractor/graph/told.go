package graph

import (
	"sitegraph/extractor/evidence"
	"sitegraph/site"
)

// told is what is told of a key, if anything is.
func (b *Builder) told(key evidence.URLID) (p evidence.ToldPage, ok bool) {
	if b.Told != nil {
		p, ok = b.Told[b.Known.URLs.String(key)]
	}
	return p, ok
}

// toldCanonical is the page that is told to represent a page, if that is there, or the page itself.
func (b *Builder) toldCanonical(key evidence.URLID) evidence.URLID {
	p, _ := b.told(key)
	if p.Canonical == "" {
		return key
	}
	to := b.Known.URLs.Find(p.Canonical)
	if to == evidence.NoURL {
		return key
	}
	if a := b.Known.Newest(to); a == nil || a.Outcome != evidence.OutPage {
		return key
	}
	return to
}

// toldRuled is the page that is told to represent a URL that was not fetched; NoURL if none is.
func (b *Builder) toldRuled(key evidence.URLID) evidence.URLID {
	p, _ := b.told(key)
	if p.Page == "" {
		return evidence.NoURL
	}
	return b.Known.URLs.Find(p.Page)
}

// toldState is the state of a page that another one represents, as it was told.
func (l *Ledger) toldState(key evidence.URLID) site.State {
	p, known := l.told(key)
	if other, _ := l.told(l.Pages[l.pageOf(key)].Key); known && p.Class == other.Class && p.Shown != other.Shown {
		return site.StateCanonical
	}
	return site.StateDuplicate
}
