package linked

import (
	"context"
	"time"

	"sitegraph/site"
)

// Check checks URLs that were not checked yet, and sets their Check. What came does
// not depend on the order or on the time in which answers come. A URL that the end of
// ctx, or Stop, cut off stays unchecked. The error is one of Keep.
func Check(ctx context.Context, targets []*site.Linked, o Options) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	c := &checker{options: o, hosts: map[string]*host{}, replies: make(chan site.Tried[reply])}
	for _, t := range targets {
		if u, err := site.Parse(t.URL); err == nil && t.Check.State == site.LinkUnchecked {
			c.add(task{target: t, at: u})
		}
	}
	return c.run(ctx, cancel)
}

// task is a URL under way: at is where its redirects have led.
type task struct {
	target *site.Linked
	at     site.URL
	hops   []site.LinkHop
}

// host is the queue of a host. One request at a time is sent there.
type host struct {
	Host
	origin site.URL
	tasks  []task
	busy   bool // asked now, or waiting for its turn
	ruled  bool // robots.txt was asked for
	rules  Rules
	robots site.RobotsSeen
}

// checker owns the queues.
type checker struct {
	options Options
	hosts   map[string]*host
	turn    []*host // with something to ask, in the order of their turns
	asking  int
	replies chan site.Tried[reply]
	stopped bool
}

// reply is what came of a task.
type reply struct {
	host  *host
	task  task
	check *site.LinkCheck // nil: it goes on at task.at, or was cut off
	cut   bool
}

// add puts a task into the queue of its host.
func (c *checker) add(t task) {
	origin := t.at.Origin()
	h := c.hosts[origin]
	if h == nil {
		h = &host{Host: c.options.Open(t.at), origin: t.at}
		c.hosts[origin] = h
	}
	h.tasks = append(h.tasks, t)
	if !h.busy {
		h.busy = true
		c.turn = append(c.turn, h)
	}
}

// run asks until nothing is left.
func (c *checker) run(ctx context.Context, cancel func()) error {
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	var failure error
	for {
		for !c.stopped && c.asking < max(1, c.options.Hosts) && len(c.turn) > 0 {
			c.send(ctx)
		}
		if c.asking == 0 {
			return failure
		}
		select {
		case r := <-c.replies:
			c.asking--
			if err := c.take(r); err != nil {
				failure, c.stopped = err, true
				cancel()
			}
		case <-tick.C:
			if ctx.Err() != nil || c.options.Stop() {
				c.stopped = true
				cancel()
			}
		}
	}
}

// send asks the host whose turn it is for its next URL.
func (c *checker) send(ctx context.Context) {
	h := c.turn[0]
	t := h.tasks[0]
	c.turn, h.tasks = c.turn[1:], h.tasks[1:]
	c.asking++
	go func() { c.replies <- site.Try(func() reply { return c.options.ask(ctx, h, t) }) }()
}

// take keeps what came, and has a host wait for its next turn.
func (c *checker) take(tried site.Tried[reply]) error {
	if tried.Fault != nil {
		return tried.Fault
	}
	r := tried.Value
	h := r.host
	if h.busy = len(h.tasks) > 0; h.busy {
		c.turn = append(c.turn, h)
	}
	switch {
	case r.cut:
		return nil
	case r.check == nil:
		c.add(r.task)
		return nil
	}
	t := r.task.target
	t.Check = *r.check
	if t.Check.Hops = r.task.hops; len(t.Check.Hops) > 0 {
		if at := r.task.at.String(); at != t.Check.Hops[len(t.Check.Hops)-1].URL {
			t.Check.URL = at
		}
	}
	return c.options.Keep(t.Key, t.Check)
}
