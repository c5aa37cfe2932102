package sitelab

import (
	"fmt"
	"slices"
	"strings"

	"sitegraph/schedule/sites"
	"sitegraph/site"
)

// Site is a finished crawl as the replay sees it. Addresses that turned out to
// be redirects or duplicates are no pages and cost nothing (specification 2.6:
// N counts pages); their links lead to the page that stands for them. Those
// that failed cost a page and bring nothing; see withFailed.
type Site struct {
	Name string
	// url is the address of each page, in the order of the crawl: by level,
	// then key. Page 0 is the home page.
	url []string
	// graph has the links among the pages.
	graph *site.Graph
	// external holds the distinct external addresses of page p, ascending
	// small numbers, in external[from[p]:from[p+1]]; kinds is how many there
	// are on the site.
	external []int32
	from     []int
	kinds    int
}

// NewSite reads a crawl. An external link is known by its normal form in lower
// case without the slash at the end, as in BeeBot.
func NewSite(c *site.Crawl) (*Site, error) {
	if c.Graph == nil || len(c.Graph.Pages) == 0 {
		return nil, fmt.Errorf("the crawl of %s has no page", c.Site)
	}
	if c.External == nil {
		return nil, fmt.Errorf("the crawl of %s has no table of external links: crawl it with the exporter external", c.Site)
	}
	g, places, err := withFailed(c)
	if err != nil {
		return nil, err
	}
	s := &Site{Name: c.Name, graph: g}
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
func (s *Site) pack(pages [][]int32) {
	s.from = make([]int, 1, len(pages)+1)
	for _, links := range pages {
		slices.Sort(links)
		s.external = append(s.external, slices.Compact(links)...)
		s.from = append(s.from, len(s.external))
	}
}

// Pages returns the number of pages.
func (s *Site) Pages() int { return len(s.url) }

// External returns the number of distinct external links.
func (s *Site) External() int { return s.kinds }

// links returns the external links of page p.
func (s *Site) links(p int) []int32 { return s.external[s.from[p]:s.from[p+1]] }

// rewards returns what the pages bring in the order of the crawl.
func (s *Site) rewards() []sites.Page {
	seen := newSeen(s)
	pages := make([]sites.Page, len(s.url))
	for p := range pages {
		pages[p] = seen.scan(s, p)
	}
	return pages
}

// seen counts, for every external link of a site, the pages scanned that have
// it.
type seen []int32

func newSeen(s *Site) seen { return make(seen, s.kinds) }

// scan adds page p and returns what it brought.
func (n seen) scan(s *Site, p int) sites.Page {
	var page sites.Page
	for _, link := range s.links(p) {
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
func (n seen) gain(s *Site, p int) int {
	gain := 0
	for _, link := range s.links(p) {
		if n[link] == 0 {
			gain++
		}
	}
	return gain
}
