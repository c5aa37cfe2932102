package report

import (
	"cmp"

	"sitegraph/report/chart"
	"sitegraph/site"
	"sitegraph/stats"
	"sitegraph/wording"
)

func (rep *searchReport) topics() {
	rows := newTable("The topics; shares are of the pages visited", "topic", "#visited", "#stored", "#CR: on topic",
		"#RCR: stored", "#RR: stored again", "#energy left", "#bought", "#sold", "best page", "ended")
	for i, a := range rep.card.Agents {
		cell := rep.names.agentCell(i)
		cell.Below = clean(rep.search.Agents[i].Keywords)
		rep.addScore(&rows, cell, a.Score, clean(a.Ended))
	}
	if len(rep.card.Agents) > 1 {
		all := rep.card.All
		all.BestVisit = 0 // a row above shows it
		rep.addScore(&rows, text{Mark: markOf(site.Nobody), Text: "all together"}, all, "")
	}
	rep.add("topics", "The topics", paragraphs(meaning("scheme", rep.search.Scheme), rep.definitions(),
		say("common seeds", rep.card.Common)), rows.blocks(), rep.beginnings())
}

func (rep *searchReport) addScore(rows *table, name text, s stats.Score, ended string) {
	best := text{}
	if v := rep.names.visit(s.BestVisit); v != nil {
		best = text{Text: rep.names.titleOf(v), Link: link(v.URL), Below: "relevance " + relevance(s.Best)}
	}
	rows.add(name, s.Visited, s.Stored, share(s.OnTopicShare), share(s.StoredShare), share(s.AgainShare), s.Energy,
		s.Bought, s.Sold, best, ended)
}

func (rep *searchReport) definitions() string {
	var labelled []string
	for i, a := range rep.search.Agents {
		if a.Labelled && rep.card.All.JudgedBy == stats.ByBoth {
			labelled = append(labelled, rep.names.topic(i))
		}
	}
	return say("on topic", about{"JudgedBy": rep.card.All.JudgedBy, "Least": rep.card.Understanding,
		"Labelled": wording.ListFirst(labelled, rowsShown), "Separate": rep.search.Scheme == "separate"})
}

func (rep *searchReport) beginnings() []block {
	rows := newTable("Where each agent began, and the hosts it may visit", "topic", "seeds", "hosts", "#first energy",
		"#target", "#on topic by relevance", "#mean relevance")
	for i, a := range rep.search.Agents {
		score := rep.card.Agents[i]
		rows.add(rep.names.agentCell(i), listed(a.Seeds), listed(a.Hosts), a.FirstEnergy, a.Target, score.Relevant,
			relevance(score.MeanRelevance))
	}
	return folded("Seeds and hosts", rows, "An agent buys only when it has stored as many pages as its target.")
}

// listed writes the first members of a list, or none.
func listed(all []string) string {
	return cmp.Or(wording.ListFirst(site.Each(all, clean), 10), "none")
}

func (rep *searchReport) harvest() {
	if rep.card.All.Visited == 0 {
		return
	}
	shares := func(p stats.HarvestPoint) float64 { return p.OnTopic }
	means := func(p stats.HarvestPoint) float64 { return p.MeanRelevance }
	w := chart.Words{Title: "Share of the pages on topic", X: "pages visited by the agent", Y: "share on topic so far",
		Description: rep.harvestText()}
	r := chart.Words{Title: "Mean relevance of the pages", X: "pages visited by the agent", Y: "mean relevance so far",
		Description: "The mean relevance of the pages visited so far, by page."}
	rep.add("harvest", "The harvest",
		described("harvest", chart.TopicShares(w, rep.curves(shares)), rep.harvestTable()),
		charted("relevance", chart.TopicMeans(r, rep.curves(means)), table{}))
}

func (rep *searchReport) curves(value func(stats.HarvestPoint) float64) (topics []chart.Curve) {
	for i, a := range rep.card.Agents {
		c := chart.Curve{Name: wording.Begin(rep.names.topic(i), 40)}
		for _, p := range a.Harvest {
			c.Points = append(c.Points, chart.Point{X: float64(p.Pages), Y: value(p)})
		}
		topics = append(topics, c)
	}
	return topics
}

func (rep *searchReport) harvestText() string {
	all := rep.card.All
	of := about{"Visited": all.Visited, "OnTopic": all.OnTopic, "OnTopicShare": all.OnTopicShare, "Half": nil}
	if half := all.Harvest[(len(all.Harvest)-1)/2]; half.Pages < all.Visited {
		of["Half"] = half
	}
	return say("harvest", of)
}

// harvestTable has about ten numbers for each topic, up to the last.
func (rep *searchReport) harvestTable() table {
	rows := newTable("The harvest by pages visited", "topic", "#pages", "#share on topic", "#mean relevance")
	add := func(name text, harvest []stats.HarvestPoint) {
		step := max(1, len(harvest)/10)
		for i := step - 1; i < len(harvest); i += step {
			rows.add(name, harvest[i].Pages, share(harvest[i].OnTopic), relevance(harvest[i].MeanRelevance))
		}
	}
	for i, a := range rep.card.Agents {
		add(rep.names.agentCell(i), a.Harvest)
	}
	if len(rep.card.Agents) > 1 {
		add(text{Mark: markOf(site.Nobody), Text: "all together"}, rep.card.All.Harvest)
	}
	return rows
}

const (
	salesShown = 100
	inMarket   = "All are in market.csv."
)

func (rep *searchReport) market() {
	if len(rep.search.Agents) < 2 && rep.card.Markets.Held == 0 {
		return
	}
	rep.add("market", "The market",
		paragraphs(say("market", about{"Markets": rep.card.Markets, "Scheme": rep.search.Scheme}),
			say("optimum", rep.card.Markets)),
		rep.trades(), rep.sales(), rep.markets())
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
	site.Sort(pairs, func(a, b pair) int {
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
		all = append(all, site.Each(m.Sales, func(s site.Sale) sale { return sale{s, i + 1} })...)
	}
	all = site.ByMost(all, func(s *sale) float64 { return s.Value })
	rows := newTable("Sales by what they are worth to the buyer", "URL", "seller", "buyer", "#worth to the seller",
		"#worth to the buyer", "#price", "what came of it", "#market")
	type task struct {
		url   string
		agent int
	}
	fetched := map[task]*site.Visit{}
	for i := range rep.search.Visits {
		v := &rep.search.Visits[i]
		fetched[task{v.Key, v.Agent}] = v
	}
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
	for i, m := range first(&rows, rep.search.Markets, rowsShown, inMarket) {
		rows.add(i+1, m.Time, m.After, m.Offered, m.Buyers, len(m.Sales), m.Value, m.Optimum)
	}
	return folded(wording.Count(len(rep.search.Markets), "market", "markets"), rows)
}
