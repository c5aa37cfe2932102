package report

import (
	"cmp"
	"slices"

	"sitegraph/site"
	"sitegraph/wording"
)

const inHits = "All are in hits.csv."

func (rep *siteReport) hits() {
	h := rep.in.Crawl.Hits
	if h == nil {
		return
	}
	people, robots := h.OfPages(rep.graph)
	rep.add("visits", "Visits", paragraphs(hitsText(h, people), followedText(rep.graph, h)),
		visitedPages(rep.graph, rep.values.PageRank, people, robots),
		askedTable("URLs that were asked for and that no link leads to", h, h.Unlinked).blocks(),
		askedTable("URLs that were asked for and that answer with an error", h, func(u *site.Hit) bool {
			return u.Status >= 400 && u.Visits > 0
		}).blocks(), robotsTable(h), logFiles(h))
}

func hitsText(h *site.Hits, people []int) string {
	unseen := 0
	for _, n := range people {
		if n == 0 {
			unseen++
		}
	}
	return say("visits", about{"Requests": h.Requests, "Period": period(h.First, h.Last), "Visits": h.Visits,
		"RobotVisits": h.RobotVisits, "Unseen": unseen, "Agents": h.Agents, "Conclusive": h.Conclusive})
}

func followedText(g *site.Graph, h *site.Hits) string {
	if !h.Referers {
		return ""
	}
	arcs, used, visits := 0, 0, 0
	for i := range g.Pages {
		for at := g.Offsets[i]; at < g.Offsets[i+1]; at++ {
			if int(g.Targets[at]) == i {
				continue
			}
			arcs++
			if n := int(h.Followed.At(at)); n > 0 {
				used, visits = used+1, visits+n
			}
		}
	}
	return say("followed", about{"Visits": visits, "Used": used, "Arcs": arcs})
}

func visitedPages(g *site.Graph, rank []float64, people, robots []int) []block {
	var order []int
	for i, n := range people {
		if n > 0 {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(people[b], people[a]) })
	rows := newTable("Pages with the most visits", "page", "#visits", "#by robots", "#PageRank")
	for _, i := range first(&rows, order, rowsShown, "All are in measures.csv.") {
		rows.add(page(g, i+1), people[i], robots[i], share(rank[i]))
	}
	return rows.blocks()
}

// askedTable lists the wanted URLs of the access logs, those with the most visits by people first.
func askedTable(caption string, h *site.Hits, wanted func(*site.Hit) bool) table {
	var some []*site.Hit
	for i := range h.All {
		if wanted(&h.All[i]) {
			some = append(some, &h.All[i])
		}
	}
	slices.SortStableFunc(some, func(a, b *site.Hit) int {
		return cmp.Or(cmp.Compare(b.Visits, a.Visits), cmp.Compare(b.RobotVisits, a.RobotVisits))
	})
	rows := newTable(caption, "URL", "#status", "#visits", "#by robots", "last request")
	for _, u := range first(&rows, some, rowsShown, inHits) {
		rows.add(urlCell(u.URL), u.Status, u.Visits, u.RobotVisits, u.Last.Format("2 January 2006"))
	}
	return rows
}

func robotsTable(h *site.Hits) []block {
	rows := newTable("Robots, by the user agents that they name", "robot", "#visits", "#URLs")
	for _, r := range first(&rows, h.Robots, rowsShown, inManifest) {
		rows.add(clean(r.Name), r.Visits, r.URLs)
	}
	return rows.blocks()
}

func logFiles(h *site.Hits) []block {
	rows := newTable("Access logs", "file", "#lines", "#not read", "the first of these")
	for _, f := range first(&rows, h.Files, rowsShown, inManifest) {
		rows.add(clean(f.Name), f.Lines, f.Bad, clean(f.Fault))
	}
	return folded(wording.Count(len(h.Files), "access log", "access logs"), rows)
}

func (rep *siteReport) times() {
	var order []int
	took := func(i int) int { return rep.graph.Pages[i].Facts.Milliseconds }
	for i := range rep.graph.Pages {
		if f := rep.graph.Pages[i].Facts; f != nil && f.Milliseconds > 0 {
			order = append(order, i)
		}
	}
	if len(order) == 0 {
		return
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(took(b), took(a)) })
	slower := func(share float64) string { // the time that a share of the pages exceed
		return wording.Grouped(took(order[int(share*float64(len(order)-1))])) + " ms"
	}
	rows := newTable("The slowest pages", "page", "#milliseconds", "#bytes")
	for _, i := range first(&rows, order, rowsShown, "All are in measures.csv.") {
		rows.add(page(rep.graph, i+1), took(i), int(rep.graph.Pages[i].Bytes))
	}
	rep.add("times", "Response times", paragraphs(say("times", about{"Pages": len(order), "Half": slower(0.5),
		"Tenth": slower(0.1), "Unknown": len(rep.graph.Pages) - len(order)})), rows.blocks())
}
