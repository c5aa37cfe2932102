package linked

import (
	"context"

	"sitegraph/extractor/engine"
	"sitegraph/site"
)

// Check checks URLs that were not checked yet, and sets their Check. What came does
// not depend on the order or on the time in which answers come. A URL that the end of
// ctx, or Stop, cut off stays unchecked. The error is one of Keep.
func Check(ctx context.Context, targets []*site.Linked, o Options) error {
	c := &checker{options: o, hosts: map[string]*host{}}
	c.engine = engine.New(engine.Hooks{Tick: func() error {
		if o.Stop() {
			c.stop()
		}
		return nil
	}, Stopped: func(site.Ending) { c.stop() }})
	defer c.engine.End()
	for _, t := range targets {
		if u, err := site.Parse(t.URL); err == nil && t.Check.State == site.LinkUnchecked {
			c.add(task{target: t, at: u})
		}
	}
	return c.engine.Run(ctx, c)
}

// task is a URL under way: at is where its redirects have led.
type task struct {
	target *site.Linked
	at     site.URL
	hops   []site.LinkHop
	get    bool // GET is asked, since the answers to HEAD may lie
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

// checker is the order of the checks: it owns the queues.
type checker struct {
	options Options
	hosts   map[string]*host
	turn    []*host // with something to ask, in the order of their turns
	engine  *engine.Engine
	stopped bool
}

type reply struct {
	host  *host
	task  task
	check *site.LinkCheck // nil: it goes on at task.at, or was cut off
	cut   bool
}

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

func (c *checker) stop() {
	c.stopped = true
	c.engine.Cut()
}

// Next asks the host whose turn it is for its next URL.
func (c *checker) Next() (engine.Request, error) {
	if c.stopped || c.engine.Underway() >= max(1, c.options.Hosts) || len(c.turn) == 0 {
		return nil, nil
	}
	h := c.turn[0]
	t := h.tasks[0]
	c.turn, h.tasks = c.turn[1:], h.tasks[1:]
	return func(ctx context.Context) func() error {
		r := c.options.ask(ctx, h, t)
		return func() error { return c.take(r) }
	}, nil
}

// Settle has nothing to do: every result is kept when it comes.
func (c *checker) Settle() error { return nil }

// take keeps what came, and has a host wait for its next turn.
func (c *checker) take(r reply) error {
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
