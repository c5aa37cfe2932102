package evidence

import (
	"cmp"
	"errors"
	"fmt"
)

// Load replays a journal, as long as more wants it.
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
		if !more() {
			break
		}
	}
	return nil
}

// Take adds one record of the journal.
func (n *Known) Take(record []byte) error {
	if len(record) == 0 {
		return fmt.Errorf("%w: empty", ErrRecord)
	}
	place := uint32(n.Records)
	n.Records++
	switch record[0] {
	case KindSite:
		return n.begin(record)
	case KindStarts:
		return n.takeStarts(record)
	case KindSitemaps, KindListed:
		return n.takeSitemaps(record)
	case KindRobots:
		return n.takeRobots(record)
	case KindEnd:
		return n.takeEnd(record)
	case KindAgain:
		var r AgainRecord
		err := ReadEvent(record, &r)
		if r.Void {
			n.forgetAfter(r.After)
			return err
		}
		n.forgetFailures()
		n.Commits = append(n.Commits, Commit{Number: r.After, Key: NoURL})
		return err
	case KindCommit:
		return n.takeCommit(record)
	case kindImportance:
		return n.takeImportance(record)
	case KindAnew:
		return n.takeAnew(record)
	case KindAsked:
		return n.takeAsked(record)
	case KindAnswer, kindVersion, kindPieced, kindBoth, kindTwin:
		return n.takeAnswer(record, place)
	case KindTexts: // read when they are needed
		return nil
	case KindUses:
		return n.takeUses(record, place)
	case KindChecked:
		return n.takeChecked(record)
	case KindLate:
		var r LateRecord
		err := ReadEvent(record, &r)
		n.Late, n.LateAt = r.Late, r.Spent
		return err
	case KindUnchanged, KindIteration, KindJudged:
		return n.takeWatched(record)
	}
	return fmt.Errorf("%w: kind %q", ErrRecord, record[0])
}

// takeAnswer takes the record of an answer, or of a second one.
func (n *Known) takeAnswer(record []byte, place uint32) error {
	a, cold, err := DecodeAnswer(record, n.URLs)
	if err != nil {
		return err
	}
	if a.Record, err = place, n.URLs.judge(&a); err != nil {
		return err
	}
	if p := a.Pieced; p != nil {
		if n.loading {
			if err := n.Frame.Relearn(p.Packed); err != nil {
				return err
			}
		}
		p.Packed = nil
	}
	if record[0] == kindTwin {
		key := n.URLs.Key(a.URL)
		n.heldTwins = append(n.heldTwins, twin{Key: key, Answer: a, First: n.Newest(key).clone()})
		if !a.free() {
			n.Spent++
		}
		return nil
	}
	if err := errors.Join(n.resolve(&a), n.entitle(&a, cold)); err != nil {
		return err
	}
	n.Keep(a)
	return nil
}

// takeRobots takes a robots.txt.
func (n *Known) takeRobots(record []byte) error {
	var r RobotsRecord
	err := ReadEvent(record, &r)
	r.Seen.Text = string(r.Text)
	n.Ruled[cmp.Or(r.Origin, n.Site.Origin)] = r.Seen
	return err
}

// takeEnd takes the end of a run.
func (n *Known) takeEnd(record []byte) error {
	n.End = EndRecord{}
	err := ReadEvent(record, &n.End)
	n.timing.add(n.End.Timing)
	if w := n.Watching; w != nil {
		w.Last().Complete = w.Last().Complete || n.End.done()
		w.Clock = Later(w.Clock, n.End.At)
	}
	return err
}

// entitle keeps the title of a page that was read, where titles are needed.
func (n *Known) entitle(a *Answer, cold []byte) error {
	if n.Titles == nil || a.Outcome != OutPage {
		return nil
	}
	c := &Codec{Buf: cold, URLs: n.URLs}
	var h Head
	c.Head(&h)
	n.Titles[n.URLs.Key(a.URL)] = h.Title
	return c.Err
}
