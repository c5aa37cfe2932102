package sitelab

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"sitegraph/schedule/lab"
	"sitegraph/site"
)

// crawl is a finished crawl as the replay sees it: the URLs that a crawl
// requests, and what it gets there.
type crawl struct {
	// urls begin with the pages, in the order of the crawl; URL 0 is the home
	// page.
	urls []address
	// out are the URLs that each page links to, by key.
	out [][]uint32
	// external are the distinct external URLs of each page, ascending numbers
	// below kinds, which is how many there are on the site.
	external [][]int32
	kinds    int
}

// address is a URL of a crawl.
type address struct {
	key  string // the normalized URL
	kind kind
	page uint32 // what is there, if it has content
	into uint32 // the URL that a redirect leads to, or nowhere
}

// kind is what a request of a URL brings. A redirect, and what robots.txt
// forbids, is free; all others cost a page (specification 2.6).
type kind uint8

const (
	content   kind = iota // a page or a duplicate of one
	worthless             // a failure, a status, something else than HTML
	redirect
	forbidden // by robots.txt
)

const nowhere = math.MaxUint32

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
	s, err := newURLs(c)
	if err != nil {
		return nil, fmt.Errorf("ledger of %s: %w", c.Site, err)
	}
	numbers := map[string]int32{}
	for link, err := range c.External {
		if err != nil {
			return nil, fmt.Errorf("external links of %s: %w", c.Site, err)
		}
		if link.Source < 1 || link.Source > s.pages() {
			return nil, fmt.Errorf("external links of %s: no page %d among %d", c.Site, link.Source, s.pages())
		}
		key := strings.TrimSuffix(strings.ToLower(link.Key), "/")
		number, ok := numbers[key]
		if !ok {
			number = int32(len(numbers))
			numbers[key] = number
		}
		page := &s.external[link.Source-1]
		*page = append(*page, number)
	}
	s.kinds = len(numbers)
	for p, links := range s.external {
		slices.Sort(links)
		s.external[p] = slices.Compact(links)
	}
	return s, nil
}

// pages returns the number of pages.
func (c *crawl) pages() int { return len(c.out) }

// newURLs reads the URLs and links of a crawl. Without a ledger there are only
// pages.
func newURLs(c *site.Crawl) (*crawl, error) {
	n := len(c.Graph.Pages)
	r := &crawlReader{crawl: &crawl{out: make([][]uint32, n), external: make([][]int32, n)},
		byKey: map[string]uint32{}, byURL: map[string]uint32{}, aliases: map[uint32][]uint32{}}
	for p, page := range c.Graph.Pages {
		r.add(address{key: page.Key, page: uint32(p), into: nowhere}, site.Entry{URL: page.URL})
	}
	if c.Ledger != nil {
		for e, err := range c.Ledger {
			if err != nil {
				return nil, err
			}
			r.enter(e)
		}
	}
	r.resolve()
	if err := r.link(c); err != nil {
		return nil, err
	}
	for p, out := range r.out {
		slices.SortFunc(out, func(a, b uint32) int { return cmp.Compare(r.urls[a].key, r.urls[b].key) })
		r.out[p] = slices.Compact(out)
	}
	return r.crawl, nil
}

// crawlReader makes the URLs of a crawl.
type crawlReader struct {
	*crawl
	entries      []site.Entry      // of the URLs
	byKey, byURL map[string]uint32 // aliases of the home page lead to it
	// aliases are those of a page that pages link to, by the first of these.
	aliases map[uint32][]uint32
}

func (r *crawlReader) add(a address, e site.Entry) {
	number := uint32(len(r.urls))
	r.byKey[a.key], r.byURL[e.URL] = number, number
	r.urls, r.entries = append(r.urls, a), append(r.entries, e)
}

// enter takes a row of the ledger, if its URL was requested. Redirects of the
// home page are part of the request of that.
func (r *crawlReader) enter(e site.Entry) {
	a := address{key: e.Key, into: nowhere}
	switch e.State {
	case site.StatePage:
		if p, ok := r.byKey[e.Key]; ok {
			r.entries[p] = e
		}
		return
	case site.StateDuplicate, site.StateCanonical:
		page, ok := r.byKey[e.Page]
		if !ok {
			return
		}
		a.page = page
	case site.StateRedirect, site.StateBoth, site.StateHop, site.StateRedirectLost, site.StateRedirectOut,
		site.StateRedirectBad:
		a.kind = redirect
	case site.StateRobots:
		a.kind = forbidden
	case site.StateStatus, site.StateRefused, site.StateFailed, site.StateNotHTML:
		a.kind = worthless
	default:
		return
	}
	if e.Level == 0 {
		r.byKey[e.Key], r.byURL[e.URL] = 0, 0
		return
	}
	r.add(a, e)
}

// resolve finds where redirects lead, and the aliases of pages.
func (r *crawlReader) resolve() {
	for u := range r.urls {
		a, e := &r.urls[u], &r.entries[u]
		if a.kind == redirect {
			a.into = r.targetOf(e)
		}
		if page, ok := r.byKey[e.Page]; ok && int(page) != u && r.from(uint32(u)) >= 0 {
			r.aliases[page] = append(r.aliases[page], uint32(u))
		}
	}
	for _, all := range r.aliases {
		slices.SortStableFunc(all, func(a, b uint32) int { return r.from(a) - r.from(b) })
	}
}

// targetOf is the URL that a redirect leads to; nowhere if it is none of the
// site that was requested. Of a chain that leads to no page the ledger has the
// end only.
func (r *crawlReader) targetOf(e *site.Entry) uint32 {
	if u, ok := r.byKey[e.Reason.Target]; ok {
		return u
	}
	if u, ok := r.byURL[e.Reason.Target]; ok {
		return u
	}
	if u, ok := r.byKey[e.Page]; ok {
		return u
	}
	return nowhere
}

// from is the first page that links to a URL, -1 if none does or that is not
// known.
func (r *crawlReader) from(u uint32) int {
	if e := &r.entries[u]; e.From != "" {
		if p, ok := r.byKey[e.From]; ok {
			return int(p)
		}
	}
	return -1
}

// seen counts, for every external link of a site, the pages scanned that have
// it.
type seen []int32

func newSeen(c *crawl) seen { return make(seen, c.kinds) }

// scan adds a page and returns how many links of it are new, and how many had
// been on exactly one page.
func (n seen) scan(c *crawl, page uint32) (found, again int) {
	for _, link := range c.external[page] {
		switch n[link] {
		case 0:
			found++
		case 1:
			again++
		}
		n[link]++
	}
	return found, again
}

// gain is the number of links that a page would bring.
func (n seen) gain(c *crawl, page uint32) int {
	gain := 0
	for _, link := range c.external[page] {
		if n[link] == 0 {
			gain++
		}
	}
	return gain
}
