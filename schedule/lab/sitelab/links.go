package sitelab

import (
	"fmt"
	"iter"

	"sitegraph/site"
)

// link enters the links of a crawl from the best table that it has.
func (r *crawlReader) link(c *site.Crawl) error {
	switch {
	case c.Mentions != nil && r.linkMentions(c.Mentions):
	case c.Links != nil:
		return r.linkAll(c.Links)
	default:
		r.linkArcs(c.Graph)
	}
	return nil
}

// linkAll enters the links of a crawl that kept every one, as links.csv has them.
func (r *crawlReader) linkAll(links iter.Seq2[site.Occurrence, error]) error {
	for l, err := range links {
		if err != nil {
			return err
		}
		if l.Source < 1 || l.Source > r.pages() {
			return fmt.Errorf("links.csv: no page %d among %d", l.Source, r.pages())
		}
		u, ok := r.byKey[l.URL]
		if !ok {
			u, ok = r.byURL[l.URL]
		}
		if ok {
			r.out[l.Source-1] = append(r.out[l.Source-1], u)
		} else if l.Target > 0 { // another spelling of a URL
			r.out[l.Source-1] = append(r.out[l.Source-1], uint32(l.Target-1))
		}
	}
	return nil
}

// linkMentions enters the links of a crawl that knows all of them, as the state
// does; a result folder knows none.
func (r *crawlReader) linkMentions(mentions func(key string) []int) (any bool) {
	for key, u := range r.byKey {
		for _, id := range mentions(key) {
			r.out[id-1] = append(r.out[id-1], u)
			any = true
		}
	}
	return any
}

// linkArcs enters the links of a crawl that knows arcs between pages, and for
// each URL the first page that links to it. An arc from a page before that one
// comes from a link to an alias.
func (r *crawlReader) linkArcs(g *site.Graph) {
	for u := range r.urls[r.pages():] {
		u += r.pages()
		if from := r.from(uint32(u)); from >= 0 {
			r.out[from] = append(r.out[from], uint32(u))
		}
	}
	for p := range r.pages() {
		targets, _ := g.Out(p)
		for _, t := range targets {
			r.out[p] = append(r.out[p], r.linked(p, t))
		}
	}
}

// linked is the URL through which a page links to another one.
func (r *crawlReader) linked(page int, to uint32) uint32 {
	if from := r.from(to); from >= 0 && from <= page {
		return to
	}
	if all := r.aliases[to]; len(all) > 0 && r.from(all[0]) <= page {
		return all[0]
	}
	return to
}
