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
	// Hosts are the sites, one line of hosts.txt each.
	Hosts []config.Host
	// Shard is the part of the sites that the hosts are; its Of is 0 if they are all.
	Shard Shard
	// FromScratch discards what the state has of these sites.
	FromScratch bool
	// RetryFailed requests again what failed in earlier runs.
	RetryFailed bool
	// Watch checks the pages of crawled sites again, in one iteration each.
	// AcceptGone believes at once that pages are gone, however many.
	Watch, AcceptGone bool
	// Stopped reports whether the crawl of a line by depth is to stop, or not to begin; nil: none is.
	Stopped func(line string) bool
	// MayAsk is asked before every request over HTTP; false says that ctx is about to end, and nothing may be sent any
	// more. nil: everything may.
	MayAsk func() bool
	// Now is the clock; nil is that of the machine.
	Now func() time.Time
	// Observer follows the crawl.
	Observer Observer
	// Log gets the details that --verbose shows.
	Log *slog.Logger
	// Screen gets the lines of the logs that [logs] wants to be seen.
	Screen io.Writer
}

func (j Job) use() pairs.Use {
	u := pairs.Use{Settings: j.Settings, Hosts: j.Hosts, RetryFailed: j.RetryFailed, Shard: j.Shard.Of > 0}
	if j.Watch {
		u.Command = pairs.OfWatch
	}
	return u
}

func (j Job) lineStopped(line string) bool { return j.Stopped != nil && j.Stopped(line) }

// Observer follows a crawl. Its methods are called by several goroutines at once.
type Observer interface {
	// Progress reports how far the crawl of a line of hosts.txt is.
	Progress(line string, p site.Progress)
	// Ended reports that the crawl of a line is over, before its files are written. Without a crawl there is an
	// error, or it never began.
	Ended(line string, c *site.Crawl, err error)
	// Computing reports which measure of a site is being computed, and which share of it is done, from 0 to 1.
	Computing(site, measure string, share float64)
	// Budget reports how far a crawl in the order of decisions is, over all its sites.
	Budget(p site.BudgetProgress)
	// Search reports how far a crawl by agents is.
	Search(p site.SearchProgress)
	// Notice is remarks for the user that do not stop the run.
	Notice(texts ...string)
}

// Result is what one site gave.
type Result struct {
	// Host is the line of hosts.txt.
	Host config.Host
	// Crawl is nil when the crawl never began or met an error.
	Crawl *site.Crawl
	// Dir has the files; nil when none were written.
	Dir *export.Dir
	// Stats is nil when no chosen file needs it.
	Stats *stats.Summary
	// Since is nil if the files replaced none of an earlier crawl.
	Since *Since
	// without says why the site of a merged shard has no part in comparisons; "" if it has, or is of this run.
	without string
	// from is the result folder that a merge copies, "" for none.
	from string
	// Err is an error of this program or this machine, never of the site.
	Err error
}

// Outcome is what a run gave.
type Outcome struct {
	// Results are in the order of the hosts.
	Results []Result
	// Absent is what a partial merge left out.
	Absent []string
	// Across has the files about all sites; nil when there are none.
	Across *export.Dir
	// Over says that sites are watched in an archive that is used up.
	Over bool
}
