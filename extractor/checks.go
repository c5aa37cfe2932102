package extractor

import (
	"cmp"
	"context"
	"slices"

	"sitegraph/extractor/engine"
	"sitegraph/extractor/evidence"
	"sitegraph/site"
)

// checker performs the checks of an iteration of a watched site.
type checker struct {
	*walk
	engine   *engine.Engine
	asking   bool // robots.txt or a sitemap is being requested; a stop cuts it off
	checking bool // pages are being checked again, so a complete crawl is no reason to stop
	again    bool // the waiting URLs are known ones to request again
}

func (c *checker) startEngine() {
	c.atOnce = c.limits.Downloads + c.limits.Parsers
	c.parse = make(chan struct{}, c.limits.Parsers)
	c.engine = engine.New(engine.Hooks{Tick: c.look, Stopped: func(why site.Ending) {
		c.stop = cmp.Or(c.stop, why)
		c.cutOff()
	}})
}

// ask requests something other than a page, and waits for the answer.
func (c *checker) ask(ctx context.Context, request engine.Request) error {
	c.asking = true
	defer func() { c.asking = false }()
	return c.engine.Run(ctx, engine.Once(request))
}

// keep appends answers to the journal and then updates memory.
func (c *checker) keep(answers []*evidence.Fetched) error {
	records := make([][]byte, 0, len(answers))
	var same []evidence.Unchanged
	for _, a := range answers {
		if a == nil {
			continue
		}
		if err := c.report(a); err != nil {
			return err
		}
		if u, ok := c.known.AsBefore(a); ok {
			same = append(same, u)
			continue
		}
		its, err := c.records(a)
		if err != nil {
			return err
		}
		records = append(records, its...)
	}
	if len(same) > 0 {
		records = append(records, evidence.EncodeUnchanged(same, c.known.URLs))
	}
	if err := c.memory.append(records...); err != nil {
		return err
	}
	for _, a := range answers {
		if a != nil {
			c.same.Note(a)
			a.Pieces.Drop()
		}
	}
	return nil
}

// look shows the progress and asks the stop conditions. When the walk ends, it cuts off running requests after a
// while, but those for robots.txt at once, because a server that never answers must not outlast a stop.
func (c *checker) look() error {
	was := c.stop
	if c.checkStop(); was == "" && c.stop != "" {
		c.cutOff()
	}
	return nil
}

// checkStop shows the progress and asks the stop conditions.
func (c *checker) checkStop() {
	p := c.progress()
	if p.InFlight = c.engine.Underway(); c.again {
		p.Again, p.Waiting = p.Waiting+p.InFlight, 0
	}
	if c.parts.Observer != nil {
		c.parts.Observer.Progress(p)
	}
	if c.stop != "" {
		return
	}
	for _, condition := range c.parts.StopConditions {
		ending, done := condition(p)
		if done && !(c.checking && ending.Whole()) {
			c.stop = ending
			return
		}
	}
}

func (c *checker) cutOff() {
	if c.asking {
		c.engine.Cut()
	}
	c.engine.Hurry()
}

// checks is an order that requests a list of keys once more. When it is done, either the journal has their answers or
// the walk is about to stop.
type checks struct {
	*checker
	keys    []evidence.URLID
	unruled []string            // origins whose robots.txt must come first
	busy    map[string]int      // running requests by host, for a site with several hosts
	pending int                 // number of running requests for URLs
	came    []*evidence.Fetched // the answers since the last Settle
}

// unruledOf returns the origins of keys whose robots.txt is unknown, for a site with several hosts.
func (c *checker) unruledOf(keys []evidence.URLID) []string {
	if c.known.Members == nil {
		return nil
	}
	missing := map[string]bool{}
	for _, key := range keys {
		if origin := c.originOfKey(key); c.hosts.due(origin) {
			missing[origin] = true
		}
	}
	return site.Names(missing)
}

func (c *checker) originOfKey(key evidence.URLID) string { return c.originOf(c.known.Newest(key).URL) }

// originOf returns the origin from which a URL of the site is requested.
func (w *walk) originOf(url evidence.URLID) string {
	if w.known.Members == nil {
		return w.known.Site.Origin
	}
	return site.OriginIn(w.known.URLs.String(url))
}

// Next returns a request for the robots.txt of an origin or for the next key.
func (c *checks) Next() (engine.Request, error) {
	if n := len(c.unruled); n > 0 && c.stop == "" && len(c.hosts.asking) < robotsAtOnce {
		origin := c.unruled[n-1]
		c.unruled = c.unruled[:n-1]
		return c.askRobots(origin), nil
	}
	if c.stop != "" || c.pending >= c.atOnce {
		return nil, nil
	}
	at := slices.IndexFunc(c.keys, c.ready)
	if at < 0 {
		return nil, nil
	}
	key := c.keys[at]
	origin := c.originOfKey(key)
	if c.hosts.due(origin) {
		return c.askRobots(origin), nil
	}
	c.keys = slices.Delete(c.keys, at, at+1)
	c.busy[site.HostIn(origin)]++
	c.pending, c.status.waiting = c.pending+1, len(c.keys)
	return c.request(key, origin), nil
}

// ready reports whether a key can be checked now. Each host of a site gets at most as many requests as connections, so
// that a slow host does not delay the others.
func (c *checks) ready(key evidence.URLID) bool {
	origin := c.originOfKey(key)
	return !c.hosts.asking[origin] &&
		(c.known.Members == nil || c.busy[site.HostIn(origin)] < max(c.limits.PerHost, 1))
}

func (c *checks) request(key evidence.URLID, origin string) engine.Request {
	again, rules, visitor := c.known.Newest(key), c.hosts.of(origin), c.visitor
	t := task{key: c.known.URLs.String(key), url: c.known.URLs.String(again.URL), rules: rules.Rules,
		barred: rules.Retry, unless: c.known.Unless(again)}
	return func(ctx context.Context) func() error {
		a := visitor.safely(ctx, t)
		return func() error {
			c.pending--
			c.busy[site.HostIn(origin)]--
			c.came = append(c.came, a)
			return nil
		}
	}
}

func (c *checks) askRobots(origin string) engine.Request {
	c.hosts.asking[origin] = true
	return func(ctx context.Context) func() error {
		var r RobotsAnswer
		if u, err := site.Parse(origin + "/"); err == nil {
			r = c.parts.fetchRobots(ctx, u)
		}
		return func() error {
			delete(c.hosts.asking, origin)
			if r.Retry && (ctx.Err() != nil || c.stop != "") {
				return nil // it was cut off, so nothing is known
			}
			return c.hosts.keepRobots(origin, r)
		}
	}
}

// Settle saves the answers.
func (c *checks) Settle() error {
	err := c.keep(c.came)
	c.came = c.came[:0]
	return err
}
