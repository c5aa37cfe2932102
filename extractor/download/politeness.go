package download

import (
	"context"
	"time"

	"sitegraph/site"
)

// Delay keeps a time between the starts of the requests to one site, however many callers there are. They are
// let through one by one, in the order in which they came. Make one with NewDelay.
type Delay struct {
	next  Downloader
	delay func() time.Duration
	turn  chan struct{}
	last  time.Time // start of the latest request; belongs to who has the turn
}

// NewDelay wraps next. The function delay is asked before each request, so that a Crawl-delay found in
// robots.txt takes effect when it is known; it must be safe for use by many goroutines.
func NewDelay(next Downloader, delay func() time.Duration) *Delay {
	return &Delay{next: next, delay: delay, turn: make(chan struct{}, 1)}
}

// Download waits for its turn and then asks. When ctx ends before, the answer is site.FailCancelled.
func (d *Delay) Download(ctx context.Context, r site.Request) site.Response {
	if d.wait(ctx) != nil {
		return cancelled(ctx, r)
	}
	return d.next.Download(ctx, r)
}

// wait takes the turn, waits for the rest of the delay and records the start. A
// caller that gives up does not delay the next one.
func (d *Delay) wait(ctx context.Context) error {
	select {
	case d.turn <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	defer func() { <-d.turn }()
	if !d.last.IsZero() {
		if err := sleep(ctx, time.Until(d.last.Add(d.delay()))); err != nil {
			return err
		}
	}
	d.last = time.Now()
	return ctx.Err()
}

// Limit bounds the requests to one site that are under way at the same time
// (RCCrawler's maxDownloadsAtTime). Make one with NewLimit.
type Limit struct {
	next   Downloader
	places chan struct{}
}

// NewLimit wraps next; n less than 1 means 1.
func NewLimit(next Downloader, n int) *Limit {
	return &Limit{next: next, places: make(chan struct{}, max(n, 1))}
}

// Download waits for a place and then asks. If ctx ends first, the answer is site.FailCancelled.
func (l *Limit) Download(ctx context.Context, r site.Request) site.Response {
	if ctx.Err() != nil {
		return cancelled(ctx, r)
	}
	select {
	case l.places <- struct{}{}:
	case <-ctx.Done():
		return cancelled(ctx, r)
	}
	defer func() { <-l.places }()
	return l.next.Download(ctx, r)
}
