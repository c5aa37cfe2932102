package mcp

import (
	"cmp"
	"context"
	"strings"

	"sitegraph/results/inspect"
	"sitegraph/site"
	"sitegraph/stats"
)

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
