package export

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"sitegraph/site"
)

// iterationsTable is iterations.csv, with a row for each round of checks of a watched site.
var iterationsTable = table[site.Iteration]{name: "iterations.csv", columns: []column[site.Iteration]{
	{name: "iteration", number: func(i *site.Iteration) *int { return &i.Number }},
	{name: "at", at: func(i *site.Iteration) *time.Time { return &i.At }},
	{name: "policy", text: func(i *site.Iteration) *string { return &i.Policy }, repeats: true},
	{name: "planned", number: func(i *site.Iteration) *int { return &i.Planned }},
	{name: "checked", number: func(i *site.Iteration) *int { return &i.Checked }},
	{name: "changed", number: func(i *site.Iteration) *int { return &i.Changed }},
	{name: "unchanged", number: func(i *site.Iteration) *int { return &i.Unchanged }},
	{name: "gone", number: func(i *site.Iteration) *int { return &i.Gone }},
	{name: "failed", number: func(i *site.Iteration) *int { return &i.Failed }},
	{name: "forbidden", number: func(i *site.Iteration) *int { return &i.Forbidden }},
	{name: "added", number: func(i *site.Iteration) *int { return &i.Added }},
	{name: "removed", number: func(i *site.Iteration) *int { return &i.Removed }},
	{name: "outage", flag: func(i *site.Iteration) *bool { return &i.Outage }},
	{name: "complete", flag: func(i *site.Iteration) *bool { return &i.Complete }},
}}

func (f *Folder) watched() (*site.Watched, error) {
	all, err := f.Iterations()
	if err != nil || all == nil {
		return nil, err
	}
	w := &site.Watched{Iterations: all}
	w.Belief, err = f.belief()
	return w, err
}

// Iterations reads iterations.csv; nil if the crawl was not watched.
func (f *Folder) Iterations() (all []site.Iteration, err error) {
	if _, ok := f.files[iterationsTable.name]; !ok || !f.timed {
		return nil, nil
	}
	all = []site.Iteration{}
	take := func(r *tableReader[site.Iteration], i *site.Iteration) error {
		all = append(all, *i)
		return checkIteration(r, i, all[:len(all)-1])
	}
	err = eachOf(f, iterationsTable, tableCheck[site.Iteration]{take, func(r *tableReader[site.Iteration]) error {
		if counted := f.Manifest.Iterations; len(all) != counted {
			return r.mismatch("%d iterations, the manifest counts %d", len(all), counted)
		}
		return nil
	}})
	return all, err
}

func checkIteration(r *tableReader[site.Iteration], i *site.Iteration, before []site.Iteration) error {
	if number := len(before) + 1; i.Number != number {
		return r.damage("iteration is %d, not %d: they are numbered from 1", i.Number, number)
	}
	if n := len(before); n > 0 && !i.At.After(before[n-1].At) {
		return r.damage("at %s after %s: the iterations are sorted by time", writtenTime(i.At),
			writtenTime(before[n-1].At))
	}
	return nil
}

// seenCells has the cells about when and how often a page or an arc was seen.
type seenCells struct {
	times           [4]string // first seen, last seen, last checked, last changed; "" means never
	visits, changes int
}

func isWatched(c *site.Crawl) bool { return c.Watched != nil }

var seenColumns = seenColumnsOf(func(n *node) *seenCells { return &n.seen })

func seenColumnsOf[T any](of func(*T) *seenCells) []column[T] {
	var columns []column[T]
	for i, name := range []string{"first_seen", "last_seen", "last_checked", "last_changed"} {
		text := func(row *T) *string { return &of(row).times[i] }
		columns = append(columns, column[T]{name: name, text: text, repeats: true, means: kindTime, of: isWatched})
	}
	return append(columns,
		column[T]{name: "visits", number: func(row *T) *int { return &of(row).visits }, of: isWatched},
		column[T]{name: "changes", number: func(row *T) *int { return &of(row).changes }, of: isWatched})
}

// chanceColumn exists if the crawl is watched and asked its policy.
var chanceColumn = column[node]{name: "chance", share: func(n *node) *float64 { return &n.chance }, of: hasBelief}

// times has the start times of the iterations as written in the files.
type times struct {
	texts   []string         // by iteration; the first is "", for never
	numbers map[string]int32 // iterations by text
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

func (t times) of(s site.Seen) seenCells {
	at := [4]string{t.texts[s.First], t.texts[s.Last], t.texts[s.Checked], t.texts[s.Changed]}
	return seenCells{at, int(s.Visits), int(s.Changes)}
}

func (t times) parse(cells seenCells) (s site.Seen, err error) {
	for i, number := range []*int32{&s.First, &s.Last, &s.Checked, &s.Changed} {
		var ok bool
		if *number, ok = t.numbers[cells.times[i]]; !ok {
			return s, fmt.Errorf("no iteration began at %s", shown(cells.times[i]))
		}
	}
	s.Visits, s.Changes = int32(cells.visits), int32(cells.changes)
	switch {
	case s.First > s.Changed || s.Changed > s.Last:
		return s, errors.New("first_seen, last_changed and last_seen are not in this order of time")
	case s.Changes > s.Visits:
		return s, fmt.Errorf("%d changes in %d visits", s.Changes, s.Visits)
	}
	return s, nil
}

type nextCheck struct {
	site.NextCheck
	rank, id int
	url      string
	chance   float64
}

// nextTable is next_checks.csv, which lists the pages that the next iteration would check.
var nextTable = table[nextCheck]{name: "next_checks.csv", columns: []column[nextCheck]{
	{name: "rank", number: func(n *nextCheck) *int { return &n.rank }},
	{name: "Id", number: func(n *nextCheck) *int { return &n.id }},
	{name: "url", text: func(n *nextCheck) *string { return &n.url }, computed: true},
	{name: "reason", text: func(n *nextCheck) *string { return (*string)(&n.Why) }, repeats: true},
	{name: "chance", share: func(n *nextCheck) *float64 { return &n.chance }, computed: true},
	{name: "age", real: func(n *nextCheck) *float64 { return &n.Age }},
	{name: "index", real: func(n *nextCheck) *float64 { return &n.Index }},
}}

func hasBelief(c *site.Crawl) bool { return c.Watched != nil && c.Watched.Belief != nil }

func writeNextChecks(o *out, c *site.Crawl, _ Options) error {
	b, rank := c.Watched.Belief, 0
	return nextTable.write(o, rowsOf(b.Next, func(next site.NextCheck) nextCheck {
		rank++
		return nextCheck{next, rank, next.Page + 1, c.Graph.Pages[next.Page].URL, b.Chance[next.Page]}
	}))
}

func (f *Folder) belief() (*site.Belief, error) {
	if _, ok := f.files[nextTable.name]; !ok || !f.believed {
		return nil, nil
	}
	b := &site.Belief{Policy: f.Manifest.Settings["revisit.policy"]}
	reasons := []site.CheckReason{site.CheckGone, site.CheckWorth, site.CheckScent, site.CheckWaiting}
	err := each(f, nextTable, func(r *tableReader[nextCheck], n *nextCheck) error {
		switch {
		case n.rank != len(b.Next)+1:
			return r.damage("rank is %d, not %d: they are counted from 1", n.rank, len(b.Next)+1)
		case n.id < 1 || n.id > f.Manifest.Counts.Pages:
			return r.damage("Id is %d: there are %d pages", n.id, f.Manifest.Counts.Pages)
		case !slices.Contains(reasons, n.Why):
			return r.damage("reason %s is unknown", shown(n.Why))
		}
		n.Page = n.id - 1
		b.Next = append(b.Next, n.NextCheck)
		return nil
	})
	return b, err
}
