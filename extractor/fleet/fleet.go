// Package fleet sends requests to many hosts, each with its own pace and connections.
package fleet

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"sitegraph/site"
)

// resident is the number of hosts that keep their connections.
const resident = 256

// Downloader answers requests.
type Downloader interface {
	// Download ends early if ctx ends.
	Download(ctx context.Context, r site.Request) site.Response
}

// Host is a host in a fleet.
type Host struct {
	Downloader
	SetDelay func(time.Duration) // receives the host's Crawl-delay; may be nil
	Close    func()              // releases the host's resources; nil if it has none
}

// Options set up a fleet.
type Options struct {
	// Open opens the host of a URL, whose path is "/".
	Open func(site.URL) (Host, error)
	// Of returns the same text for all URLs of one host, such as the origin.
	Of func(site.URL) string
	// Least is the delay between requests to a host in the settings.
	Least time.Duration
	Now   func() time.Time // the clock
}

// Fleet manages the connections of hosts. Many goroutines may use it at once.
type Fleet struct {
	Options
	mu   sync.Mutex
	all  map[string]*connected
	used int
}

type connected struct {
	Host
	isOpen         bool
	delays         map[string]time.Duration // in the robots.txt of each origin
	underway, used int                      // running requests, and the number of the last one begun
	last           time.Time                // end of the last request
}

// New returns a fleet without hosts.
func New(o Options) *Fleet { return &Fleet{Options: o, all: map[string]*connected{}} }

// Download sends a request to the host of its URL.
func (f *Fleet) Download(ctx context.Context, r site.Request) site.Response {
	h, err := f.begin(r.URL)
	if err != nil {
		return site.Response{URL: r.URL, Failure: site.Failure{Class: site.FailOther, Detail: err.Error()}}
	}
	defer f.end(h)
	return h.Downloader.Download(ctx, r)
}

// begin opens the host of a URL if necessary, counts a request and returns the host.
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

// SetDelay applies the delay in an origin's robots.txt. The host keeps the longest delay of its origins.
func (f *Fleet) SetDelay(origin site.URL, d time.Duration) {
	f.mu.Lock()
	defer f.mu.Unlock()
	h := f.host(origin)
	h.delays[origin.Origin()] = d
	h.pace()
}

// delay returns the longest delay in robots.txt.
func (h *connected) delay() time.Duration {
	return slices.Max(append(slices.Collect(maps.Values(h.delays)), 0))
}

func (h *connected) pace() {
	if h.isOpen && h.SetDelay != nil {
		h.SetDelay(h.delay())
	}
}

// rest closes the hosts that were idle longest once twice as many are open as should stay. It spares hosts within their
// delay, which they would otherwise forget.
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

// Close releases all hosts' resources.
func (f *Fleet) Close() {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, h := range f.all {
		if h.isOpen && h.Close != nil {
			h.shut()
		}
	}
}
