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

// maxBackOff limits the doubled waits.
const maxBackOff = 5 * time.Minute

// Retry asks again if this may help: after the statuses 429, 500, 502, 503 and 504, and after failures that may pass
// (name look-up, connection, time, truncation, breach of the protocol). After an answer that breaks the HTTP standard,
// it tries again at once and reads leniently. It does not repeat failures that would stay the same: a bad certificate,
// a broken or unknown coding, a body or headers over the limit, or a refusal. The waits double without jitter, since
// Delay already spaces the requests of a site.
type Retry struct {
	Next  Downloader    // makes the requests
	Tries int           // maximum number of requests, not counting a lenient one; less than 1 means 1
	Wait  time.Duration // the first wait; each later one is twice as long, up to 5 minutes

	// MaxRetryAfter limits a server's Retry-After. Retry waits that long if its own wait is shorter.
	MaxRetryAfter time.Duration
}

// Download returns the first answer that needs no other try, or the last one. Attempts, Started and Elapsed cover all
// tries. If ctx ends during a wait, the answer is site.FailCancelled instead of the one before, since some tries are
// missing.
func (d *Retry) Download(ctx context.Context, r site.Request) site.Response {
	answer := d.Next.Download(ctx, r)
	started, attempts := answer.Started, answer.Attempts
	for try := 1; mayPass(&answer, r.Head); try++ {
		f := answer.Failure
		lenient := !r.Lenient &&
			(f.Class == site.FailSyntax || f.Class == site.FailProtocol && f.Detail != breachOfHTTP2)
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

// wait returns the pause after this number of tries.
func (d *Retry) wait(try int, asked time.Duration) time.Duration {
	wait := d.Wait
	for i := 1; i < try && wait < maxBackOff; i++ {
		wait *= 2
	}
	return max(min(wait, max(d.Wait, maxBackOff)), min(asked, d.MaxRetryAfter))
}

// mayPass reports whether another try may help. If HEAD times out, the caller asks with GET instead.
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

// sleep waits d. If ctx ends first, it returns the error of ctx.
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

// maxAsked limits a Retry-After that is meant seriously.
const maxAsked = 365 * 24 * time.Hour

// retryAfter reads the header Retry-After (RFC 9110 section 10.2.3), in seconds or as a date. A date is relative to the
// answer's own Date, so wrong clocks do no harm, or to now if it has none. Unreadable and past values give 0.
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

// Delay keeps a pause between the starts of the requests to one site, for any number of callers. It lets callers
// through one by one, in the order of their arrival. Make one with NewDelay.
type Delay struct {
	next  Downloader
	delay func() time.Duration
	turn  chan struct{}
	last  time.Time // start of the latest request; only the caller whose turn it is may use it
}

// NewDelay wraps next. It calls delay before each request, so a Crawl-delay in robots.txt takes effect once it is
// known. Many goroutines must be able to call delay at once.
func NewDelay(next Downloader, delay func() time.Duration) *Delay {
	return &Delay{next: next, delay: delay, turn: make(chan struct{}, 1)}
}

// Download waits for its turn and then asks. If ctx ends first, the answer is site.FailCancelled.
func (d *Delay) Download(ctx context.Context, r site.Request) site.Response {
	if d.wait(ctx) != nil {
		return cancelled(ctx, r)
	}
	return d.next.Download(ctx, r)
}

// wait takes the turn, waits for the rest of the delay and records the start. A caller that gives up does not delay the
// next one.
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

// Limit limits the simultaneous requests to one site (RCCrawler's maxDownloadsAtTime). Make one with NewLimit.
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
