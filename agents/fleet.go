package agents

import (
	"context"
	"slices"
	"sync"
	"time"

	"sitegraph/extractor"
	"sitegraph/site"
)

// resident is the number of hosts whose connections are kept.
const resident = 256

// Host is what a search needs of a host that agents visit.
type Host struct {
	extractor.Downloader
	SetDelay func(time.Duration) // called with the host's Crawl-delay; it may be nil
	Close    func()              // gives back what the host holds
}

// fleet has the connections of all hosts that are visited. Any number of goroutines may use it.
type fleet struct {
	open  func(origin site.URL, named bool) (Host, error)
	named *hostRules
	now   func() time.Time
	least time.Duration // the delay of the settings

	mu   sync.Mutex
	all  map[string]*connected // by origin
	used int
}

// connected is a host of the fleet.
type connected struct {
	Host
	isOpen         bool
	delay          time.Duration // that robots.txt wants
	underway, used int           // requests, and when the last one began
	last           time.Time     // when the last one ended
}

func newFleet(o Options, named *hostRules) *fleet {
	return &fleet{open: o.Open, named: named, now: o.Parts.Now, least: o.Delay, all: map[string]*connected{}}
}

// Download asks the host of a URL.
func (f *fleet) Download(ctx context.Context, r site.Request) site.Response {
	h, err := f.begin(r.URL)
	if err != nil {
		return site.Response{URL: r.URL, Failure: site.Failure{Class: site.FailOther, Detail: err.Error()}}
	}
	defer f.end(h)
	return h.Downloader.Download(ctx, r)
}

// begin returns the host of a URL, open, with one more request.
func (f *fleet) begin(u site.URL) (*connected, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	h := f.of(u)
	if !h.isOpen {
		f.rest()
		var err error
		u.Path, u.Query, u.HasQuery = "/", "", false
		if h.Host, err = f.open(u, f.named.match(u)); err != nil {
			return nil, err
		}
		h.isOpen = true
		h.pace()
	}
	f.used++
	h.underway, h.used = h.underway+1, f.used
	return h, nil
}

func (f *fleet) end(h *connected) {
	f.mu.Lock()
	defer f.mu.Unlock()
	h.underway--
	h.last = f.now()
}

func (f *fleet) of(u site.URL) *connected {
	h := f.all[u.Origin()]
	if h == nil {
		h = &connected{}
		f.all[u.Origin()] = h
	}
	return h
}

// setDelay has a host be asked no more often than its robots.txt wants.
func (f *fleet) setDelay(origin site.URL, d time.Duration) {
	f.mu.Lock()
	defer f.mu.Unlock()
	h := f.of(origin)
	h.delay = d
	h.pace()
}

func (h *connected) pace() {
	if h.isOpen && h.SetDelay != nil {
		h.SetDelay(h.delay)
	}
}

// rest closes the hosts that rest longest when twice as many are open as are to be kept. One that was asked a moment
// ago stays, so that its delay is kept to.
func (f *fleet) rest() {
	var idle []*connected
	opened := 0
	for _, h := range f.all {
		if !h.isOpen {
			continue
		}
		opened++
		if h.underway == 0 && f.now().Sub(h.last) > max(h.delay, f.least) {
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

// close gives back what the hosts hold.
func (f *fleet) close() {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, h := range f.all {
		if h.isOpen {
			h.shut()
		}
	}
}
