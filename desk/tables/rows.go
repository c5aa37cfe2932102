package tables

import (
	"cmp"
	"iter"

	"sitegraph/export"
	"sitegraph/site"
	"sitegraph/stats"
)

func (b *builder) crawl(c *site.Crawl) error {
	pages := make([]uint32, len(c.Graph.Pages)+1) // the URLs by the ids of pages
	for i, p := range c.Graph.Pages {
		pages[i+1] = b.url(p.URL)
	}
	hosts, err := stats.OutsideHosts(c)
	return cmp.Or(err, b.list(Pages, export.Pages(c)), b.ledger(c, pages), b.list(External, export.External(c)),
		b.list(Hosts, export.Hosts(hosts)), b.list(Bad, export.Bad(c)), b.list(Sitemap, export.Sitemap(c.Sitemaps)),
		b.list(Linked, export.Linked(c.Linked, c.Graph)), b.problems(c))
}

func (b *builder) search(s *site.Search) error {
	visited := &site.Graph{} // its pages are the visits
	for i := range s.Visits {
		visited.Pages = append(visited.Pages, site.Page{URL: s.Visits[i].URL})
	}
	return cmp.Or(b.list(Visits, export.Visits(s)), b.list(Market, export.Market(s)),
		b.list(Waiting, export.Waiting(s)), b.list(Sitemap, export.Sitemap(s.Sitemaps)),
		b.list(Linked, export.Linked(s.Linked, visited)))
}

func (b *builder) list(name string, of export.Listing) error {
	t := b.table(name)
	return each(of.Rows, func(row *export.Row) error { return b.row(t, row) })
}

func (b *builder) row(t *tableWriter, row *export.Row) error {
	t.codes = t.codes[:0]
	for _, at := range t.places {
		t.codes = append(t.codes, b.code(&row.Cells()[at]))
	}
	return b.add(t, t.codes...)
}

func (b *builder) code(c *export.Cell) uint32 {
	switch {
	case c.Kind == URL:
		return b.url(c.Text)
	case c.Kind == Text:
		return b.text(c.Text)
	case !c.Known:
		return 0
	case c.Kind == Decimal:
		return decimal(c.Decimal)
	}
	return number(c.Number)
}

// ledger writes the ledger, and the links to what is in it but for other sites.
func (b *builder) ledger(c *site.Crawl, pages []uint32) error {
	t, links, places := b.table(Ledger), b.table(Links), b.places(c.Graph)
	var row export.Row
	return each(c.Ledger, func(e site.Entry) error {
		row.Reset()
		export.LedgerRow(&row, &e)
		if err := b.row(t, &row); err != nil || e.State == site.StateExternal {
			return err
		}
		url, state, level, status, page := t.codes[1], t.codes[2], t.codes[3], t.codes[4], t.codes[6]
		for _, from := range c.Mentions(e.Key) {
			err := b.add(links, pages[from], url, state, level, status, page, b.text(places(from, page)))
			if err != nil {
				return err
			}
		}
		return nil
	})
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

func (b *builder) problems(c *site.Crawl) error {
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
