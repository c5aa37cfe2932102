package mcp

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"time"

	"sitegraph/results"
	"sitegraph/results/inspect"
	"sitegraph/site"
	"sitegraph/stats/compare"
)

type ofTwo struct {
	Before string `json:"before" jsonschema:"the earlier crawl, as the tool sites names it, or a moment: 2026-03-01"`
	After  string `json:"after,omitempty" jsonschema:"the later crawl or moment; needed for crawls"`
	Site   string `json:"site,omitempty" jsonschema:"of moments: host or origin; needed if the state has several"`
	Change string `json:"change,omitempty" jsonschema:"only this change, such as removed, added or fixed"`
	URL    string `json:"url,omitempty" jsonschema:"only changes of this URL, and of arcs from it or to it"`
	part
}

// changeNames lists the changes of pages, arcs and problems that can be requested.
var changeNames = []compare.Change{compare.Removed, compare.Added, compare.Moved, compare.Changed, compare.Shifted,
	compare.Reweighted, compare.NewProblem, compare.FixedProblem, compare.PartlyFixed, compare.Worse,
	compare.StillThere}

// compare answers what changed between two crawls. It reads both anew, because comparing changes them.
func (s *Server) compare(_ context.Context, in ofTwo) (any, error) {
	limits, err := in.limits()
	if err != nil {
		return nil, err
	}
	if err := known("change", in.Change, changeNames, func(c compare.Change) string { return string(c) }); err != nil {
		return nil, err
	}
	var answer any
	for pair, err := range s.pairs(in) {
		if err == nil && answer != nil {
			err = errors.New("site: name one, the state has several")
		}
		if err == nil {
			answer, err = compared(pair, in, limits)
		}
		if err != nil {
			return nil, err
		}
	}
	return answer, nil
}

// pairs yields the crawls to compare: two crawls read anew, or two moments of the sites of the saved state.
func (s *Server) pairs(in ofTwo) iter.Seq2[[2]results.Crawl, error] {
	if before, err := results.ParseMoment(in.Before, time.Now()); err == nil {
		later := s.options.State
		if later.Moment, err = results.ParseMoment(in.After, time.Now()); err == nil || in.After == "" {
			return later.Between(before, strings.Fields(in.Site))
		}
	}
	return func(yield func([2]results.Crawl, error) bool) {
		var pair [2]results.Crawl
		var errs [2]error
		for i, name := range []string{in.Before, in.After} {
			dir, err := s.crawls.find(cmp.Or(name, "nothing"))
			if err == nil {
				pair[i], err = results.ReadFolder(dir)
			}
			if err != nil {
				errs[i] = fmt.Errorf("%s: %w", [...]string{"before", "after"}[i], err)
			}
		}
		yield(pair, errors.Join(errs[:]...))
	}
}

type changes struct {
	Summary  compare.Summary                     `json:"summary"`
	Pages    inspect.List[compare.PageChange]    `json:"pages"`
	Arcs     inspect.List[compare.ArcChange]     `json:"arcs"`
	Problems inspect.List[compare.ProblemChange] `json:"problems"`
	Remarks  []string                            `json:"remarks,omitempty"`
}

func compared(pair [2]results.Crawl, in ofTwo, limits inspect.Limits) (c changes, err error) {
	var names []string
	if in.URL != "" {
		if names, err = namesIn(pair, in.URL); err != nil {
			return c, err
		}
	}
	d, remarks, err := results.Compare(pair[0], pair[1])
	if err != nil {
		return c, err
	}
	c.Remarks = remarks
	want := func(change compare.Change, urls ...string) bool {
		named := func(url string) bool { return slices.Contains(names, url) }
		return (in.Change == "" || in.Change == string(change)) && (in.URL == "" || slices.ContainsFunc(urls, named))
	}
	c.Summary = d.Summary()
	c.Pages, _ = inspect.Take(site.Unfailing(d.Pages()), limits,
		func(p compare.PageChange) bool { return want(p.Change, p.A.URL, p.B.URL) }, itself)
	c.Arcs, _ = inspect.Take(site.Unfailing(d.Arcs()), limits,
		func(a compare.ArcChange) bool { return want(a.Change, a.Source, a.Target) }, itself)
	c.Problems, err = inspect.Take(d.Problems(), limits,
		func(p compare.ProblemChange) bool { return want(p.Change, p.URL) }, itself)
	return c, err
}

// namesIn returns what two crawls call a URL. An unknown one is an error.
func namesIn(pair [2]results.Crawl, url string) (names []string, err error) {
	for _, c := range pair {
		s, err := inspected(c)
		if err != nil {
			return nil, err
		}
		e, err := s.One(url)
		if err == nil {
			names = append(names, e.URL, e.Key)
		} else if c.Crawl == pair[1].Crawl && names == nil {
			return nil, err
		}
	}
	return names, nil
}

func itself[T any](one T) T { return one }

type ofChanges struct {
	Site    string   `json:"site,omitempty" jsonschema:"host or origin; needed if the state has several sites"`
	Changes string   `json:"changes" jsonschema:"one a line, such as move /old/ /new/ 301"`
	Robots  []string `json:"robots,omitempty" jsonschema:"names of robots whose reach is wanted, such as GPTBot"`
	amount
}

const longestForesight = 2 * time.Minute // of work on a forecast

// whatIf forecasts the effects of changes to a site.
func (s *Server) whatIf(ctx context.Context, in ofChanges) (any, error) {
	limits, err := part{amount: in.amount}.limits()
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeoutCause(ctx, longestForesight, errors.New("the changes name too many patterns"))
	defer cancel()
	return s.options.State.Foresee(ctx, in.Site, in.Changes, in.Robots, limits.Items)
}
