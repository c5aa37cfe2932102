package extractor

import (
	"cmp"
	"maps"

	"sitegraph/extractor/evidence"
)

// What is taken for the site and for one page, where a crawl begins, what is left out of it, and its order may change
// at any time. The
// journal is a store of answers then; a crawl recalls from it what it would fetch: every key by the URL
// that it would be fetched by, in its order, as if nothing were known. So the
// crawl is the one that had the settings from the beginning.

// fixed reports whether a crawl cannot be decided again: what is built from the journal of one site alone has no order
// to ask that other sites take part in.
func (w *walk) fixed() bool { return !w.live && w.known.HasOrder() }

// wanted are the settings that must fit the journal. What decides may change: the crawl is built
// again from the answers, and what it lacks is fetched.
func (w *walk) wanted() map[string]string {
	fixed := w.fixed()
	wanted := maps.Clone(w.parts.Settings)
	maps.DeleteFunc(wanted, func(key, _ string) bool {
		return evidence.Begins(key) || !fixed && evidence.Decides(key)
	})
	return wanted
}

// beginsOtherwise reports whether this run begins elsewhere than the last one, or takes something else for the site or
// for one page.
func (w *walk) beginsOtherwise() bool {
	s, p := &w.known.Site, &w.parts
	return w.live && (!s.BeginsAs(p.Settings) || s.Stable != p.Stable || s.PerURL != p.PerURL ||
		s.Texts != (p.Open != nil))
}

// decidedBy are the settings that decide in this run. One that is empty does not matter: it stays as it was.
func (w *walk) decidedBy() map[string]string {
	all := map[string]string{}
	maps.Copy(all, w.parts.Settings)
	for _, key := range []string{evidence.SettingInclude, evidence.SettingExclude} {
		all[key] = cmp.Or(all[key], w.known.Site.Settings[key])
	}
	maps.DeleteFunc(all, func(key, value string) bool { return value == "" || !evidence.Decides(key) })
	return all
}

// decidesOtherwise reports whether this run is decided by other settings than the last one.
func (w *walk) decidesOtherwise() bool {
	now, s := w.decidedBy(), &w.known.Site
	for key, value := range now {
		if s.Settings[key] != value {
			return true
		}
	}
	ordered := now["[order] pages"] != "" || s.Search
	return w.live && ordered != w.known.HasOrder()
}

// noteAnew notes that the crawl is decided anew.
func (w *walk) noteAnew() error {
	return w.note(evidence.KindAnew, evidence.AnewRecord{Settings: w.decidedBy()})
}

// askedAs is the record of a URL that was asked for and redirected to another one of its key; nil if it did not.
func (w *walk) askedAs(asked evidence.URLID, a *evidence.Fetched) *evidence.AskedRecord {
	if urls := w.known.URLs; asked != urls.Find(a.URL) {
		return &evidence.AskedRecord{Asked: urls.String(asked), URL: a.URL}
	}
	return nil
}
