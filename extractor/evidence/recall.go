package evidence

import (
	"cmp"
	"fmt"
	"maps"
	"strings"
)

// The names of settings that say what is left out of a crawl.
const (
	SettingInclude = "[walk] include"
	SettingExclude = "[walk] exclude"
	SettingDepth   = "[sites] max_depth"
	SettingPages   = "[walk] max_pages"
)

// Decides reports whether a setting decides what is fetched and when, and no answer.
func Decides(setting string) bool {
	return setting == SettingInclude || setting == SettingExclude || setting == SettingDepth ||
		setting == SettingPages || strings.HasPrefix(setting, "[order] ")
}

// redecided is what is known of a crawl that was decided again.
type redecided struct {
	Anew     bool
	AnewFrom int // the number of records when that was decided last
	// spelled has, by the URL that was asked for, the places of answers whose keys have several.
	spelled map[URLID]int32
	settled Column // of a watched site: 1 for the keys that counted before
}

// takeAnew takes the record of a change: all answers wait for being recalled.
func (in replay) takeAnew(record []byte) error {
	var r AnewRecord
	err := ReadEvent(record, &r)
	settings := map[string]string{}
	maps.Copy(settings, in.n.Site.Settings)
	maps.DeleteFunc(settings, func(key, _ string) bool { return Decides(key) })
	maps.Copy(settings, r.Settings)
	in.n.Site.Settings, in.n.Anew, in.n.AnewFrom = settings, true, in.n.Records
	in.noteSettled()
	in.reorder()
	in.list()
	return err
}

// reorder voids the decisions so far; the answers wait for others.
func (in replay) reorder() {
	in.n.Hold()
	in.n.Portions, in.n.Late, in.n.Spent = nil, false, 0
	in.n.Commits, in.n.Number, in.n.Importance, in.n.ImportanceOf = nil, 0, nil, 0
}

// takeAsked takes the record of a URL that redirected to another one of its key.
func (in replay) takeAsked(record []byte) error {
	var r AskedRecord
	if err := ReadEvent(record, &r); err != nil {
		return err
	}
	asked, url := in.n.URLs.Find(r.Asked), in.n.URLs.Find(r.URL)
	if asked == NoURL || url == NoURL {
		return fmt.Errorf("%w: %s is not a URL that was requested", ErrRecord, r.Asked)
	}
	place := in.n.spelled[url]
	key := in.n.URLs.Key(url)
	if current := cmp.Or(in.n.Held.Get(key), in.n.Of.Get(key)); current > 0 && in.n.Answers[current-1].URL == url {
		place = current
	}
	if place > 0 {
		in.n.spelled[asked] = place
	}
	return nil
}

// isOther reports whether a URL is another one than that of the answer known of its key, where that matters: in a crawl
// that is decided again, whose checks are over.
func (n *Known) isOther(url URLID, place int32) bool {
	if !n.Anew || n.Answers[place-1].URL == url {
		return false
	}
	phase := n.Phase()
	return phase != Checking && phase != Checked && !n.Stale(n.URLs.Key(n.Answers[place-1].URL))
}

// respell takes another URL of the answer at a place, in an order: to which the one that was checked leads now, or by
// which the key was asked for since. What other URLs gave is not known then.
func (in replay) respell(place int, was, now URLID) {
	switch {
	case was == now:
	case !in.n.Watching.Last().judged:
		in.n.spelled[was] = int32(place + 1)
	default:
		maps.DeleteFunc(in.n.spelled, func(_ URLID, other int32) bool { return other == int32(place+1) })
	}
}

// prefer has the place of a commit be that of its key, of those of its several URLs.
func (in replay) prefer(c Commit) {
	if held := in.n.Held.Get(c.Key); c.Kind == OfAnswer && held > 0 && c.Place > 0 && held != c.Place {
		in.n.spelled[in.n.Answers[held-1].URL] = held
		in.n.Held.Set(c.Key, c.Place, in.n.URLs.Len())
	}
}

// recall has the answer to a URL be that of its key, if it is known.
func (n *Known) recall(key, url URLID) bool {
	place := n.Held.Get(key)
	if place == 0 || n.Stale(key) {
		return false
	}
	if known := n.Answers[place-1].URL; known != url {
		other := n.spelled[url]
		if other == 0 || n.isStale(other) {
			return false
		}
		n.spelled[known] = place
		n.Held.Set(key, other, n.URLs.Len())
	}
	return true
}

// RecallHeld makes the answer to a URL that of its key, for a decision. Where only another URL of the key has an
// answer, that one is put aside, or taken if any will do; then it returns true.
func (n *Known) RecallHeld(key, url URLID, any bool) (other bool) {
	place := n.Held.Get(key)
	if !n.Anew || place == 0 || n.Stale(key) || n.recall(key, url) {
		return false
	}
	if !any {
		n.spelled[n.Answers[place-1].URL] = place
		n.Held.Set(key, 0, n.URLs.Len())
	}
	return any
}
