// Package engine carries out the requests of a crawl: the only place that waits for something.
//
//	order ──Next──► request ──► (a goroutine) ────► what came ──► the owner takes it ──► order
//	  ▲                                                                    │
//	  └────────────────────────────── Settle ◄─────────────────────────────┘
//
// One goroutine, that which calls Run, owns all that orders know. A request runs in another goroutine and
// returns a function by which the owner takes what came. So neither has to know what the other does.
package engine

import (
	"context"
	"time"

	"sitegraph/site"
)

// Grace is how long requests under way may go on after a stop. With the second that closing connections takes, a stop
// is over within five seconds.
const Grace = 3 * time.Second

// tickEvery is how often Hooks.Tick is called.
const tickEvery = 100 * time.Millisecond

// batch is the greatest number of replies that are taken before they are settled.
const batch = 64

// Request asks for something. The context ends when the request is to be cut off. The function that it returns is
// called by the owner, and takes what came; it may be nil.
type Request func(ctx context.Context) (take func() error)

// Order says what is requested next. It knows nothing of goroutines.
type Order interface {
	// Next returns the next request. There is none while the order waits for what is under way, and when it is done.
	Next() (Request, error)
	// Settle is called when replies were taken, after some of them, and before Next.
	Settle() error
}

// Hooks are called by the owner while requests are under way; each may be nil.
type Hooks struct {
	// Tick is called ten times a second.
	Tick func() error
	// Stopped is called once, when the context of Run ends. It calls Hurry or Cut.
	Stopped func(site.Ending)
}

// Engine has the requests under way. The zero value is not usable; see New.
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

// Underway is the number of requests whose replies were not taken yet; 0 for no engine.
func (e *Engine) Underway() int {
	if e == nil {
		return 0
	}
	return e.underway
}

// Run carries out an order, until it has no request and none is under way. The error is one of the order, of what
// takes replies, or a fault of a request; what is under way then is left to End.
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

// work carries out a request and those that follow it: a new goroutine would have to grow its stack again.
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

// take takes a reply and those that wait after it.
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

// Hurry cuts off what is under way when the grace is over, Cut does so at once.
func (e *Engine) Hurry() { time.AfterFunc(Grace, e.cancel) }

// Cut cuts off what is under way, and all requests to come.
func (e *Engine) Cut() { e.cancel() }

// Over reports whether requests are cut off.
func (e *Engine) Over() bool { return e.ctx.Err() != nil }

// End cuts off what is under way and waits for it.
func (e *Engine) End() {
	e.cancel()
	for ; e.underway > 0; e.underway-- {
		<-e.replies
	}
}

// Ask is an order of a single request.
type Ask struct{ request Request }

// Once returns the order of one request.
func Once(r Request) *Ask { return &Ask{r} }

// Next returns the request, once.
func (a *Ask) Next() (Request, error) {
	r := a.request
	a.request = nil
	return r, nil
}

// Settle has nothing to do.
func (*Ask) Settle() error { return nil }
