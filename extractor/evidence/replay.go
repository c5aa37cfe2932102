package evidence

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// replay applies the records of a journal.
type replay struct{ n *Known }

// Load replays a journal until its end or until more, which may be nil, returns false.
func (n *Known) Load(j Journal, more func() bool) error {
	n.loading = true
	defer func() { n.loading = false }()
	for record, err := range j.Replay() {
		place := n.Records
		if err == nil {
			err = n.Take(record)
		}
		if err != nil {
			return fmt.Errorf("record %d of the state: %w", place, err)
		}
		if more != nil && !more() {
			break
		}
	}
	return nil
}

// Take applies one record of the journal.
func (n *Known) Take(record []byte) error {
	if len(record) == 0 {
		return fmt.Errorf("%w: empty", ErrRecord)
	}
	in, place := replay{n}, uint32(n.Records)
	n.Records++
	switch record[0] {
	case KindSite:
		return in.begin(record)
	case KindStarts:
		return in.takeStarts(record)
	case KindSitemaps, KindListed:
		return in.takeSitemaps(record)
	case KindRobots:
		return in.takeRobots(record)
	case KindEnd:
		return in.takeEnd(record)
	case KindAgain:
		var r AgainRecord
		err := ReadEvent(record, &r)
		if r.Void {
			n.Commits = slices.DeleteFunc(n.Commits, func(c Commit) bool { return c.Number > r.After })
			n.Number = min(n.Number, r.After)
			return err
		}
		n.forgetFailures()
		n.Commits = append(n.Commits, Commit{Number: r.After, Key: NoURL})
		return err
	case KindCommit:
		return in.takeCommit(record)
	case kindImportance:
		return in.takeImportance(record)
	case KindAnew:
		return in.takeAnew(record)
	case KindAsked:
		return in.takeAsked(record)
	case KindAnswer, kindVersion, kindPieced, kindBoth, kindTwin:
		return in.takeAnswer(record, place)
	case KindTexts: // read when needed
		return nil
	case KindUses:
		return in.takeUses(record, place)
	case KindChecked:
		return in.takeChecked(record)
	case KindLate:
		var r LateRecord
		err := ReadEvent(record, &r)
		n.Late, n.LateAt = r.Late, r.Spent
		return err
	case KindUnchanged, KindIteration, KindJudged:
		return in.takeWatched(record)
	}
	return fmt.Errorf("%w: kind %q", ErrRecord, record[0])
}

func (in replay) takeAnswer(record []byte, place uint32) error {
	a, cold, err := DecodeAnswer(record, in.n.URLs)
	if err != nil {
		return err
	}
	if a.Record, err = place, in.n.URLs.judge(&a); err != nil {
		return err
	}
	if p := a.Pieced; p != nil {
		if in.n.loading {
			if err := in.n.Frame.Relearn(p.Packed); err != nil {
				return err
			}
		}
		p.Packed = nil
	}
	if record[0] == kindTwin {
		t := twin{Key: in.n.URLs.Key(a.URL), Answer: a}
		if first := in.n.Newest(t.Key); first != nil {
			t.First = new(*first)
		}
		in.n.heldTwins = append(in.n.heldTwins, t)
		if !a.free() {
			in.n.Spent++
		}
		return nil
	}
	if err := errors.Join(in.resolve(&a), in.entitle(&a, cold)); err != nil {
		return err
	}
	in.n.Keep(a)
	return nil
}

func (in replay) takeRobots(record []byte) error {
	var r RobotsRecord
	err := ReadEvent(record, &r)
	r.Seen.Text = string(r.Text)
	in.n.Ruled[cmp.Or(r.Origin, in.n.Site.Origin)] = r.Seen
	return err
}

func (in replay) takeEnd(record []byte) error {
	in.n.End = EndRecord{}
	err := ReadEvent(record, &in.n.End)
	in.n.timing.add(in.n.End.Timing)
	if w := in.n.Watching; w != nil {
		w.Last().Complete = w.Last().Complete || in.n.End.done()
		w.Clock = Later(w.Clock, in.n.End.At)
	}
	return err
}

// entitle stores the title of a page if titles are needed.
func (in replay) entitle(a *Answer, cold []byte) error {
	if in.n.Titles == nil || a.Outcome != OutPage {
		return nil
	}
	c := &Codec{Buf: cold, URLs: in.n.URLs}
	var h Head
	c.Head(&h)
	in.n.Titles[in.n.URLs.Key(a.URL)] = h.Title
	return c.Err
}

// The names of settings that decide which URLs are fetched.
const (
	SettingInclude = "[walk] include"
	SettingExclude = "[walk] exclude"
	SettingDepth   = "[sites] max_depth"
	SettingPages   = "[walk] max_pages"
	SettingBudget  = "[order] budget" // kept with key stable, where a budget of any size changes the order
)

// Decides reports whether a setting affects which URLs are fetched and when, but not their answers.
func Decides(setting string) bool {
	return setting == SettingInclude || setting == SettingExclude || setting == SettingDepth ||
		setting == SettingPages || strings.HasPrefix(setting, "[order] ")
}

// takeAnew applies a record of changed settings. All answers then wait to be recalled.
func (in replay) takeAnew(record []byte) error {
	var r AnewRecord
	err := ReadEvent(record, &r)
	in.n.Site.Settings, in.n.Anew, in.n.AnewFrom = r.Over(in.n.Site.Settings), true, in.n.Records
	in.noteSettled()
	in.reorder()
	in.list()
	return err
}

// reorder voids all decisions. The answers wait for new ones.
func (in replay) reorder() {
	in.n.Hold()
	in.n.Portions, in.n.Late, in.n.Spent = nil, false, 0
	in.n.Commits, in.n.Number, in.n.Importance, in.n.ImportanceOf = nil, 0, nil, 0
}

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

// isOther reports whether a URL differs from the URL of its key's known answer. This matters only if the crawl is
// decided again and its checks are over.
func (n *Known) isOther(url URLID, place int32) bool {
	if !n.Anew || n.Answers[place-1].URL == url {
		return false
	}
	phase := n.Phase()
	return phase != Checking && phase != Checked && !n.Stale(n.URLs.Key(n.Answers[place-1].URL))
}

// respell records that the answer at a place now has another URL, because a checked URL redirects there or it has been
// requested since. The answers of the other spellings then become unknown.
func (in replay) respell(place int, was, now URLID) {
	switch {
	case was == now:
	case !in.n.Watching.Last().judged:
		in.n.spelled[was] = int32(place + 1)
	default:
		maps.DeleteFunc(in.n.spelled, func(_ URLID, other int32) bool { return other == int32(place+1) })
	}
}

// recall makes the answer to a URL the current one for its key, if it is known.
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
		n.wait(key, other)
	}
	return true
}

// RecallHeld makes the answer to a URL the current one for its key, for a decision. If only another spelling has an
// answer, that is put aside, or if any is set used, and then RecallHeld returns true.
func (n *Known) RecallHeld(key, url URLID, any bool) (other bool) {
	place := n.Held.Get(key)
	if !n.Anew || place == 0 || n.Stale(key) || n.recall(key, url) {
		return false
	}
	if !any {
		n.spelled[n.Answers[place-1].URL] = place
		n.wait(key, 0)
	}
	return any
}
