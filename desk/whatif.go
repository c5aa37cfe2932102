package desk

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"sitegraph/config/pairs"
	"sitegraph/results"
	"sitegraph/results/whatif"
	"sitegraph/run"
	"sitegraph/stats/compare"
)

// Foreseen is a site after changes, compared with the site as it is.
type Foreseen struct {
	Lines       []ForeseenLine  `json:"lines"`                   // the changes, in order
	Comparison  compare.Summary `json:"comparison"`              // the counts of both crawls
	Unreachable []compare.Loss  `json:"unreachable"`             // the first pages to which nothing leads any more
	Lost        int             `json:"lost"`                    // the number of all such pages
	Redirects   int             `json:"redirects"`               // URLs that redirect because of the changes
	Reach       []ForeseenReach `json:"reach"`                   // what the named robots reach
	Unknown     string          `json:"reach_unknown,omitempty"` // why that is unknown
	Notes       []string        `json:"notes"`                   // remarks on the crawl after the changes
}

// ForeseenLine is a change with the URLs that it touches.
type ForeseenLine struct {
	whatif.Touched
	Lost int `json:"lost"` // pages that are no longer reached, at least partly because of it
}

// ForeseenReach is how many pages a robot reaches.
type ForeseenReach struct {
	Robot string `json:"robot"` // its name
	Now   int    `json:"now"`   // pages at present
	Then  int    `json:"then"`  // pages after the changes
}

// Limits of questions and answers.
const (
	longestChanges = 1 << 20 // bytes
	maxForeseen    = 100     // pages
	maxRobots      = 20
	maxTrials      = 20_000_000 // comparisons of a pattern with a URL

	longestForesight = 2 * time.Minute
)

// WhatIf returns a site after a file of changes, and what the named robots reach. It builds both crawls from a copy of
// the state and changes nothing. The error is an *InputError, ErrNotFound, or why it failed.
func (p *Project) WhatIf(ctx context.Context, line, changes string, robots []string) (f Foreseen, err error) {
	if len(changes) > longestChanges || len(robots) > maxRobots {
		return f, input("changes: %d bytes and %d robots at most", longestChanges, maxRobots)
	}
	file, err := whatif.Parse("changes", strings.NewReader(changes))
	if err != nil {
		return f, input("%w", err)
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
	stop := func() error { return context.Cause(ctx) }
	in := results.Inputs{Config: s.config, Lines: s.lines(), Copy: true, Details: s.config.Details()}
	wanted := results.Changing{Files: []*whatif.File{file}, Site: line, AllowEmpty: true,
		Effort: &whatif.Effort{Most: maxTrials, Stop: stop}}
	err = in.WhatIf(wanted, func(c results.Forecast) error {
		return f.fill(c, robots, s.config.Download.Downloader, stop)
	})
	if err != nil && stop() != nil {
		return f, stop()
	}
	if _, users := errors.AsType[*run.UsageError](err); users {
		err = input("%w", err)
	}
	return f, err
}

func (f *Foreseen) fill(c results.Forecast, robots []string, downloader string, stop func() error) error {
	d, err := c.Difference()
	if err = cmp.Or(err, stop()); err != nil {
		return err
	}
	e, err := c.Effects(d)
	if err = cmp.Or(err, stop()); err != nil {
		return err
	}
	f.Comparison, f.Redirects, f.Lost = d.Summary(), c.Plan.Redirects(), len(e.Losses)
	f.Notes = append([]string{}, f.Comparison.Notes...)
	for _, note := range c.Then.Notes {
		if !slices.Contains(c.Now.Notes, note) {
			f.Notes = append(f.Notes, note)
		}
	}
	by := e.LossesBy()
	f.Lines, f.Unreachable, f.Reach = []ForeseenLine{}, e.Losses[:min(len(e.Losses), maxForeseen)], []ForeseenReach{}
	for _, t := range c.Plan.Explain() {
		f.Lines = append(f.Lines, ForeseenLine{t, by[t.Line]})
	}
	for _, robot := range robots {
		if err := cmp.Or(f.reach(c, robot, downloader), stop()); err != nil {
			return err
		}
	}
	return nil
}

func (f *Foreseen) reach(c results.Forecast, robot, downloader string) error {
	now, err := run.Reach(c.Now.Crawl, []string{robot}, downloader)
	if err != nil {
		return err
	}
	then, err := run.Reach(c.Then.Crawl, []string{robot}, downloader)
	if err != nil {
		return err
	}
	f.Unknown = now.Unknown
	for i := range then.Robots {
		f.Reach = append(f.Reach, ForeseenReach{then.Robots[i].Robot, now.Robots[i].Reached, then.Robots[i].Reached})
	}
	return nil
}
