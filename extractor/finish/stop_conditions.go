package finish

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"sitegraph/site"
)

// Finisher is a stop condition: whether a crawl is over, and why.
type Finisher func(site.Progress) (site.Ending, bool)

// Finished asks the condition.
func (f Finisher) Finished(p site.Progress) (site.Ending, bool) { return f(p) }

// Options set up the stop conditions; zero values mean "never".
type Options struct {
	// Timeout is measured from the start of the run.
	Timeout time.Duration
	// StopFile is the path of the file to look for.
	StopFile string
	// MaxPages bounds the pages of each site.
	MaxPages int
}

// New returns the finisher of a name.
func New(name string, o Options) (Finisher, error) {
	construct, err := site.Lookup("stop condition", name, finishers)
	if err != nil {
		return nil, err
	}
	return construct(o), nil
}

var finishers = map[string]func(Options) Finisher{
	"work-done": workDone,
	"timeout":   timeout,
	"stop-file": stopFile,
	"max-pages": maxPages,
}

func workDone(Options) Finisher {
	return func(p site.Progress) (site.Ending, bool) { return site.EndedWorkDone, p.Done }
}

func timeout(o Options) Finisher {
	return func(p site.Progress) (site.Ending, bool) {
		return site.EndedTimeout, o.Timeout > 0 && p.Elapsed >= o.Timeout
	}
}

func stopFile(o Options) Finisher {
	return func(site.Progress) (site.Ending, bool) {
		if o.StopFile == "" {
			return "", false
		}
		_, err := os.Stat(o.StopFile)
		return site.EndedStopFile, err == nil
	}
}

// maxPages ends a crawl only between two depths: within one, the crawl itself
// stops at the limit, in the order of the normalized URLs.
func maxPages(o Options) Finisher {
	return func(p site.Progress) (site.Ending, bool) {
		return site.EndedMaxPages, o.MaxPages > 0 && p.Pages >= o.MaxPages && !p.Done
	}
}

// RemoveStopFile removes a stop file that is there before a run begins; removed
// reports whether there was one.
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
