package web_test

import (
	"context"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"sitegraph/internal/headless"
)

func seen(selector string) headless.Step { return chromedp.WaitVisible(chromedp.CSS(selector)) }

func click(selector string) headless.Step { return chromedp.Click(chromedp.CSS(selector)) }

func keys(selector, text string) headless.Step {
	return chromedp.SendKeys(chromedp.CSS(selector), text)
}

// gate lets through as many requests as let allows, in the order in which they came. A crawl waits for the first one.
type gate struct {
	mu      sync.Mutex
	left    int // requests that may pass
	waiting int
	came    int   // requests so far
	queue   []int // the waiting requests, by their number
	wide    bool
	changed chan struct{} // closed at the next change
}

func newGate() *gate { return &gate{changed: make(chan struct{})} }

func (g *gate) change(f func()) {
	g.mu.Lock()
	defer g.mu.Unlock()
	f()
	close(g.changed)
	g.changed = make(chan struct{})
}

// until waits until is holds, and then runs f.
func (g *gate) until(ctx context.Context, is func() bool, f func()) error {
	for {
		g.mu.Lock()
		fits, changed := is(), g.changed
		if fits {
			f()
		}
		g.mu.Unlock()
		if fits {
			return nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// pass returns when a request may be answered or is given up.
func (g *gate) pass(ctx context.Context) {
	var own int
	g.change(func() {
		own, g.queue = g.came, append(g.queue, g.came)
		g.came++
		g.waiting++
	})
	g.until(ctx, func() bool { return g.wide || g.left > 0 && g.queue[0] == own }, func() { g.left-- })
	g.change(func() {
		g.queue = slices.DeleteFunc(g.queue, func(n int) bool { return n == own })
		g.waiting--
	})
}

// let lets a number of requests through, and returns when they have passed and another one waits.
func (g *gate) let(t *testing.T, requests int) {
	t.Helper()
	g.change(func() { g.left += requests })
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	if err := g.until(ctx, func() bool { return g.left == 0 && g.waiting > 0 }, func() {}); err != nil {
		t.Fatalf("of %d requests %d did not come: %v", requests, g.left, err)
	}
}

func (g *gate) passed() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.came - g.waiting
}

// open lets all requests through until shut is called.
func (g *gate) open() { g.change(func() { g.wide = true }) }
func (g *gate) shut() { g.change(func() { g.wide, g.left = false, 0 }) }
