package extractor

import (
	"cmp"
	"maps"

	"sitegraph/extractor/evidence"
)

// What is taken for the site and for one page, where a crawl begins, what is left out of it, and its order may
// change at any time. The journal is a store of answers then; a crawl recalls from it what it would fetch: every
// key by the URL that it would be fetched by, in its order, as if nothing were known. So the crawl is the one that
// had the settings from the beginning.

// fixed reports whether a crawl cannot be decided again: what is built from the journal of one site alone has no order
// to ask that other sites take part in.
func (b *beginning) fixed() bool { return !b.live && b.known.HasOrder() }

// wanted are the settings that must fit the journal. What decides may change: the crawl is built
// again from the answers, and what it lacks is fetched.
func (b *beginning) wanted() map[string]string {
	fixed := b.fixed()
	wanted := maps.Clone(b.parts.Settings)
	maps.DeleteFunc(wanted, func(key, _ string) bool {
		return evidence.Begins(key) || !fixed && evidence.Decides(key)
	})
	return wanted
}

// beginsOtherwise reports whether this run begins elsewhere than the last one, or takes something else for the site or
// for one page.
func (b *beginning) beginsOtherwise() bool {
	s, p := &b.known.Site, b.parts
	return b.live && (!s.BeginsAs(p.Settings) || s.PageKey != p.pageKey())
}

func (p *Parts) pageKey() evidence.PageKey {
	return evidence.PageKey{Stable: p.Stable, Texts: p.Open != nil, PerURL: p.PerURL}
}

// decidedBy are the settings that decide in this run. One that is empty does not matter: it stays as it was.
func (b *beginning) decidedBy() map[string]string {
	all := map[string]string{}
	maps.Copy(all, b.parts.Settings)
	for _, key := range []string{evidence.SettingInclude, evidence.SettingExclude} {
		all[key] = cmp.Or(all[key], b.known.Site.Settings[key])
	}
	maps.DeleteFunc(all, func(key, value string) bool { return value == "" || !evidence.Decides(key) })
	return all
}

// decidesOtherwise reports whether this run is decided by other settings than the last one.
func (b *beginning) decidesOtherwise() bool {
	now, s := b.decidedBy(), &b.known.Site
	for key, value := range now {
		if s.Settings[key] != value {
			return true
		}
	}
	ordered := now["[order] pages"] != "" || s.Search
	return b.live && ordered != b.known.HasOrder()
}

// noteAnew notes that the crawl is decided again.
func (b *beginning) noteAnew() error {
	return b.memory.note(evidence.KindAnew, evidence.AnewRecord{Settings: b.decidedBy()})
}

// askedAs is the record of a URL that was asked for and redirected to another one of its key; nil if it did not.
func (w *walk) askedAs(asked evidence.URLID, a *evidence.Fetched) *evidence.AskedRecord {
	if urls := w.known.URLs; asked != urls.Find(a.URL) {
		return &evidence.AskedRecord{Asked: urls.String(asked), URL: a.URL}
	}
	return nil
}
