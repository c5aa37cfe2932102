// Package stop holds the stop conditions of a crawl (RCCrawler's ApplicationFinisher). Each can end the crawl of a site
// by itself.
//
//	work-done  nothing is left to fetch
//	timeout    the run has lasted as long as the settings allow
//	stop-file  a file of the given name has appeared
//	max-pages  the site has as many pages as the settings allow
package stop

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"sitegraph/site"
)

// Condition reports whether a crawl is over and why.
type Condition = func(site.Progress) (site.Ending, bool)

// Options set up the stop conditions. Zero values mean "never".
type Options struct {
	// Timeout counts from the start of the run.
	Timeout time.Duration
	// StopFile is the path of the stop file.
	StopFile string
	// MaxPages limits the pages of each site.
	MaxPages int
}

// New returns the condition with one of the names above.
func New(name string, o Options) Condition {
	met := conditions[name]
	return func(p site.Progress) (site.Ending, bool) { return met(o, p) }
}

var conditions = map[string]func(o Options, p site.Progress) (site.Ending, bool){
	"work-done": func(_ Options, p site.Progress) (site.Ending, bool) { return site.EndedWorkDone, p.Done },
	"timeout": func(o Options, p site.Progress) (site.Ending, bool) {
		return site.EndedTimeout, o.Timeout > 0 && p.Elapsed >= o.Timeout
	},
	"stop-file": func(o Options, _ site.Progress) (site.Ending, bool) {
		_, err := os.Stat(o.StopFile) // the name "" never exists
		return site.EndedStopFile, err == nil
	},
	// This ends a crawl only between two depths. Within a depth, the crawl itself stops at the limit, in the order of
	// the normalized URLs.
	"max-pages": func(o Options, p site.Progress) (site.Ending, bool) {
		return site.EndedMaxPages, o.MaxPages > 0 && p.Pages >= o.MaxPages && !p.Done
	},
}

// RemoveStopFile removes a stop file before a run begins. removed reports whether it existed.
func RemoveStopFile(path string) (removed bool, err error) {
	err = os.Remove(path)
	if errors.Is(err, fs.ErrNotExist) || path == "" {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("stop file of an earlier run: %w: remove it by hand", err)
	}
	return true, nil
}
