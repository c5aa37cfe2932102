package download

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"sitegraph/internal/console"
	"sitegraph/site"
)

// watch records when requests start and how many run at once. Each request lasts takes.
type watch struct {
	takes  time.Duration
	mu     sync.Mutex
	starts []time.Duration
	began  time.Time
	inside atomic.Int64
	most   int64
}

func (w *watch) Download(_ context.Context, r site.Request) site.Response {
	n := w.inside.Add(1)
	w.mu.Lock()
	w.starts = append(w.starts, time.Since(w.began))
	w.most = max(w.most, n)
	w.mu.Unlock()
	time.Sleep(w.takes)
	w.inside.Add(-1)
	return site.Response{URL: r.URL, Status: 200, Attempts: 1}
}

func all(ctx context.Context, d Downloader, n int) []site.Response {
	answers := make([]site.Response, n)
	var wait sync.WaitGroup
	for i := range n {
		wait.Go(func() { answers[i] = d.Download(ctx, site.Request{}) })
	}
	wait.Wait()
	return answers
}

// TestDelayStarts checks that each request asks for the delay, which counts from start to start, in seconds.
func TestDelayStarts(t *testing.T) {
	for _, c := range []struct{ delays, pauses, starts []time.Duration }{
		{[]time.Duration{0, 0, 5, 1, -1}, []time.Duration{0, 0, 0, 0, 0}, []time.Duration{0, 0, 5, 6, 6}},
		{[]time.Duration{60, 60, 60, 60}, []time.Duration{20, 90, 0, 0}, []time.Duration{0, 60, 150, 210}},
	} {
		synctest.Test(t, func(t *testing.T) {
			next := &watch{began: time.Now()}
			var delay time.Duration
			d := NewDelay(next, func() time.Duration { return delay })
			for i, start := range c.starts {
				delay = c.delays[i] * time.Second
				d.Download(t.Context(), site.Request{})
				console.Equal(t, next.starts[i], start*time.Second, "delays", c.delays, "request", i, "starts at")
				time.Sleep(c.pauses[i] * time.Second) // in the bubble's fake time
			}
		})
	}
}

func TestDelayStops(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		next := &watch{began: time.Now()}
		d := NewDelay(next, func() time.Duration { return time.Minute })
		ctx, cancel := context.WithTimeout(t.Context(), 90*time.Second)
		defer cancel()
		answers := all(ctx, d, 5)
		console.Equal(t, time.Since(next.began), 90*time.Second, next.starts)
		console.Equal(t, len(next.starts), 2, next.starts)
		stopped := 0
		for _, a := range answers {
			if a.Failure.Class == site.FailCancelled {
				stopped++
			}
		}
		console.Equal(t, stopped, 3)
		// Cancelled requests leave no gap.
		d.Download(t.Context(), site.Request{})
		console.Equal(t, next.starts[2], 2*time.Minute)
	})
}

type downloaderFunc func(context.Context, site.Request) site.Response

func (f downloaderFunc) Download(ctx context.Context, r site.Request) site.Response { return f(ctx, r) }

func TestLimit(t *testing.T) {
	for _, c := range []struct {
		n    int
		most int64
		time time.Duration // for 20 requests that take a second each
	}{{3, 3, 7 * time.Second}, {1, 1, 20 * time.Second}, {0, 1, 20 * time.Second}, {100, 20, time.Second}} {
		synctest.Test(t, func(t *testing.T) {
			next := &watch{takes: time.Second, began: time.Now()}
			all(t.Context(), NewLimit(next, c.n), 20)
			console.Equal(t, next.most, c.most, c.n)
			console.Equal(t, time.Since(next.began), c.time, c.n)
		})
	}
}

func TestLimitStops(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		next := &watch{takes: time.Minute, began: time.Now()}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		l := NewLimit(next, 1)
		stopped := 0
		for _, a := range all(ctx, l, 3) {
			if a.Failure.Class == site.FailCancelled {
				stopped++
			}
		}
		console.Equal(t, stopped, 2)
		console.Equal(t, len(next.starts), 1)
		if a := l.Download(t.Context(), site.Request{}); a.Failure.Failed() {
			t.Error("a place was lost:", a.Failure)
		}
	})
}
