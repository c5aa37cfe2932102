package report

import (
	"fmt"
	"math"

	"sitegraph/wording"
)

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
	names := []string{"measure"}
	for _, c := range a.Columns[:n] {
		names = append(names, "#"+measure(c))
	}
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
	explanation := fmt.Sprintf("A p-value is the probability of seeing a correlation at least this strong among %s "+
		"if the measures were unrelated. Among many pairs, some p-values are small by chance.",
		wording.Count(len(rep.in.Members), "site", "sites"))
	rep.add("correlations", title, paragraphs(rep.strongest(n), explanation), rep.table(rows))
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
