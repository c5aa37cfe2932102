package download

import (
	"context"
	"time"

	"sitegraph/site"
)

// Delay keeps a time between the starts of the requests to one site, however
// many callers there are. They are let through one by one, in the order in
// which they came. Make one with NewDelay; Now and Sleep may be replaced before
// the first request.
type Delay struct {
	next  Downloader
	delay func() time.Duration
	turn  chan struct{}
	last  time.Time // start of the latest request; belongs to who has the turn

	// Now returns the time.
	Now func() time.Time
	// Sleep waits d or until ctx ends, and then returns its error.
	Sleep func(ctx context.Context, d time.Duration) error
}

// NewDelay wraps next. The function delay is asked before each request, so
// that a Crawl-delay found in robots.txt takes effect when it is known; it must
// be safe for use by many goroutines.
func NewDelay(next Downloader, delay func() time.Duration) *Delay {
	return &Delay{
		next: next, delay: delay, turn: make(chan struct{}, 1),
		Now: time.Now, Sleep: sleepByClock,
	}
}

// Download waits for its turn and then asks. When ctx ends before, the answer
// is site.FailCancelled.
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
	if left := d.left(); left > 0 {
		if err := d.Sleep(ctx, left); err != nil {
			return err
		}
	}
	d.last = d.Now()
	return ctx.Err()
}

// left is how long the next request has to wait.
func (d *Delay) left() time.Duration {
	if d.last.IsZero() {
		return 0
	}
	return d.last.Add(d.delay()).Sub(d.Now())
}
