package report

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"sitegraph/report/chart"
	"sitegraph/site"
	"sitegraph/stats"
	"sitegraph/wording"
)

// Search is the input of a report on a search by topical agents.
type Search struct {
	Search   *site.Search    // the search
	Card     stats.ScoreCard // its score-card
	All      Site            // the graph of all pages and the checked links; its Crawl may be nil
	Map      *Picture        // of all pages visited; nil leaves it out
	Settings []Setting       // the settings that readers should know
	Files    []string        // the names of the files next to the report
	Version  string          // the program's
}

// WriteSearch writes the report of a search by topical agents as one HTML file. The error is w's.
func WriteSearch(w io.Writer, in Search) error {
	rep := &searchReport{in: in, search: in.Search, names: visitNames{in.Search}, card: in.Card}
	rep.style = chart.TopicStyle(len(in.Search.Agents)) + markStyle(len(in.Search.Agents)) + searchStyle
	rep.head()
	rep.cards()
	rep.topics()
	rep.trees()
	rep.harvest()
	rep.pages()
	rep.changes()
	if in.Map != nil && rep.card.All.Visited+rep.card.Common > 0 {
		rep.picture = *in.Map
		rep.add("map", "Map", []block{{HTML: in.Map.HTML}})
	}
	rep.market()
	rep.add("not-visited", "What could not be visited", rep.names.failures(), robotsByHost(rep.search))
	rep.linked()
	rep.sitemaps()
	rep.waiting()
	rep.method()
	return rep.write(w)
}

type searchReport struct {
	document
	in     Search
	search *site.Search
	names  visitNames
	card   stats.ScoreCard
}

// markStyle returns a class for each topic's colour. topic-1 is the first topic.
func markStyle(topics int) string {
	var b strings.Builder
	for i := range topics + 1 {
		fmt.Fprintf(&b, ".topic-%d{--topic:var(--chart-topic-%[1]d)}\n", i)
	}
	return b.String()
}

// markOf returns the class of an agent's colour. No agent is grey.
func markOf(agent int) string { return fmt.Sprintf("topic-%d", agent+1) }

func (n visitNames) topic(agent int) string {
	if agent < 0 || agent >= len(n.search.Agents) {
		return "no agent"
	}
	return cmp.Or(clean(n.search.Agents[agent].Name), "(no name)")
}

func (n visitNames) agentCell(agent int) text {
	return text{Mark: markOf(agent), Text: n.topic(agent)}
}

func (rep *searchReport) head() {
	s := rep.search
	rep.Title, rep.Heading = cmp.Or(clean(s.Name), "A search"), "A search by topical agents"
	rep.Version = rep.in.Version
	rep.Facts = append(rep.Facts, wording.Count(len(s.Agents), "topic", "topics"), "Scheme "+clean(s.Scheme))
	if hosts := len(visitedHosts(rep.search)); hosts > 0 {
		rep.Facts = append(rep.Facts, wording.Count(hosts, "host", "hosts"))
	}
	if why := s.Ended.Why(); s.Complete && why != "" && rep.card.All.Visited > 0 {
		rep.Facts = append(rep.Facts, map[bool]string{true: "Complete: ", false: "Ended: "}[s.Ended.Whole()]+why)
	}
	rep.warnings()
}

// changes shows how the pages of a watched search change, as in the report of a site.
func (rep *searchReport) changes() {
	if rep.in.All.Crawl == nil {
		return
	}
	w := watchingOf(rep.in.All)
	w.warn(&rep.document)
	w.addTo(&rep.document)
}

func visitedHosts(search *site.Search) map[string]bool {
	hosts := map[string]bool{}
	for i := range search.Visits {
		if v := &search.Visits[i]; stats.CameOf(v) == stats.CamePage {
			hosts[site.OriginIn(v.URL)] = true
		}
	}
	return hosts
}

func (rep *searchReport) warnings() {
	s := rep.search
	if !s.Complete {
		text := cmp.Or(meaning("search ended", s.Ended),
			fmt.Sprintf("The search ended early (%s).", clean(string(s.Ended))))
		if n := len(s.Waiting); n > 0 {
			text += " " + urls(n) + wording.Form(n, " was", " were") + " found and not fetched; the best are below."
		}
		rep.warn(false, "This search is incomplete", text)
	}
	rep.warnIrrelevant()
	if m := rep.card.Markets; m.AtOptimum < m.Held && s.Scheme == "market" && s.Matching == "exact" {
		rep.warn(true, "A market missed the optimum", "This should not happen with exact matching. "+say("optimum", m))
	}
	rep.warnNotes("Notes about the search", s.Notes)
}

// warnIrrelevant names the topics without stored pages and says what to do.
func (rep *searchReport) warnIrrelevant() {
	if rep.card.All.Visited+rep.card.Common == 0 {
		rep.warn(true, "No page was visited", "Check the seeds, the hosts, and what could not be visited.")
		return
	}
	var lines []string
	least := rep.card.Understanding
	for i, a := range rep.card.Agents {
		if a.Stored == 0 {
			lines = append(lines, rep.names.topic(i)+": "+say("nothing relevant", about{"Again": a.Again,
				"SeenVisit": a.SeenVisit, "Visited": a.Visited, "Known": a.Seen >= least, "Best": relevance(a.Seen),
				"Understanding": wording.Number(least)}))
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
		{"Pages visited", wording.Grouped(all.Visited), "in HTML; " + none(all.Failed) + " failed"},
		{"On topic", wording.Percent(all.OnTopicShare), "CR: " + wording.Grouped(all.OnTopic) + " " +
			meaning("judged by", all.JudgedBy)},
		{"Stored", wording.Grouped(all.Stored), "RCR: " + wording.Percent(all.StoredShare) + " of the pages visited"},
		{"Stored again", wording.Grouped(all.Again), "RR: " + wording.Percent(all.AgainShare) +
			" of the pages visited"},
		traded,
		{"Energy left", wording.Number(all.Energy), "of " + wording.Number(all.FirstEnergy)},
	}
}

func (rep *searchReport) method() {
	rep.add("method", "How this report was made",
		paragraphs(say("relevance", unitOfTime(rep.search)), say("search files", nil)),
		settingsFold(rep.in.Settings), filesFold(rep.in.Files))
}

func unitOfTime(search *site.Search) string {
	if search.Pages {
		return "pages processed by all agents"
	}
	return "seconds of the declared delays"
}
