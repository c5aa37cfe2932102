// Package engine carries out the requests of a crawl. Only this package waits for something.
//
//	order ──Next──► request ──► (a goroutine) ────► its reply ──► the owner takes it ──► order
//	  ▲                                                                    │
//	  └────────────────────────────── Settle ◄─────────────────────────────┘
//
// The goroutine that calls Run owns all data of the order. Each request runs in another goroutine, and returns a
// function that lets the owner take the reply. So neither depends on the other.
package engine

import (
	"context"
	"time"

	"sitegraph/site"
)

// Grace is how long requests may continue after a stop. Closing connections takes another second, so a stop takes less
// than five seconds.
const Grace = 3 * time.Second

// tickEvery is the time between two calls of Hooks.Tick.
const tickEvery = 100 * time.Millisecond

// batch is the maximum number of replies between two calls of Settle.
const batch = 64

// Request sends a request. The end of the context cuts it off. The owner calls the returned function to take the reply;
// it may be nil.
type Request func(ctx context.Context) (take func() error)

// Order decides what to request next. It does not deal with goroutines.
type Order interface {
	// Next returns the next request. It returns none while the order waits for replies, and when it is done.
	Next() (Request, error)
	// Settle is called after one or more replies were taken, and before Next.
	Settle() error
}

// Hooks are called by the owner while requests run. Each may be nil.
type Hooks struct {
	// Tick is called ten times a second.
	Tick func() error
	// Stopped is called once, when the context of Run ends. It calls Hurry or Cut.
	Stopped func(site.Ending)
}

// Engine runs requests. The zero value is not usable; see New.
type Engine struct {
	hooks    Hooks
	replies  chan func() error
	underway int
	ctx      context.Context // of the requests
	cancel   context.CancelFunc
}

// New returns an engine without requests.
func New(h Hooks) *Engine {
	e := &Engine{hooks: h, replies: make(chan func() error, batch)}
	e.ctx, e.cancel = context.WithCancel(context.Background())
	return e
}

// Underway returns the number of requests whose replies were not taken yet; 0 if the engine is nil.
func (e *Engine) Underway() int {
	if e == nil {
		return 0
	}
	return e.underway
}

// Run carries out an order until it has no more requests and none is running. The error comes from the order, a reply
// or a fault of a request. After an error, End ends the running requests.
func (e *Engine) Run(ctx context.Context, o Order) error {
	tick := time.NewTicker(tickEvery)
	defer tick.Stop()
	stopped, more := ctx.Done(), make(chan Request)
	defer close(more)
	for {
		if stopped != nil && ctx.Err() != nil {
			stopped = nil
			e.stop(ctx)
		}
		if err := e.send(o, more); err != nil || e.underway == 0 {
			return err
		}
		select {
		case reply := <-e.replies:
			if err := e.take(reply, o); err != nil {
				return err
			}
		case <-tick.C:
			if e.hooks.Tick != nil {
				if err := e.hooks.Tick(); err != nil {
					return err
				}
			}
		case <-stopped:
		}
	}
}

func (e *Engine) stop(ctx context.Context) {
	if e.hooks.Stopped != nil {
		e.hooks.Stopped(site.EndingOf(context.Cause(ctx)))
	}
}

func (e *Engine) send(o Order, more chan Request) error {
	for {
		request, err := o.Next()
		if err != nil || request == nil {
			return err
		}
		e.underway++
		select {
		case more <- request:
		default:
			go e.work(request, more)
		}
	}
}

// work carries out a request and the next ones, since a new goroutine would have to grow its stack again.
func (e *Engine) work(request Request, more <-chan Request) {
	for ok := true; ok; request, ok = <-more {
		var reply func() error
		fault := site.Safely(func() error { reply = request(e.ctx); return nil })
		if fault != nil {
			reply = func() error { return fault }
		}
		e.replies <- reply
	}
}

// take takes a reply and all replies that wait behind it.
func (e *Engine) take(reply func() error, o Order) error {
	for n := 1; ; n++ {
		e.underway--
		if reply != nil {
			if err := reply(); err != nil {
				return err
			}
		}
		if n == batch || len(e.replies) == 0 { // no other goroutine receives
			return o.Settle()
		}
		reply = <-e.replies
	}
}

// Hurry cuts off running requests after the grace.
func (e *Engine) Hurry() { time.AfterFunc(Grace, e.cancel) }

// Cut cuts off running and future requests at once.
func (e *Engine) Cut() { e.cancel() }

// Over reports whether requests were cut off.
func (e *Engine) Over() bool { return e.ctx.Err() != nil }

// End cuts off running requests and waits for them.
func (e *Engine) End() {
	e.cancel()
	for ; e.underway > 0; e.underway-- {
		<-e.replies
	}
}

// Ask is an order with a single request.
type Ask struct{ request Request }

// Once returns the order of one request.
func Once(r Request) *Ask { return &Ask{r} }

// Next returns the request once.
func (a *Ask) Next() (Request, error) {
	r := a.request
	a.request = nil
	return r, nil
}

// Settle does nothing.
func (*Ask) Settle() error { return nil }
