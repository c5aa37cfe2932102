package mcp

import (
	"context"
	"fmt"
	"slices"

	"sitegraph/results/inspect"
	"sitegraph/run"
	"sitegraph/stats"
)

const mostRobots = 50

// usualRobots are those that a question without names is about.
var usualRobots = [...]string{"*", "Googlebot", "Bingbot", "GPTBot", "OAI-SearchBot", "ClaudeBot", "PerplexityBot",
	"CCBot",
	"Google-Extended"}

type ofReach struct {
	ofCrawl
	Robots []string `json:"robots,omitempty" jsonschema:"names, such as GPTBot or *; well-known ones without it"`
	part
}

// unreached is a page that some of the robots do not reach, with the rule that forbids it to each of them, or "behind".
type unreached struct {
	URL   string            `json:"url"`
	Depth int               `json:"depth"`
	Why   map[string]string `json:"why"`
}

func (s *Server) reach(_ context.Context, in ofReach) (any, error) {
	limits, err := in.limits()
	if err != nil {
		return nil, err
	}
	names := in.Robots
	if len(names) == 0 {
		names = usualRobots[:]
	}
	if len(names) > mostRobots {
		return nil, fmt.Errorf("robots: name %d at most", mostRobots)
	}
	r, err := s.crawls.get(in.Crawl)
	if err != nil {
		return nil, err
	}
	reach, err := run.Reach(r.past.Crawl, names, r.past.Settings["download.downloader"])
	if err != nil {
		return nil, err
	}
	return struct {
		about
		Reach *stats.Reach            `json:"reach"`
		Pages inspect.List[unreached] `json:"pages_not_reached"`
	}{r.about(), reach, r.notReached(reach, limits)}, nil
}

func (r *reading) notReached(reach *stats.Reach, limits inspect.Limits) inspect.List[unreached] {
	list := inspect.List[unreached]{From: limits.From, Items: []unreached{}}
	for i := range r.past.Graph.Pages {
		if !slices.ContainsFunc(reach.Robots, func(robot stats.RobotReach) bool { return robot.Why(i) != "" }) {
			continue
		}
		if list.Total++; list.Total <= limits.From || len(list.Items) >= limits.Items {
			continue
		}
		p := &r.past.Graph.Pages[i]
		one := unreached{URL: p.URL, Depth: p.Level, Why: map[string]string{}}
		for k := range reach.Robots {
			if why := reach.Robots[k].Why(i); why != "" {
				one.Why[reach.Robots[k].Robot] = why
			}
		}
		list.Items = append(list.Items, one)
	}
	list.Cut = list.Total - len(list.Items)
	return list
}
