package tables

import (
	"cmp"
	"strconv"

	"sitegraph/site"
	"sitegraph/stats"
)

func (b *builder) search(s *site.Search) error {
	urls, agents := make([]uint32, len(s.Visits)+1), map[int]uint32{site.Nobody: b.text("")} // urls by number of visit
	urls[0] = b.url("")
	for i, a := range s.Agents {
		agents[i] = b.text(a.Name)
	}
	for i := range s.Visits {
		urls[i+1] = b.url(s.Visits[i].URL)
	}
	for _, write := range []func(*site.Search, []uint32, map[int]uint32) error{b.visits, b.market, b.waiting} {
		if err := write(s, urls, agents); err != nil {
			return err
		}
	}
	of := &site.Crawl{Sitemaps: s.Sitemaps, Linked: s.Linked} // whose pages are visits
	return cmp.Or(b.sitemap(of, urls), b.linked(of, urls))
}

func (b *builder) visits(s *site.Search, urls []uint32, agents map[int]uint32) error {
	t := b.table(Visits)
	for i := range s.Visits {
		v := &s.Visits[i]
		relevance := uint32(0)
		if v.Agent != site.Nobody && v.Agent < len(v.Relevance) {
			relevance = decimal(stats.Round(v.Relevance[v.Agent]))
		}
		why := site.Entry{State: v.State, Status: v.Status, Reason: v.Reason}.Why()
		err := b.add(t, number(v.Number), agents[v.Agent], urls[i+1], b.text(string(v.State)),
			number(cmp.Or(v.Status, -1)), relevance, b.text(strconv.FormatBool(v.Stored)),
			decimal(stats.Round(v.Estimate)), number(v.Depth), agents[v.FoundBy], urls[v.Link], b.text(v.Anchor),
			decimal(stats.Round(v.Time)), b.text(why))
		if err != nil {
			return err
		}
	}
	return nil
}

func (b *builder) market(s *site.Search, _ []uint32, agents map[int]uint32) error {
	t := b.table(Market)
	for i, m := range s.Markets {
		for _, sale := range m.Sales {
			err := b.add(t, number(i+1), decimal(stats.Round(m.Time)), b.url(sale.URL), agents[sale.From],
				agents[sale.To], decimal(stats.Round(sale.SellerValue)), decimal(stats.Round(sale.Value)),
				decimal(stats.Round(sale.Price)))
			if err != nil {
				return err
			}
		}
	}
	return nil
}

func (b *builder) waiting(s *site.Search, urls []uint32, agents map[int]uint32) error {
	t := b.table(Waiting)
	for _, w := range s.Waiting {
		err := b.add(t, agents[w.Agent], b.url(w.URL), decimal(stats.Round(w.Estimate)), urls[w.Link], b.text(w.Anchor))
		if err != nil {
			return err
		}
	}
	return nil
}
