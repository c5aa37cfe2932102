package report

import (
	"slices"

	"sitegraph/site"
	"sitegraph/wording"
)

func (rep *sitesReport) links() {
	g := rep.in.Graph
	if g == nil {
		return
	}
	var picture []block
	if m := rep.in.Map; m != nil {
		rep.picture, picture = *m, []block{{HTML: m.HTML}}
	}
	s := rep.in.Across.Graph
	text := say("site links", about{"Arcs": s.Arcs, "Links": s.Links, "Reciprocity": s.Reciprocity,
		"Isolated": s.Isolated, "Sites": g.Sites})
	rep.add("links", "Links between the sites", paragraphs(text), picture, rep.impact(), rep.siteArcs(),
		rep.coLinks(), rep.otherHosts())
}

func (rep *sitesReport) siteCell(id int) text {
	if id <= len(rep.in.Members) {
		return rep.in.Members[id-1].cell()
	}
	return text{Text: clean(rep.in.Graph.Nodes[id-1].Label)}
}

func (rep *sitesReport) impact() []block {
	g := rep.in.Graph
	sites := site.ByMost(g.Nodes[:g.Sites], inLinks)
	rows := newTable("Links from other sites, and web impact factors (links per page)", "site", "#pages", "#links in",
		"#from sites", "#from pages", "#per page", "#self-links", "#per page", "#links out", "#linked back")
	for _, n := range first(&rows, sites, sitesShown, "All are in sites.nodes.csv.") {
		rows.add(rep.siteCell(n.ID), n.Pages, n.InLinks, n.InDegree, n.InPages, n.ExternalImpact, n.SelfLinks,
			n.SelfImpact, n.OutLinks, share(n.Reciprocity))
	}
	return rows.blocks()
}

func inLinks(n *site.SiteNode) float64 { return float64(n.InLinks) }

func (rep *sitesReport) siteArcs() []block {
	g := rep.in.Graph
	arcs := slices.DeleteFunc(slices.Clone(g.Arcs), func(a site.SiteArc) bool { return a.Target > g.Sites })
	arcs = site.ByMost(arcs, func(a *site.SiteArc) float64 { return float64(a.Links) })
	rows := newTable("Who links to whom", "from", "to", "#links", "#pages", "#URLs")
	for _, a := range first(&rows, arcs, rowsShown, "All are in sites.arcs.csv.") {
		rows.add(rep.siteCell(a.Source), rep.siteCell(a.Target), a.Links, a.Pages, a.URLs)
	}
	return rows.blocks()
}

func (rep *sitesReport) coLinks() []block {
	pairs := site.ByMost(rep.in.Graph.CoLinks, func(c *site.CoLink) float64 { return float64(c.Pages) })
	pairs = site.ByMost(pairs, func(c *site.CoLink) float64 { return float64(c.Sites) })
	rows := newTable("Co-links: sites that are linked to together", "site", "and", "#by sites", "#on one page")
	for _, c := range first(&rows, pairs, rowsShown, "All are in sites.colinks.csv.") {
		rows.add(rep.siteCell(c.A), rep.siteCell(c.B), c.Sites, c.Pages)
	}
	return rows.blocks()
}

func (rep *sitesReport) otherHosts() []block {
	g := rep.in.Graph
	hosts := site.ByMost(site.ByMost(g.Nodes[g.Sites:], inLinks), func(n *site.SiteNode) float64 {
		return float64(n.InDegree)
	})
	rows := newTable("Other hosts", "host", "#from sites", "#links", "#pages")
	for _, n := range first(&rows, hosts, rowsShown, "All are in sites.nodes.csv.") {
		rows.add(clean(n.Label), n.InDegree, n.InLinks, n.InPages)
	}
	return rows.blocks()
}

func (rep *sitesReport) pages() {
	p := rep.in.Pages
	if p == nil {
		return
	}
	rep.add("pages", "The pages of all sites", paragraphs(say("page graph", p), say("page graph shape", p),
		say("page graph distances", p.Distances)),
		topTable("Top pages of all sites by PageRank", "#PageRank", p.PageRank.Top, wording.Percent),
		topTable("Top pages of all sites by in-degree", "#pages that link to it", p.InDegree.Top, wording.Number))
}
