package report

import (
	"cmp"
	"fmt"
	"slices"

	"sitegraph/site"
	"sitegraph/stats"
	"sitegraph/wording"
)

const (
	// salesShown is how many sales have rows.
	salesShown = 100
	inMarket   = "All are in market.csv."
)

func (rep *searchReport) market() {
	if len(rep.search.Agents) < 2 && rep.card.Markets.Held == 0 {
		return
	}
	rep.add("market", "The market",
		paragraphs(marketText(rep.search, rep.card.Markets), optimality(rep.card.Markets)),
		rep.trades(), rep.sales(), rep.markets())
}

func marketText(search *site.Search, m stats.MarketScore) string {
	if m.Held == 0 {
		if search.Scheme != "market" && search.Scheme != "random" {
			return "With the scheme " + clean(search.Scheme) + " no markets are held."
		}
		return "No market was held: there never were a URL to sell and an agent to buy it at the same time. An agent " +
			"sells what it cannot fetch, and buys once it has reached its target and has energy left."
	}
	text := fmt.Sprintf("In %s, %s offered (again each time if unsold) and %s sold.",
		wording.Count(m.Held, "market", "markets"), wording.Count(m.Offered, "URL was", "URLs were"), none(m.Sold))
	if m.Sold > 0 {
		text += fmt.Sprintf(" What was sold is worth %s to its buyers. Prices only decide who buys; nothing is paid.",
			wording.Number(m.Value))
	}
	return text
}

func optimality(m stats.MarketScore) string {
	switch {
	case m.Held == 0:
		return ""
	case m.AtOptimum == m.Held && m.Held == 1:
		return "The market reached the optimum: no other assignment is worth more to the buyers."
	case m.AtOptimum == m.Held:
		return "Every market reached the optimum: no other assignment is worth more to the buyers."
	}
	return fmt.Sprintf("%s of %s reached the optimum. The others lost %s of %s in all (%s); market %d lost most, %s.",
		wording.Grouped(m.AtOptimum), wording.Count(m.Held, "market", "markets"), wording.Number(m.Lost()),
		wording.Number(m.Optimum), wording.Percent(m.Lost()/m.Optimum), m.Worst, wording.Number(m.WorstLoss))
}

func (rep *searchReport) trades() []block {
	type pair struct{ from, to int }
	counts, values := map[pair]int{}, map[pair]float64{}
	var pairs []pair
	for _, m := range rep.search.Markets {
		for _, s := range m.Sales {
			p := pair{s.From, s.To}
			if counts[p]++; counts[p] == 1 {
				pairs = append(pairs, p)
			}
			values[p] += s.Value
		}
	}
	slices.SortFunc(pairs, func(a, b pair) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to))
	})
	rows := newTable("Who sold to whom", "seller", "buyer", "#URLs", "#worth to the buyer")
	for _, p := range first(&rows, pairs, rowsShown, inMarket) {
		rows.add(rep.names.agentCell(p.from), rep.names.agentCell(p.to), counts[p], values[p])
	}
	return rows.blocks()
}

func (rep *searchReport) sales() []block {
	type sale struct {
		site.Sale
		market int
	}
	var all []sale
	for i, m := range rep.search.Markets {
		for _, s := range m.Sales {
			all = append(all, sale{s, i + 1})
		}
	}
	slices.SortStableFunc(all, func(a, b sale) int { return cmp.Compare(b.Value, a.Value) })
	rows := newTable("Sales by what they are worth to the buyer", "URL", "seller", "buyer", "#worth to the seller",
		"#worth to the buyer", "#price", "what came of it", "#market")
	fetched := visitsOfTasks(rep.search)
	for _, s := range first(&rows, all, salesShown, inMarket) {
		came := "not fetched yet"
		if v := fetched[task{s.URL, s.To}]; v != nil {
			came = rep.names.cameOf(v)
		}
		rows.add(urlCell(s.URL), rep.names.agentCell(s.From), rep.names.agentCell(s.To), relevance(s.SellerValue),
			relevance(s.Value), relevance(s.Price), came, s.market)
	}
	return folded(wording.Count(len(all), "sale", "sales"), rows)
}

type task struct {
	url   string
	agent int
}

func visitsOfTasks(search *site.Search) map[task]*site.Visit {
	all := map[task]*site.Visit{}
	for i := range search.Visits {
		v := &search.Visits[i]
		all[task{v.Key, v.Agent}] = v
	}
	return all
}

func (n visitNames) cameOf(v *site.Visit) string {
	value := " (" + relevance(relevanceTo(v, v.Agent)) + ")"
	switch {
	case v.Again:
		return "stored before" + value
	case v.Stored:
		return "stored" + value
	case len(v.Relevance) > 0:
		return "not relevant" + value
	}
	return outcome(v)
}

func (rep *searchReport) markets() []block {
	rows := newTable("The markets; times are in "+unitOfTime(rep.search), "#market", "#time", "#after visit",
		"#offered", "#buyers", "#sold", "#value", "#optimum")
	for i, m := range rep.search.Markets[:min(len(rep.search.Markets), rowsShown)] {
		rows.add(i+1, m.Time, m.After, m.Offered, m.Buyers, len(m.Sales), m.Value, m.Optimum)
	}
	first(&rows, rep.search.Markets, rowsShown, inMarket)
	return folded(wording.Count(len(rep.search.Markets), "market", "markets"), rows)
}
