package desk

import (
	"context"
	"errors"
	"time"

	"sitegraph/config/pairs"
	"sitegraph/results"
	"sitegraph/run"
)

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
	if _, err := p.Site(line); err != nil {
		return f, err
	}
	s := p.setup()
	if s.trouble != nil {
		return f, s.trouble
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
