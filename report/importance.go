package report

import (
	"cmp"
	"fmt"
	"slices"

	"sitegraph/site"
	"sitegraph/wording"
)

const importantShown = 20

// budgetFact says what the site had of a budget; "" if its pages were not taken by choice.
func (rep *siteReport) budgetFact() string {
	if rep.in.Crawl.Decisions == nil {
		return ""
	}
	spent := 0
	for d := range rep.in.Crawl.Decisions {
		if !d.Free {
			spent++
		}
	}
	return fmt.Sprintf("%s processed by choice; %s known and not fetched", pages(spent),
		urls(rep.in.Crawl.Counts.ToFetch()))
}

func (rep *siteReport) importance() {
	if !rep.in.Crawl.Ranked {
		return
	}
	const text = "The crawl chose its pages by an estimate of their share of all importance, over the pages read and " +
		"the URLs known. PageRank, beside it, is computed from the graph of the pages read."
	rep.add("importance", "What the crawl took for important", paragraphs(text), rep.importantPages(), rep.frontier())
}

func (rep *siteReport) importantPages() []block {
	order := make([]int, len(rep.graph.Pages))
	for i := range order {
		order[i] = i
	}
	of := func(i int) float64 { return rep.graph.Pages[i].Importance }
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(of(j), of(i)) })
	rows := newTable("The most important pages, as the crawl estimated them", "page", "#importance", "#PageRank")
	for _, i := range first(&rows, order, importantShown, "nodes.csv has the importance of all.") {
		rank := ""
		if i < len(rep.values.PageRank) {
			rank = wording.Percent(rep.values.PageRank[i])
		}
		rows.add(rep.page(i+1), share(of(i)), rank)
	}
	return rep.table(rows)
}

func (rep *siteReport) frontier() []block {
	if rep.in.Crawl.Frontier == nil {
		return nil
	}
	rows := newTable("The URLs most worth fetching next", "URL", "#depth", "#importance")
	for c := range rep.in.Crawl.Frontier {
		if len(rows.Rows) == importantShown {
			rows.Note = "frontier.csv has more."
			break
		}
		rows.add(urlCell(c.URL), c.Depth, share(c.Importance))
	}
	if len(rows.Rows) == 0 {
		return paragraphs("It knows no URL that it has not fetched.")
	}
	return rep.table(rows)
}

func crawlOrder(c *site.Crawl) string {
	if c.Ranked || c.Decisions != nil {
		return "in the order that the settings ask for"
	}
	return "depth by depth"
}
