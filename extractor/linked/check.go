// Package linked checks URLs that pages link to or use and that are no pages of the site: images, scripts, style
// sheets, documents, links to other sites. It sends HEAD, and GET if the answer to HEAD may lie. It reads no bodies. A
// host gets one request at a time, with a delay, and only for URLs that its robots.txt allows.
package linked

import (
	"context"
	"net/http"

	"sitegraph/extractor/engine"
	"sitegraph/site"
)

// Downloader answers requests, and keeps the delay between them.
type Downloader interface {
	Download(ctx context.Context, r site.Request) site.Response
}

// Rules decide by a robots.txt.
type Rules interface {
	// Allowed reports whether path[?query] may be fetched.
	Allowed(target string) bool
}

// Host sends requests to one host.
type Host struct {
	Downloader
	// Robots requests robots.txt. Rules are nil if we may not request anything now.
	Robots func(ctx context.Context) (Rules, site.RobotsSeen)
}

// Options set up Check.
type Options struct {
	// Open returns the host with this origin.
	Open func(origin site.URL) Host
	// Hosts limits the hosts with simultaneous requests.
	Hosts int
	// MaxRedirects limits the redirects of one URL.
	MaxRedirects int
	// Stop reports whether to send no more requests.
	Stop func() bool
	// Keep writes a result to the journal.
	Keep func(key string, c site.LinkCheck) error
}

// Check checks all unchecked URLs and sets their Check. The results depend neither on the order nor on the time of the
// answers. A URL stays unchecked if ctx or Stop cut it off. The error comes from Keep.
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
			c.add(task{target: t, Chain: site.Chain{At: u}})
		}
	}
	return c.engine.Run(ctx, c)
}

// task is a URL being checked.
type task struct {
	site.Chain
	target *site.Linked
	get    bool // send GET, since the answer to HEAD may lie
}

// host is the queue of a host, which gets one request at a time.
type host struct {
	Host
	origin site.URL
	tasks  []task
	busy   bool // it has a request underway or waits for its turn
	ruled  bool // robots.txt was requested
	rules  Rules
	robots site.RobotsSeen
}

// checker implements engine.Order for the checks. It owns the queues.
type checker struct {
	options Options
	hosts   map[string]*host
	turn    []*host // hosts with tasks, the next one first
	engine  *engine.Engine
	stopped bool
}

type reply struct {
	host  *host
	task  task
	check *site.LinkCheck // nil: continue at task.at, or cut off
	cut   bool
}

func (c *checker) add(t task) {
	origin := t.At.Origin()
	h := c.hosts[origin]
	if h == nil {
		h = &host{Host: c.options.Open(t.At), origin: t.At}
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

// Next sends the next URL of the host whose turn it is.
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

// Settle does nothing, since take keeps every result at once.
func (c *checker) Settle() error { return nil }

// take keeps a result, and queues the host for its next turn.
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
	if t.Check.Hops = r.task.Hops; len(t.Check.Hops) > 0 {
		if at := r.task.At.String(); at != t.Check.Hops[len(t.Check.Hops)-1].URL {
			t.Check.URL = at
		}
	}
	return c.options.Keep(t.Key, t.Check)
}

func (o *Options) ask(ctx context.Context, h *host, t task) reply {
	r := reply{host: h, task: t}
	if !h.ruled {
		if h.rules, h.robots = h.Robots(ctx); ctx.Err() != nil {
			r.cut = true
			return r
		}
		h.ruled = true
	}
	if r.check = h.forbids(t.At); r.check != nil {
		return r.believed()
	}
	answer := h.Download(ctx, site.Request{URL: t.At, Head: !t.get, Probe: t.get})
	if answer.Failure.Class == site.FailCancelled || ctx.Err() != nil {
		r.cut = true
		return r
	}
	if !site.IsRedirect(answer.Status) || answer.Failure.Failed() {
		r.check = judge(answer)
	} else if fault := r.task.Follow(answer, o.MaxRedirects); fault.Failed() {
		r.check = &site.LinkCheck{State: site.LinkBroken, Status: answer.Status, Location: fault}
		if fault.Kind == site.FaultCookieLoop {
			r.check.State = site.LinkDenied
		}
	}
	return r.believed()
}

// believed returns a reply unchanged, or one that starts again with GET if the answer to HEAD may lie.
func (r reply) believed() reply {
	switch start, err := site.Parse(r.task.target.URL); {
	case r.check == nil:
	case r.task.get:
		r.check.Get = true
	case r.mayLie() && err == nil:
		r.check, r.task = nil, task{target: r.task.target, Chain: site.Chain{At: start}, get: true}
	}
	return r
}

// forbids returns the result for a URL that we must not request, nil for any other.
func (h *host) forbids(u site.URL) *site.LinkCheck {
	switch {
	case h.rules != nil && h.rules.Allowed(u.Target()):
		return nil
	case h.rules != nil:
		return &site.LinkCheck{State: site.LinkRobots}
	case h.robots.Why == site.RobotsNoAnswer:
		return failed(h.robots.Failure)
	}
	return &site.LinkCheck{State: site.LinkRobots, Status: h.robots.Status, Failure: h.robots.Failure}
}

// mayLie reports whether GET may get another answer. Some servers refuse HEAD, or answer it with errors, with other
// redirects, or not at all.
func (r reply) mayLie() bool {
	c := r.check
	if c.State == site.LinkRobots {
		return false
	}
	switch c.Failure.Class {
	case "":
		return c.State == site.LinkBroken || c.Status >= 400 && c.Status != http.StatusTooManyRequests
	case site.FailTimeout, site.FailReset, site.FailProtocol, site.FailSyntax, site.FailTruncated, site.FailEncoding,
		site.FailHeader, site.FailOther:
		return true
	}
	return c.State == site.LinkFailed && len(r.task.Hops) > 0
}

// judge returns the result for an answer that is not a redirect.
func judge(r site.Response) *site.LinkCheck {
	if r.Failure.Failed() && r.Failure.Class != site.FailTooLarge {
		return failed(r.Failure)
	}
	c := &site.LinkCheck{Status: r.Status, Refusal: r.Refused}
	switch {
	case r.Status >= 200 && r.Status < 300 && r.Refused == "":
		c.State = site.LinkOK
	case r.Refused != "", r.Status == http.StatusUnauthorized, r.Status == http.StatusForbidden,
		r.Status == http.StatusTooManyRequests, r.Status == http.StatusUnavailableForLegalReasons,
		r.Status == http.StatusProxyAuthRequired:
		c.State = site.LinkDenied
	case r.Status >= 400:
		c.State = site.LinkBroken
	default:
		c.State = site.LinkOdd
	}
	return c
}

func failed(f site.Failure) *site.LinkCheck {
	state := site.LinkFailed
	switch f.Class {
	case site.FailRefusal:
		state = site.LinkPrivate
	case site.FailNotArchived:
		state = site.LinkUnknown
	}
	return &site.LinkCheck{State: state, Failure: f}
}
