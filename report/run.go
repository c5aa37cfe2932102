package report

import (
	"fmt"
	"io"
	"math"
	"net/url"
	"slices"
	"strings"

	"sitegraph/chart"
	"sitegraph/stats"
	"sitegraph/wording"
)

// sitesShown is how many sites the report of a run has rows for; columnsShown how
// many measures are correlated.
const (
	sitesShown   = 500
	columnsShown = 30
	overlaid     = 6
	inSites      = "All are in sites.csv."
)

// WriteRun writes the report of several sites as one HTML file. The error is
// w's, or says which table does not fit the sites.
func WriteRun(w io.Writer, in Run) error {
	if err := in.check(); err != nil {
		return err
	}
	r := &survey{in: in}
	r.Title, r.Heading, r.Version = wording.Count(len(in.Sites), "site", "sites")+" compared", "The structure of web sites", in.Version
	if len(in.Sites) == 1 {
		r.Title = "One site"
	}
	if when := spoken(in.Started, in.Finished); when != "" {
		r.Facts = append(r.Facts, "Crawled "+when)
	}
	r.warn()
	r.cards()
	r.sites()
	r.groups()
	r.degrees()
	r.correlations()
	return r.write(w)
}

// check tells whether tables and sites fit together.
func (in Run) check() error {
	columns := len(in.Across.Columns)
	if len(in.Across.Sites) != len(in.Sites) {
		return fmt.Errorf("write the report of the run: %d sites are compared, of %d", len(in.Across.Sites), len(in.Sites))
	}
	for _, row := range in.Across.Sites {
		if len(row.Values) != columns {
			return fmt.Errorf("write the report of the run: %s has %d values in %d columns", row.Site, len(row.Values), columns)
		}
	}
	for _, g := range in.Across.Groups {
		if len(g.Means) != columns {
			return fmt.Errorf("write the report of the run: group %s has %d means of %d columns", g.Name, len(g.Means), columns)
		}
	}
	for _, m := range [][][]float64{in.Across.Rho, in.Across.P} {
		for _, row := range m {
			if len(m) != columns || len(row) != columns {
				return fmt.Errorf("write the report of the run: the correlations of %d columns have %d rows, one of %d values", columns, len(m), len(row))
			}
		}
	}
	return nil
}

// survey builds the report of a run.
type survey struct {
	document
	in Run
}

// warn names the sites whose numbers are those of a part.
func (r *survey) warn() {
	var incomplete []string
	for i := range r.in.Sites {
		if !r.in.Sites[i].Summary.Complete {
			incomplete = append(incomplete, r.name(i))
		}
	}
	if n := len(incomplete); n > 0 {
		names := wording.List(incomplete[:min(n, 10)])
		if n > 10 {
			names = strings.Join(incomplete[:10], ", ") + say(" and %d more", n-10)
		}
		r.Banners = append(r.Banners, banner{Loud: true, Title: wording.Count(n, "site is", "sites are") + " incomplete",
			Lines: []string{say("The figures of %s are those of the part seen.", names)}})
	}
}

// name is the site's address without http://.
func (r *survey) name(i int) string { return host(r.in.Sites[i].Summary.Site) }

// cell names a site and links to its report.
func (r *survey) cell(i int) text {
	return text{Text: r.name(i), Link: beside(r.in.Sites[i].Report)}
}

// beside returns the address of a file relative to the report; "" if it is
// none.
func beside(name string) string {
	if name == "" || strings.HasPrefix(name, "/") {
		return ""
	}
	address := (&url.URL{Path: name}).String() // writes ./ before a name with a colon
	return address
}

func (r *survey) cards() {
	pages, arcs, links := 0, 0, 0
	for _, m := range r.in.Sites {
		pages, arcs, links = pages+m.Summary.Pages, arcs+m.Summary.Arcs, links+m.Summary.Links
	}
	r.Cards = []card{
		{"Sites", wording.Grouped(len(r.in.Sites)), ""},
		{"Pages", wording.Grouped(pages), "of all sites"},
		{"Arcs", wording.Grouped(arcs), "pairs of pages"},
		{"Links", wording.Grouped(links), "between these pages"},
		{"Mean out-degree", wording.Number(wording.Significant(r.in.Across.MeanOutDegree, 3)), say("of the sites; %s of all pages", wording.Number(wording.Significant(r.in.Across.PooledOutDegree, 3)))},
		{"Median size", wording.Number(r.in.Across.MedianPages), "pages of a site"},
	}
}

// sites gives the main figures of each site.
func (r *survey) sites() {
	all := table{Caption: "The sites and their main figures; each name leads to the site's own report",
		Columns: columns("site", "#pages", "#arcs", "#links", "#levels", "#arcs a page", "#density", "#reciprocity", "#core", "#can return", "complete")}
	all = filled(all, r.in.Sites, sitesShown, inSites, func(i int, m Member) []text {
		s := m.Summary
		complete := "yes"
		if !s.Complete {
			complete = "no"
		}
		return append([]text{r.cell(i)}, cells(wording.Grouped(s.Pages), wording.Grouped(s.Arcs), wording.Grouped(s.Links), wording.Grouped(len(s.Levels)),
			wording.Number(wording.Significant(s.OutDegree.Mean, 3)), wording.Percent(s.Density), wording.Percent(s.Reciprocity),
			wording.Percent(of(s.BowTie.Core, s.Pages)), wording.Percent(s.Return.Share), complete)...)
	})
	r.add("sites", "The sites", r.table(all), r.measures())
}

// measures gives everything that is compared.
func (r *survey) measures() []block {
	a := r.in.Across
	names := []string{"site"}
	for _, c := range a.Columns {
		names = append(names, "#"+measure(c))
	}
	all := table{Caption: "All measures compared", Columns: columns(names...)}
	rows := r.table(filled(all, a.Sites, sitesShown, inSites, func(i int, site stats.SiteRow) []text {
		line := []text{r.cell(i)}
		for _, v := range site.Values {
			line = append(line, text{Text: wording.Number(v)})
		}
		return line
	}))
	if len(rows) == 0 {
		return nil
	}
	return []block{{Fold: &fold{Summary: "All measures compared", Blocks: rows}}}
}

// groups compares groups of sites, split by size.
func (r *survey) groups() {
	a := r.in.Across
	if len(a.Groups) < 2 {
		return
	}
	names := []string{"measure"}
	members := table{Caption: "The groups and their sites", Columns: columns("group", "what", "#sites", "which")}
	for _, g := range a.Groups {
		names = append(names, "#"+clean(g.Name))
		members.Rows = append(members.Rows, cells(clean(g.Name), clean(g.Says), wording.Grouped(g.Sites), r.members(g.Name)))
	}
	means := table{Caption: "Means of the measures in each group", Columns: columns(names...)}
	for c, name := range a.Columns {
		row := []string{measure(name)}
		for _, g := range a.Groups {
			row = append(row, wording.Number(g.Means[c]))
		}
		means.Rows = append(means.Rows, cells(row...))
	}
	r.add("groups", "Small and large sites", words(say("The sites are split at the medians, %s and %s; a site at a median counts as small.",
		wording.Count(a.MedianPages, "page", "pages"), wording.Count(a.MedianLinks, "link", "links"))), r.table(members), r.table(means))
}

// members names the sites of a group.
func (r *survey) members(group string) string {
	var names []string
	for i, s := range r.in.Across.Sites {
		if s.Group == group {
			names = append(names, r.name(i))
		}
	}
	if left := len(names) - rowsShown; left > 0 {
		return strings.Join(names[:rowsShown], ", ") + say(" and %d more", left)
	}
	return wording.List(names)
}

// measure writes the name of a column for a reader.
func measure(column string) string { return strings.ReplaceAll(clean(column), "_", " ") }

// degrees lays the degree distributions of the largest sites over each other.
func (r *survey) degrees() {
	order := make([]int, len(r.in.Sites))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return r.in.Sites[b].Summary.Pages - r.in.Sites[a].Summary.Pages })
	order = order[:min(len(order), overlaid)]
	says := "The degree distributions over each other. Parallel lines are alike, whatever the sites' sizes."
	if len(r.in.Sites) > overlaid {
		says += say(" Shown are the %d sites with most pages.", overlaid)
	}
	in := r.distributions("in-degrees", "In-degrees", "pages that link to the page", order, true)
	out := r.distributions("out-degrees", "Out-degrees", "pages that the page links to", order, false)
	if len(in)+len(out) > 0 {
		r.add("degrees", "Degrees", words(says), in, out)
	}
}

func (r *survey) distributions(name, title, axis string, order []int, in bool) []block {
	all := table{Caption: title, Columns: columns("site", "#mean", "#median", "#greatest", "#Gini", "power law")}
	var lines []chart.Degrees
	for _, i := range order {
		d := r.in.Sites[i].Summary.OutDegree
		if in {
			d = r.in.Sites[i].Summary.InDegree
		}
		line := chart.Degrees{Name: r.name(i)}
		for _, b := range d.Bins {
			line.Bins = append(line.Bins, chart.Point{X: math.Sqrt(float64(b.From) * float64(b.To)), Y: b.Density})
		}
		lines = append(lines, line)
		law := d.PowerLaw.Verdict
		if law == "plausible" {
			law += say(", exponent %s", wording.Number(wording.Significant(d.PowerLaw.Alpha, 3)))
		}
		all.Rows = append(all.Rows, append([]text{r.cell(i)}, cells(wording.Number(wording.Significant(d.Mean, 3)), wording.Number(d.Median), wording.Grouped(d.Max), wording.Number(d.Gini), law)...))
	}
	w := chart.Words{Title: title + " of the sites", Says: say("Shares of pages by degree, one line for each of %s.", wording.Count(len(order), "site", "sites")), X: axis, Y: "share of the pages"}
	return r.figure(name, chart.Distributions(w, lines), all)
}

// correlations shows which measures go together.
func (r *survey) correlations() {
	a := r.in.Across
	if len(a.Rho) == 0 || len(r.in.Sites) < 3 {
		if len(r.in.Sites) > 1 && len(a.Columns) > 0 {
			r.add("correlations", "What goes together", words("A correlation needs three sites or more."))
		}
		return
	}
	n := min(len(a.Columns), columnsShown)
	names := []string{"measure"}
	for _, c := range a.Columns[:n] {
		names = append(names, "#"+measure(c))
	}
	all := table{Caption: "Spearman's rank correlation, −1 to 1, and its p-value", Columns: columns(names...)}
	for i := range n {
		row := cells(measure(a.Columns[i]))
		for j := range n {
			cell := text{Text: wording.Correlation(a.Rho[i][j])}
			if i == j {
				cell.Text = "·"
			} else if len(a.P) > 0 {
				cell.Below = chance(a.P[i][j])
			}
			row = append(row, cell)
		}
		all.Rows = append(all.Rows, row)
	}
	r.add("correlations", "What goes together", words(r.strongest(n),
		say("A p-value is the chance to see such a correlation, or a stronger one, among %s if there were no relation. Of many pairs, some have a small one by chance.", wording.Count(len(r.in.Sites), "site", "sites"))), r.table(all))
}

// strongest names the pair of measures with the greatest correlation.
func (r *survey) strongest(n int) string {
	a := r.in.Across
	best, at := 0.0, [2]int{}
	for i := range n {
		for j := i + 1; j < n; j++ {
			if size := math.Abs(a.Rho[i][j]); size > best {
				best, at = size, [2]int{i, j}
			}
		}
	}
	if best == 0 {
		return "No two measures rise or fall together."
	}
	p := ""
	if len(a.P) > 0 {
		p = ", " + chance(a.P[at[0]][at[1]])
	}
	return say("Most closely related are %s and %s: %s%s.", measure(a.Columns[at[0]]), measure(a.Columns[at[1]]), wording.Correlation(a.Rho[at[0]][at[1]]), p)
}

// chance writes a p-value.
func chance(p float64) string {
	if p < 0.001 {
		return "p\u00a0<\u00a00.001"
	}
	return "p\u00a0=\u00a0" + wording.Number(wording.Significant(p, 2))
}
