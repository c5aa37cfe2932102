package report

import (
	"cmp"
	"fmt"
	"io"
	"net/url"
	"slices"
	"strings"
	"time"

	"sitegraph/report/chart"
	"sitegraph/site"
	"sitegraph/stats"
	"sitegraph/wording"
)

// Sites is what the report of all sites of a run is made from.
type Sites struct {
	Members []Member // the sites that are compared
	// Across compares the sites, in the same order, and names those left out.
	Across stats.Across
	// Graph is that of the sites, in the same order, and Map its picture; nil if there are none.
	Graph *site.SiteGraph
	// Pages are the numbers of the graph of all pages; nil if it was not written.
	Pages *stats.PageGraph
	Map   *Picture
	// Budget is what a budget of pages brought; nil without one. Reports are the
	// places of the reports of its sites, as that of a [Member].
	Budget  *stats.Budget
	Reports []string
	// Started and Finished frame the run; zero times are left out.
	Started, Finished time.Time
	Version           string // the program's
}

// Member is a site of a run.
type Member struct {
	// Report is the place of the site's own report, relative to that of the
	// run, with slashes; empty when there is none.
	Report  string
	Summary stats.Summary // the site's numbers
	// About is what hosts.txt says of the site.
	About site.About
}

// AnyAbout reports whether hosts.txt says something of one of the sites.
func (in Sites) AnyAbout() bool {
	return slices.ContainsFunc(in.Members, func(m Member) bool { return !m.About.None() })
}

const (
	// sitesShown is how many sites have rows, columnsShown how many measures
	// are correlated, overlaid how many distributions a chart shows.
	sitesShown   = 500
	columnsShown = 30
	overlaid     = 6
	inSites      = "All are in sites.csv."
)

// WriteSites writes the report of several sites as one HTML file. The error is
// w's, or says which table does not fit the sites.
func WriteSites(w io.Writer, in Sites) error {
	if err := in.check(); err != nil {
		return err
	}
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

func (in Sites) check() error {
	a, columns := in.Across, len(in.Across.Columns)
	wrong := func(format string, args ...any) error {
		return fmt.Errorf("write the report of the run: "+format, args...)
	}
	if len(a.Sites) != len(in.Members) {
		return wrong("%d sites are compared, of %d", len(a.Sites), len(in.Members))
	}
	if b := in.Budget; b != nil && (len(b.Sites) != len(in.Reports) || len(b.Sites) == 0 || len(b.Curve) == 0) {
		return wrong("a budget of %d sites with %d reports and %d points", len(b.Sites), len(in.Reports), len(b.Curve))
	}
	if g := in.Graph; g != nil && (g.Sites != len(in.Members) || len(g.Nodes) < g.Sites || a.Graph == nil) {
		return wrong("a graph of %d sites, of %d", g.Sites, len(in.Members))
	}
	for _, row := range a.Sites {
		if len(row.Values) != columns {
			return wrong("%s has %d values in %d columns", row.Site, len(row.Values), columns)
		}
	}
	for _, g := range a.Groups {
		if len(g.Means) != columns {
			return wrong("group %s has %d means of %d columns", g.Name, len(g.Means), columns)
		}
	}
	for _, m := range [][][]stats.Figure{a.Rho, a.P} {
		for _, row := range m {
			if len(m) != columns || len(row) != columns {
				return wrong("the correlations of %d columns have %d rows, one of %d values", columns, len(m), len(row))
			}
		}
	}
	return nil
}

type sitesReport struct {
	document
	in Sites
}

// warnings names the sites with numbers of only a part, and those without any.
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

// name is a site's origin without http://.
func (m Member) name() string { return host(m.Summary.Site) }

func (m Member) cell() text { return text{Text: m.name(), Link: relative(m.Report)} }

// relative returns the URL of a file relative to the report; "" if it has none.
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
		"tags", "#pages",
		"#arcs", "#links", "#depth", "#arcs per page", "#density", "#reciprocity", "#core", "#can return", "complete",
		"#iterations", "#believed changed")
	for _, m := range first(&rows, rep.in.Members, sitesShown, inSites) {
		s, complete, depth := m.Summary, map[bool]string{true: "yes", false: "no"}[m.Summary.Complete], 0
		if n := len(s.Levels); n > 0 {
			depth = s.Levels[n-1].Level
		}
		rows.add(m.cell(), clean(m.About.Name), clean(m.About.TagText()),
			s.Pages, s.Arcs, s.Links, depth, s.OutDegree.Mean, share(s.Density),
			share(s.Reciprocity), known(&s, "bow_tie", share(of(s.BowTie.Core, s.Pages))),
			known(&s, "return", share(s.Return.Share)), complete,
			watchedFor(s.Watched), staleShare(s.Watched))
	}
	rep.add("sites", "The sites", paragraphs(rep.unknownText()), rows.withoutEmptyColumns().blocks(), rep.measures())
}

// known is a figure of a site, "" if the crawl does not tell it.
func known(s *stats.Summary, figure string, value any) any {
	if s.UnknownBecause(figure) != "" {
		return ""
	}
	return value
}

// figureText writes a number, "" if it is unknown.
func figureText(f stats.Figure) string {
	if !f.Known() {
		return ""
	}
	return wording.Number(float64(f))
}

// unknownText says which figures of incomplete sites are unknown, "" if all are known.
func (rep *sitesReport) unknownText() string {
	var names []string
	sites := 0
	for _, s := range rep.in.Across.Sites {
		if len(s.Unknown) > 0 {
			sites++
		}
		for _, u := range s.Unknown {
			if name := measure(u.Figure); !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	if sites == 0 {
		return ""
	}
	return fmt.Sprintf("Of %s that %s incomplete, the %s unknown: pages that were not fetched could change %s in any "+
		"way. Means and correlations leave %s out.", wording.Count(sites, "site", "sites"),
		wording.Form(sites, "is", "are"), wording.List(names)+wording.Form(len(names), " is", " are"),
		wording.Form(len(names), "it", "them"), wording.Form(sites, "it", "them"))
}

// watchedFor is the number of a watched site's iterations, "" of another site.
func watchedFor(w *stats.Watched) string {
	if w == nil {
		return ""
	}
	return wording.Grouped(w.Iterations)
}

// staleShare is the share of the pages believed to have changed, "" if no policy was asked.
func staleShare(w *stats.Watched) string {
	if w == nil || w.Stale == nil {
		return ""
	}
	return wording.Percent(*w.Stale)
}

func (rep *sitesReport) measures() []block {
	a := rep.in.Across
	names := []string{"site"}
	for _, c := range a.Columns {
		names = append(names, "#"+measure(c))
	}
	rows := newTable("All measures compared", names...)
	for i, member := range first(&rows, a.Sites, sitesShown, inSites) {
		row := []any{rep.in.Members[i].cell()}
		for _, v := range member.Values {
			row = append(row, figureText(v))
		}
		rows.add(row...)
	}
	return folded("All measures compared", rows)
}

func (rep *sitesReport) groups() {
	a := rep.in.Across
	if len(a.Groups) < 2 {
		return
	}
	names := []string{"measure"}
	members := newTable("The groups and their sites", "group", "size", "#sites", "which")
	for _, g := range a.Groups {
		names = append(names, "#"+clean(g.Name))
		members.add(clean(g.Name), clean(g.Description), g.Sites, rep.members(g.Name))
	}
	means := newTable("Mean of each measure by group", names...)
	for c, name := range a.Columns {
		row := []any{measure(name)}
		for _, g := range a.Groups {
			row = append(row, figureText(g.Means[c]))
		}
		means.add(row...)
	}
	text := fmt.Sprintf("The sites are split at the medians, %s and %s; a site at a median counts as small.",
		wording.Count(a.MedianPages, "page", "pages"), wording.Count(a.MedianLinks, "link", "links"))
	rep.add("groups", "Small and large sites", paragraphs(text), members.blocks(), means.blocks())
}

func (rep *sitesReport) members(group string) string {
	var names []string
	for i, s := range rep.in.Across.Sites {
		if s.Group == group {
			names = append(names, rep.in.Members[i].name())
		}
	}
	return wording.ListFirst(names, rowsShown)
}

func measure(column string) string {
	return strings.NewReplacer("_", " ", "level", "depth").Replace(clean(column))
}

func (rep *sitesReport) degrees() {
	members := slices.Clone(rep.in.Members)
	slices.SortStableFunc(members, func(a, b Member) int { return cmp.Compare(b.Summary.Pages, a.Summary.Pages) })
	text := "Parallel lines are similar distributions, whatever the sizes of the sites."
	if len(members) > overlaid {
		members = members[:overlaid]
		text += fmt.Sprintf(" Only the %d sites with the most pages are shown.", overlaid)
	}
	in := rep.distributions("in-degrees", "In-degrees", linksIn, members,
		func(s *stats.Summary) stats.Degrees { return s.InDegree })
	out := rep.distributions("out-degrees", "Out-degrees", linksOut, members,
		func(s *stats.Summary) stats.Degrees { return s.OutDegree })
	if len(in)+len(out) > 0 {
		rep.add("degrees", "Degrees", paragraphs(text), in, out)
	}
}

func (rep *sitesReport) distributions(name, title, axis string, members []Member,
	of func(*stats.Summary) stats.Degrees) []block {

	rows := newTable(title, "site", "#mean", "#median", "#maximum", "#Gini", "power law")
	var lines []chart.Degrees
	for _, m := range members {
		d := of(&m.Summary)
		lines = append(lines, chart.Degrees{Name: cmp.Or(clean(m.About.Name), m.name()), Bins: binPoints(d.Bins)})
		law := d.PowerLaw.Verdict
		if law == "plausible" {
			law += ", exponent " + wording.Number(d.PowerLaw.Alpha)
		}
		rows.Rows = append(rows.Rows, append(degreeRow(m.cell(), d), text{Text: law}))
	}
	w := chart.Words{Title: title + " of the sites", X: axis, Y: "share of the pages",
		Description: fmt.Sprintf("Share of the pages by degree, one line for each of %s.",
			wording.Count(len(members), "site", "sites"))}
	return charted(name, chart.Distributions(w, lines), rows)
}
