package report

import (
	"fmt"

	"sitegraph/stats"
	"sitegraph/wording"
)

func (rep *siteReport) content() {
	c := rep.Content
	if c == nil || rep.Arcs == 0 {
		return
	}
	text := fmt.Sprintf("%s of the arcs have a link in the content of a page; the others are links of menus, headers, "+
		"footers and the like, and of blocks that most pages have in common. %s linked to from the content of no "+
		"other page.", wording.Percent(c.ArcShare), pages(c.Unlinked)+wording.Form(c.Unlinked, " is", " are"))
	rows := newTable("The whole graph and the content", "measure", "#all links", "#links in the content")
	rows.add("arcs", rep.Arcs, c.Arcs)
	rows.add("links", rep.Links, c.Links)
	rows.add("arcs per page", wording.Number(rep.OutDegree.Mean), wording.Number(c.MeanDegree))
	rows.add("density", wording.Number(rep.Density), wording.Number(c.Density))
	rows.add("pages that no other page links to", c.AllUnlinked, c.Unlinked)
	rows.Note = "The exporter content writes this graph; content_links in arcs.csv counts its links."
	rep.add("content", "What the content links to", paragraphs(text), rep.table(rows),
		rep.topTable("Top pages by PageRank in the content", "#PageRank", c.Top, wording.Percent),
		rep.shifts("Higher in the content", "Pages of a higher rank by PageRank in the content than among all links.",
			c.Risen),
		rep.shifts("Lower in the content", "Pages of a lower rank: they owe it to menus and the like.", c.Fallen))
}

func (rep *siteReport) shifts(caption, text string, list []stats.RankShift) []block {
	rows := newTable(caption, "page", "#rank among all links", "#rank in the content")
	for _, s := range list {
		rows.add(pageCell(s.Title, s.URL), s.All, s.Content)
	}
	return rep.folded(caption, rows, text)
}
