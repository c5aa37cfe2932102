package results

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"slices"
	"strings"

	"sitegraph/export"
	"sitegraph/extractor"
	"sitegraph/extractor/evidence"
	"sitegraph/results/whatif"
	"sitegraph/run"
	"sitegraph/site"
	"sitegraph/stats/compare"
)

// FromState yields the crawls that args name, or all of the state. The search by agents comes last.
func (in Inputs) FromState(args []string) iter.Seq2[Crawl, error] {
	return inState(in, args, (*state).each, in.search)
}

// inState yields the values of sites for the named sites, or for all, and then the value of search.
func inState[T any](in Inputs, args []string,
	sites func(s *state, args []string, yield func(T, error) bool) (stopped bool, err error),
	search func(*run.SearchPlan) (T, error)) iter.Seq2[T, error] {

	return func(yield func(T, error) bool) {
		var none T
		named, plan, err := in.divide(args)
		if err != nil {
			yield(none, err)
			return
		}
		wanted := true
		next := func(c T, err error) bool {
			wanted = yield(c, err) && err == nil
			return wanted
		}
		if plan == nil || len(named) > 0 || len(args) == 0 && in.hasState() {
			stopped := false
			err := in.withState(func(s *state) (err error) {
				stopped, err = sites(s, named, next)
				return err
			})
			if err != nil && !stopped {
				next(none, err)
			}
		}
		if plan == nil || !wanted {
			return
		}
		c, err := search(plan)
		if later := errors.Is(err, extractor.ErrNothingYet); !later || len(args) > 0 || !in.hasState() {
			yield(c, err)
		}
	}
}

func (in Inputs) hasState() bool {
	_, err := os.Stat(in.StateDir())
	return err == nil && in.Store.Store != "memory"
}

// Between is like FromState, for two moments: earlier and in.Moment.
func (in Inputs) Between(earlier extractor.Moment, args []string) iter.Seq2[[2]Crawl, error] {
	before := in
	before.Moment = earlier
	sites := func(s *state, args []string, yield func([2]Crawl, error) bool) (stopped bool, err error) {
		was := &state{in: before, store: s.store}
		var later error // from sites first crawled later, reported if all are such
		others := false
		stopped, err = s.each(args, func(c Crawl, _ error) bool {
			then, err := was.crawl(c.Origin)
			if len(args) == 0 && errors.Is(err, extractor.ErrNothingYet) {
				later = err
				return true
			}
			others = true
			return yield([2]Crawl{then, c}, ofEarlier(err)) && err == nil
		})
		if !others {
			err = cmp.Or(err, ofEarlier(later))
		}
		return stopped, err
	}
	return inState(in, args, sites, func(plan *run.SearchPlan) (pair [2]Crawl, err error) {
		if pair[1], err = in.search(plan); err == nil {
			pair[0], err = before.search(plan)
			err = ofEarlier(err)
		}
		return pair, err
	})
}

// Back yields the crawls of a site of the state, or the search, from the latest to the earliest: now, the iterations
// before, and the crawl that was kept when it was crawled from scratch, if its ledger was, too. A crawl is valid until
// the next one.
func (in Inputs) Back(name string) iter.Seq2[Crawl, error] {
	return func(yield func(Crawl, error) bool) {
		then, kept := in, ""
		for at := 0; ; then.Moment.Iteration = at { // 0 is now
			for c, err := range then.FromState([]string{name}) {
				if !yield(c, err) || err != nil {
					return
				}
				if at == 0 && c.Watched != nil {
					at = len(c.Watched.Iterations)
				}
				if u, err := site.Parse(c.Site); err == nil {
					kept = in.BeforeDir(export.FolderName(u))
				}
			}
			if at--; at < 1 {
				break
			}
		}
		if _, err := os.Stat(kept); err == nil {
			if c, err := ReadFolder(kept); err != nil || !slices.Contains(c.Missing(), "ledger.csv") {
				yield(c, err)
			}
		}
	}
}

func ofEarlier(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("the earlier moment: %w", err)
}

// LeftOut returns all pages known to the state that link to a normalized URL, even if they are not in the crawl.
func (in Inputs) LeftOut(origin, key string) (pages []string, err error) {
	err = in.forecasting(origin, nil, func(f *forecaster) error {
		known := f.site.Known
		urls := known.URLs
		leads := func(to evidence.URLID) bool { return urls.String(urls.Key(to)) == key }
		for _, a := range known.Answers {
			if slices.ContainsFunc(evidence.Unpack(nil, a.Links), leads) {
				pages = append(pages, urls.String(a.URL))
			}
		}
		return nil
	})
	return pages, err
}

// divide separates sites from the search by agents. plan is nil unless args name the search or are empty.
func (in Inputs) divide(args []string) (sites []string, plan *run.SearchPlan, err error) {
	plan, err = in.FindSearch()
	if err != nil || plan == nil {
		return args, nil, err
	}
	sites = slices.DeleteFunc(slices.Clone(args), func(arg string) bool { return arg == plan.Name() })
	if len(args) > 0 && len(sites) == len(args) {
		return sites, nil, nil
	}
	return sites, plan, nil
}

func (in Inputs) search(plan *run.SearchPlan) (Crawl, error) {
	files, err := in.RecallSearch(context.Background(), run.Recalled{Plan: plan, Details: in.Details,
		Moment: in.Moment, Copy: in.Copy, NoBelief: in.NoBelief})
	if err != nil {
		return Crawl{}, err
	}
	c := Crawl{Crawl: files.All, Origin: plan.Name(), Search: &files, Settings: files.Settings}
	_, c.Name = in.SearchDir()
	return c, nil
}

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
