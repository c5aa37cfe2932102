package download

import (
	"context"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"sitegraph/site"
)

// maxBackOff ends the doubling of the waits.
const maxBackOff = 5 * time.Minute

// Retry asks again when that may help: after the statuses 429, 500, 502, 503 and 504, and after failures that may
// pass (name look-up, connection, time, truncation, a breach of the protocol). After an answer that is not HTTP as
// the standard has it, the second try is made at once, and reads leniently. It does not ask again after a bad
// certificate, a broken or unknown coding, a body or headers over the limit, or a refusal, which would be the same
// the next time. The waits double and carry no jitter: the requests of a site are spaced by Delay already.
type Retry struct {
	Next  Downloader    // makes the requests
	Tries int           // the number of requests at most, but for a lenient one; less than 1 means 1
	Wait  time.Duration // the first wait; each of the following is twice as long, up to 5 minutes

	// MaxRetryAfter bounds what a server may ask for by Retry-After. It is
	// waited if it is longer than the own wait.
	MaxRetryAfter time.Duration
}

// Download returns the first answer that needs no other try, or the last one. Attempts, Started and Elapsed
// are those of all tries together. If ctx ends during a wait, the answer is site.FailCancelled and not the
// one before: not all tries were made.
func (d *Retry) Download(ctx context.Context, r site.Request) site.Response {
	answer := d.Next.Download(ctx, r)
	started, attempts := answer.Started, answer.Attempts
	for try := 1; mayPass(&answer, r.Head); try++ {
		lenient := !r.Lenient && mayBeMended(answer.Failure)
		if !lenient && try >= d.Tries {
			break
		}
		if lenient {
			r.Lenient = true
		} else if err := sleep(ctx, d.wait(try, answer.RetryAfter)); err != nil {
			answer = cancelled(ctx, r)
			break
		}
		answer = d.Next.Download(ctx, r)
		attempts += answer.Attempts
	}
	if attempts > answer.Attempts {
		answer.Elapsed = answer.Started.Add(answer.Elapsed).Sub(started)
		answer.Started, answer.Attempts = started, attempts
	}
	return answer
}

// wait returns the time before another try, after the given number of tries.
func (d *Retry) wait(try int, asked time.Duration) time.Duration {
	wait := d.Wait
	for i := 1; i < try && wait < maxBackOff; i++ {
		wait *= 2
	}
	return max(min(wait, max(d.Wait, maxBackOff)), min(asked, d.MaxRetryAfter))
}

func mayBeMended(f site.Failure) bool {
	return f.Class == site.FailSyntax || f.Class == site.FailProtocol && f.Detail != breachOfHTTP2
}

// mayPass reports whether another try may help. After HEAD that was not answered in time, GET is asked instead.
func mayPass(r *site.Response, head bool) bool {
	switch r.Failure.Class {
	case "":
	case site.FailTimeout:
		return !head
	case site.FailDNS, site.FailRefused, site.FailReset, site.FailTruncated, site.FailProtocol,
		site.FailSyntax:
		return true
	default:
		return false
	}
	return slices.Contains([]int{429, 500, 502, 503, 504}, r.Status)
}

// sleep waits d, or until ctx ends and then returns its error.
func sleep(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return ctx.Err()
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// maxAsked is the longest Retry-After that is believed to be meant.
const maxAsked = 365 * 24 * time.Hour

// retryAfter reads the header Retry-After (RFC 9110 section 10.2.3), in seconds or as a date. A date is
// relative to the answer's own Date, so that a wrong clock on either side does no harm, or to now without
// one. What cannot be read, or is in the past, gives 0.
func retryAfter(header http.Header, now time.Time) time.Duration {
	value := strings.TrimSpace(header.Get("Retry-After"))
	if value == "" {
		return 0
	}
	if seconds, err := strconv.ParseUint(value, 10, 32); err == nil {
		return min(time.Duration(seconds)*time.Second, maxAsked)
	}
	until, err := http.ParseTime(value)
	if err != nil {
		return 0
	}
	if sent, err := http.ParseTime(header.Get("Date")); err == nil {
		now = sent
	}
	return min(max(until.Sub(now), 0), maxAsked)
}

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
