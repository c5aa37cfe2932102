package report

import (
	"cmp"
	"fmt"

	"sitegraph/chart"
	"sitegraph/site"
	"sitegraph/stats"
	"sitegraph/wording"
)

// topics compares the agents.
func (rep *searchReport) topics() {
	rows := newTable("The topics; shares are of the pages visited", "topic", "#visited", "#stored", "#CR: on topic",
		"#RCR: stored", "#RR: stored again", "#energy left", "#bought", "#sold", "best page")
	for i, a := range rep.card.Agents {
		cell := rep.agentCell(i)
		cell.Below = clean(rep.search.Agents[i].Keywords)
		rows.Rows = append(rows.Rows, rep.scoreRow(cell, a.Score))
	}
	if len(rep.card.Agents) > 1 {
		all := rep.card.All
		all.BestVisit = 0 // it stands above
		rows.Rows = append(rows.Rows, rep.scoreRow(text{Mark: markOf(site.Nobody), Text: "all together"}, all))
	}
	rep.add("topics", "The topics", paragraphs(schemes[rep.search.Scheme], rep.definitions(), rep.commonText()),
		rep.table(rows), rep.beginnings())
}

func (rep *searchReport) scoreRow(name text, s stats.Score) []text {
	best := text{}
	if v := rep.visit(s.BestVisit); v != nil {
		best = text{Text: rep.titleOf(v), Link: link(v.URL), Below: "relevance " + relevance(s.Best)}
	}
	return cells(name, s.Visited, s.Stored, share(s.OnTopicShare), share(s.StoredShare), share(s.AgainShare), s.Energy,
		s.Bought, s.Sold, best)
}

// definitions says what the numbers of the topics mean.
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
				labelled = append(labelled, rep.topic(i))
			}
		}
		on += " For " + firstOf(labelled, rowsShown) + " a label of the URL decides, which the agents cannot see."
	}
	return on + " Stored are pages with at least that relevance, each content once" +
		map[bool]string{true: " by each agent", false: ""}[rep.search.Scheme == "separate"] + "."
}

func (rep *searchReport) commonText() string {
	n := rep.card.Common
	if n == 0 {
		return ""
	}
	return wording.Capital(pages(n)) + " of the common seeds " + wording.Form(n, "is", "are") +
		" relevant to no topic and belong" + wording.Form(n, "s", "") + " to nobody; no number counts " +
		wording.Form(n, "it.", "them.")
}

// beginnings says where the agents began and where they may go.
func (rep *searchReport) beginnings() []block {
	rows := newTable("Where each agent began, and the hosts it may visit", "topic", "seeds", "hosts", "#first energy",
		"#target", "#on topic by relevance", "#mean relevance")
	for i, a := range rep.search.Agents {
		score := rep.card.Agents[i]
		rows.add(rep.agentCell(i), listed(a.Seeds), listed(a.Hosts), a.FirstEnergy, a.Target, score.Relevant,
			relevance(score.MeanRelevance))
	}
	return rep.folded("Seeds and hosts", rows, "An agent buys only when it has stored as many pages as its target.")
}

// listed writes some of a list from a file of settings, or none.
func listed(all []string) string {
	var some []string
	for _, text := range all {
		some = append(some, clean(text))
	}
	return cmp.Or(firstOf(some, 10), "none")
}

// harvest shows how pages on topic came in.
func (rep *searchReport) harvest() {
	shares := func(p stats.HarvestPoint) float64 { return p.OnTopic }
	means := func(p stats.HarvestPoint) float64 { return p.MeanRelevance }
	w := chart.Words{Title: "Share of the pages on topic", X: "pages visited", Y: "share on topic so far",
		Description: rep.harvestText()}
	r := chart.Words{Title: "Mean relevance of the pages", X: "pages visited", Y: "mean relevance so far",
		Description: "The mean relevance of the pages visited so far, by page."}
	topics, all := rep.curves(shares)
	share := rep.described("harvest", chart.TopicShares(w, topics, all), rep.harvestTable())
	topics, all = rep.curves(means)
	rep.add("harvest", "The harvest", share, rep.figure("relevance", chart.TopicMeans(r, topics, all), table{}))
}

// curves are those of the topics, and that of all if there are several.
func (rep *searchReport) curves(value func(stats.HarvestPoint) float64) (topics []chart.Curve, all chart.Curve) {
	curve := func(name string, harvest []stats.HarvestPoint) chart.Curve {
		c := chart.Curve{Name: name}
		for _, p := range harvest {
			c.Points = append(c.Points, chart.Point{X: float64(p.Pages), Y: value(p)})
		}
		return c
	}
	for i, a := range rep.card.Agents {
		topics = append(topics, curve(wording.Begin(rep.topic(i), 40), a.Harvest))
	}
	if len(topics) > 1 {
		all = curve("all together", rep.card.All.Harvest)
	}
	return topics, all
}

func (rep *searchReport) harvestText() string {
	all := rep.card.All
	if all.Visited == 0 {
		return "No page was visited."
	}
	text := fmt.Sprintf("Of %s visited, %s on topic (%s).", pages(all.Visited),
		wording.Count(all.OnTopic, "is", "are"), wording.Percent(all.OnTopicShare))
	if half := all.Harvest[(len(all.Harvest)-1)/2]; half.Pages < all.Visited {
		text += fmt.Sprintf(" After %s it was %s.", pages(half.Pages), wording.Percent(half.OnTopic))
	}
	return text + " A curve that falls says that the topic is exhausted where the agent looks."
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
		add(rep.agentCell(i), a.Harvest)
	}
	return rows
}
