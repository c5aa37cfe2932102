package commands

import (
	"runtime/metrics"
	"slices"
	"sync"
	"time"

	"sitegraph/site"
	"sitegraph/workers/queue"
)

// board is the progress of a worker's groups.
type board struct {
	mutex sync.Mutex
	now   func() time.Time
	doing map[string]*doing // by name of the group
	over  queue.Figures     // totals of earlier groups
	last  time.Time         // time of the last answer; zero before the first
}

// doing is the progress of one group.
type doing struct {
	job         string
	number      int
	began, last time.Time
	site        string
	sites       map[string]site.Progress // by line
	ended       int
}

func newBoard() *board { return &board{now: time.Now, doing: map[string]*doing{}} }

func (b *board) begin(g queue.Group) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	now := b.now()
	b.doing[g.String()] = &doing{job: g.Job.Name, number: g.Number, began: now, last: now,
		sites: map[string]site.Progress{}}
}

func (b *board) end(g queue.Group) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	if d := b.doing[g.String()]; d != nil {
		b.over.Add(d.figures())
		delete(b.doing, g.String())
	}
}

func (b *board) progress(g queue.Group, line string, p site.Progress) {
	b.change(g, func(d *doing) {
		if p.Asked > d.sites[line].Asked {
			d.last, b.last = b.now(), b.now()
		}
		d.site, d.sites[line] = line, p
	})
}

// ended records a site's result. c is nil if its crawl failed.
func (b *board) ended(g queue.Group, line string, c *site.Crawl) {
	b.change(g, func(d *doing) {
		if c == nil {
			return
		}
		last := d.sites[line]
		last.Pages, last.Fetched = c.Counts.Pages, c.Counts.Fetched
		d.sites[line] = last
		d.ended++
	})
}

// change updates a group that is under way.
func (b *board) change(g queue.Group, by func(d *doing)) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	if d := b.doing[g.String()]; d != nil {
		by(d)
		g.Note(d.figures())
	}
}

func (d *doing) figures() queue.Figures {
	f := queue.Figures{Sites: d.ended}
	for _, p := range d.sites {
		f.Add(queue.Figures{Pages: p.Pages, Requests: p.Fetched})
	}
	return f
}

// report describes the worker's progress.
func (b *board) report(worker string) queue.Report {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	now := b.now()
	r := queue.Report{Worker: worker, Memory: memoryNow(), Groups: len(b.doing), Figures: b.over}
	if !b.last.IsZero() {
		r.LastPage = now.Sub(b.last).Seconds()
	}
	for _, d := range b.doing {
		g := queue.GroupReport{Job: d.job, Number: d.number, Site: d.site, Figures: d.figures(),
			LastPage: now.Sub(d.last).Seconds()}
		asked := 0
		for _, p := range d.sites {
			asked += p.Asked
		}
		if took := now.Sub(d.began).Seconds(); took > 0 {
			g.Rate = float64(asked) / took
		}
		r.Rate += g.Rate
		r.Add(g.Figures)
		r.Slowest = append(r.Slowest, g)
	}
	r.Slowest = slices.Clip(queue.Slowest(r.Slowest))
	return r
}

// memoryNow returns the memory that the program has got from the system, in bytes.
func memoryNow() int64 {
	of := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(of)
	return int64(of[0].Value.Uint64() - of[1].Value.Uint64())
}
