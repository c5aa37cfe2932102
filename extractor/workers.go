package extractor

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"sitegraph/site"
)

// grace is how long running transfers may continue after a stop; with the second
// that closing them takes, a stop is over within five seconds.
const grace = 3 * time.Second

// tickEvery is how often stop conditions are asked while transfers run.
const tickEvery = 100 * time.Millisecond

// workers fetch and read the URLs of one walk.
type workers struct {
	size    int // workers, and the most tasks whose answers are not kept yet
	tasks   chan task
	answers chan *Answer
	running atomic.Int64
	done    sync.WaitGroup
	ctx     context.Context // of the transfers
	cancel  context.CancelFunc
	parse   chan struct{}
	tick    *time.Ticker
	visitor atomic.Pointer[visitor]
}

func newWorkers(downloads, parsers int) *workers {
	n := downloads + parsers
	c := &workers{size: n, tasks: make(chan task), answers: make(chan *Answer, n),
		parse: make(chan struct{}, parsers), tick: time.NewTicker(tickEvery)}
	c.ctx, c.cancel = context.WithCancel(context.Background())
	for range n {
		c.done.Go(c.work)
	}
	return c
}

func (c *workers) work() {
	for t := range c.tasks {
		c.answers <- c.visit(t)
	}
}

// visit fetches and reads one URL; a fault of our own while reading a page is
// the page's failure, not the run's end.
func (c *workers) visit(t task) (a *Answer) {
	defer func() {
		if fault := recover(); fault != nil {
			a = &Answer{URL: t.url, Key: t.key, Outcome: outFailed, fault: fmt.Sprint(fault),
				Failure: site.Failure{Class: site.FailOther, Detail: "internal fault"}}
		}
	}()
	return c.visitor.Load().visit(c.ctx, t)
}

func (c *workers) inFlight() int {
	if c == nil {
		return 0
	}
	return int(c.running.Load())
}

// hurry ends running transfers when the grace is over.
func (c *workers) hurry() { time.AfterFunc(grace, c.cancel) }

// abandon waits for answers that nobody wants any more.
func (c *workers) abandon(pending int) {
	c.cancel()
	for range pending {
		<-c.answers
	}
}

// dismiss ends the workers; nobody may be at work.
func (c *workers) dismiss() {
	c.cancel()
	c.tick.Stop()
	close(c.tasks)
	c.done.Wait()
}
