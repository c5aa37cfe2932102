package sitelab

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"sitegraph/schedule/lab"
	"sitegraph/schedule/sites"
	"sitegraph/site"
)

// crawl is a finished crawl as the replay sees it. URLs that turned out to be
// redirects or duplicates are no pages and cost nothing (specification 2.6: N
// counts pages); links to them lead to the page that they are an alias of.
// URLs that failed cost a page and bring nothing; see withFailed.
type crawl struct {
	// url is the URL of each page, in the order of the crawl: by depth, then
	// normalized URL. Page 0 is the home page.
	url []string
	// graph has the links among the pages.
	graph *site.Graph
	// external holds the distinct external URLs of page p, ascending small
	// numbers, in external[from[p]:from[p+1]]; kinds is how many there
	// are on the site.
	external []int32
	from     []int
	kinds    int
}

func newCrawls(all []*site.Crawl) (crawls []*crawl, err error) {
	for _, c := range all {
		added, err := newCrawl(c)
		if err != nil {
			return nil, err
		}
		crawls = append(crawls, added)
	}
	return crawls, nil
}

// newCrawl reads a crawl. An external link is known by its normalized URL in
// lower case without the slash at the end, as in BeeBot. A crawl without pages
// or external links is an [lab.InputError], one that cannot be read is not.
func newCrawl(c *site.Crawl) (*crawl, error) {
	if c.Graph == nil || len(c.Graph.Pages) == 0 {
		return nil, lab.Invalid("the crawl of %s has no page", c.Site)
	}
	if c.External == nil {
		return nil, lab.Invalid("the crawl of %s has no table of external links: "+
			"crawl it with the exporter external", c.Site)
	}
	g, places, err := withFailed(c)
	if err != nil {
		return nil, err
	}
	s := &crawl{graph: g}
	for _, p := range g.Pages {
		s.url = append(s.url, p.URL)
	}
	numbers := map[string]int32{}
	pages := make([][]int32, len(s.url))
	for link, err := range c.External {
		if err != nil {
			return nil, fmt.Errorf("external links of %s: %w", c.Site, err)
		}
		if link.Source < 1 || link.Source > len(c.Graph.Pages) {
			return nil, fmt.Errorf("external links of %s: no page %d among %d", c.Site, link.Source, len(pages))
		}
		key := strings.TrimSuffix(strings.ToLower(link.Key), "/")
		number, ok := numbers[key]
		if !ok {
			number = int32(len(numbers))
			numbers[key] = number
		}
		at := places[link.Source-1]
		pages[at] = append(pages[at], number)
	}
	s.kinds = len(numbers)
	s.pack(pages)
	return s, nil
}

// pack lays the external links of the pages behind one another, each once.
func (c *crawl) pack(pages [][]int32) {
	c.from = make([]int, 1, len(pages)+1)
	for _, links := range pages {
		slices.Sort(links)
		c.external = append(c.external, slices.Compact(links)...)
		c.from = append(c.from, len(c.external))
	}
}

// pages returns the number of pages.
func (c *crawl) pages() int { return len(c.url) }

// links returns the external links of page p.
func (c *crawl) links(p int) []int32 { return c.external[c.from[p]:c.from[p+1]] }

// rewards returns what the pages bring in the order of the crawl.
func (c *crawl) rewards() []sites.Page {
	seen := newSeen(c)
	pages := make([]sites.Page, len(c.url))
	for p := range pages {
		pages[p] = seen.scan(c, p)
	}
	return pages
}

// seen counts, for every external link of a site, the pages scanned that have
// it.
type seen []int32

func newSeen(c *crawl) seen { return make(seen, c.kinds) }

// scan adds page p and returns what it brought.
func (n seen) scan(c *crawl, p int) sites.Page {
	var page sites.Page
	for _, link := range c.links(p) {
		switch n[link] {
		case 0:
			page.New++
		case 1:
			page.Again++
		}
		n[link]++
	}
	return page
}

// gain is the number of links that page p would bring.
func (n seen) gain(c *crawl, p int) int {
	gain := 0
	for _, link := range c.links(p) {
		if n[link] == 0 {
			gain++
		}
	}
	return gain
}

// withFailed returns the graph of a crawl with the URLs that failed among its
// pages: they bring nothing, lead nowhere, and each costs a page
// (specification 2.6). Of the pages that link to one the ledger knows the
// first. The order is that of the crawl, by depth, then normalized URL; places
// says where in it the crawl's own pages are.
func withFailed(c *site.Crawl) (g *site.Graph, places []int, err error) {
	pages, from, err := failedPages(c)
	if err != nil {
		return nil, nil, err
	}
	own := len(c.Graph.Pages)
	order := make([]int, len(pages))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(pages[a].Level, pages[b].Level), cmp.Compare(pages[a].Key, pages[b].Key))
	})
	places = make([]int, len(pages))
	for place, i := range order {
		places[i] = place
	}
	failed := make([][]uint32, own)
	for i := own; i < len(pages); i++ {
		failed[from[i-own]] = append(failed[from[i-own]], uint32(places[i]))
	}
	g = &site.Graph{Offsets: []int{0}}
	for _, i := range order {
		g.Pages = append(g.Pages, pages[i])
		if i < own {
			targets, _ := c.Graph.Out(i)
			for _, t := range targets {
				g.Targets = append(g.Targets, uint32(places[t]))
			}
			g.Targets = append(g.Targets, failed[i]...)
			slices.Sort(g.Targets[g.Offsets[len(g.Offsets)-1]:])
		}
		g.Offsets = append(g.Offsets, len(g.Targets))
	}
	g.Weights = make([]uint32, len(g.Targets))
	return g, places[:own], nil
}

// failedPages returns the pages of a crawl and, after them, the URLs that
// failed; from holds the page that links to each of these.
func failedPages(c *site.Crawl) (pages []site.Page, from []int, err error) {
	pages = slices.Clone(c.Graph.Pages)
	if c.Ledger == nil {
		return pages, nil, nil
	}
	numbers := make(map[string]int, len(pages))
	for i, p := range pages {
		numbers[p.Key] = i
	}
	for e, err := range c.Ledger {
		if err != nil {
			return nil, nil, fmt.Errorf("ledger of %s: %w", c.Site, err)
		}
		if e.State != site.StateStatus && e.State != site.StateFailed {
			continue
		}
		if source, ok := numbers[e.From]; ok && e.Level > 0 {
			pages = append(pages, site.Page{URL: e.URL, Key: e.Key, Level: e.Level})
			from = append(from, source)
		}
	}
	return pages, from, nil
}
