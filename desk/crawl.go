package desk

import (
	"cmp"
	"context"
	"io"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"

	"sitegraph/config"
	"sitegraph/run"
	"sitegraph/site"
)

// crawl is a run of some sites of a project, under way or over. It is the run.Observer.
type crawl struct {
	changed func() // called after each change
	dir     string // of the state
	cancel  context.CancelCauseFunc
	single  bool          // single sites can be stopped
	fresh   bool          // forgets what was known about the sites
	retry   bool          // requests again what failed
	done    chan struct{} // closed when it is over

	mu       sync.Mutex
	lines    map[string]*line // by origin
	stopping bool
	ended    time.Time // zero while it is under way
	records  string    // the stamp of the records when it was over
	now      Crawl     // what users see of it
}

type line struct {
	stopping bool
	progress *site.Progress // nil until the site's turn
	ended    *run.Status    // nil until it is over
	group    Group          // its group at the workers
}

// Crawl is how far a crawl is, or how it ended.
type Crawl struct {
	Begun   time.Time `json:"begun"`             // when it began
	Ended   time.Time `json:"ended,omitzero"`    // zero while it is under way
	Watch   bool      `json:"watch,omitempty"`   // checks pages again
	Sites   int       `json:"sites"`             // number of sites to crawl
	Begin   int       `json:"begin"`             // sites begun
	Over    int       `json:"over"`              // sites ended
	Error   string    `json:"error,omitempty"`   // why it failed, such as a full disk or a folder in use; else ""
	Notices []string  `json:"notices,omitempty"` // the last remarks
	Doing   string    `json:"doing,omitempty"`   // the measure being computed, "" if none
	Of      string    `json:"of,omitempty"`      // the site whose measure it is
	Done    float64   `json:"done,omitempty"`    // the share that is computed, 0 to 1

	Budget *site.BudgetProgress `json:"budget,omitempty"` // of a crawl in the order of decisions
	Found  []Point              `json:"found,omitempty"`  // external URLs found after N pages, at most 512 points
	Job    *Job                 `json:"job,omitempty"`    // at workers; nil if the desk crawls itself

	Searching bool                 `json:"searching,omitempty"` // agents search instead of crawling
	Search    *site.SearchProgress `json:"search,omitempty"`    // how far the agents are
}

// Point is a point of the curve S(N): external URLs found after N pages.
type Point struct {
	Pages int `json:"n"` // pages processed on all sites
	Found int `json:"s"` // distinct external URLs found by then
}

const (
	maxNotices    = 50
	longestNotice = 500
	maxPoints     = 512
)

func newCrawl(c run.Config, hosts []config.Host, action Action, changed func()) *crawl {
	w := &crawl{changed: changed, dir: c.StateDir(), single: !c.Order.Shared() && action != Submit,
		lines: map[string]*line{}, done: make(chan struct{}), fresh: action == Fresh || action == Submit,
		retry: action == Retry, now: Crawl{Begun: time.Now().UTC(), Watch: action == Watch, Sites: len(hosts)}}
	for _, h := range hosts {
		w.lines[h.URL.Origin()] = &line{}
	}
	return w
}

func (c *crawl) sites(ctx context.Context, settings run.Config, hosts []config.Host) error {
	job := c.job(settings, hosts)
	job.Stopped = func(line string) bool { return c.locked(func() bool { return c.lines[line].stopping }) }
	out, err := run.Run(ctx, job)
	for _, res := range out.Results {
		err = cmp.Or(err, res.Err)
	}
	return err
}

func (c *crawl) job(settings run.Config, hosts []config.Host) run.Job {
	return run.Job{Config: settings, Hosts: hosts, FromScratch: c.fresh, RetryFailed: c.retry, Watch: c.now.Watch,
		Observer: c, Log: slog.New(slog.DiscardHandler), Screen: io.Discard}
}

// run does the work of a crawl. It calls release before the crawl counts as over.
func (c *crawl) run(ctx context.Context, release func(), work func(context.Context) error) {
	err := work(ctx)
	records := stampOf(c.dir)
	release()
	c.change(func() {
		if err != nil {
			c.now.Error = err.Error()
		}
		c.ended, c.records = time.Now().UTC(), records
		c.now.Ended, c.now.Doing, c.now.Of, c.now.Done = c.ended, "", "", 0
	})
	close(c.done)
}

// left returns the sites that were not stopped one by one.
func (c *crawl) left(s *setup) (hosts []config.Host) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, h := range s.hosts {
		if l := c.lines[h.URL.Origin()]; l != nil && !l.stopping {
			hosts = append(hosts, h)
		}
	}
	return hosts
}

func (c *crawl) change(f func()) {
	func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		f()
	}()
	c.changed()
}

func (c *crawl) Progress(name string, p site.Progress) {
	c.change(func() {
		if l := c.lines[name]; l != nil {
			if l.progress == nil {
				c.now.Begin++
			}
			l.progress = &p
		}
	})
}

func (c *crawl) Ended(name string, _ *site.Crawl, _ error) {
	all, err := run.ReadStatus(c.dir, name)
	c.change(func() {
		c.now.Over++
		if s, ok := all[name]; ok && err == nil {
			c.lines[name].ended = &s
		}
	})
}

func (c *crawl) Computing(origin, measure string, share float64) {
	c.change(func() { c.now.Doing, c.now.Of, c.now.Done = measure, origin, share })
}

func (c *crawl) Budget(b site.BudgetProgress) {
	c.change(func() {
		c.now.Budget = &b
		points := c.now.Found
		if n := len(points); n > 0 && points[n-1].Pages >= b.Spent {
			return
		}
		if len(points) == maxPoints { // half of the points are enough for a curve
			for i := range points[:maxPoints/2] {
				points[i] = points[2*i+1]
			}
			points = points[:maxPoints/2]
		}
		c.now.Found = append(points, Point{b.Spent, b.Found})
	})
}

func (c *crawl) Search(p site.SearchProgress) {
	if p.Again == 0 { // checks do not change the search
		c.change(func() { c.now.Search = &p })
	}
}

func (c *crawl) Notice(texts ...string) {
	c.change(func() {
		for _, text := range texts {
			text = strings.ToValidUTF8(text[:min(len(text), longestNotice)], "")
			c.now.Notices = append(c.now.Notices, text)
		}
		c.now.Notices = slices.Clone(c.now.Notices[max(0, len(c.now.Notices)-maxNotices):])
	})
}

// stopAll stops all sites, as Ctrl-C does. It reports whether nobody had stopped them before.
func (c *crawl) stopAll() (first bool) {
	c.change(func() {
		first = !c.stopping && c.ended.IsZero()
		c.stopping = true
	})
	c.cancel(site.EndedSignal)
	return first
}

func (c *crawl) stop(hosts []config.Host) {
	c.change(func() {
		for _, h := range hosts {
			c.lines[h.URL.Origin()].stopping = true
		}
	})
}

func (c *crawl) over() bool { return c.locked(func() bool { return !c.ended.IsZero() }) }

func (c *crawl) locked(is func() bool) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return is()
}

// endings returns the sites' final records and their stamp. whole means that nothing was forgotten or failed.
func (c *crawl) endings() (all map[string]run.Status, records string, whole bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	all = map[string]run.Status{}
	for name, l := range c.lines {
		if l.ended != nil {
			all[name] = *l.ended
		}
	}
	return all, c.records, !c.fresh && c.now.Error == ""
}

func (c *crawl) summary() Crawl {
	c.mu.Lock()
	defer c.mu.Unlock()
	now := c.now
	now.Found = slices.Clone(now.Found) // it grows in place
	return now
}

// stateOf returns the state of a site. ok is false if the site is not part of the crawl, or no longer.
func (c *crawl) stateOf(name string) (s Site, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	l := c.lines[name]
	if l == nil || !c.ended.IsZero() {
		return s, false
	}
	s = Site{Line: name, Progress: l.progress, Worker: l.group.Worker, GivenUp: l.group.Failed}
	stopping := l.stopping || c.stopping
	switch {
	case l.ended != nil:
		s = siteOf(name, *l.ended, true, false)
		s.Actions = nil
	case l.progress == nil && l.group.Worker == "" && stopping:
		return s, false
	case stopping:
		s.State = Stopping
	case l.group.Failed != "":
		s.State = Stopped
	case l.progress == nil && l.group.Worker == "":
		s.State = Waiting
	default:
		s.State = Crawling
	}
	if c.single && !stopping {
		s.Actions = offered[map[State]State{Waiting: Waiting, Crawling: Crawling}[s.State]]
	}
	return s, true
}
