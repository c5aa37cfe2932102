package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"sitegraph/report/chart"
	"sitegraph/site"
	"sitegraph/stats"
	"sitegraph/wording"
)

func figureText(f stats.Figure) string {
	if !f.Known() {
		return ""
	}
	return wording.Number(float64(f))
}

// unknown says which figures of incomplete sites are unknown, "" if none.
func (rep *sitesReport) unknown() string {
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
	return say("unknown figures", about{"Sites": sites, "Names": names})
}

func (rep *sitesReport) measures() []block {
	a := rep.in.Across
	names := append([]string{"site"}, site.Each(a.Columns, func(c string) string { return "#" + measure(c) })...)
	rows := newTable("All measures compared", names...)
	for i, member := range first(&rows, a.Sites, sitesShown, inSites) {
		row := []any{rep.in.Members[i].cell()}
		row = append(row, site.Each(member.Values, func(v stats.Figure) any { return figureText(v) })...)
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
		row = append(row, site.Each(a.Groups, func(g stats.Group) any { return figureText(g.Means[c]) })...)
		means.add(row...)
	}
	rep.add("groups", "Small and large sites", paragraphs(say("groups", a)), members.blocks(), means.blocks())
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
	members := site.ByMost(rep.in.Members, func(m *Member) float64 { return float64(m.Summary.Pages) })
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

func (rep *sitesReport) correlations() {
	const title = "Which measures go together"
	a := rep.in.Across
	if len(a.Rho) == 0 || len(rep.in.Members) < 3 {
		if len(rep.in.Members) > 1 && len(a.Columns) > 0 {
			rep.add("correlations", title, paragraphs("Correlations need at least three sites."))
		}
		return
	}
	n := min(len(a.Columns), columnsShown)
	names := append([]string{"measure"}, site.Each(a.Columns[:n], func(c string) string { return "#" + measure(c) })...)
	rows := newTable("Spearman's rank correlation (−1 to 1) and its p-value", names...)
	for i := range n {
		row := []any{measure(a.Columns[i])}
		for j := range n {
			cell := text{} // the upper half would say the same again
			if i == j {
				cell.Text = "·"
			}
			if rho := float64(a.Rho[i][j]); j < i && a.Rho[i][j].Known() {
				cell = text{Text: wording.Correlation(rho), Mark: heat(rho)}
			}
			if j < i && len(a.P) > 0 && a.P[i][j].Known() {
				cell.Below = pOf(float64(a.P[i][j]))
			}
			row = append(row, cell)
		}
		rows.add(row...)
	}
	rep.add("correlations", title, paragraphs(rep.strongest(n), say("p-values", len(rep.in.Members))), rows.blocks())
}

func heat(rho float64) string {
	step := int(math.Ceil(math.Abs(rho) * 4))
	if !(step > 0) {
		return ""
	}
	sign := "warm"
	if rho < 0 {
		sign = "cold"
	}
	return fmt.Sprintf("heat %s-%d", sign, min(step, 4))
}

func (rep *sitesReport) strongest(n int) string {
	a := rep.in.Across
	best, x, y := 0.0, 0, 0
	for i := range n {
		for j := i + 1; j < n; j++ {
			if size := math.Abs(float64(a.Rho[i][j])); size > best {
				best, x, y = size, i, j
			}
		}
	}
	if best == 0 {
		return "No two measures are correlated."
	}
	text := fmt.Sprintf("The strongest correlation is that of %s and %s: %s",
		measure(a.Columns[x]), measure(a.Columns[y]), wording.Correlation(float64(a.Rho[x][y])))
	if len(a.P) > 0 {
		text += ", " + pOf(float64(a.P[x][y]))
	}
	return text + "."
}

func pOf(p float64) string {
	if p < 0.001 {
		return "p\u00a0<\u00a00.001"
	}
	return pValue(wording.Number(wording.Significant(p, 2)))
}
