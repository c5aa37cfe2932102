package run

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"sitegraph/extractor/store"
	"sitegraph/site"
)

// Status is a small record of a site's progress or end, so that showing it does not rebuild the crawl.
type Status struct {
	Site      string      `json:"site"`                // origin that the home page led to
	Started   time.Time   `json:"started"`             // start of the first run
	Updated   time.Time   `json:"updated"`             // time of this record
	Ended     site.Ending `json:"ended"`               // how the last run ended, "" while it is running
	Complete  bool        `json:"complete"`            // nothing was left to fetch
	Unwritten bool        `json:"unwritten,omitempty"` // the last run ended before all files were written
	// Written is the last complete iteration whose files were written. 1 is the crawl itself, -1 none, 0 unknown.
	Written int                  `json:"written,omitempty"`
	Watched bool                 `json:"watched,omitempty"` // the last run checked the site again
	Scope   string               `json:"scope,omitempty"`   // as named by package extractor
	Flags   map[string]string    `json:"flags,omitempty"`   // limits and rules from the last run's flags
	Fetched int                  `json:"fetched"`           // URLs fetched
	Pages   int                  `json:"pages"`             // pages found; in a search, pages stored
	ToGo    int                  `json:"to_go"`             // URLs left to fetch
	Search  *site.SearchProgress `json:"search,omitempty"`  // only in a search by agents
	Plan    *SearchPlan          `json:"plan,omitempty"`    // only in a search by agents
}

const SearchName = "search" // name of a search's journal and status in its state

// Endings that only a status has. The run was killed or is still running.
const (
	Interrupted site.Ending = "interrupted"
	Running     site.Ending = "running"
)

// ReadStatus returns the status of some or all sites in a state folder, by line. It works while a crawl writes there. A
// damaged record counts as a killed run's, since the journal has the crawl.
func ReadStatus(dir string, lines ...string) (map[string]Status, error) {
	texts, err := store.Summaries(dir, lines...)
	if err != nil {
		return nil, err
	}
	running, err := store.InUse(dir)
	if err != nil {
		return nil, fmt.Errorf("state folder %s: %w", dir, err)
	}
	all := map[string]Status{}
	for line, text := range texts {
		s := statusOf(line, text)
		switch {
		case s.Ended == "" && running:
			s.Ended = Running
		case !running:
			s.interrupt()
		}
		all[line] = s
	}
	return all, nil
}

// interrupt marks the record of a run that was killed while it fetched or wrote files, and reports whether it was.
func (s *Status) interrupt() bool {
	if s.Ended != "" && !s.Unwritten {
		return false
	}
	s.Ended, s.Complete = Interrupted, false
	return true
}

func statusOf(line string, text []byte) (s Status) {
	if json.Unmarshal(text, &s) != nil {
		return Status{Site: line}
	}
	return s
}

type records struct{ in *store.Store }

func (r records) write(line string, s Status) error {
	s.Updated = time.Now().UTC()
	text, err := json.Marshal(s)
	if err != nil {
		return fmt.Errorf("status of %s: %w", line, err)
	}
	return r.in.SetSummary(line, text)
}

func (r records) read(line string) (Status, error) {
	text, err := r.in.Summary(line)
	return statusOf(line, text), err
}

// limitingFlags are settings that also change a crawl that is only read.
var limitingFlags = []string{"sites.max_depth", "walk.max_pages", "walk.include", "walk.exclude", "robots.robots"}

// LastFlags returns the limits and rules that a line's last run had from flags.
func LastFlags(st *store.Store, line string) (map[string]string, error) {
	s, err := records{st}.read(line)
	return s.Flags, err
}

// markInterrupted marks the records of killed runs. This run has only opened the state and has no record yet.
func (r records) markInterrupted(dir string) error {
	texts, err := store.Summaries(dir)
	if err != nil {
		return err
	}
	for line, text := range texts {
		s := statusOf(line, text)
		if !s.interrupt() {
			continue
		}
		if err := r.write(line, s); err != nil {
			return err
		}
	}
	return nil
}

func (r records) end(line string, c *site.Crawl, watched bool) error {
	before, err := r.read(line)
	if err != nil {
		return err
	}
	return r.write(line, Status{Site: c.Site, Started: c.Started, Ended: c.Ended, Complete: c.Complete,
		Unwritten: true, Written: before.Written, Watched: watched, Scope: c.Scope, Flags: before.Flags,
		Fetched: c.Counts.Fetched, Pages: c.Counts.Pages, ToGo: c.Counts.ToFetch()})
}

// unwritten reports whether the files of a complete iteration must still be written.
func (s Status) unwritten(iteration int) bool {
	return s.Unwritten || s.Written != 0 && s.Written < iteration
}

// wrote records that a line's files were written, and the iteration that they show.
func (r records) wrote(line string, written int) error {
	s, err := r.read(line)
	if err != nil {
		return err
	}
	s.Unwritten = false
	s.Written = cmp.Or(written, s.Written)
	return r.write(line, s)
}

// wroteAll records that a watching run wrote all files. Without this, the next run writes them before its iteration.
func (r *runner) wroteAll(results []Result) error {
	for _, res := range results {
		if !r.job.Watch || res.Err != nil || res.Crawl == nil {
			continue
		}
		if err := r.records.wrote(res.Host.URL.Origin(), iterationOf(res.Crawl)); err != nil {
			return err
		}
	}
	return nil
}

// iterationOf returns a crawl's last complete iteration. 1 is the crawl itself, 0 means none.
func iterationOf(c *site.Crawl) int {
	if c.Watched != nil {
		for _, it := range slices.Backward(c.Watched.Iterations) {
			if it.Complete {
				return it.Number
			}
		}
	}
	if c.Watched == nil && (c.Complete || c.Ended.Whole() || c.Ended == site.EndedBudget) {
		return 1
	}
	return 0
}

// iterationOfSearch returns a search's last complete iteration. 1 is the search itself, 0 means none.
func iterationOfSearch(s *site.Search) int {
	if s.Times != nil {
		return iterationOf(&site.Crawl{Watched: &s.Times.Watched})
	}
	stopped := []site.Ending{site.EndedSignal, site.EndedStopFile, site.EndedTimeout, site.EndedError}
	if slices.Contains(stopped, s.Ended) {
		return 0
	}
	return 1
}
