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
	"sitegraph/stats"
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
	var unknown error
	for _, c := range pair {
		s, err := inspect.New(c.Crawl, c.URLProfile())
		if err != nil {
			return nil, err
		}
		if e, err := s.One(url); err != nil {
			unknown = err
		} else {
			names = append(names, e.URL, e.Key)
		}
	}
	if names != nil {
		unknown = nil
	}
	return names, unknown
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

type ofRank struct {
	ofCrawl
	By        string `json:"by" jsonschema:"pagerank, betweenness, in_degree, content_in_degree, depth, visits ..."`
	Folder    string `json:"folder,omitempty" jsonschema:"only pages whose path begins so, such as /shop/"`
	Community int    `json:"community,omitempty" jsonschema:"only members of this community of the summary, from 1"`
	Least     bool   `json:"least,omitempty" jsonschema:"the lowest first"`
	AtMost    *int   `json:"at_most,omitempty" jsonschema:"only pages with this value or less, such as 0"`
	part
}

type ranked struct {
	URL       string  `json:"url"`
	Title     string  `json:"title"`
	Value     float64 `json:"value"`
	Community int     `json:"community"` // from 1
}

// rank lists pages by a measure, the highest first.
func (s *Server) rank(_ context.Context, in ofRank) (any, error) {
	r, limits, err := s.some(in.Crawl, in.part)
	if err != nil {
		return nil, err
	}
	n, err := r.numbers()
	if err != nil {
		return nil, err
	}
	all := measures(r.past.Crawl, n)
	if in.By == "visits" && all[in.By] == nil {
		return nil, errNoVisits
	}
	if err := known("by", cmp.Or(in.By, "nothing"), site.Names(all), strings.Clone); err != nil {
		return nil, err
	}
	value, pages := all[in.By], r.past.Graph.Pages
	sign := 1.0
	if in.Least {
		sign = -1
	}
	order := site.Ranked(len(pages), func(i int) float64 { return sign * value(i) })
	communityOf := func(i int) int { return int(n.Values.Community[i]) + 1 }
	list, err := inspect.Take(site.WithoutErrors(order), limits, func(i int) bool {
		return strings.HasPrefix(site.PathIn(pages[i].Key), in.Folder) &&
			(in.Community == 0 || communityOf(i) == in.Community) &&
			(in.AtMost == nil || value(i) <= float64(*in.AtMost))
	}, func(i int) ranked { return ranked{pages[i].URL, pages[i].Title, stats.Round(value(i)), communityOf(i)} })
	return struct {
		about
		Pages inspect.List[ranked] `json:"pages"`
	}{r.about(), list}, err
}

// measures returns the measures of pages by name. Only crawls that know the places of links have the content in-degree,
// and only those with access logs the visits.
func measures(c *site.Crawl, n *stats.Analysis) map[string]func(page int) float64 {
	v, g := n.Values, c.Graph
	all := map[string]func(int) float64{"pagerank": at(v.PageRank), "betweenness": at(v.Betweenness), "hub": at(v.Hub),
		"authority": at(v.Authority), "harmonic": at(v.Harmonic), "in_degree": at(g.InDegrees()),
		"out_degree": func(page int) float64 { return float64(g.OutDegree(page)) },
		"depth":      func(page int) float64 { return float64(g.Pages[page].Level) }}
	if g.Places != nil {
		all["content_in_degree"] = at(g.OfContent().InDegrees())
	}
	if c.Hits != nil {
		people, _ := c.Hits.OfPages(g)
		all["visits"] = at(people)
	}
	return all
}

func at[N int | float64](numbers []N) func(int) float64 {
	return func(page int) float64 { return float64(numbers[page]) }
}
