package report

import (
	"cmp"
	"fmt"
	"slices"

	"sitegraph/site"
	"sitegraph/stats"
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
	rep.add("links", "Links between the sites", paragraphs(rep.linksText()), picture, rep.impact(), rep.siteArcs(),
		rep.coLinks(), rep.otherHosts())
}

func (rep *sitesReport) linksText() string {
	s, n := rep.in.Across.Graph, rep.in.Graph.Sites
	if s.Arcs == 0 {
		return "No site links to another one of this run."
	}
	text := fmt.Sprintf("%s between %s that are linked; %s of these pairs are linked back.",
		wording.Count(s.Links, "link leads", "links lead"),
		wording.Count(s.Arcs, "pair of sites", "ordered pairs of sites"), wording.Percent(s.Reciprocity))
	if s.Isolated > 0 {
		text += fmt.Sprintf(" Of %s, %s no link to another one or from it.", wording.Count(n, "site", "sites"),
			wording.Count(s.Isolated, "has", "have"))
	}
	return text
}

func (rep *sitesReport) siteCell(id int) text {
	if id <= len(rep.in.Members) {
		return rep.in.Members[id-1].cell()
	}
	return text{Text: clean(rep.in.Graph.Nodes[id-1].Label)}
}

func (rep *sitesReport) impact() []block {
	g := rep.in.Graph
	sites := slices.Clone(g.Nodes[:g.Sites])
	slices.SortStableFunc(sites, func(a, b site.SiteNode) int { return cmp.Compare(b.InLinks, a.InLinks) })
	rows := newTable("Links from other sites, and web impact factors (links per page)", "site", "#pages", "#links in",
		"#from sites", "#from pages", "#per page", "#self-links", "#per page", "#links out", "#linked back")
	for _, n := range first(&rows, sites, sitesShown, "All are in sites.nodes.csv.") {
		rows.add(rep.siteCell(n.ID), n.Pages, n.InLinks, n.InDegree, n.InPages, n.ExternalImpact, n.SelfLinks,
			n.SelfImpact, n.OutLinks, share(n.Reciprocity))
	}
	return rows.blocks()
}

func (rep *sitesReport) siteArcs() []block {
	g := rep.in.Graph
	arcs := slices.DeleteFunc(slices.Clone(g.Arcs), func(a site.SiteArc) bool { return a.Target > g.Sites })
	slices.SortStableFunc(arcs, func(a, b site.SiteArc) int { return cmp.Compare(b.Links, a.Links) })
	rows := newTable("Who links to whom", "from", "to", "#links", "#pages", "#URLs")
	for _, a := range first(&rows, arcs, rowsShown, "All are in sites.arcs.csv.") {
		rows.add(rep.siteCell(a.Source), rep.siteCell(a.Target), a.Links, a.Pages, a.URLs)
	}
	return rows.blocks()
}

func (rep *sitesReport) coLinks() []block {
	pairs := slices.Clone(rep.in.Graph.CoLinks)
	slices.SortStableFunc(pairs, func(a, b site.CoLink) int {
		return cmp.Or(cmp.Compare(b.Sites, a.Sites), cmp.Compare(b.Pages, a.Pages))
	})
	rows := newTable("Co-links: sites that are linked to together", "site", "and", "#by sites", "#on one page")
	for _, c := range first(&rows, pairs, rowsShown, "All are in sites.colinks.csv.") {
		rows.add(rep.siteCell(c.A), rep.siteCell(c.B), c.Sites, c.Pages)
	}
	return rows.blocks()
}

func (rep *sitesReport) otherHosts() []block {
	g := rep.in.Graph
	hosts := slices.Clone(g.Nodes[g.Sites:])
	slices.SortStableFunc(hosts, func(a, b site.SiteNode) int {
		return cmp.Or(cmp.Compare(b.InDegree, a.InDegree), cmp.Compare(b.InLinks, a.InLinks))
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
	rep.add("pages", "The pages of all sites", paragraphs(pagesText(p), pagesShape(p), pagesDistances(p)),
		topTable("Top pages of all sites by PageRank", "#PageRank", p.PageRank.Top, wording.Percent),
		topTable("Top pages of all sites by in-degree", "#pages that link to it", p.InDegree.Top, wording.Number))
}

func pagesText(p *stats.PageGraph) string {
	text := fmt.Sprintf("%s and %s, %s of them between sites", pages(p.Pages), wording.Count(p.Arcs, "arc", "arcs"),
		wording.Grouped(p.Between.Arcs))
	if lost := p.Between.Lost; lost > 0 {
		text += fmt.Sprintf("; %s to other URLs of these sites",
			wording.Count(lost, "further link leads", "further links lead"))
	}
	text += ". The files are in the folder pages."
	if p.Incomplete > 0 {
		text += fmt.Sprintf(" %s not complete: the numbers are those of what was seen.",
			wording.Count(p.Incomplete, "crawl is", "crawls are"))
	}
	return text
}

func pagesShape(p *stats.PageGraph) string {
	return fmt.Sprintf("The largest part in which each page can be reached from each other has %s, %s of all; the "+
		"largest one joined by links in whichever direction %s.", pages(p.Strong.Largest),
		wording.Percent(p.Strong.LargestShare), wording.Percent(p.Weak.LargestShare))
}

func pagesDistances(p *stats.PageGraph) string {
	d := p.Distances
	if d.Rounds == 0 {
		return ""
	}
	return fmt.Sprintf("By an estimate, of all pairs of pages %s are joined by a path, of %s arcs on average, and "+
		"90 %% of these have at most %d.", wording.Percent(d.Reachable), wording.Number(d.Mean), d.Effective)
}
