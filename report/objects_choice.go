package report

import (
	"cmp"
	"slices"

	"sitegraph/site"
)

// preferred orders the pages: those that the report names, then by PageRank; each after those on the way to it.
func preferred(g *site.Graph, pageRank []float64, before []int32, named map[string]bool) []int32 {
	order := site.UpTo[int32](len(g.Pages))
	rank := func(i int32) float64 {
		if int(i) < len(pageRank) {
			return pageRank[i]
		}
		return 0
	}
	first := func(i int32) int {
		if named[g.Pages[i].URL] {
			return 0
		}
		return 1
	}
	slices.SortFunc(order, func(a, b int32) int {
		return cmp.Or(cmp.Compare(first(a), first(b)), cmp.Compare(rank(b), rank(a)), cmp.Compare(a, b))
	})
	taken, all := make([]bool, len(order)), make([]int32, 0, len(order))
	for _, i := range order {
		from := len(all)
		for ; i >= 0 && !taken[i]; i = before[i] {
			taken[i] = true
			all = append(all, i)
		}
		slices.Reverse(all[from:])
	}
	return all
}

// namedIn are the URLs that tables of a report name.
func namedIn(sections []section) map[string]bool {
	all := map[string]bool{}
	var look func(blocks []block)
	look = func(blocks []block) {
		for _, b := range blocks {
			if b.Fold != nil {
				look(b.Fold.Blocks)
			}
			if b.Table == nil {
				continue
			}
			for _, row := range b.Table.Rows {
				for _, c := range row {
					all[c.Link], all[c.BelowLink] = true, true
				}
			}
		}
	}
	for _, s := range sections {
		look(s.Blocks)
	}
	return all
}

// otherURLs are the URLs of the site that are not pages, those first that the report names.
func otherURLs(crawl *site.Crawl, named map[string]bool) (all []site.Entry, err error) {
	var rest []site.Entry
	if crawl.Ledger == nil {
		return nil, nil
	}
	for e, err := range crawl.Ledger {
		switch {
		case err != nil:
			return nil, err
		case e.State == site.StatePage || e.State == site.StateExternal || len(e.URL) > longestObject:
		case named[e.URL]:
			all = append(all, e)
		case len(rest) < mostObjects:
			rest = append(rest, e)
		}
	}
	return append(all, rest...), nil
}

// shortestPaths returns the page before each on a shortest path from the start page; of several the one that comes
// first by ids, and -1 without one.
func shortestPaths(g *site.Graph) []int32 {
	before := make([]int32, len(g.Pages))
	for i := range before {
		before[i] = -1
	}
	seen := make([]bool, len(g.Pages))
	seen[0] = true
	for queue := []int{0}; len(queue) > 0; queue = queue[1:] {
		targets, _ := g.Out(queue[0])
		for _, t := range targets {
			if !seen[t] {
				seen[t], before[t] = true, int32(queue[0])
				queue = append(queue, int(t))
			}
		}
	}
	return before
}
