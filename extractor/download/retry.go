package download

import (
	"context"
	"net/http"
	"time"

	"sitegraph/site"
)

// maxBackOff ends the doubling of the waits.
const maxBackOff = 5 * time.Minute

// Retry asks again when that may help: after the statuses 429, 500, 502, 503
// and 504, and after failures that may pass (name look-up, connection, time,
// truncation, a breach of the protocol). It does not after a bad certificate,
// a broken or unknown coding, a body or headers over the limit, or a refusal,
// which would be the same the next time. The waits double and carry no jitter: the
// requests of a site are spaced by Delay already.
type Retry struct {
	// Next makes the requests.
	Next Downloader
	// Tries is the number of requests at most; less than 1 means 1.
	Tries int
	// Wait is the first wait; the following ones are twice as long each, up
	// to 5 minutes.
	Wait time.Duration
	// MaxRetryAfter bounds what a server may ask for by Retry-After. It is
	// waited if it is longer than the own wait.
	MaxRetryAfter time.Duration
	// Sleep waits d or until ctx ends, and then returns its error. Nil means
	// to wait by the clock.
	Sleep func(ctx context.Context, d time.Duration) error
}

// Download returns the first answer that needs no other try, or the last one.
// Attempts, Started and Elapsed are those of all tries together. If ctx ends
// during a wait, the answer is site.FailCancelled and not the one before: not
// all tries were made.
func (d *Retry) Download(ctx context.Context, r site.Request) site.Response {
	answer := d.Next.Download(ctx, r)
	started, attempts := answer.Started, answer.Attempts
	for try := 1; try < d.Tries && mayPass(&answer); try++ {
		if err := sleepWith(d.Sleep)(ctx, d.wait(try, answer.RetryAfter)); err != nil {
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

// mayPass reports whether another try may succeed.
func mayPass(r *site.Response) bool {
	switch r.Failure.Class {
	case "":
	case site.FailDNS, site.FailRefused, site.FailReset, site.FailTimeout,
		site.FailTruncated, site.FailProtocol:
		return true
	default:
		return false
	}
	switch r.Status {
	case http.StatusTooManyRequests, http.StatusInternalServerError, http.StatusBadGateway,
		http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return true
	}
	return false
}

// sleepWith returns sleep, or the one that goes by the clock.
func sleepWith(sleep func(context.Context, time.Duration) error) func(context.Context, time.Duration) error {
	if sleep != nil {
		return sleep
	}
	return sleepByClock
}

func sleepByClock(ctx context.Context, d time.Duration) error {
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
