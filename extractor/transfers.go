package extractor

import (
	"context"
	"time"

	"sitegraph/extractor/engine"
	"sitegraph/site"
)

// Transfers are the requests under way of a crawl in an order of decisions. One
// goroutine owns them; R is what a request brings.
type Transfers[R any] struct {
	Replies  chan site.Tried[R] // what the requests bring
	Underway int                // requests whose replies were not taken yet
	Context  context.Context    // ends when the requests are to be cut off
	cancel   context.CancelFunc
}

// NewTransfers returns none, of which so many can be under way at a time.
func NewTransfers[R any](most int) Transfers[R] {
	t := Transfers[R]{Replies: make(chan site.Tried[R], most)}
	t.Context, t.cancel = context.WithCancel(context.Background())
	return t
}

// Send begins a request.
func (t *Transfers[R]) Send(request func() R) {
	t.Underway++
	go func() { t.Replies <- site.Try(request) }()
}

// Hurry cuts off what is under way when the grace after a stop is over.
func (t *Transfers[R]) Hurry() { time.AfterFunc(engine.Grace, t.cancel) }

// End cuts off what is under way and waits for it.
func (t *Transfers[R]) End() {
	t.cancel()
	for ; t.Underway > 0; t.Underway-- {
		<-t.Replies
	}
}
