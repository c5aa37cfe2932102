package export

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"time"

	"sitegraph/site"
)

// seenTimes are four times as the tables have them: when a page or an arc was
// first seen, last seen, last checked, last changed. "" is never.
type seenTimes [4]string

func isWatched(c *site.Crawl) bool { return c.Watched != nil }

// seenColumns are the columns of nodes.csv that a watched crawl has.
var seenColumns = seenColumnsOf(func(n *node) (*seenTimes, *int, *int) { return &n.seen, &n.visits, &n.changes })

// seenColumnsOf are the columns of rows that a watched crawl has: times, visits, changes.
func seenColumnsOf[T any](of func(*T) (times *seenTimes, visits, changes *int)) []column[T] {
	var columns []column[T]
	for i, name := range []string{"first_seen", "last_seen", "last_checked", "last_changed"} {
		text := func(row *T) *string {
			times, _, _ := of(row)
			return &times[i]
		}
		columns = append(columns, column[T]{name: name, text: text, repeats: true, means: kindTime, of: isWatched})
	}
	visits := func(row *T) *int {
		_, visits, _ := of(row)
		return visits
	}
	changes := func(row *T) *int {
		_, _, changes := of(row)
		return changes
	}
	return append(columns, column[T]{name: "visits", number: visits, of: isWatched},
		column[T]{name: "changes", number: changes, of: isWatched})
}

// chanceColumn is there if the policy of a watched crawl was asked.
var chanceColumn = column[node]{name: "chance", share: func(n *node) *float64 { return &n.chance }, of: hasBelief}

// seenHeader are the same columns as seenColumns in arcs.csv.
const seenHeader = ",first_seen,last_seen,last_checked,last_changed,visits,changes"

// times are those of the iterations as the files have them.
type times struct {
	texts   []string         // by number; the first is "", for never
	numbers map[string]int32 // of the iterations
}

func newTimes(w *site.Watched) times {
	t := times{texts: []string{""}, numbers: map[string]int32{"": 0}}
	if w == nil {
		return t
	}
	for _, i := range w.Iterations {
		text := writtenTime(i.At)
		t.numbers[text] = int32(len(t.texts))
		t.texts = append(t.texts, text)
	}
	return t
}

func writtenTime(t time.Time) string { return wholeUTC(t).Format(time.RFC3339) }

func (t times) of(s site.Seen) seenTimes {
	return seenTimes{t.texts[s.First], t.texts[s.Last], t.texts[s.Checked], t.texts[s.Changed]}
}

// parseSeen reads what times.of wrote.
func parseSeen[T string | []byte](t times, cells [4]T, visits, changes int64) (s site.Seen, err error) {
	for i, number := range []*int32{&s.First, &s.Last, &s.Checked, &s.Changed} {
		var ok bool
		if *number, ok = t.numbers[string(cells[i])]; !ok {
			return s, fmt.Errorf("no iteration began at %s", shown(cells[i]))
		}
	}
	s.Visits, s.Changes = int32(visits), int32(changes)
	switch {
	case s.First > s.Changed || s.Changed > s.Last:
		return s, errors.New("first_seen, last_changed and last_seen are not in this order of time")
	case s.Changes > s.Visits:
		return s, fmt.Errorf("%d changes in %d visits", s.Changes, s.Visits)
	}
	return s, nil
}

var errSeen = errors.New("no times after the weight: want" + seenHeader)

// parseArcSeen reads the cells of seenHeader.
func parseArcSeen(t times, text []byte) (site.Seen, error) {
	var cells [4][]byte
	for i := range cells {
		if len(text) == 0 || text[0] != ',' {
			return site.Seen{}, errSeen
		}
		end := bytes.IndexByte(text[1:], ',') + 1
		if end == 0 {
			return site.Seen{}, errSeen
		}
		cells[i], text = text[1:end], text[end:]
	}
	visits, text, ok := leadingNumber(text[1:])
	if !ok || len(text) == 0 || text[0] != ',' {
		return site.Seen{}, errSeen
	}
	changes, ok := parseNumber(text[1:], math.MaxInt32)
	if !ok || visits > math.MaxInt32 {
		return site.Seen{}, errSeen
	}
	return parseSeen(t, cells, visits, changes)
}
