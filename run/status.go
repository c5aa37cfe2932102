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

// Status is how far the crawl of a site is, or how it ended: a small record in
// the state, so that the crawl need not be rebuilt to show it.
type Status struct {
	// Site is the origin of the site, where its home page led.
	Site string `json:"site"`
	// Started is when the crawl began, in its first run; Updated when this was written.
	Started time.Time `json:"started"`
	Updated time.Time `json:"updated"`
	// Ended is how the last run ended, "" while it goes on. Complete says that nothing was left to fetch.
	Ended    site.Ending `json:"ended"`
	Complete bool        `json:"complete"`
	// Unwritten says that the last run ended, but not all of its files were written yet.
	Unwritten bool `json:"unwritten,omitempty"`
	// Written is the last iteration that was done and whose files were written; 1 is the crawl itself, -1 means none, 0
	// is not known.
	Written int `json:"written,omitempty"`
	// Watched says that the last run was to check the site again.
	Watched bool `json:"watched,omitempty"`
	// Scope is what is taken for the site, by its name in package extractor.
	Scope string `json:"scope,omitempty"`
	// Flags are the limits and rules that the last run had from flags, by the names of the settings.
	Flags map[string]string `json:"flags,omitempty"`
	// Fetched and ToGo count URLs, Pages the pages found so far.
	Fetched int `json:"fetched"`
	Pages   int `json:"pages"`
	ToGo    int `json:"to_go"`
	// Search is how far a search by agents is, whose pages are those stored; nil for a site.
	Search *site.SearchProgress `json:"search,omitempty"`
	// Plan is what a search was asked for last; nil for a site.
	Plan *SearchPlan `json:"plan,omitempty"`
}

// SearchName is the name of the journal and of the status of a search in its state.
const SearchName = "search"

// Endings that only a status has: of a run that was killed, and of one that goes on.
const (
	Interrupted site.Ending = "interrupted"
	Running     site.Ending = "running"
)

// ReadStatus returns the status of some sites of a state folder, or of all, by the
// origin of their lines. It works while a crawl writes to the folder. A damaged record
// says as much as that of a run that was killed: the journal has the crawl.
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

// interrupt ends the record of a run that was killed, while it fetched or while it wrote files; false if it was not.
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

// limitingFlags are the settings that decide a crawl again, when it is only read.
var limitingFlags = []string{"sites.max_depth", "walk.max_pages", "walk.include", "walk.exclude", "robots.robots"}

// LastFlags returns the limits and rules that the last run of a line had from flags.
func LastFlags(st *store.Store, line string) (map[string]string, error) {
	s, err := records{st}.read(line)
	return s.Flags, err
}

// markInterrupted ends the records of runs that were killed. This run has the state now, so they are not its own.
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

// unwritten reports whether the files of an iteration that is done are still to be written.
func (s Status) unwritten(iteration int) bool {
	return s.Unwritten || s.Written != 0 && s.Written < iteration
}

// wrote records that the files of a line were written, and with written which iteration they show.
func (r records) wrote(line string, written int) error {
	s, err := r.read(line)
	if err != nil {
		return err
	}
	s.Unwritten = false
	s.Written = cmp.Or(written, s.Written)
	return r.write(line, s)
}

// wroteAll records that the files of a run that watches were written, those about all sites too: what is missing
// after a kill is written before the next iteration.
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

// iterationOf is the last iteration of a crawl, if that is done; 1 is the crawl itself, 0 means none.
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

// iterationOfSearch is the last iteration of a search, if that is done; 1 is the search itself, 0 means none.
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
