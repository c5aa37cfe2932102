package export

import (
	"fmt"
	"strconv"
	"time"

	"sitegraph/site"
)

type iteration struct {
	site.Iteration
	at, outage, complete string
}

// iterationsTable is iterations.csv: the rounds of checks of a watched site.
var iterationsTable = table[iteration]{name: "iterations.csv", columns: []column[iteration]{
	{name: "iteration", number: func(i *iteration) *int { return &i.Number }},
	{name: "at", text: func(i *iteration) *string { return &i.at }},
	{name: "policy", text: func(i *iteration) *string { return &i.Policy }, repeats: true},
	{name: "planned", number: func(i *iteration) *int { return &i.Planned }},
	{name: "checked", number: func(i *iteration) *int { return &i.Checked }},
	{name: "changed", number: func(i *iteration) *int { return &i.Changed }},
	{name: "unchanged", number: func(i *iteration) *int { return &i.Unchanged }},
	{name: "gone", number: func(i *iteration) *int { return &i.Gone }},
	{name: "failed", number: func(i *iteration) *int { return &i.Failed }},
	{name: "forbidden", number: func(i *iteration) *int { return &i.Forbidden }},
	{name: "added", number: func(i *iteration) *int { return &i.Added }},
	{name: "removed", number: func(i *iteration) *int { return &i.Removed }},
	{name: "outage", text: func(i *iteration) *string { return &i.outage }, repeats: true},
	{name: "complete", text: func(i *iteration) *string { return &i.complete }, repeats: true},
}}

func writeIterations(o *out, c *site.Crawl, _ Options) error {
	all := func(yield func(iteration, error) bool) {
		for _, i := range c.Watched.Iterations {
			row := iteration{Iteration: i, at: writtenTime(i.At), outage: strconv.FormatBool(i.Outage),
				complete: strconv.FormatBool(i.Complete)}
			if !yield(row, nil) {
				return
			}
		}
	}
	return iterationsTable.write(o, all)
}

// watched reads iterations.csv and next_checks.csv; nil if the crawl was not watched.
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
	err = each(f, iterationsTable, func(r *tableReader[iteration], i *iteration) error {
		if i == nil {
			if counted := f.Manifest.Iterations; len(all) != counted {
				return r.mismatch("%d iterations, the manifest counts %d", len(all), counted)
			}
			return nil
		}
		if err := checkIteration(r, i, all); err != nil {
			return err
		}
		all = append(all, i.Iteration)
		return nil
	})
	return all, err
}

func (i *iteration) parse() (err error) {
	if i.At, err = time.Parse(time.RFC3339, i.at); err != nil || writtenTime(i.At) != i.at {
		return fmt.Errorf("at is %s, not a time like 2026-03-01T06:00:00Z", shown(i.at))
	}
	for _, text := range []string{i.outage, i.complete} {
		if text != "true" && text != "false" {
			return fmt.Errorf("%s is neither true nor false", shown(text))
		}
	}
	i.Outage, i.Complete = i.outage == "true", i.complete == "true"
	return nil
}

func checkIteration(r *tableReader[iteration], i *iteration, before []site.Iteration) error {
	if err := i.parse(); err != nil {
		return r.damage("%v", err)
	}
	if number := len(before) + 1; i.Number != number {
		return r.damage("iteration is %d, not %d: they are numbered from 1", i.Number, number)
	}
	if n := len(before); n > 0 && !i.At.After(before[n-1].At) {
		return r.damage("at %s after %s: the iterations are sorted by time", i.at, writtenTime(before[n-1].At))
	}
	return nil
}
