package evidence

import (
	"cmp"
	"errors"
	"fmt"
)

// replay takes records of a journal into what is known.
type replay struct{ n *Known }

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
			in.forgetAfter(r.After)
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
	case KindTexts: // read when they are needed
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
		key := in.n.URLs.Key(a.URL)
		in.n.heldTwins = append(in.n.heldTwins, twin{Key: key, Answer: a, First: in.n.Newest(key).clone()})
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

// entitle keeps the title of a page that was read, where titles are needed.
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
