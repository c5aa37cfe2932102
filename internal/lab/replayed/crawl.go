package replayed

import (
	"cmp"
	"context"

	"sitegraph/extractor"
	"sitegraph/schedule/order"
	"sitegraph/site"
)

// Decision is the decision about a URL and its outcome.
type Decision struct {
	Site int    // index of the site
	Key  string // normalized URL
	site.Outcome
}

// Crawl crawls sites again, one decision at a time, and returns the decisions in order, without Known and Links.
// Budget 0 crawls all.
func Crawl(ctx context.Context, all []*Site, o order.Options) (made []Decision, err error) {
	l := &log{}
	o.Sites = len(all)
	o.Links = func(site int, page uint32) []uint32 { return l.crawl.Links(site, page) }
	decides := order.New(o)
	if l.Order = decides; len(all) == 1 && o.ByDepth() {
		l.found = decides.Found
	}
	return l.walk(ctx, all, o.Budget)
}

// CrawlBest is like Crawl in the order of a reference.
func CrawlBest(ctx context.Context, all []*Site, b *Best, budget int) ([]Decision, error) {
	for i, s := range all {
		b.Know(i, s.home)
	}
	l := &log{Order: b}
	return l.walk(ctx, all, budget)
}

// log records an order's decisions.
type log struct {
	extractor.Order
	found func(site int, known []site.Known) // as in extractor.Ordering
	crawl *extractor.Ordered
	keys  [][]string // normalized URLs by site and number
	made  []Decision
}

func (l *log) walk(ctx context.Context, all []*Site, budget int) ([]Decision, error) {
	sites := make([]extractor.OrderedSite, len(all))
	for i, s := range all {
		sites[i], l.keys = s.ordered(l.found != nil), append(l.keys, []string{s.home})
	}
	ordering := extractor.Ordering{Order: l, Budget: budget, Lookahead: 1, Now: clock,
		Importance: func(int) []float64 { return nil }}
	if l.found != nil {
		ordering.Found = func(i int, known []site.Known) {
			l.know(i, known)
			l.found(i, known)
		}
	}
	l.crawl = extractor.NewOrdered(sites, ordering)
	err := l.crawl.Walk(ctx)
	return l.made, cmp.Or(err, ctx.Err())
}

// Done records the outcome of a decision.
func (l *log) Done(i int, page uint32, out site.Outcome) error {
	if out.Kind == site.OutcomeLeft { // put off
		return l.Order.Done(i, page, out)
	}
	d := Decision{Site: i, Key: l.keys[i][page], Outcome: out}
	d.Known, d.Links = nil, nil
	l.made = append(l.made, d)
	l.know(i, out.Known)
	return l.Order.Done(i, page, out)
}

// know numbers URLs in the same way as the order.
func (l *log) know(i int, known []site.Known) {
	for _, k := range known {
		l.keys[i] = append(l.keys[i], k.Key)
	}
}
