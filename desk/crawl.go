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
	fresh   bool          // what was known of the sites is forgotten
	retry   bool          // what failed is asked for again
	done    chan struct{} // closed when it is over

	mu       sync.Mutex
	lines    map[string]*line // by origin
	stopping bool
	ended    time.Time // zero while it is under way
	records  string    // their stamp when it was over
	now      Crawl     // what is shown of it
}

type line struct {
	stopping bool
	progress *site.Progress // nil until its turn has come
	ended    *run.Status    // nil until it is over
	group    Group          // what workers do with it
}

// Crawl is how far a crawl is, or how it ended.
type Crawl struct {
	// Begun is when it began, Ended when it was over: zero while it is under way.
	Begun time.Time `json:"begun"`
	Ended time.Time `json:"ended,omitzero"`
	Watch bool      `json:"watch,omitempty"` // says that it checks pages again
	Sites int       `json:"sites"`           // counts those that it is to crawl
	// Begin are the sites that have begun, Over those that have ended.
	Begin int `json:"begin"`
	Over  int `json:"over"`
	// Error is why it could not go on, "" if it could: a full disk, a folder in use.
	Error   string   `json:"error,omitempty"`
	Notices []string `json:"notices,omitempty"` // its remarks, the last ones
	// Doing is the measure being computed for the site Of, "" if none is; Done is its share, 0 to 1.
	Doing string  `json:"doing,omitempty"`
	Of    string  `json:"of,omitempty"`
	Done  float64 `json:"done,omitempty"`
	// Budget is how far a crawl in the order of decisions is; Found says how many
	// external URLs it had found after N pages (S(N)), at most 512 points.
	Budget *site.BudgetProgress `json:"budget,omitempty"`
	Found  []Point              `json:"found,omitempty"`
	Job    *Job                 `json:"job,omitempty"` // what workers do; nil if the desk crawls itself
	// Searching says that agents search instead; Search is how far they are.
	Searching bool                 `json:"searching,omitempty"`
	Search    *site.SearchProgress `json:"search,omitempty"`
}

// Point is a point of the curve S(N).
type Point struct {
	Pages int `json:"n"` // processed on all sites
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
	job.Stopped = c.lineStopped
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

// run does the work of a crawl; release is called before it counts as over.
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

// left are those of its sites that were not stopped by themselves.
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
		if len(points) == maxPoints { // every second one is enough for a curve
			for i := range points[:maxPoints/2] {
				points[i] = points[2*i+1]
			}
			points = points[:maxPoints/2]
		}
		c.now.Found = append(points, Point{b.Spent, b.Found})
	})
}

func (c *crawl) Search(p site.SearchProgress) {
	if p.Again == 0 { // else the search is still what it was
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

// stopAll stops all sites, as Ctrl-C does. It reports whether it was the first to.
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

// lineStopped reports whether a site is to stop, or not to begin.
func (c *crawl) lineStopped(name string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.lines[name].stopping
}

func (c *crawl) over() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return !c.ended.IsZero()
}

func (c *crawl) stoppingAll() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.stopping && c.ended.IsZero()
}

// endings are its sites' records when it is over, and their stamp; whole: it forgot none, and met no error.
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
	now.Found = slices.Clone(now.Found) // which grows in place
	return now
}

// stateOf is the state of a site of the crawl; ok is false if it is not part of it, or will not be any more.
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
