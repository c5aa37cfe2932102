package extractor

import (
	"cmp"
	"context"

	"sitegraph/extractor/engine"
	"sitegraph/extractor/evidence"
	"sitegraph/site"
)

// checker makes the checks of an iteration of a site that is watched.
type checker struct {
	*walk
	engine   *engine.Engine
	asking   bool // robots.txt or a sitemap is being requested: a stop cuts it off
	checking bool // pages are checked again, so that all is known is no reason to stop
	again    bool // what waits is known, and requested again
}

// startEngine makes the engine, which a stop cuts off.
func (c *checker) startEngine() {
	c.atOnce = c.limits.Downloads + c.limits.Parsers
	c.parse = make(chan struct{}, c.limits.Parsers)
	c.engine = engine.New(engine.Hooks{Tick: c.look, Stopped: func(why site.Ending) {
		c.stop = cmp.Or(c.stop, why)
		c.cutOff()
	}})
}

// ask asks for something beside the pages, and waits for it.
func (c *checker) ask(ctx context.Context, request engine.Request) error {
	c.asking = true
	defer func() { c.asking = false }()
	return c.engine.Run(ctx, engine.Once(request))
}

// keep appends answers to the journal, then takes them to memory.
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
		its, err := c.records(a, c.known.Records+len(records))
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

// look shows the progress and asks the stop conditions; what ends the walk cuts off what is under way, in a while. A
// robots.txt is cut off at once: a server that never answers must not outlast a stop.
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
