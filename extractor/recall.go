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

// fixed reports whether a crawl cannot be decided anew: what is built again from a journal alone has no order to ask.
func (w *walk) fixed() bool { return !w.live && w.known.Site.Ordered }

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
		if s.Settings[key] != value && (s.Ordered || w.ordered || s.Stable || key == evidence.SettingInclude ||
			key == evidence.SettingExclude) {
			return true
		}
	}
	less := s.Stable && w.limits.SiteBudget > 0 && w.known.Spent > w.limits.SiteBudget // than was used
	return w.live && (w.ordered != s.Ordered || !w.ordered && less)
}

// noteAnew notes that the crawl is decided anew.
func (w *walk) noteAnew() error {
	return w.note(evidence.KindAnew, evidence.AnewRecord{Settings: w.decidedBy(), Ordered: w.ordered})
}

// remember notes by which URLs answers were asked for, and counts them as recalled.
func (w *walk) remember(answers []*evidence.Fetched) error {
	urls, found := w.known.URLs, w.build.Found
	for _, a := range answers {
		if a == nil {
			continue
		}
		key := urls.Find(a.Key)
		asked := found.FetchURL(key)
		if r := w.askedAs(asked, a); r != nil {
			if err := w.note(evidence.KindAsked, r); err != nil {
				return err
			}
		}
		w.recall(key, asked)
	}
	return nil
}

// askedAs is the record of a URL that was asked for and redirected to another one of its key; nil if it did not.
func (w *walk) askedAs(asked evidence.URLID, a *evidence.Fetched) *evidence.AskedRecord {
	if urls := w.known.URLs; asked != urls.Find(a.URL) {
		return &evidence.AskedRecord{Asked: urls.String(asked), URL: a.URL}
	}
	return nil
}

// recall asks for a key by a URL, and reports whether an answer is known.
func (w *walk) recall(key, url evidence.URLID) bool {
	b := w.build
	if w.known.Site.Stable {
		known := w.known.RecallNow(key, url)
		if known {
			w.known.Recalled.Recalled = append(w.known.Recalled.Recalled, url)
		}
		return known
	}
	if !b.Known.Recall(&b.Known.Of, key, url) {
		return false
	}
	b.Asked.Set(key, 1, b.Known.URLs.Len())
	return true
}

// recallsInTurn recalls the answer to a key whose turn it is, with key stable: it costs of the budget in its turn. A
// check recalls nothing, also of a page that does not count in the graph that is built from a part of the checks.
func (w *walk) recallsInTurn(key evidence.URLID) bool {
	switch {
	case !w.known.Site.Stable || !w.known.Anew || w.checksFirst:
		return false
	case w.twinning:
		return w.known.RecallTwin(key)
	}
	return w.recall(key, w.build.Found.FetchURL(key))
}

// recallAll asks for keys by the URLs that were chosen for them. It returns those
// that are to be fetched.
func (w *walk) recallAll(keys []evidence.URLID) (unknown []evidence.URLID) {
	b := w.build
	if !b.Recalls() {
		return keys
	}
	for _, k := range keys {
		if b.Unasked(k) && !w.recall(k, b.Found.FetchURL(k)) {
			unknown = append(unknown, k)
		}
	}
	return unknown
}
