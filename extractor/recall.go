package extractor

import (
	"cmp"
	"fmt"
	"maps"
	"strings"
)

// What is left out of a crawl, and its order, may change at any time. The journal is a store
// of answers then, of which a crawl recalls what it would fetch: every key by the URL
// that it would be fetched by, in its order, as if nothing were known. So the
// crawl is the one that had the settings from the beginning.

// The names of settings that say what is left out of a crawl.
const (
	SettingInclude = "[walk] include"
	SettingExclude = "[walk] exclude"
	SettingDepth   = "[sites] max_depth"
	SettingPages   = "[walk] max_pages"
	SettingShare   = "[order] a share of a budget" // whether a crawl with key stable has one
)

// decides reports whether a setting decides what is fetched and when, and no answer.
func decides(setting string) bool {
	return setting == SettingInclude || setting == SettingExclude || setting == SettingDepth ||
		setting == SettingPages || strings.HasPrefix(setting, "[order] ")
}

// fixed reports whether a crawl cannot be decided anew: what is built again from a journal alone has no order to ask.
func (w *walk) fixed() bool { return !w.live && w.known.site.Ordered }

// wanted are the settings that must fit the journal. What decides may change: the crawl is built
// again from the answers, and what it lacks is fetched.
func (w *walk) wanted() map[string]string {
	fixed := w.fixed()
	wanted := maps.Clone(w.parts.Settings)
	maps.DeleteFunc(wanted, func(key, _ string) bool {
		return key == settingStarts || key == settingScope || key == settingSitemaps || !fixed && decides(key)
	})
	return wanted
}

// decidedBy are the settings that decide in this run. One that is empty does not matter: it stays as it was.
func (w *walk) decidedBy() map[string]string {
	all := map[string]string{}
	maps.Copy(all, w.parts.Settings)
	for _, key := range []string{SettingInclude, SettingExclude} {
		all[key] = cmp.Or(all[key], w.known.site.Settings[key])
	}
	maps.DeleteFunc(all, func(key, value string) bool { return value == "" || !decides(key) })
	return all
}

// decidesOtherwise reports whether this run is decided by other settings than the last one.
func (w *walk) decidesOtherwise() bool {
	now, s := w.decidedBy(), &w.known.site
	for key, value := range now {
		if s.Settings[key] != value && (s.Ordered || w.ordered || s.Stable || key == SettingInclude ||
			key == SettingExclude) {
			return true
		}
	}
	less := s.Stable && w.limits.Share > 0 && w.known.spent > w.limits.Share // than was used
	return w.live && (w.ordered != s.Ordered || !w.ordered && less)
}

// noteAnew notes that the crawl is decided anew.
func (w *walk) noteAnew() error {
	return w.note(kindAnew, anewRecord{Settings: w.decidedBy(), Ordered: w.ordered})
}

// takeAnew takes the record of a change: all answers wait for being recalled.
func (n *known) takeAnew(record []byte) error {
	var r anewRecord
	err := readEvent(record, &r)
	settings := map[string]string{}
	maps.Copy(settings, n.site.Settings)
	maps.DeleteFunc(settings, func(key, _ string) bool { return decides(key) })
	maps.Copy(settings, r.Settings)
	n.site.Settings, n.anew, n.anewFrom = settings, true, n.records
	n.noteSettled()
	n.reorder(r.Ordered)
	return err
}

// reorder voids the decisions so far; the answers wait for others, or count by depth.
func (n *known) reorder(ordered bool) {
	from, to := &n.held, &n.of
	if ordered || n.site.Stable {
		from, to = to, from
	}
	n.heldTwins, n.twins = append(n.twins, n.heldTwins...), nil
	n.closed, n.portions, n.late, n.recalled, n.spent = 0, nil, false, portionRecord{}, 0
	for key, place := range *from {
		if place != 0 {
			to.set(urlID(key), place, n.urls.Len())
			(*from)[key] = 0
		}
	}
	n.site.Ordered, n.commits, n.number, n.importance, n.importanceOf = ordered, nil, 0, nil, 0
}

// takeAsked takes the record of a URL that redirected to another one of its key.
func (n *known) takeAsked(record []byte) error {
	var r askedRecord
	if err := readEvent(record, &r); err != nil {
		return err
	}
	asked, url := n.urls.find(r.Asked), n.urls.find(r.URL)
	if asked == noURL || url == noURL {
		return fmt.Errorf("%w: %s is no URL that was asked for", errRecord, r.Asked)
	}
	place := n.spelled[url]
	key := n.urls.key(url)
	if current := cmp.Or(n.held.get(key), n.of.get(key)); current > 0 && n.answers[current-1].url == url {
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
		if r := w.askedAs(asked, a); r != nil {
			if err := w.note(kindAsked, r); err != nil {
				return err
			}
		}
		w.recall(key, asked)
	}
	return nil
}

// askedAs is the record of a URL that was asked for and redirected to another one of its key; nil if it did not.
func (w *walk) askedAs(asked urlID, a *Answer) *askedRecord {
	if urls := w.known.urls; asked != urls.find(a.URL) {
		return &askedRecord{Asked: urls.String(asked), URL: a.URL}
	}
	return nil
}

// isOther reports whether an answer is one to another URL than those known of its
// key, where that matters.
func (n *known) isOther(a answer, place int32) bool {
	return n.anew && n.answers[place-1].url != a.url && n.spelled[a.url] == 0
}

// recalls reports whether the walk, by depth, recalls answers.
func (b *builder) recalls() bool {
	return b.known.anew && b.known.watching == nil && !b.known.site.Stable && !b.known.site.Ordered
}

// unasked reports whether a walk that recalls answers has not asked for a key yet.
func (b *builder) unasked(key urlID) bool { return b.recalls() && b.asked.get(key) == 0 }

// recall asks for a key by a URL, and reports whether an answer is known.
func (w *walk) recall(key, url urlID) bool {
	b := w.build
	if w.known.site.Stable {
		known := w.known.recallNow(key, url)
		if known {
			w.known.recalled.Recalled = append(w.known.recalled.Recalled, url)
		}
		return known
	}
	if !b.known.recall(&b.known.of, key, url) {
		return false
	}
	b.asked.set(key, 1, b.known.urls.Len())
	return true
}

// recall has the answer to a URL be that of its key, among places, if it is known.
func (n *known) recall(places *column, key, url urlID) bool {
	place := places.get(key)
	if place == 0 || n.stale(key) {
		return false
	}
	if known := n.answers[place-1].url; known != url {
		other := n.spelled[url]
		if other == 0 {
			return false
		}
		n.spelled[known] = place
		places.set(key, other, n.urls.Len())
	}
	return true
}

// recallHeld does so for a decision; an answer to another URL of the key is put by.
func (n *known) recallHeld(key, url urlID) {
	place := n.held.get(key)
	if n.anew && place != 0 && !n.stale(key) && !n.recall(&n.held, key, url) {
		n.spelled[n.answers[place-1].url] = place
		n.held.set(key, 0, n.urls.Len())
	}
}

// recallsInTurn recalls the answer to a key whose turn it is, with key stable: it costs of the budget in its turn.
func (w *walk) recallsInTurn(key urlID) bool {
	switch {
	case !w.known.site.Stable || !w.known.anew:
		return false
	case w.twinning:
		return w.known.recallTwin(key)
	}
	return w.recall(key, w.build.found.fetchURL(key))
}

// recallAll asks for keys by the URLs that were chosen for them. It returns those
// that are to be fetched.
func (w *walk) recallAll(keys []urlID) (unknown []urlID) {
	b := w.build
	if !b.recalls() {
		return keys
	}
	for _, k := range keys {
		if b.unasked(k) && !w.recall(k, b.found.fetchURL(k)) {
			unknown = append(unknown, k)
		}
	}
	return unknown
}
