// Package fleet asks many hosts, each with a pace and with connections of its own.
package fleet

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"sitegraph/site"
)

// resident is the number of hosts whose connections are kept.
const resident = 256

// Downloader answers requests.
type Downloader interface {
	// Download is cut off by the end of ctx.
	Download(ctx context.Context, r site.Request) site.Response
}

// Host is one of a fleet.
type Host struct {
	Downloader
	SetDelay func(time.Duration) // called with the host's Crawl-delay; it may be nil
	Close    func()              // gives back what the host holds; nil if it holds nothing
}

// Options are what a fleet is made of.
type Options struct {
	// Open opens the host of a URL, whose path is "/".
	Open func(site.URL) (Host, error)
	// Of is equal for the URLs of one host: it may be the origin.
	Of func(site.URL) string
	// Least is the delay between two requests to a host that the settings want.
	Least time.Duration
	Now   func() time.Time // the clock
}

// Fleet has the connections of hosts. Any number of goroutines may use it.
type Fleet struct {
	Options
	mu   sync.Mutex
	all  map[string]*connected
	used int
}

type connected struct {
	Host
	isOpen         bool
	delays         map[string]time.Duration // that robots.txt wants, by origin
	underway, used int                      // requests, and when the last one began
	last           time.Time                // when the last one ended
}

// New returns a fleet without hosts.
func New(o Options) *Fleet { return &Fleet{Options: o, all: map[string]*connected{}} }

// Download asks the host of a URL.
func (f *Fleet) Download(ctx context.Context, r site.Request) site.Response {
	h, err := f.begin(r.URL)
	if err != nil {
		return site.Response{URL: r.URL, Failure: site.Failure{Class: site.FailOther, Detail: err.Error()}}
	}
	defer f.end(h)
	return h.Downloader.Download(ctx, r)
}

// begin returns the host of a URL, open, with one more request.
func (f *Fleet) begin(u site.URL) (*connected, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	h := f.host(u)
	if !h.isOpen {
		f.rest()
		var err error
		u.Path, u.Query, u.HasQuery = "/", "", false
		if h.Host, err = f.Open(u); err != nil {
			return nil, err
		}
		h.isOpen = true
		h.pace()
	}
	f.used++
	h.underway, h.used = h.underway+1, f.used
	return h, nil
}

func (f *Fleet) end(h *connected) {
	f.mu.Lock()
	defer f.mu.Unlock()
	h.underway--
	h.last = f.Now()
}

func (f *Fleet) host(u site.URL) *connected {
	h := f.all[f.Of(u)]
	if h == nil {
		h = &connected{delays: map[string]time.Duration{}}
		f.all[f.Of(u)] = h
	}
	return h
}

// SetDelay has a host be asked no more often than the robots.txt of its origins want.
func (f *Fleet) SetDelay(origin site.URL, d time.Duration) {
	f.mu.Lock()
	defer f.mu.Unlock()
	h := f.host(origin)
	h.delays[origin.Origin()] = d
	h.pace()
}

// delay is the longest that robots.txt wants.
func (h *connected) delay() time.Duration {
	return slices.Max(append(slices.Collect(maps.Values(h.delays)), 0))
}

func (h *connected) pace() {
	if h.isOpen && h.SetDelay != nil {
		h.SetDelay(h.delay())
	}
}

// rest closes the hosts that rest longest when twice as many are open as are to be kept. One that was asked a moment
// ago stays, so that its delay is kept to.
func (f *Fleet) rest() {
	var idle []*connected
	opened := 0
	for _, h := range f.all {
		if !h.isOpen || h.Close == nil {
			continue
		}
		opened++
		if h.underway == 0 && f.Now().Sub(h.last) > max(h.delay(), f.Least) {
			idle = append(idle, h)
		}
	}
	if opened < 2*resident {
		return
	}
	slices.SortFunc(idle, func(a, b *connected) int { return a.used - b.used })
	for _, h := range idle[:min(len(idle), resident)] {
		h.shut()
	}
}

func (h *connected) shut() {
	h.Close()
	h.isOpen = false
}

// Close gives back what the hosts hold.
func (f *Fleet) Close() {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, h := range f.all {
		if h.isOpen && h.Close != nil {
			h.shut()
		}
	}
}
