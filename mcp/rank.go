package mcp

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"sitegraph/results/inspect"
	"sitegraph/run"
	"sitegraph/site"
	"sitegraph/stats"
)

type ofRank struct {
	ofCrawl
	By string `json:"by" jsonschema:"pagerank, betweenness, in_degree, out_degree, content_in_degree, depth"`
	// The pages that are wanted.
	Folder    string   `json:"folder,omitempty" jsonschema:"only pages whose path begins so, such as /shop/"`
	Community int      `json:"community,omitempty" jsonschema:"only members of this community of the summary, from 1"`
	AtMost    *float64 `json:"at_most,omitempty" jsonschema:"only pages with this value or less"`
	Least     bool     `json:"least,omitempty" jsonschema:"the least first"`
	part
}

type ranked struct {
	inspect.Ref
	Value     float64 `json:"value"`
	Community int     `json:"community"` // from 1
}

// rank answers which pages are first by a measure.
func (s *Server) rank(_ context.Context, in ofRank) (any, error) {
	limits, err := in.limits()
	if err != nil {
		return nil, err
	}
	r, err := s.crawls.get(in.Crawl)
	if err != nil {
		return nil, err
	}
	values, community, err := r.measured(in.By)
	if err != nil {
		return nil, err
	}
	pages := site.UpTo[int](len(values))
	slices.SortStableFunc(pages, func(a, b int) int {
		if in.Least {
			a, b = b, a
		}
		return cmp.Compare(values[b], values[a])
	})
	list, err := inspect.Take(site.WithoutErrors(pages), limits, func(i int) bool {
		return strings.HasPrefix(site.PathIn(r.past.Graph.Pages[i].Key), in.Folder) &&
			(in.Community == 0 || int(community[i])+1 == in.Community) && (in.AtMost == nil || values[i] <= *in.AtMost)
	}, func(i int) ranked { return ranked{r.asked.Ref(i), values[i], int(community[i]) + 1} })
	return struct {
		about
		Pages inspect.List[ranked] `json:"pages"`
	}{r.about(), list}, err
}

// measured are the values of a measure, and the communities, by page.
func (r *reading) measured(by string) (values []float64, community []int32, err error) {
	n, err := r.numbers()
	if err != nil {
		return nil, nil, err
	}
	g := r.past.Graph
	all := map[string]func(page int) float64{"out_degree": func(page int) float64 { return float64(g.OutDegree(page)) },
		"depth": func(page int) float64 { return float64(g.Pages[page].Level) }, "in_degree": at(g.InDegrees())}
	if g.Places != nil {
		all["content_in_degree"] = at(g.OfContent().InDegrees())
	}
	for _, m := range run.MeasuresOf(n) {
		if all[m.Name] = m.Of; m.Of == nil {
			delete(all, m.Name)
		}
	}
	for page := 0; all[by] != nil && page < len(g.Pages); page++ {
		values = append(values, stats.Round(all[by](page)))
	}
	return values, n.Values.Community, known("by", cmp.Or(by, "nothing"), site.Names(all), strings.Clone)
}

func at(numbers []int) func(int) float64 {
	return func(page int) float64 { return float64(numbers[page]) }
}
