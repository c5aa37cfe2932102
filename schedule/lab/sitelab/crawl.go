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
// URLs that failed are pages that bring nothing and lead nowhere.
type crawl struct {
	// url is the URL of each page, in the order of the crawl: by depth, then
	// normalized URL. Page 0 is the home page.
	url []string
	// out are the pages that each page links to, ascending.
	out [][]uint32
	// external are the distinct external URLs of each page, ascending numbers
	// below kinds, which is how many there are on the site.
	external [][]int32
	kinds    int
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
	s, places, err := newCrawlGraph(c)
	if err != nil {
		return nil, err
	}
	numbers := map[string]int32{}
	for link, err := range c.External {
		if err != nil {
			return nil, fmt.Errorf("external links of %s: %w", c.Site, err)
		}
		if link.Source < 1 || link.Source > len(c.Graph.Pages) {
			return nil, fmt.Errorf("external links of %s: no page %d among %d", c.Site, link.Source, s.pages())
		}
		key := strings.TrimSuffix(strings.ToLower(link.Key), "/")
		number, ok := numbers[key]
		if !ok {
			number = int32(len(numbers))
			numbers[key] = number
		}
		page := &s.external[places[link.Source-1]]
		*page = append(*page, number)
	}
	s.kinds = len(numbers)
	for p, links := range s.external {
		slices.Sort(links)
		s.external[p] = slices.Compact(links)
	}
	return s, nil
}

// newCrawlGraph makes the pages and links of a crawl, with the URLs that failed
// among the pages, since each costs one (specification 2.6). Of the pages that
// link to one of these the ledger knows the first. places says where the pages
// of the crawl are.
func newCrawlGraph(c *site.Crawl) (s *crawl, places []uint32, err error) {
	pages, from, err := failedPages(c)
	if err != nil {
		return nil, nil, err
	}
	order := make([]int, len(pages))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(pages[a].Level, pages[b].Level), cmp.Compare(pages[a].Key, pages[b].Key))
	})
	s = &crawl{out: make([][]uint32, len(pages)), external: make([][]int32, len(pages))}
	places = make([]uint32, len(pages))
	for place, i := range order {
		places[i] = uint32(place)
		s.url = append(s.url, pages[i].URL)
	}

	own := len(c.Graph.Pages)
	for i, source := range from {
		s.out[places[source]] = append(s.out[places[source]], places[own+i])
	}
	for i := range own {
		out := &s.out[places[i]]
		targets, _ := c.Graph.Out(i)
		for _, t := range targets {
			*out = append(*out, places[t])
		}
		slices.Sort(*out)
	}
	return s, places, nil
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
		source, ok := numbers[e.From]
		if ok && e.Level > 0 && (e.State == site.StateStatus || e.State == site.StateFailed) {
			pages = append(pages, site.Page{URL: e.URL, Key: e.Key, Level: e.Level})
			from = append(from, source)
		}
	}
	return pages, from, nil
}

// pages returns the number of pages.
func (c *crawl) pages() int { return len(c.url) }

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
	for _, link := range c.external[p] {
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
	for _, link := range c.external[p] {
		if n[link] == 0 {
			gain++
		}
	}
	return gain
}
