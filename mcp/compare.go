package mcp

import (
	"context"
	"fmt"

	"sitegraph/results"
	"sitegraph/results/inspect"
	"sitegraph/site"
	"sitegraph/stats/compare"
)

type ofTwo struct {
	Before string `json:"before" jsonschema:"the earlier crawl, as the tool sites names it"`
	After  string `json:"after" jsonschema:"the later crawl"`
	Change string `json:"change,omitempty" jsonschema:"only this change, such as removed, added or fixed"`
	part
}

// changeNames are the changes of pages, arcs and problems that can be listed.
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
	var crawls [2]results.Crawl
	for i, name := range []string{in.Before, in.After} {
		dir, err := s.crawls.find(name)
		if err == nil {
			crawls[i], err = results.ReadFolder(dir)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", [...]string{"before", "after"}[i], err)
		}
	}
	d, remarks, err := results.Compare(crawls[0], crawls[1])
	if err != nil {
		return nil, err
	}
	c, err := changesOf(d, compare.Change(in.Change), limits)
	c.Remarks = remarks
	return c, err
}

type changes struct {
	Summary  compare.Summary                     `json:"summary"`
	Pages    inspect.List[compare.PageChange]    `json:"pages"`
	Arcs     inspect.List[compare.ArcChange]     `json:"arcs"`
	Problems inspect.List[compare.ProblemChange] `json:"problems"`
	Remarks  []string                            `json:"remarks,omitempty"`
}

func changesOf(d *compare.Difference, wanted compare.Change, limits inspect.Limits) (c changes, err error) {
	want := func(change compare.Change) bool { return wanted == "" || wanted == change }
	c.Summary = d.Summary()
	c.Pages, _ = inspect.Take(site.Unfailing(d.Pages()), limits,
		func(p compare.PageChange) bool { return want(p.Change) }, itself)
	c.Arcs, _ = inspect.Take(site.Unfailing(d.Arcs()), limits,
		func(a compare.ArcChange) bool { return want(a.Change) }, itself)
	c.Problems, err = inspect.Take(d.Problems(), limits,
		func(p compare.ProblemChange) bool { return want(p.Change) }, itself)
	return c, err
}

func itself[T any](one T) T { return one }
