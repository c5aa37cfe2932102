package desk

import (
	"context"
	"errors"
	"fmt"
	"time"

	"sitegraph/config/pairs"
	"sitegraph/results"
	"sitegraph/results/inspect"
	"sitegraph/run"
	"sitegraph/site"
)

// Page returns all that is now known about a URL of a site. It builds the crawl from a copy of the state. The error is
// an *InputError, ErrNotFound for a site or URL, ErrNothingYet, or the reason why the crawl could not be built.
func (p *Project) Page(ctx context.Context, line, url string, limits inspect.Limits) (page inspect.Page, err error) {
	if _, err := inspect.URLs(url); err != nil {
		return page, input("url: %w", err)
	}
	s, setup, err := p.asked(line)
	if err != nil {
		return page, err
	}
	if s.State == New || s.State == Waiting && s.Started.IsZero() {
		return page, fmt.Errorf("%s: %w", line, ErrNothingYet)
	}
	done, err := enter(ctx, p.desk.views.one)
	if err != nil {
		return page, err
	}
	defer done()
	err = p.desk.safely(p.Name, func() error {
		return setup.read(line, func(c *site.Crawl) error {
			asked, err := inspect.New(c, setup.config.Walk.URLProfile)
			if err != nil {
				return err
			}
			e, err := asked.One(url)
			if err == nil {
				page, err = asked.Page(e, limits)
			}
			return err
		})
	})
	if errors.Is(err, inspect.ErrUnknown) {
		err = fmt.Errorf("%w: %w", ErrNotFound, err)
	}
	return page, err
}

// Limits of questions and answers.
const (
	longestChanges = 1 << 20 // bytes
	maxForeseen    = 100     // pages
	maxRobots      = 20

	longestForesight = 2 * time.Minute
)

// WhatIf returns a site after a file of changes, and what the named robots reach. It builds both crawls from a copy of
// the state and changes nothing. The error is an *InputError, ErrNotFound, or the reason for the failure.
func (p *Project) WhatIf(ctx context.Context, line, changes string, robots []string) (f results.Foreseen, err error) {
	if len(changes) > longestChanges || len(robots) > maxRobots {
		return f, input("changes: %d bytes and %d robots at most", longestChanges, maxRobots)
	}
	_, s, err := p.asked(line)
	if err != nil {
		return f, err
	}
	use := pairs.Use{Settings: s.config.Settings, Desk: true, WhatIf: true}
	if err := use.CheckOf(pairs.WhatIf); err != nil {
		return f, input("%w", err)
	}
	ctx, cancel := context.WithTimeoutCause(ctx, longestForesight, input("what-if takes more than %v: "+
		"name fewer patterns, or use sitegraph what-if on the command line", longestForesight))
	defer cancel()
	done, err := enter(ctx, p.desk.views.what)
	if err != nil {
		return f, err
	}
	defer done()
	in := results.Inputs{Config: s.config, Lines: s.lines(), Copy: true, Details: s.config.Details()}
	f, err = in.Foresee(ctx, line, changes, robots, maxForeseen)
	if _, users := errors.AsType[*run.UsageError](err); users {
		err = input("%w", err)
	}
	return f, err
}
