package report

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"sitegraph/chart"
	"sitegraph/site"
	"sitegraph/stats"
	"sitegraph/wording"
)

// Search is what the report of a search by topical agents is made from.
type Search struct {
	// Search is its account, Card its score-card.
	Search *site.Search
	Card   stats.ScoreCard
	// Arcs counts the arcs among all pages visited.
	Arcs int
	// Map is that of all pages visited; nil leaves it out.
	Map *Picture
	// Settings are those a reader should know, Files the names of the files beside the report.
	Settings []Setting
	Files    []string
	// Version is the program's.
	Version string
}

// WriteSearch writes the report of a search by topical agents as one HTML file. The error is w's, or says what does not
// fit the search.
func WriteSearch(w io.Writer, in Search) error {
	if len(in.Card.Agents) != len(in.Search.Agents) {
		return fmt.Errorf("write the report of %s: a score-card of %d agents for %d", in.Search.Name,
			len(in.Card.Agents), len(in.Search.Agents))
	}
	rep := &searchReport{in: in, search: in.Search, card: in.Card}
	rep.style = chart.TopicStyle(len(in.Search.Agents)) + markStyle(len(in.Search.Agents)) + searchStyle
	rep.head()
	rep.cards()
	rep.topics()
	rep.trees()
	rep.harvest()
	rep.pages()
	if in.Map != nil {
		rep.picture = *in.Map
		rep.add("map", "Map", []block{{HTML: in.Map.HTML}})
	}
	rep.market()
	rep.notVisited()
	rep.waiting()
	rep.method()
	return rep.write(w)
}

type searchReport struct {
	document
	in     Search
	search *site.Search
	card   stats.ScoreCard
}

// markStyle has a class for what is marked with a topic's colour: topic-1 is that of the first.
func markStyle(topics int) string {
	var b strings.Builder
	for i := range topics + 1 {
		fmt.Fprintf(&b, ".topic-%d{--topic:var(--chart-topic-%[1]d)}\n", i)
	}
	return b.String()
}

// markOf is the class of an agent's colour, that of nobody's is grey.
func markOf(agent int) string { return fmt.Sprintf("topic-%d", agent+1) }

// topic names an agent; agentCell does with its colour.
func (rep *searchReport) topic(agent int) string {
	if agent < 0 || agent >= len(rep.search.Agents) {
		return "nobody"
	}
	return cmp.Or(clean(rep.search.Agents[agent].Name), "(no name)")
}

func (rep *searchReport) agentCell(agent int) text {
	return text{Mark: markOf(agent), Text: rep.topic(agent)}
}

// schemes say how the agents of a scheme share the URLs.
var schemes = map[string]string{
	"market":   "A URL belongs to the agent that found it. What an agent cannot fetch is sold to the one that values it most.",
	"random":   "A URL belongs to the agent that found it. What an agent cannot fetch is given to others by chance.",
	"separate": "Each agent works for itself and knows nothing of what the others fetched.",
	"shared":   "Each agent has its own queue, and a URL is fetched by the first that wants it.",
	"pool":     "All agents see all URLs; an idle one takes the best for it.",
}

func (rep *searchReport) head() {
	s := rep.search
	rep.Title, rep.Heading = cmp.Or(clean(s.Name), "A search"), "A search by topical agents"
	rep.Version = rep.in.Version
	rep.Facts = append(rep.Facts, wording.Count(len(s.Agents), "topic", "topics"), "Scheme "+clean(s.Scheme))
	if hosts := len(rep.visitedHosts()); hosts > 0 {
		rep.Facts = append(rep.Facts, wording.Count(hosts, "host", "hosts"))
	}
	if s.Complete {
		rep.Facts = append(rep.Facts, "Complete: no agent can do more")
	}
	rep.warnings()
}

// visitedHosts are the origins of the pages visited.
func (rep *searchReport) visitedHosts() map[string]bool {
	hosts := map[string]bool{}
	for i := range rep.search.Visits {
		if v := &rep.search.Visits[i]; stats.IsVisitToPage(v) {
			hosts[originOf(v.URL)] = true
		}
	}
	return hosts
}

// originOf is what an address has before its path.
func originOf(address string) string {
	scheme, rest, _ := strings.Cut(address, "://")
	host, _, _ := strings.Cut(rest, "/")
	return scheme + "://" + host
}

// searchEndings say why a search is incomplete, and what would go on with it.
var searchEndings = map[site.Ending]string{
	"":                 "The search ended early.",
	site.EndedRun:      "The time of the search was over.",
	site.EndedEnergy:   "No agent had the energy or the life left to fetch what they know.",
	site.EndedTimeout:  "The search reached its time limit; run it again to go on.",
	site.EndedStopFile: "The search was stopped by the stop file; run it again to go on.",
	site.EndedSignal:   "The search was interrupted; run it again to go on.",
}

func (rep *searchReport) warnings() {
	s := rep.search
	if !s.Complete {
		text, known := searchEndings[s.Ended]
		if !known {
			text = fmt.Sprintf("The search ended early (%s).", clean(string(s.Ended)))
		}
		if n := len(s.Waiting); n > 0 {
			text += " " + urls(n) + wording.Form(n, " was", " were") + " found and not fetched; the best are below."
		}
		rep.warn(false, "This search is incomplete", text)
	}
	rep.warnIrrelevant()
	if m := rep.card.Markets; m.AtOptimum < m.Held && s.Scheme == "market" && s.Matching == "exact" {
		rep.warn(true, "A market missed the optimum", "This should not happen with exact matching. "+rep.optimality())
	}
	if n := rep.card.All.Failed; n > 0 && rep.card.All.Visited == 0 {
		rep.warn(true, "No page could be visited", "All URLs failed, see what could not be visited below.")
	}
	var notes []string
	for _, n := range s.Notes[:min(len(s.Notes), rowsShown)] {
		notes = append(notes, clean(n))
	}
	if len(notes) > 0 {
		rep.warn(false, "Notes about the search", notes...)
	}
}

// warnIrrelevant names the topics that nothing was stored for, and says what to do.
func (rep *searchReport) warnIrrelevant() {
	var lines []string
	for i, a := range rep.card.Agents {
		if a.Stored == 0 {
			lines = append(lines, rep.topic(i)+": "+rep.whyNothing(a))
		}
	}
	switch n := len(lines); {
	case n == 0:
	case n == len(rep.card.Agents):
		rep.warn(true, "Nothing relevant was found", lines...)
	default:
		rep.warn(true, "Nothing relevant was found for "+wording.Count(n, "topic", "topics"), lines...)
	}
}

func (rep *searchReport) whyNothing(a stats.AgentScore) string {
	threshold := wording.Number(rep.card.Understanding)
	switch {
	case rep.card.All.Visited+rep.card.Common == 0:
		return "no page was visited at all. Check the seeds and the hosts."
	case a.Again > 0:
		return wording.Count(a.Again, "relevant page", "relevant pages") + " had been stored before."
	case a.SeenVisit == 0:
		return "no page has any of its keywords. Check the keywords and their language."
	case a.Visited == 0 && a.Seen >= rep.card.Understanding:
		return fmt.Sprintf("it visited no page, though others came by one of relevance %s. Give it seeds of its own.",
			relevance(a.Seen))
	case a.Visited == 0:
		return fmt.Sprintf("it visited no page. The best that others visited has a relevance of %s, the understanding is "+
			"%s. Give it seeds of its own, or more keywords.", relevance(a.Seen), threshold)
	case a.Seen >= rep.card.Understanding:
		return fmt.Sprintf("the only relevant pages, up to %s, were visited by others.", relevance(a.Seen))
	}
	return fmt.Sprintf("the highest relevance seen is %s, the understanding is %s. Lower the understanding, add keywords, "+
		"or begin at seeds nearer to the topic.", relevance(a.Seen), threshold)
}

// relevance writes a relevance or an estimate, 0 to 1, with two decimals.
func relevance(x float64) string {
	if x > 0 && x < 0.01 {
		return "<0.01"
	}
	return fmt.Sprintf("%.2f", x)
}

func (rep *searchReport) cards() {
	all, m := rep.card.All, rep.card.Markets
	traded := card{"Sold", wording.Grouped(m.Sold), wording.Form(m.Sold, "URL", "URLs") + " in " +
		wording.Count(m.Held, "market", "markets")}
	if m.Held == 0 {
		traded.Remark = "no market was held"
	}
	rep.Cards = []card{
		{"Pages visited", wording.Grouped(all.Visited), "in HTML; " + none(all.Failed) + " failed besides"},
		{"On topic", wording.Percent(all.OnTopicShare), "CR: " + wording.Grouped(all.OnTopic) + judgement[all.JudgedBy]},
		{"Stored", wording.Grouped(all.Stored), "RCR: " + wording.Percent(all.StoredShare) + " of the pages visited"},
		{"Stored again", wording.Grouped(all.Again), "RR: " + wording.Percent(all.AgainShare) + " of the pages visited"},
		traded,
		{"Energy left", wording.Number(all.Energy), "of " + wording.Number(all.FirstEnergy)},
	}
}

// judgement says by what pages are on topic.
var judgement = map[string]string{
	stats.ByRelevance: " by their relevance",
	stats.ByLabel:     " by their labels",
	stats.ByBoth:      " by label or relevance",
}

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

// method shows how the figures were obtained.
func (rep *searchReport) method() {
	rows := newTable("Settings that affect the result", "setting", "value")
	for _, s := range first(&rows, rep.in.Settings, 2*rowsShown, inManifest) {
		rows.add(clean(s.Name), cmp.Or(clean(s.Value), "(empty)"))
	}
	text := fmt.Sprintf("Relevance is the cosine of a page and the keywords of a topic, 0 to 1; an estimate is that of "+
		"what is known of a page before it is fetched. Times are in %s. %s were requested by this run.",
		rep.unit(), wording.Capital(urls(rep.search.Asked)))
	rep.add("method", "How this report was made", paragraphs(text, searchFiles), rep.folded("Settings", rows),
		rep.files(rep.in.Files))
}

const searchFiles = "The same pages always give the same numbers. The score-card is in scorecard.json; visits.csv, " +
	"market.csv and waiting.csv have all rows of the lists that are cut here."

func (rep *searchReport) unit() string {
	if rep.search.Pages {
		return "pages processed by all agents"
	}
	return "seconds of the declared delays"
}
