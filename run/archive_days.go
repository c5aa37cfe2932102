package run

import (
	"fmt"
	"sync"
	"time"

	"sitegraph/config"
	"sitegraph/extractor"
	"sitegraph/site"
)

// A site that is watched in an archive is seen as it was on the days of its captures: the crawl sees the first day, and
// each iteration what there is by the next one.

// archiveDays are the days as of which this run sees sites, by their lines. They stay the same for all of the run.
type archiveDays struct {
	sync.Mutex
	byLine map[string]archiveDay
}

type archiveDay struct {
	until time.Time // captures after it do not count; zero: all count
	over  bool      // no day is left for another iteration
}

// day returns the day as of which a site is crawled.
func (r *runner) day(h config.Host) (archiveDay, error) {
	line := h.URL.Origin()
	r.days.Lock()
	defer r.days.Unlock()
	if d, known := r.days.byLine[line]; known || r.captures == nil {
		return d, nil
	}
	journal, err := r.store.Journal(line)
	if err != nil {
		return archiveDay{}, err
	}
	reached, err := extractor.ReachedBy(journal)
	if err != nil {
		return archiveDay{}, fmt.Errorf("%s: %w", line, err)
	}
	d := r.dayAfter(h, reached)
	if r.days.byLine == nil {
		r.days.byLine = map[string]archiveDay{}
	}
	r.days.byLine[line] = d
	return d, nil
}

// dayAfter is the day that a run sees of a site, by how far earlier runs came.
func (r *runner) dayAfter(h config.Host, reached extractor.Reached) archiveDay {
	switch {
	case !r.job.Watch && !reached.Watched:
		return archiveDay{}
	case reached.Begun && !(r.job.Watch && reached.Done):
		return archiveDay{until: reached.At}
	}
	members := site.NewMembers(h.Members)
	days := r.captures.Days(func(u site.URL) bool {
		return u.Host == h.URL.Host || u.Origin() == reached.Origin || members.Has(u)
	})
	for _, day := range days {
		if day.After(reached.At) {
			return archiveDay{until: day}
		}
	}
	if !reached.Begun {
		return archiveDay{}
	}
	text := "%s: there is nothing to check again: the crawl has seen all of the archive, whose last day is %s"
	if len(days) == 1 {
		text = "%s: there is nothing to check again: the archive has captures of one day, %s"
	}
	if len(days) > 0 {
		r.job.Observer.Notice(fmt.Sprintf(text, h.URL.Origin(), days[len(days)-1].Format(time.DateOnly)))
	}
	return archiveDay{until: reached.At, over: true}
}

// over reports whether all sites have seen all days of an archive.
func (r *runner) over() bool {
	for _, d := range r.days.byLine {
		if !d.over {
			return false
		}
	}
	return len(r.days.byLine) > 0
}
