package run

import (
	"context"
	"encoding/json"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"sitegraph/site"
)

const statusEvery = 2 * time.Second // time between two records of a running crawl

// siteObserver passes a crawl's reports on to the logs, the run's observer and the record for the command status.
type siteObserver struct {
	run    *runner
	line   string
	before []byte // previous run's record; nil if there is none

	mu      sync.Mutex
	active  bool // there was a report
	status  Status
	written time.Time // when the record was last written
}

// observe records that a line's crawl is running, and its scope.
func (r *runner) observe(line, scope string) (*siteObserver, error) {
	before, err := r.store.Summary(line)
	if err != nil {
		return nil, err
	}
	o := &siteObserver{run: r, line: line, before: before, written: time.Now(),
		status: Status{Site: line, Started: time.Now().UTC()}}
	if before != nil {
		_ = json.Unmarshal(before, &o.status) // a damaged record is replaced
	} else {
		o.status.Written = -1
	}
	o.status.Scope, o.status.Plan, o.status.Flags = scope, r.plan, settingsOf(r.Settings)
	maps.DeleteFunc(o.status.Flags, func(name, _ string) bool {
		return !r.Flagged(name) || !slices.Contains(limitingFlags, name)
	})
	o.status.Ended, o.status.Complete, o.status.Watched = "", false, r.job.Watch
	return o, r.records.write(line, o.status)
}

// failed records that the crawl failed, unless it changed nothing.
func (o *siteObserver) failed() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if !o.active && o.before != nil {
		return o.run.store.SetSummary(o.line, o.before)
	}
	o.status.Ended = site.EndedError
	return o.run.records.write(o.line, o.status)
}

// Fetched writes the logs.
func (o *siteObserver) Fetched(f site.Fetch) {
	o.mu.Lock()
	o.active = true
	o.mu.Unlock()
	o.run.logs.fetched(f)
	log := o.run.job.Log
	if log.Enabled(context.Background(), slog.LevelDebug) {
		log.Debug("fetched", "url", f.URL, "depth", f.Level, "status", f.Status, "elapsed", f.Elapsed,
			"tries", f.Tries, "failure", string(f.Failure.Class))
	}
}

// Progress informs the run's observer, and flushes logs and record; disk errors stop the crawl elsewhere.
func (o *siteObserver) Progress(p site.Progress) {
	o.run.logs.flush()
	o.run.job.Observer.Progress(o.line, p)
	o.record(func(s *Status) {
		s.Site, s.Fetched, s.Pages, s.ToGo = p.Site, p.Fetched, p.Pages, p.ToGo()
	})
}

// Searched does the same for the progress of a search.
func (o *siteObserver) Searched(p site.SearchProgress) {
	o.run.logs.flush()
	o.run.job.Observer.Search(p)
	if p.Again > 0 {
		return // the search has not changed
	}
	o.record(func(s *Status) {
		s.Search, s.Fetched, s.Pages, s.ToGo = &p, p.Visited, 0, 0
		for _, a := range p.Agents {
			s.Pages += a.Stored
			s.ToGo += a.Waiting
		}
	})
}

// record changes the record, and writes it from time to time.
func (o *siteObserver) record(change func(s *Status)) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.active = true
	change(&o.status)
	if time.Since(o.written) >= statusEvery {
		o.written = time.Now()
		_ = o.run.records.write(o.line, o.status)
	}
}

func (o *siteObserver) searched(s *site.Search) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.status.Ended, o.status.Complete, o.status.ToGo = s.Ended, s.Complete, len(s.Waiting)
	o.status.Unwritten = true
	return o.run.records.write(o.line, o.status)
}

// searchObserver passes on the fetches of a search. The search itself reports its progress.
type searchObserver struct{ *siteObserver }

// Progress drops the progress of a single site.
func (searchObserver) Progress(site.Progress) {}
