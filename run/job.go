package run

import (
	"io"
	"log/slog"
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
