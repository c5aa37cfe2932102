package extractor

import (
	"fmt"
	"maps"
)

// Other URLs may be left out of a crawl by depth at any time. The journal is a store
// of answers then, of which a walk recalls what it would fetch: every key by the URL
// that it would be fetched by, round after round, as if nothing were known. So the
// crawl is the one that left them out from the beginning.

// The names of the settings that say what is left out of a crawl.
const (
	SettingInclude = "[walk] include"
	SettingExclude = "[walk] exclude"
)

// wanted are the settings that must fit the journal. What is left out of a crawl by
// depth may change: it is built again from the answers, and what it lacks is
// fetched. Portions of key stable, decisions and iterations depend on what was left
// out then.
func (w *walk) wanted() map[string]string {
	s := &w.known.site
	wanted := maps.Clone(w.parts.Settings)
	delete(wanted, settingStarts)
	delete(wanted, settingScope)
	delete(wanted, settingSitemaps)
	if s.Ordered || s.Stable || w.known.watching != nil {
		return wanted
	}
	delete(wanted, SettingInclude)
	delete(wanted, SettingExclude)
	return wanted
}

// scope is what this run leaves out.
func (w *walk) scope() scopeRecord {
	return scopeRecord{Include: w.parts.Settings[SettingInclude], Exclude: w.parts.Settings[SettingExclude]}
}

// scopeChanged reports whether this run leaves out other URLs than the last one.
func (w *walk) scopeChanged() bool {
	now, was := w.scope(), w.known.site.Settings
	differ := func(is, was string) bool { return is != "" && is != was }
	return differ(now.Include, was[SettingInclude]) || differ(now.Exclude, was[SettingExclude])
}

// takeScope takes the record of a change.
func (n *known) takeScope(record []byte) error {
	var r scopeRecord
	err := readEvent(record, &r)
	n.site.Settings = maps.Clone(n.site.Settings)
	if n.site.Settings == nil {
		n.site.Settings = map[string]string{}
	}
	n.site.Settings[SettingInclude], n.site.Settings[SettingExclude] = r.Include, r.Exclude
	n.rescoped = true
	if n.spelled == nil {
		n.spelled = map[urlID]int32{}
	}
	return err
}

// takeAsked takes the record of a URL that redirected to another one of its key.
func (n *known) takeAsked(record []byte) error {
	var r askedRecord
	if err := readEvent(record, &r); err != nil {
		return err
	}
	asked, url := n.urls.find(r.Asked), n.urls.find(r.URL)
	if asked == noURL || url == noURL || n.spelled == nil {
		return fmt.Errorf("%w: %s is no URL that was asked for", errRecord, r.Asked)
	}
	place := n.spelled[url]
	if current := n.of.get(n.urls.key(url)); current > 0 && n.answers[current-1].url == url {
		place = current
	}
	if place > 0 {
		n.spelled[asked] = place
	}
	return nil
}

// remember notes by which URLs answers were asked for, and counts them as recalled.
func (w *walk) remember(answers []*Answer) error {
	urls, found := w.known.urls, w.build.found
	for _, a := range answers {
		if a == nil {
			continue
		}
		key := urls.find(a.Key)
		asked := found.fetchURL(key)
		if asked != urls.find(a.URL) {
			if err := w.note(kindAsked, askedRecord{Asked: urls.String(asked), URL: a.URL}); err != nil {
				return err
			}
		}
		w.build.recall(key, asked)
	}
	return nil
}

// isOther reports whether an answer is one to another URL than those known of its
// key, where that matters.
func (n *known) isOther(a answer, place int32) bool {
	return n.rescoped && n.answers[place-1].url != a.url && n.spelled[a.url] == 0
}

// recalls reports whether the walk recalls answers.
func (b *builder) recalls() bool { return b.known.rescoped && b.known.watching == nil && b.same == nil }

// unasked reports whether a walk that recalls answers has not asked for a key yet.
func (b *builder) unasked(key urlID) bool { return b.recalls() && b.asked.get(key) == 0 }

// recall asks for a key by a URL, and reports whether an answer is known.
func (b *builder) recall(key, url urlID) bool {
	n := b.known
	place := n.of.get(key)
	if place == 0 {
		return false
	}
	if known := n.answers[place-1].url; known != url {
		other := n.spelled[url]
		if other == 0 {
			return false
		}
		n.spelled[known] = place
		n.of.set(key, other, n.urls.Len())
	}
	b.asked.set(key, 1, n.urls.Len())
	return true
}

// recallAll asks for keys by the URLs that were chosen for them. It returns those
// that are to be fetched.
func (b *builder) recallAll(keys []urlID) (unknown []urlID) {
	if !b.recalls() {
		return keys
	}
	for _, k := range keys {
		if b.unasked(k) && !b.recall(k, b.found.fetchURL(k)) {
			unknown = append(unknown, k)
		}
	}
	return unknown
}
