package export

import (
	"context"
	"errors"

	"sitegraph/site"
)

// WriteSearch writes the tables of a search by agents: visits.csv, market.csv and waiting.csv.
func WriteSearch(ctx context.Context, d *Dir, s *site.Search) error {
	return errors.Join(Visits(s).Write(ctx, d), Market(s).Write(ctx, d), Waiting(s).Write(ctx, d))
}

// Visits is visits.csv, a row a visit.
func Visits(s *site.Search) Listing {
	return List("visits.csv", site.WithoutErrors(s.Visits), func(r *Row, v *site.Visit) {
		own, relevance := v.Agent != site.Nobody && v.Agent < len(v.Relevance), 0.0
		if own {
			relevance = v.Relevance[v.Agent]
		}
		why := site.Entry{State: v.State, Status: v.Status, Reason: v.Reason}.Why()
		r.number("number", v.Number).text("agent", agentName(s, v.Agent)).text("found_by", agentName(s, v.FoundBy))
		r.url("url", v.URL).url("normalized_url", v.Key).text("state", string(v.State)).text("reason", why)
		r.positive("status", v.Status).positive("page", v.Page).number("level", v.Depth)
		r.decimal("estimate", v.Estimate).exactIf("relevance", own, rounded(relevance))
		r.flag("stored", v.Stored).flag("again", v.Again).positive("found_on", v.Link).aside("from", visited(s, v.Link))
		r.text("anchor", v.Anchor).decimal("time", v.Time)
		if own && s.Agents[v.Agent].Labelled {
			r.flag("on_topic", v.OnTopic)
		} else {
			r.text("on_topic", "")
		}
		r.entry(s, v.Link, v.Listed)
	})
}

// Market is market.csv, a row a sale.
func Market(s *site.Search) Listing {
	type sold struct {
		site.Sale
		market int
		time   float64
	}
	var all []sold
	for i, m := range s.Markets {
		for _, sale := range m.Sales {
			all = append(all, sold{sale, i + 1, m.Time})
		}
	}
	return List("market.csv", site.WithoutErrors(all), func(r *Row, m *sold) {
		r.number("market", m.market).decimal("time", m.time).url("normalized_url", m.URL)
		r.text("seller", agentName(s, m.From)).text("buyer", agentName(s, m.To))
		r.decimal("seller_value", m.SellerValue).decimal("value", m.Value).decimal("price", m.Price)
	})
}

// Waiting is waiting.csv, a row a URL that an agent did not visit.
func Waiting(s *site.Search) Listing {
	return List("waiting.csv", site.WithoutErrors(s.Waiting), func(r *Row, w *site.Waiting) {
		r.text("agent", agentName(s, w.Agent)).url("url", w.URL).url("normalized_url", w.Key)
		r.decimal("estimate", w.Estimate).positive("found_on", w.Link).aside("from", visited(s, w.Link))
		r.text("anchor", w.Anchor).entry(s, w.Link, w.Listed)
	})
}

// entry is how the search began at a URL, if it begins at what sitemaps list.
func (r *Row) entry(s *site.Search, link int, listed bool) {
	if s.BeginsAtListed() {
		r.text("entry", s.Entry(link, listed))
	}
}

// visited is the URL of a visit, "" for 0.
func visited(s *site.Search, number int) string {
	if number == 0 {
		return ""
	}
	return s.Visits[number-1].URL
}

func agentName(s *site.Search, agent int) string {
	if agent == site.Nobody || agent >= len(s.Agents) {
		return ""
	}
	return s.Agents[agent].Name
}
