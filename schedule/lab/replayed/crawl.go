package replayed

import (
	"context"
	"fmt"

	"sitegraph/extractor"
	"sitegraph/schedule/order"
	"sitegraph/site"
)

// Decision is a URL that was decided about, and what came of it.
type Decision struct {
	Site int    // its place among the sites
	Key  string // the normalized URL
	site.Outcome
}

// Crawl crawls sites again and returns the decisions, in order, without what they made known and the links. They are
// those of a crawl with one open decision at a time. Without a budget all is crawled.
func Crawl(ctx context.Context, all []*Site, o order.Options) ([]Decision, error) {
	var walk *extractor.Ordered
	o.Sites = len(all)
	o.Links = func(site int, page uint32) []uint32 { return walk.Links(site, page) }
	decides, err := order.New(o)
	if err != nil {
		return nil, err
	}
	l := newLog(all, decides)
	walk = l.walk(all, o.Budget)
	return l.decisions(ctx, walk)
}

// CrawlBest is Crawl in the order of a reference.
func CrawlBest(ctx context.Context, all []*Site, b *Best, budget int) ([]Decision, error) {
	for i, s := range all {
		b.Know(i, s.home)
	}
	l := newLog(all, b)
	return l.decisions(ctx, l.walk(all, budget))
}

// log notes what an order decides.
type log struct {
	extractor.Order
	keys [][]string // of each site's URLs, by number
	made []Decision
}

func newLog(all []*Site, o extractor.Order) *log {
	l := &log{Order: o, keys: make([][]string, len(all))}
	for i, s := range all {
		l.keys[i] = []string{s.home}
	}
	return l
}

// walk returns the crawl that the order decides about.
func (l *log) walk(all []*Site, budget int) *extractor.Ordered {
	sites := make([]extractor.OrderedSite, len(all))
	for i, s := range all {
		sites[i] = s.ordered()
	}
	return extractor.NewOrdered(sites, extractor.Ordering{Order: l, Budget: budget, Lookahead: 1, Now: clock,
		Importance: func(int) []float64 { return nil }})
}

func (l *log) decisions(ctx context.Context, walk *extractor.Ordered) ([]Decision, error) {
	if err := walk.Walk(ctx); err != nil {
		return nil, fmt.Errorf("replay: %w", err)
	}
	return l.made, ctx.Err()
}

// Done notes what became of a decision.
func (l *log) Done(i int, page uint32, out site.Outcome) error {
	d := Decision{Site: i, Key: l.keys[i][page], Outcome: out}
	d.Known, d.Links = nil, nil
	l.made = append(l.made, d)
	for _, k := range out.Known {
		l.keys[i] = append(l.keys[i], k.Key)
	}
	return l.Order.Done(i, page, out)
}
