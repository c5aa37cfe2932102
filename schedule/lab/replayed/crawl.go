package replayed

import (
	"context"
	"errors"

	"sitegraph/extractor"
	"sitegraph/site"
)

// Decision is a URL that was decided about, and what came of it.
type Decision struct {
	Site int
	Key  string // the normalized URL
	site.Outcome
}

// Decide returns what decides about URLs, when it is told how to find the numbers of the URLs that a page links to.
type Decide func(links func(site int, page uint32) []uint32) (extractor.Order, error)

// Crawl crawls sites again and returns the decisions, in order, without what they made known and the links. At most
// budget pages are processed, all there are if it is 0. At most lookahead decisions are open at a time, 1 or more.
func Crawl(ctx context.Context, all []*Site, decide Decide, budget, lookahead int) ([]Decision, error) {
	var walk *extractor.Ordered
	order, err := decide(func(site int, page uint32) []uint32 { return walk.Links(site, page) })
	if err != nil {
		return nil, err
	}
	l := &log{Order: order, keys: make([][]string, len(all))}
	sites := make([]extractor.OrderedSite, len(all))
	for i, s := range all {
		if len(s.starts) == 0 {
			return nil, errors.New(s.Name + ": the crawl has no start page")
		}
		sites[i], l.keys[i] = s.ordered(), []string{s.home()}
	}
	walk = extractor.NewOrdered(sites, extractor.Ordering{Order: l, Budget: budget, Lookahead: lookahead, Now: clock,
		Importance: func(int) []float64 { return nil }})
	if err := walk.Walk(ctx); err != nil {
		return nil, err
	}
	return l.decisions, ctx.Err()
}

// log notes what an order decides.
type log struct {
	extractor.Order
	keys      [][]string // of each site's URLs, by number
	decisions []Decision
}

// Done notes what became of a decision.
func (l *log) Done(i int, page uint32, out site.Outcome) error {
	d := Decision{Site: i, Key: l.keys[i][page], Outcome: out}
	d.Known, d.Links = nil, nil
	l.decisions = append(l.decisions, d)
	for _, k := range out.Known {
		l.keys[i] = append(l.keys[i], k.Key)
	}
	return l.Order.Done(i, page, out)
}
