package report

import (
	"fmt"
	"io"
	"net/url"
	"slices"
	"strings"
	"time"

	"sitegraph/site"
	"sitegraph/stats"
	"sitegraph/wording"
)

// Sites is the input of a report on all sites of a run.
type Sites struct {
	Members           []Member         // the compared sites
	Across            stats.Across     // compares the sites in the same order, and names those left out
	Graph             *site.SiteGraph  // of the sites in the same order; may be nil
	Map               *Picture         // of the graph; may be nil
	Pages             *stats.PageGraph // of the graph of all pages; nil if it was not written
	Budget            *stats.Budget    // nil without a budget
	Reports           []string         // as in [Member], for the sites of the budget
	Started, Finished time.Time        // of the run; zero times are left out
	Version           string           // the program's
}

// Member is a site of a run.
type Member struct {
	Report  string        // the path of the site's own report, relative to this report; "" for none
	Summary stats.Summary // the site's numbers
	About   site.About    // the site's description in hosts.txt
}

// AnyAbout reports whether hosts.txt describes one of the sites.
func (in Sites) AnyAbout() bool {
	return slices.ContainsFunc(in.Members, func(m Member) bool { return !m.About.None() })
}

const (
	sitesShown   = 500 // rows of sites
	columnsShown = 30  // measures in the table of correlations
	overlaid     = 6   // lines in a chart
	inSites      = "All are in sites.csv."
)

// WriteSites writes the report of several sites as one HTML file. The error is w's.
func WriteSites(w io.Writer, in Sites) error {
	rep := &sitesReport{in: in}
	rep.Title = wording.Form(len(in.Members), "One site", wording.Count(len(in.Members), "site", "sites")+" compared")
	rep.Heading, rep.Version = "The structure of websites", in.Version
	if len(in.Members) == 0 && in.Budget != nil {
		rep.Title = wording.Form(len(in.Budget.Sites), host(in.Budget.Sites[0].Site),
			wording.Count(len(in.Budget.Sites), "site", "sites"))
		rep.Heading = "What a budget brought"
	}
	if when := period(in.Started, in.Finished); when != "" {
		rep.Facts = append(rep.Facts, "Crawled "+when)
	}
	rep.warnings()
	rep.cards()
	rep.budget()
	rep.sites()
	rep.links()
	rep.pages()
	rep.groups()
	rep.degrees()
	rep.correlations()
	return rep.write(w)
}

type sitesReport struct {
	document
	in Sites
}

func (rep *sitesReport) warnings() {
	var incomplete, limited, leftOut []string
	for _, m := range rep.in.Members {
		switch {
		case m.Summary.Complete:
		case site.Ending(m.Summary.Ended).Meant():
			limited = append(limited, m.name())
		default:
			incomplete = append(incomplete, m.name())
		}
	}
	if n := len(limited); n > 0 {
		rep.warn(false, wording.Count(n, "crawl is a part of its site", "crawls are parts of their sites")+
			", as the limits say",
			fmt.Sprintf("The figures of %s describe the part that was crawled.", wording.ListFirst(limited, 10)))
	}
	if n := len(incomplete); n > 0 {
		rep.warn(true, wording.Count(n, "site is", "sites are")+" incomplete",
			fmt.Sprintf("The figures of %s describe the part that was crawled.", wording.ListFirst(incomplete, 10)))
	}
	for _, s := range rep.in.Across.LeftOut {
		leftOut = append(leftOut, fmt.Sprintf("%s (%s)", host(s.Site), clean(s.Reason)))
	}
	if n := len(leftOut); n > 0 {
		rep.warn(true, wording.Count(n, "site is", "sites are")+" left out",
			"Without pages there is nothing to compare: "+wording.ListFirst(leftOut, rowsShown)+".")
	}
}

func (m Member) name() string { return host(m.Summary.Site) }

func (m Member) cell() text { return text{Text: m.name(), Link: relative(m.Report)} }

// relative returns the relative URL of a file, or "" if it has none.
func relative(name string) string {
	if name == "" || strings.HasPrefix(name, "/") {
		return ""
	}
	return (&url.URL{Path: name}).String() // writes ./ before a name with a colon
}

func (rep *sitesReport) cards() {
	if rep.in.Budget != nil {
		rep.Cards = rep.budgetCards()
	}
	if len(rep.in.Members) == 0 && rep.in.Budget != nil {
		return
	}
	pages, arcs, links := 0, 0, 0
	for _, m := range rep.in.Members {
		pages, arcs, links = pages+m.Summary.Pages, arcs+m.Summary.Arcs, links+m.Summary.Links
	}
	a := rep.in.Across
	rep.Cards = append(rep.Cards, []card{
		{"Sites", wording.Grouped(len(rep.in.Members)), ""},
		{"Pages", wording.Grouped(pages), "of all sites"},
		{"Arcs", wording.Grouped(arcs), "linked pairs of pages"},
		{"Links", wording.Grouped(links), "between these pages"},
		{"Mean out-degree", wording.Number(a.MeanOutDegree),
			fmt.Sprintf("of the sites; %s of all pages", wording.Number(a.PooledOutDegree))},
		{"Median size", wording.Number(a.MedianPages), "pages per site"},
	}...)
}

func (rep *sitesReport) sites() {
	rows := newTable("The sites and their main figures; each name links to the site's own report", "site", "name",
		"tags", "#pages", "#arcs", "#links", "#depth", "#arcs per page", "#density", "#reciprocity", "#core",
		"#can return", "complete", "#iterations", "#believed changed")
	for _, m := range first(&rows, rep.in.Members, sitesShown, inSites) {
		s, complete, depth := m.Summary, map[bool]string{true: "yes", false: "no"}[m.Summary.Complete], 0
		if n := len(s.Levels); n > 0 {
			depth = s.Levels[n-1].Level
		}
		iterations, stale := "", ""
		if w := s.Watched; w != nil {
			iterations, stale = wording.Grouped(w.Iterations), percentOf(w.Stale)
		}
		rows.add(m.cell(), clean(m.About.Name), clean(m.About.TagText()), s.Pages, s.Arcs, s.Links, depth,
			s.OutDegree.Mean, share(s.Density), share(s.Reciprocity),
			known(&s, "bow_tie", share(of(s.BowTie.Core, s.Pages))), known(&s, "return", share(s.Return.Share)),
			complete, iterations, stale)
	}
	rep.add("sites", "The sites", paragraphs(rep.unknown()), rows.withoutEmptyColumns().blocks(), rep.measures())
}

func known(s *stats.Summary, figure string, value any) any {
	if s.UnknownBecause(figure) != "" {
		return ""
	}
	return value
}

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
