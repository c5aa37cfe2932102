package extractor

import (
	"errors"
	"fmt"
	"math"
	"time"
)

// Moment is a point in the history of a site: the end of the last run that had
// ended by At, or the end of an iteration. The zero value is now.
type Moment struct {
	At        time.Time // counts if Iteration is 0
	Iteration int       // from 1, the crawl itself
}

// timed is a record of a journal that has a time: the end of a run, or the
// beginning of an iteration, whose number it has.
type timed struct {
	place, begins int
	at            time.Time
}

// events returns those of a journal.
func events(j Journal) (all []timed, err error) {
	place := 0
	for record, err := range j.Replay() {
		if err != nil {
			return nil, err
		}
		e := timed{place: place}
		switch {
		case len(record) > 0 && record[0] == kindEnd:
			var end endRecord
			err = readEvent(record, &end)
			e.at = end.At
			all = append(all, e)
		case len(record) > 0 && record[0] == kindIteration:
			c := &codec{buf: record[1:]}
			number(c, &e.begins)
			err = c.err
			all = append(all, e)
		}
		if err != nil {
			return nil, fmt.Errorf("record %d of the state: %w", place, err)
		}
		place++
	}
	return all, nil
}

// records returns the number of records of a journal that were there at the
// moment.
func (m Moment) records(j Journal) (int, error) {
	if m == (Moment{}) {
		return math.MaxInt, nil
	}
	all, err := events(j)
	switch {
	case err != nil:
		return 0, err
	case m.Iteration > 0:
		return endOf(m.Iteration, all)
	}
	records, first := 0, time.Time{}
	for _, e := range all {
		if e.begins > 0 {
			continue
		}
		if first.IsZero() {
			first = e.at
		}
		if !e.at.After(m.At) {
			records = e.place + 1
		}
	}
	switch {
	case records > 0:
		return records, nil
	case first.IsZero():
		return 0, errors.New("no run has ended yet")
	}
	return 0, fmt.Errorf("nothing was known at %s: the first run ended at %s",
		m.At.UTC().Format(time.RFC3339), first.UTC().Format(time.RFC3339))
}

// endOf returns the number of records by the end of an iteration.
func endOf(iteration int, all []timed) (int, error) {
	now, records := 1, math.MaxInt
	for _, e := range all {
		switch {
		case e.begins > iteration && records < math.MaxInt:
			return records, nil
		case e.begins > iteration:
			return e.place, nil
		case e.begins > 0:
			now, records = e.begins, math.MaxInt
		default:
			records = e.place + 1
		}
	}
	if iteration > now {
		return 0, fmt.Errorf("there is no iteration %d: the last one is %d", iteration, now)
	}
	return math.MaxInt, nil
}

// Iterations returns the number of iterations that a journal has, the crawl
// itself included.
func Iterations(j Journal) (int, error) {
	all, err := events(j)
	last := 1
	for _, e := range all {
		last = max(last, e.begins)
	}
	return last, err
}
