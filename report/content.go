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
	rep.add("content", "What the content links to", paragraphs(text), rows.blocks(),
		topTable("Top pages by PageRank in the content", "#PageRank", c.Top, wording.Percent),
		rankShifts("Higher in the content", "Pages of a higher rank by PageRank in the content than among all links.",
			c.Risen),
		rankShifts("Lower in the content", "Pages of a lower rank: they owe it to menus and the like.", c.Fallen))
}

func rankShifts(caption, text string, list []stats.RankShift) []block {
	rows := newTable(caption, "page", "#rank among all links", "#rank in the content")
	for _, s := range list {
		rows.add(pageCell(s.Title, s.URL), s.All, s.Content)
	}
	return folded(caption, rows, text)
}

func (rep *siteReport) declared() {
	d := rep.Declared
	if d == nil {
		return
	}
	rows := newTable("Depth by breadcrumbs, against depth by links", "#depth by breadcrumbs", "#pages",
		"#nearer by links", "#the same", "#deeper by links")
	all, deeper := 0, 0
	for _, b := range first(&rows, d.Breadcrumbs, depthsShown, inJSON) {
		rows.add(b.Depth, b.Pages(), b.Nearer, b.Same, b.Deeper)
	}
	for _, b := range d.Breadcrumbs {
		all, deeper = all+b.Pages(), deeper+b.Deeper
	}
	crumbs, payload := "", ""
	if all > 0 {
		crumbs = fmt.Sprintf("The breadcrumbs of %s (BreadcrumbList in JSON-LD) say how deep they are; %s %s more "+
			"clicks than that.", pages(all), none(deeper), wording.Form(deeper, "takes", "take"))
		if !rep.Complete {
			crumbs += " In the whole site, depths by links can only be less."
		}
	}
	if d.PayloadLinks > 0 {
		payload = fmt.Sprintf("The data of Next or Nuxt in %s name %s of the site that no link there leads to; "+
			"%s %s to a page of the graph.", pages(d.PayloadPages), urls(d.PayloadLinks), none(d.PayloadKnown),
			wording.Form(d.PayloadKnown, "leads", "lead"))
	}
	rep.add("declared", "What pages declare to programs", paragraphs(crumbs, payload,
		"These links are in declared.csv. They are no arcs, and were not followed, since a visitor does not see them."),
		rows.blocks())
}
