package extractor

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"sitegraph/site"
)

// load replays a journal, as long as more wants it.
func (n *known) load(j Journal, more func() bool) error {
	n.loading = true
	defer func() { n.loading = false }()
	for record, err := range j.Replay() {
		place := n.records
		if err == nil {
			err = n.take(record)
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

// take adds one record of the journal.
func (n *known) take(record []byte) error {
	if len(record) == 0 {
		return fmt.Errorf("%w: empty", errRecord)
	}
	place := uint32(n.records)
	n.records++
	switch record[0] {
	case kindSite:
		return n.begin(record)
	case kindStarts:
		return n.takeStarts(record)
	case kindSitemaps, kindListed:
		return n.takeSitemaps(record)
	case kindRobots:
		return n.takeRobots(record)
	case kindEnd:
		return n.takeEnd(record)
	case kindAgain:
		var r againRecord
		err := readEvent(record, &r)
		if r.Void {
			n.forgetAfter(r.After)
			return err
		}
		n.forgetFailures()
		if n.site.Ordered {
			n.commits = append(n.commits, commit{number: r.After, key: noURL})
		}
		return err
	case kindCommit:
		return n.takeCommit(record)
	case kindImportance:
		return n.takeImportance(record)
	case kindAnew:
		return n.takeAnew(record)
	case kindAsked:
		return n.takeAsked(record)
	case kindAnswer, kindVersion, kindPieced, kindBoth, kindTwin:
		return n.takeAnswer(record, place)
	case kindTexts: // read when they are needed
		return nil
	case kindUses:
		return n.takeUses(record, place)
	case kindChecked:
		return n.takeChecked(record)
	case kindPortion:
		return n.takePortion(record)
	case kindUnchanged, kindIteration, kindJudged:
		return n.takeWatched(record)
	}
	return fmt.Errorf("%w: kind %q", errRecord, record[0])
}

// takeAnswer takes the record of an answer, or of a second one.
func (n *known) takeAnswer(record []byte, place uint32) error {
	a, cold, err := decodeAnswer(record, n.urls)
	if err != nil {
		return err
	}
	a.record = place
	if p := a.pieced; p != nil {
		if n.loading {
			if err := n.frame.relearn(p.packed); err != nil {
				return err
			}
		}
		p.packed = nil
	}
	if record[0] == kindTwin {
		twins := &n.twins
		if n.site.Ordered {
			twins = &n.heldTwins
		}
		*twins = append(*twins, twin{key: n.urls.key(a.url), answer: a, first: n.newest(n.urls.key(a.url)).clone()})
		if !a.free() {
			n.spent++
		}
		return nil
	}
	if err := errors.Join(n.resolve(&a), n.entitle(&a, cold)); err != nil {
		return err
	}
	n.keep(a)
	return nil
}

// begin takes a site record: what came before it is void, but for the places
// of the records.
func (n *known) begin(record []byte) error {
	fresh := newKnown()
	fresh.records, fresh.void, fresh.keepWords, fresh.titles = n.records, n.records-1, n.keepWords, n.titles
	fresh.loading = n.loading
	clear(fresh.titles)
	*n = *fresh
	if err := readEvent(record, &n.site); err != nil {
		return err
	}
	members, err := site.ReadMembers(n.site.Members)
	if err != nil {
		return fmt.Errorf("%w: %w", errRecord, err)
	}
	if slices.ContainsFunc(n.site.Sections, func(s string) bool { return !strings.Contains(s, "/") }) {
		return fmt.Errorf("%w: sections", errRecord)
	}
	n.members = members
	n.starts = append(n.starts, n.urls.add(n.site.Start, n.site.Key))
	if n.site.Watched {
		n.watch()
	}
	return nil
}

// takeRobots takes a robots.txt.
func (n *known) takeRobots(record []byte) error {
	var r robotsRecord
	err := readEvent(record, &r)
	r.Seen.Text = string(r.Text)
	n.ruled[cmp.Or(r.Origin, n.site.Origin)] = r.Seen
	return err
}

// takeEnd takes the end of a run.
func (n *known) takeEnd(record []byte) error {
	n.end = endRecord{}
	err := readEvent(record, &n.end)
	n.timing.add(n.end.Timing)
	if w := n.watching; w != nil {
		w.last().complete = w.last().complete || n.end.done()
		w.clock = later(w.clock, n.end.At)
	}
	return err
}
