package tables

import (
	"cmp"
	"iter"

	"sitegraph/site"
	"sitegraph/stats"
)

func (b *builder) crawl(c *site.Crawl) error {
	pages := make([]uint32, len(c.Graph.Pages)+1) // the URLs by the ids of pages
	for i, p := range c.Graph.Pages {
		pages[i+1] = b.url(p.URL)
	}
	for _, write := range []func(*site.Crawl, []uint32) error{b.pages, b.ledger, b.external, b.hosts, b.bad,
		b.sitemap, b.linked, b.problems} {
		if err := write(c, pages); err != nil {
			return err
		}
	}
	return nil
}

func (b *builder) pages(c *site.Crawl, urls []uint32) error {
	t, in := b.table(Pages), c.Graph.InDegrees()
	for i := range c.Graph.Pages {
		p := &c.Graph.Pages[i]
		facts, words := cmp.Or(p.Facts, &site.Facts{}), -1
		if p.Facts != nil {
			words = facts.Words
		}
		err := b.add(t, urls[i+1], b.text(p.Title), number(p.Level), number(in[i]), number(c.Graph.OutDegree(i)),
			number(p.ExternalLinks), number(p.Status), b.text(p.ContentType), number(p.Bytes), b.text(p.Lang),
			number(words), b.text(facts.H1), b.text(facts.Description))
		if err != nil {
			return err
		}
	}
	return nil
}

// ledger writes the ledger, and the links to what is in it but for other sites.
func (b *builder) ledger(c *site.Crawl, pages []uint32) error {
	t, links, places := b.table(Ledger), b.table(Links), b.places(c.Graph)
	for e, err := range c.Ledger {
		if err != nil {
			return err
		}
		url, state, page := b.url(e.URL), b.text(string(e.State)), b.url(e.Page)
		level, status := number(e.Level), number(cmp.Or(e.Status, -1))
		if err := b.add(t, b.url(e.Key), url, state, level, status, b.text(e.Why()), page, b.url(e.From)); err != nil {
			return err
		}
		if e.State == site.StateExternal {
			continue
		}
		for _, from := range c.Mentions(e.Key) {
			err := b.add(links, pages[from], url, state, level, status, page, b.text(places(from, page)))
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// places returns a function that tells the best place of the links from the page of an id to the page whose code
// of the key is given; "" if it is unknown, or there is no such page.
func (b *builder) places(g *site.Graph) func(from int, key uint32) string {
	if g.Places == nil {
		return func(int, uint32) string { return "" }
	}
	index := make(map[uint32]uint32, len(g.Pages))
	for i := range g.Pages {
		index[b.url(g.Pages[i].Key)] = uint32(i)
	}
	return func(from int, key uint32) string {
		if to, ok := index[key]; ok {
			if at, ok := g.Arc(from-1, int(to)); ok {
				return g.Places[at].String()
			}
		}
		return ""
	}
}

func (b *builder) external(c *site.Crawl, pages []uint32) error {
	t := b.table(External)
	return each(c.External, func(l site.ExternalLink) error {
		return b.add(t, pages[l.Source], b.url(l.URL), b.text(l.Text), b.text(l.Rel), number(l.Count))
	})
}

// hosts writes the hosts that the site links to, those with most links first.
func (b *builder) hosts(c *site.Crawl, _ []uint32) error {
	t := b.table(Hosts)
	all, err := stats.OutsideHosts(c)
	for _, h := range all {
		if err == nil {
			err = b.add(t, b.text(h.Host), number(h.Links), number(h.Pages), number(h.URLs), b.url(h.FirstURL))
		}
	}
	return err
}

func (b *builder) bad(c *site.Crawl, pages []uint32) error {
	t := b.table(Bad)
	return each(c.Bad, func(l site.BadLink) error {
		return b.add(t, pages[l.Source], b.text(l.Href), b.text(l.Fault.Error()), b.text(l.Text), number(l.Count))
	})
}

// sitemap writes what sitemaps list, of a crawl that read them.
func (b *builder) sitemap(c *site.Crawl, _ []uint32) error {
	t := b.table(Sitemap)
	if c.Sitemaps == nil {
		return nil
	}
	return each(c.Sitemaps.Entries, func(e site.SitemapEntry) error {
		return b.add(t, b.url(e.URL), b.url(e.Sitemap), b.text(string(e.Finding)), number(cmp.Or(e.Status, -1)),
			b.url(e.Page), b.text(e.Detail))
	})
}

// linked writes the URLs that were checked, of a crawl that checked some.
func (b *builder) linked(c *site.Crawl, pages []uint32) error {
	t := b.table(Linked)
	for _, l := range c.Linked {
		first := b.url("")
		if len(l.Pages) > 0 {
			first = pages[l.Pages[0]]
		}
		err := b.add(t, b.url(l.URL), b.text(l.KindNames()), b.text(l.Check.State.Name()),
			number(cmp.Or(l.Check.Status, -1)), b.text(l.Check.Why()), b.url(l.Check.URL), number(l.PageCount()), first)
		if err != nil {
			return err
		}
	}
	return nil
}

func (b *builder) problems(c *site.Crawl, _ []uint32) error {
	t := b.table(Problems)
	if c.Searched != nil { // agents look for none
		return nil
	}
	found, kinds, err := stats.FindProblems(c)
	if err != nil {
		return err
	}
	severities := stats.Severities(kinds)
	return each(found, func(o stats.Occurrence) error {
		return b.add(t, b.text(severities[o.Kind]), b.text(o.Kind), b.url(o.URL), b.text(o.Detail),
			number(cmp.Or(o.SourceCount, len(o.Sources))))
	})
}

func each[T any](rows iter.Seq2[T, error], f func(T) error) error {
	for row, err := range rows {
		if err == nil {
			err = f(row)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
