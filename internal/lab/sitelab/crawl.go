package sitelab

import (
	"context"

	"sitegraph/internal/lab/replayed"
	"sitegraph/schedule/order"
	"sitegraph/schedule/sites"
	"sitegraph/site"
)

// linksOf returns the links that a crawl found after n pages, for n from 0 on. It passes the error on.
func linksOf(decisions []replayed.Decision, err error) ([]int, error) {
	found := []int{0}
	for _, page := range pagesOf(decisions) {
		found = append(found, found[len(found)-1]+page.New)
	}
	return found, err
}

func pagesOf(decisions []replayed.Decision) (pages []sites.Page) {
	for _, d := range decisions {
		if !d.Free {
			pages = append(pages, sites.Page{New: d.Found, Again: d.Again})
		}
	}
	return pages
}

func rewards(ctx context.Context, s *replayed.Site) ([]sites.Page, error) {
	decisions, err := replayed.Crawl(ctx, []*replayed.Site{s}, order.Options{})
	return pagesOf(decisions), err
}

// scan lets a site rule divide pages among the sites of a world. It returns the links found after n pages, for n from 0
// on. Each page leads to the next one of its site.
func (w world) scan(rule string, pages int) ([]int, error) {
	found := []int{0}
	var err error
	d := order.New(order.Options{Rule: rule, Sites: len(w), Budget: pages})
	for err == nil && len(found) <= pages {
		i, number, ok := d.Next()
		if !ok {
			break
		}
		out := site.Outcome{Kind: site.OutcomeGone, Free: true} // for a site without pages
		if next := int(number) + 1; next <= len(w[i]) {
			page := w[i][number]
			out = site.Outcome{Found: page.New, Again: page.Again}
			found = append(found, found[len(found)-1]+page.New)
			if next < len(w[i]) {
				out.Known = []site.Known{{Depth: next}}
			}
		}
		err = d.Done(i, number, out)
	}
	return found, err
}

// breadthFirst is the page policy that takes URLs in order of discovery. The others are compared with it.
const breadthFirst = "breadth-first"

// crawlByPages crawls sites in a page policy's order and returns the same as linksOf.
func crawlByPages(ctx context.Context, all []*replayed.Site, name string, pages int) ([]int, error) {
	if name == breadthFirst {
		return linksOf(replayed.CrawlBest(ctx, all, replayed.BreadthFirst(), pages))
	}
	return linksOf(replayed.Crawl(ctx, all, order.Options{Pages: overSites + name, Budget: pages}))
}
