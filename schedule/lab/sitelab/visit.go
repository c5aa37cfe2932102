package sitelab

import (
	"sitegraph/schedule/order"
	"sitegraph/schedule/sites"
	"sitegraph/site"
)

// decider decides which URL is next, as [order.Order] does.
type decider interface {
	Next() (site int, number uint32, ok bool)
	Done(site int, number uint32, out site.Outcome) error
}

// visitor is a site that is crawled.
type visitor interface {
	// request says what became of a URL, which is known and was not requested.
	request(number uint32) site.Outcome
	// links are the numbers of the URLs that a page read links to.
	links(number uint32) []uint32
}

// decide has URLs requested until so many pages are processed, and returns the
// links found after n pages, for n from 0 on.
func decide(d decider, all []visitor, pages int) ([]int, error) {
	found := []int{0}
	for len(found) <= pages {
		i, number, ok := d.Next()
		if !ok {
			break
		}
		out := all[i].request(number)
		if err := d.Done(i, number, out); err != nil {
			return nil, err
		}
		if !out.Free {
			found = append(found, found[len(found)-1]+out.Found)
		}
	}
	return found, nil
}

// crawlBy crawls the sites in an order, as decide does.
func crawlBy(o order.Options, all []visitor, pages int) ([]int, error) {
	o.Sites, o.Budget = len(all), pages
	o.Links = func(i int, number uint32) []uint32 { return all[i].links(number) }
	d, err := order.New(o)
	if err != nil {
		return nil, err
	}
	return decide(d, all, pages)
}

// visit crawls a finished crawl again. Of a page and its duplicates the one that
// comes first is the page. A URL's number is its place among those known.
type visit struct {
	*crawl
	seen      seen
	known     []uint32 // by number
	number    []uint32 // of a URL + 1, 0 if it is not known
	depth     []int
	requested []bool
	standsFor []uint32 // the URL that stands for an alias, or nowhere
	first     []uint32 // the URL at which a page was read, or nowhere
	scratch   []uint32
	log       []request
}

// request is one of a visit.
type request struct {
	url uint32
	site.Outcome
}

func newVisit(c *crawl) *visit {
	n := len(c.urls)
	v := &visit{crawl: c, seen: newSeen(c), number: make([]uint32, n), depth: make([]int, n),
		requested: make([]bool, n), standsFor: make([]uint32, n), first: make([]uint32, c.pages())}
	for u := range v.standsFor {
		v.standsFor[u] = nowhere
	}
	for p := range v.first {
		v.first[p] = nowhere
	}
	v.discover(0, 0)
	return v
}

// visits are visits of crawls.
func visits(crawls []*crawl) []visitor {
	all := make([]visitor, len(crawls))
	for i, c := range crawls {
		all[i] = newVisit(c)
	}
	return all
}

// discover reports whether a URL becomes known.
func (v *visit) discover(u uint32, depth int) bool {
	if v.number[u] != 0 {
		v.depth[u] = min(v.depth[u], depth)
		return false
	}
	v.known = append(v.known, u)
	v.number[u], v.depth[u] = uint32(len(v.known)), depth
	return true
}

func (v *visit) request(number uint32) site.Outcome {
	u := v.known[number]
	v.requested[u] = true
	out := site.Outcome{Kind: site.OutcomeGone}
	switch a := v.urls[u]; a.kind {
	case content:
		out = v.read(u, a.page)
	case redirect:
		out = v.follow(u)
	case forbidden:
		out.Free = true
	}
	v.log = append(v.log, request{u, out})
	return out
}

func (v *visit) read(u, page uint32) (out site.Outcome) {
	if first := v.first[page]; first != nowhere {
		return v.merge(u, first)
	}
	v.first[page] = u
	for _, to := range v.out[page] {
		if v.discover(to, v.depth[u]+1) {
			out.Known = append(out.Known, site.Known{Key: v.urls[to].key, Depth: v.depth[to]})
		}
	}
	out.Links = v.links(v.number[u] - 1)
	out.Found, out.Again = v.seen.scan(v.crawl, page)
	return out
}

// follow goes to the end of a redirect as far as it was requested.
func (v *visit) follow(u uint32) site.Outcome {
	gone := site.Outcome{Kind: site.OutcomeGone, Free: true}
	to := v.urls[u].into
	for hops := 0; to != nowhere && v.requested[to] && v.urls[to].kind == redirect; hops++ {
		if to = v.urls[to].into; hops > len(v.urls) {
			return gone // a circle
		}
	}
	if to == nowhere || v.requested[to] && v.urls[to].kind != content {
		return gone
	}
	fresh := v.discover(to, v.depth[u])
	out := v.merge(u, to)
	out.Free = true
	if fresh {
		out.Known = []site.Known{{Key: v.urls[to].key, Depth: v.depth[to]}}
	}
	return out
}

// merge has a URL stand for another one.
func (v *visit) merge(u, into uint32) site.Outcome {
	v.standsFor[u] = v.stands(into)
	return site.Outcome{Kind: site.OutcomeMerged, Into: v.number[v.standsFor[u]] - 1}
}

// stands is the URL that stands for a URL.
func (v *visit) stands(u uint32) uint32 {
	for v.standsFor[u] != nowhere {
		u = v.standsFor[u]
	}
	return u
}

func (v *visit) links(number uint32) []uint32 {
	v.scratch = v.scratch[:0]
	for _, to := range v.out[v.urls[v.known[number]].page] {
		v.scratch = append(v.scratch, v.number[v.stands(to)]-1)
	}
	return v.scratch
}

// rewards returns what the pages processed bring in the order by depth.
func (c *crawl) rewards() (pages []sites.Page, err error) {
	v := newVisit(c)
	if _, err := crawlBy(order.Options{}, []visitor{v}, len(c.urls)); err != nil {
		return nil, err
	}
	for _, r := range v.log {
		if !r.Free {
			pages = append(pages, sites.Page{New: r.Found, Again: r.Again})
		}
	}
	return pages, nil
}

// chain is a site of which only is known what its pages bring: each leads to the
// next one.
type chain []sites.Page

func (c chain) request(number uint32) site.Outcome {
	if len(c) == 0 {
		return site.Outcome{Kind: site.OutcomeGone, Free: true}
	}
	out := site.Outcome{Found: c[number].New, Again: c[number].Again}
	if next := int(number) + 1; next < len(c) {
		out.Known = []site.Known{{Depth: next}}
	}
	return out
}

func (chain) links(uint32) []uint32 { return nil }

// inTurn takes the URLs of all sites in the order in which they became known.
type inTurn struct {
	waiting []spot
	known   []int // URLs of each site
	taken   map[spot]bool
}

func newInTurn(sites int) *inTurn {
	t := &inTurn{known: make([]int, sites), taken: map[spot]bool{}}
	for i := range sites {
		t.add(i)
	}
	return t
}

func (t *inTurn) add(i int) {
	t.waiting = append(t.waiting, spot{i, uint32(t.known[i])})
	t.known[i]++
}

// Next implements decider.
func (t *inTurn) Next() (int, uint32, bool) {
	for len(t.waiting) > 0 {
		first := t.waiting[0]
		t.waiting = t.waiting[1:]
		if !t.taken[first] {
			t.taken[first] = true
			return first.site, first.url, true
		}
	}
	return 0, 0, false
}

// Done implements decider.
func (t *inTurn) Done(i int, _ uint32, out site.Outcome) error {
	for range out.Known {
		t.add(i)
	}
	if out.Free && out.Kind == site.OutcomeMerged {
		t.waiting = append([]spot{{i, out.Into}}, t.waiting...)
	}
	return nil
}
