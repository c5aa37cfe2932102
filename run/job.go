package run

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"sitegraph/config"
	"sitegraph/config/pairs"
	"sitegraph/export"
	"sitegraph/site"
	"sitegraph/stats"
)

// Job is a crawl of several sites.
type Job struct {
	Config
	Hosts       []config.Host // the sites, one per line of hosts.txt
	Shard       Shard         // the part of all sites that Hosts has; Of is 0 if Hosts has all
	FromScratch bool          // discards the state of these sites
	RetryFailed bool          // repeats requests that failed in earlier runs
	Watch       bool          // checks the pages of crawled sites again, in one iteration
	AcceptGone  bool          // believes at once that pages are gone, even if they are many
	// Stopped reports whether a line should stop or not begin. nil stops none. Shared decisions ignore it.
	Stopped func(line string) bool
	// MayAsk is called before each HTTP request. false forbids it, since ctx is about to end. nil allows all.
	MayAsk   func() bool
	Now      func() time.Time // the clock; nil means the machine's
	Observer Observer         // follows the crawl
	Log      *slog.Logger     // gets the details that --verbose shows
	Screen   io.Writer        // gets the lines that [logs] displays
}

func (j Job) use() pairs.Use {
	u := pairs.Use{Settings: j.Settings, Hosts: j.Hosts, RetryFailed: j.RetryFailed, Shard: j.Shard.Of > 0}
	if j.Watch {
		u.Command = pairs.OfWatch
	}
	return u
}

func (j Job) lineStopped(line string) bool { return j.Stopped != nil && j.Stopped(line) }

// Observer follows a crawl. Several goroutines call its methods at once.
type Observer interface {
	// Progress reports the progress of the crawl of a line in hosts.txt.
	Progress(line string, p site.Progress)
	// Ended reports the end of a line's crawl (nil if it failed or never began), before its files are written.
	Ended(line string, c *site.Crawl, err error)
	// Computing reports the measure of a site that is being computed, and the finished share from 0 to 1.
	Computing(site, measure string, share float64)
	// Budget reports the progress of a crawl in the order of decisions, over all its sites.
	Budget(p site.BudgetProgress)
	// Search reports the progress of a crawl by agents.
	Search(p site.SearchProgress)
	// Notice shows remarks that do not stop the run.
	Notice(texts ...string)
}

// Result is the result of one site.
type Result struct {
	Host    config.Host    // the line of hosts.txt
	Crawl   *site.Crawl    // nil if the crawl never began or failed
	Dir     *export.Dir    // the files; nil if none were written
	Stats   *stats.Summary // nil if no chosen file needs it
	Since   *Since         // nil if the files replaced no earlier crawl's
	without string         // reason why a merged shard's site is missing from comparisons, or ""
	from    string         // result folder that a merge copies, "" for none
	Err     error          // fault of this program or machine, never of the site
}

// Outcome is the result of a run.
type Outcome struct {
	Results []Result    // in the order of the hosts
	Absent  []string    // sites or shards that a partial merge left out
	Across  *export.Dir // files about all sites; nil if there are none
	Over    bool        // the watched archive has no day left
}

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
