package report

import (
	"cmp"
	"fmt"

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
		rows.Rows = append(rows.Rows, append(rep.scoreRow(cell, a.Score), text{Text: clean(a.Ended)}))
	}
	if len(rep.card.Agents) > 1 {
		all := rep.card.All
		all.BestVisit = 0 // it is above
		rows.Rows = append(rows.Rows, append(rep.scoreRow(text{Mark: markOf(site.Nobody), Text: "all together"}, all),
			text{}))
	}
	rep.add("topics", "The topics", paragraphs(schemes[rep.search.Scheme], rep.definitions(), commonText(&rep.card)),
		rows.blocks(), rep.beginnings())
}

func (rep *searchReport) scoreRow(name text, s stats.Score) []text {
	best := text{}
	if v := rep.names.visit(s.BestVisit); v != nil {
		best = text{Text: rep.names.titleOf(v), Link: link(v.URL), Below: "relevance " + relevance(s.Best)}
	}
	return cells(name, s.Visited, s.Stored, share(s.OnTopicShare), share(s.StoredShare), share(s.AgainShare), s.Energy,
		s.Bought, s.Sold, best)
}

func (rep *searchReport) definitions() string {
	on := "A page is on topic if its relevance to the topic of the agent that fetched it is at least " +
		wording.Number(rep.card.Understanding) + ", the understanding."
	switch rep.card.All.JudgedBy {
	case stats.ByLabel:
		on = "A page is on topic if its URL has the label of the topic, which the agents cannot see."
	case stats.ByBoth:
		var labelled []string
		for i, a := range rep.search.Agents {
			if a.Labelled {
				labelled = append(labelled, rep.names.topic(i))
			}
		}
		on += " For " + wording.ListFirst(labelled, rowsShown) +
			" a label of the URL decides, which the agents cannot see."
	}
	return on + " Stored are pages with at least that relevance, each content once" +
		map[bool]string{true: " by each agent", false: ""}[rep.search.Scheme == "separate"] + "."
}

func commonText(card *stats.ScoreCard) string {
	n := card.Common
	if n == 0 {
		return ""
	}
	return wording.Capital(pages(n)) + " of the common seeds " + wording.Form(n, "is", "are") +
		" relevant to no topic and belong" + wording.Form(n, "s", "") + " to no agent; no number counts " +
		wording.Form(n, "it.", "them.")
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

// listed writes some of a list from a file of settings, or none.
func listed(all []string) string {
	var some []string
	for _, text := range all {
		some = append(some, clean(text))
	}
	return cmp.Or(wording.ListFirst(some, 10), "none")
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
	text := fmt.Sprintf("Of %s visited, %s on topic (%s).", pages(all.Visited),
		wording.Count(all.OnTopic, "is", "are"), wording.Percent(all.OnTopicShare))
	if half := all.Harvest[(len(all.Harvest)-1)/2]; half.Pages < all.Visited {
		text += fmt.Sprintf(" After %s it was %s.", pages(half.Pages), wording.Percent(half.OnTopic))
	}
	return text + " Where a curve falls, later pages are less often on topic."
}

// harvestTable has the first numbers, and some more up to the last.
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
