package report

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"sitegraph/report/chart"
	"sitegraph/site"
	"sitegraph/stats"
	"sitegraph/wording"
)

func (rep *siteReport) surfer() string {
	if len(rep.PageRank.Top) == 0 {
		return ""
	}
	first := rep.PageRank.Top[0]
	return say("surfer", about{"Page": pageCell(first.Title, first.URL).Text, "Value": first.Value,
		"Mean": 1 / float64(rep.Pages)})
}

func pageRankChart(rank []float64) []block {
	if len(rank) < 2 {
		return nil
	}
	values := slices.Clone(rank)
	slices.SortFunc(values, func(a, b float64) int { return cmp.Compare(b, a) })
	rows := newTable("PageRank by rank", "#rank", "#PageRank", "#cumulative share")
	sum, half := 0.0, 0
	for i, v := range values {
		if sum += v; half == 0 && sum >= 0.5 {
			half = i + 1
		}
		powerOfTen := strings.Trim(strconv.Itoa(i+1), "0") == "1"
		if powerOfTen || i+1 == len(values) {
			rows.add(i+1, share(v), share(min(sum, 1)))
		}
	}
	text := fmt.Sprintf("The top %s (%s) %s half of the PageRank.", pages(half), wording.Percent(of(half, len(values))),
		wording.Form(half, "holds", "hold"))
	w := chart.Words{Title: "PageRank by rank", Description: text, X: "rank of the page",
		Y: "PageRank (share of the random visitor's time)"}
	return described("pagerank", chart.RankSize(w, values), rows)
}

func topPages(s *stats.Summary) []block {
	lists := []struct {
		name, column, text string
		pages              []stats.TopPage
		write              func(float64) string
	}{
		{"PageRank", "#PageRank", "Where a visitor who follows random links is most often.",
			s.PageRank.Top, wording.Percent},
		{"In-degree", "#pages that link to it", "Pages that the most pages link to.", s.InDegree.Top, wording.Number},
		{"Out-degree", "#pages it links to", "Pages that link to the most pages.", s.OutDegree.Top, wording.Number},
		{"Harmonic centrality", "#harmonic centrality",
			"Pages that are close to all others: the mean of 1/distance from every other page, 0 to 1." +
				method(s.Distances.Method), s.Distances.Harmonic, wording.Number},
		{"Betweenness", "#share of pairs",
			"Pages on many shortest paths: the share of the pairs of other pages whose shortest paths run " +
				"through the page." + method(s.Betweenness.Method), s.Betweenness.Top, wording.Percent},
		{"Hubs", "#hub value", "Pages that link to many good authorities (HITS).", s.HITS.Hubs, wording.Number},
		{"Authorities", "#authority value", "Pages that many good hubs link to (HITS).",
			s.HITS.Authorities, wording.Number},
	}
	var folds []block
	for _, l := range lists {
		if rows := topTable("Top pages by "+lower(l.name), l.column, l.pages, l.write); len(rows) > 0 {
			summary := l.name + ": " + pageCell(l.pages[0].Title, l.pages[0].URL).Text
			folds = append(folds, block{Fold: &fold{Summary: summary, Open: len(folds) == 0,
				Blocks: append(paragraphs(l.text), rows...)}})
		}
	}
	return titled("Top pages by each measure", folds)
}

func topTable(caption, column string, top []stats.TopPage, write func(float64) string) []block {
	rows := newTable(caption, "#rank", "page", column)
	for i, p := range top[:min(len(top), rowsShown)] {
		rows.add(i+1, pageCell(p.Title, p.URL), write(p.Value))
	}
	return rows.blocks()
}

// method describes how a measure was estimated, "" if it is exact.
func method(m stats.Method) string {
	if m.Name == "" || m.Name == "exact" {
		return ""
	}
	return " " + say("method", m)
}

// lower makes the first letter small, except in an abbreviation.
func lower(name string) string {
	if len(name) < 2 || name[1] < 'a' || name == "PageRank" {
		return name
	}
	return string(name[0]|0x20) + name[1:]
}

const importantShown = 20

// budgetFact says how much of a budget the site used, "" if its pages were not chosen.
func budgetFact(crawl *site.Crawl) string {
	if !crawl.Ordered {
		return ""
	}
	spent := 0
	for d := range crawl.Decisions {
		if !d.Free {
			spent++
		}
	}
	return fmt.Sprintf("%s processed by choice; %s known and not fetched", pages(spent), urls(crawl.Counts.ToFetch()))
}

func (rep *siteReport) importance() {
	if !rep.in.Crawl.Ranked {
		return
	}
	rep.add("importance", "What the crawl took for important", paragraphs(say("importance", nil)),
		importantPages(rep.graph, rep.values.PageRank), frontier(rep.in.Crawl))
}

func importantPages(g *site.Graph, rank []float64) []block {
	of := func(i int) float64 { return g.Pages[i].Importance }
	order := site.Ranked(len(g.Pages), of)
	rows := newTable("The most important pages, as the crawl estimated them", "page", "#importance", "#PageRank")
	for _, i := range first(&rows, order, importantShown, "nodes.csv has the importance of all.") {
		pageRank := ""
		if i < len(rank) {
			pageRank = wording.Percent(rank[i])
		}
		rows.add(page(g, i+1), share(of(i)), pageRank)
	}
	return rows.blocks()
}

func frontier(crawl *site.Crawl) []block {
	if crawl.Frontier == nil {
		return nil
	}
	rows := newTable("The URLs most worth fetching next", "URL", "#depth", "#importance")
	for c := range crawl.Frontier {
		if len(rows.Rows) == importantShown {
			rows.Note = "frontier.csv has more."
			break
		}
		rows.add(urlCell(c.URL), c.Depth, share(c.Importance))
	}
	if len(rows.Rows) == 0 {
		return paragraphs("It knows no URL that it has not fetched.")
	}
	return rows.blocks()
}

func crawlOrder(c *site.Crawl) string {
	if c.Ranked || c.Ordered {
		return "in the order that the settings ask for"
	}
	return "depth by depth"
}
