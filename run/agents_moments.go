package run

import (
	"context"
	"iter"
	"sync"

	"sitegraph/extractor"
	"sitegraph/extractor/evidence"
	"sitegraph/site"
)

// withMoments gives the graphs of a watched search their earlier iterations. When somebody asks, read opens the
// journal, and each iteration is recalled once for all graphs by the plan of that time.
func (c Config) withMoments(ctx context.Context, in SearchFiles, plan *SearchPlan,
	read func(use func(evidence.Journal) error) error) SearchFiles {

	if in.All.Watched == nil {
		return in
	}
	its := in.All.Watched.Iterations
	before := sync.OnceValues(func() (all []SearchFiles, err error) {
		err = read(func(j evidence.Journal) error {
			for number := 1; number < len(its) && err == nil; number++ {
				var then SearchFiles
				then, err = c.recallIn(ctx, j, Recalled{Plan: plan, NoBelief: true,
					Moment: extractor.Moment{Iteration: number}}, "")
				all = append(all, then.graphs())
			}
			return err
		})
		return all, err
	})
	give := func(crawl *site.Crawl, of func(SearchFiles) *site.Crawl) {
		crawl.Watched.Moments = moments(crawl, its, before, of)
	}
	give(in.All, func(then SearchFiles) *site.Crawl { return then.All })
	for _, topic := range in.Topics {
		give(topic, func(then SearchFiles) *site.Crawl { return then.topic(topic.Site) })
	}
	return in
}

func moments(crawl *site.Crawl, its []site.Iteration, before func() ([]SearchFiles, error),
	of func(SearchFiles) *site.Crawl) iter.Seq2[*site.Crawl, error] {

	now := crawl.Graph
	return func(yield func(*site.Crawl, error) bool) {
		all, err := before()
		if err != nil {
			yield(nil, err)
			return
		}
		moment := func(i int, g *site.Graph) *site.Crawl {
			return &site.Crawl{Site: crawl.Site, Graph: g, Watched: &site.Watched{Iterations: its[:i+1]}}
		}
		for i, then := range all {
			if !yield(moment(i, of(then).Graph), nil) {
				return
			}
		}
		yield(moment(len(all), now), nil)
	}
}

func (in SearchFiles) graphs() SearchFiles {
	out := SearchFiles{All: &site.Crawl{Graph: in.All.Graph}}
	for _, t := range in.Topics {
		out.Topics = append(out.Topics, &site.Crawl{Site: t.Site, Graph: t.Graph})
	}
	return out
}

// topic returns a topic's graph. It has no pages if there was no topic with that name.
func (in SearchFiles) topic(name string) *site.Crawl {
	for _, t := range in.Topics {
		if t.Site == name {
			return t
		}
	}
	return &site.Crawl{Graph: &site.Graph{Offsets: []int{0}}}
}
