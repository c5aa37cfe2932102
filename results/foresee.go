package results

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"sitegraph/results/whatif"
	"sitegraph/run"
	"sitegraph/stats/compare"
)

// Foreseen is a site after changes, compared with the site as it is.
type Foreseen struct {
	Lines       []ForeseenLine  `json:"lines"`                   // the changes, in order
	Comparison  compare.Summary `json:"comparison"`              // counts of both crawls
	Unreachable []compare.Loss  `json:"unreachable"`             // the first pages that no link reaches any more
	Lost        int             `json:"lost"`                    // the number of all such pages
	Redirects   int             `json:"redirects"`               // URLs that redirect because of the changes
	Reach       []ForeseenReach `json:"reach"`                   // pages that the named robots reach
	Unknown     string          `json:"reach_unknown,omitempty"` // why Reach is unknown
	Notes       []string        `json:"notes"`                   // remarks on the crawl after the changes
}

// ForeseenLine is a change with the URLs that it touches.
type ForeseenLine struct {
	whatif.Touched
	Lost int `json:"lost"` // pages that are no longer reached, at least partly because of it
}

// ForeseenReach counts the pages that a robot reaches.
type ForeseenReach struct {
	Robot string `json:"robot"` // its name
	Now   int    `json:"now"`   // pages at present
	Then  int    `json:"then"`  // pages after the changes
}

const maxTrials = 20_000_000 // comparisons of a pattern with a URL

// Foresee predicts a site after the changes in a file, and the pages that the named robots reach. It names at most most
// lost pages. It changes nothing. The error is a *run.UsageError, the cause of ctx's end, or the reason of a failure.
func (in Inputs) Foresee(ctx context.Context, name, changes string, robots []string, most int) (f Foreseen, err error) {
	file, err := whatif.Parse("changes", strings.NewReader(changes))
	if err != nil {
		return f, run.Usage("%w", err)
	}
	stop := func() error { return context.Cause(ctx) }
	wanted := Changing{Files: []*whatif.File{file}, Site: name, AllowEmpty: true,
		Effort: &whatif.Effort{Most: maxTrials, Stop: stop}}
	err = in.WhatIf(wanted, func(c Forecast) error {
		return f.fill(c, robots, in.Download.Downloader, most, stop)
	})
	return f, cmp.Or(stop(), err)
}

func (f *Foreseen) fill(c Forecast, robots []string, downloader string, most int, stop func() error) error {
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
	f.Lines, f.Reach = []ForeseenLine{}, []ForeseenReach{}
	f.Unreachable = e.Losses[:min(len(e.Losses), most)]
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

func (f *Foreseen) reach(c Forecast, robot, downloader string) error {
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
