package report

import (
	"math"
	"slices"
	"strings"

	"sitegraph/chart"
	"sitegraph/stats"
	"sitegraph/wording"
)

// degrees tells how links are spread over the pages.
func (t *teller) degrees() {
	if t.Pages == 0 {
		return
	}
	if t.Arcs == 0 {
		t.add("degrees", "How links are spread", words("No page links to a page of the site."))
		return
	}
	t.add("degrees", "How links are spread",
		words(t.spreadSays()),
		t.degree("in-degree", "In-degrees: from how many pages a page is linked", "pages that link to the page", t.InDegree),
		t.degree("out-degree", "Out-degrees: to how many pages a page links", "pages that the page links to", t.OutDegree),
		t.degreeTable(), t.mixing(), t.joint(), t.cores())
}

func (t *teller) spreadSays() string {
	return say("On average a page links to %s. Half of the pages are linked from at most %s; the most linked one from %s. "+
		"The inequality (Gini; 0: all alike, 1: one has all) is %s for the links that arrive and %s for those that leave.",
		some(t.OutDegree.Mean), wording.Number(t.InDegree.Median), wording.Grouped(t.InDegree.Max), wording.Number(t.InDegree.Gini), wording.Number(t.OutDegree.Gini))
}

// some writes a mean number of pages.
func some(mean float64) string {
	if mean == 1 {
		return pages(1)
	}
	return wording.Number(wording.Significant(mean, 3)) + " pages"
}

// degree shows one distribution, with a verdict on the power law.
func (t *teller) degree(name, title, axis string, d stats.Degrees) []block {
	says := []string{lawSays(d.PowerLaw)}
	if len(d.Distribution) > 0 && d.Distribution[0][0] == 0 {
		n := d.Distribution[0][1]
		says = append(says, say("%s degree 0, which a logarithmic axis cannot show.", wording.Count(n, "page has", "pages have")))
	}
	c := chart.Degrees{}
	bins := table{Caption: "Pages by degree, in bins", Columns: columns("#from", "#to", "#pages", "#share", "#share per degree")}
	for _, q := range d.Distribution {
		c.Points = append(c.Points, chart.Point{X: float64(q[0]), Y: of(q[1], t.Pages)})
	}
	for _, b := range d.Bins {
		c.Bins = append(c.Bins, chart.Point{X: math.Sqrt(float64(b.From) * float64(b.To)), Y: b.Density})
	}
	bins = filled(bins, d.Bins, rowsShown, inJSON, func(_ int, b stats.DegreeBin) []text {
		return cells(wording.Grouped(b.From), wording.Grouped(b.To), wording.Grouped(b.Pages), wording.Percent(of(b.Pages, t.Pages)), wording.Percent(b.Density))
	})
	if law := d.PowerLaw; law.Verdict == "plausible" {
		c.Fit = fit(law, t.Pages)
	}
	w := chart.Words{Title: title, Says: strings.TrimSpace(strings.Join(says, " ")), X: axis, Y: "share of the pages"}
	return slices.Concat(t.figure(name, chart.Distribution(w, c), bins), words(w.Says))
}

// fit is the line of a power law among the shares of so many pages: its tail
// holds as many of them as have these degrees.
func fit(law stats.PowerLaw, all int) chart.Fit {
	least := float64(law.XMin)
	return chart.Fit{Alpha: law.Alpha, From: least, Share: of(law.Tail, all) * math.Pow(least, -law.Alpha) / zeta(law.Alpha, least)}
}

func lawSays(law stats.PowerLaw) string {
	switch law.Verdict {
	case "plausible":
		return say("From degree %s on (%s) a power law with exponent %s ± %s is plausible: p\u00a0=\u00a0%s, where less than 0.1 would speak against it.",
			wording.Grouped(law.XMin), pages(law.Tail), wording.Number(wording.Significant(law.Alpha, 3)), wording.Number(wording.Significant(law.AlphaError, 2)), wording.Number(wording.Significant(law.P, 3)))
	case "rejected":
		worse := wording.Percent(1 - law.P)
		if law.P == 0 {
			worse = "all"
		}
		return say("This is no power law: the best one, with exponent %s from degree %s on, fits worse than %s of the random samples from it (p\u00a0=\u00a0%s, below 0.1).",
			wording.Number(wording.Significant(law.Alpha, 3)), wording.Grouped(law.XMin), worse, wording.Number(wording.Significant(law.P, 3)))
	case "too few":
		return "There are too few pages to tell whether the degrees follow a power law."
	}
	return ""
}

// zeta is the sum of k^-alpha from a whole number on: its first terms, and
// the rest by the formula of Euler and Maclaurin.
func zeta(alpha, from float64) float64 {
	if !(alpha > 1 && from >= 1) {
		return 1
	}
	sum, end := 0.0, from+64
	for k := from; k < end; k++ {
		sum += math.Pow(k, -alpha)
	}
	return sum + math.Pow(end, 1-alpha)/(alpha-1) + math.Pow(end, -alpha)/2 + alpha*math.Pow(end, -alpha-1)/12
}

func (t *teller) degreeTable() []block {
	all := table{Caption: "Degrees in figures (arcs)", Columns: columns("degree", "#mean", "#median", "#greatest", "#Gini")}
	for _, d := range []struct {
		name string
		stats.Degrees
	}{{"in", t.InDegree}, {"out", t.OutDegree}} {
		all.Rows = append(all.Rows, cells(d.name, wording.Number(wording.Significant(d.Mean, 4)), wording.Number(d.Median), wording.Grouped(d.Max), wording.Number(d.Gini)))
	}
	return t.table(all)
}

// mixing is what else there is to say of arcs, as one table.
func (t *teller) mixing() []block {
	a := t.Assortativity
	all := table{Caption: "Measures of the whole graph", Columns: columns("measure", "meaning", "#value")}
	all.Rows = [][]text{
		cells("density", "arcs, of all that could be", wording.Percent(t.Density)),
		cells("reciprocity", "arcs with an arc back", wording.Percent(t.Reciprocity)),
		cells("self-loops", "pages that link to themselves", wording.Grouped(t.SelfLoops)),
		cells("clustering, global", "triangles closed, of all paths of two steps", wording.Percent(t.Clustering.Global)),
		cells("clustering, mean", "the same by page, averaged", wording.Percent(t.Clustering.Mean)),
		cells("assortativity, out to in", "do pages with many links link to much-linked pages? −1 to 1", wording.Correlation(a.OutIn)),
		cells("assortativity, out to out", "do they link to pages with many links?", wording.Correlation(a.OutOut)),
		cells("assortativity, in to in", "do much-linked pages link to much-linked ones?", wording.Correlation(a.InIn)),
		cells("assortativity, in to out", "do they link to pages with many links?", wording.Correlation(a.InOut)),
		cells("strong components", say("the largest holds %s of the pages", wording.Percent(t.Components.LargestShare)), wording.Grouped(t.Components.Count)),
		cells("weak components", say("the largest holds %s of the pages", wording.Percent(t.Weak.LargestShare)), wording.Grouped(t.Weak.Count)),
	}
	return append([]block{{Title: "How pages are connected"}}, t.table(all)...)
}

// joint crosses in- and out-degrees.
func (t *teller) joint() []block {
	if len(t.JointDegree) == 0 {
		return nil
	}
	in, out := map[int]bool{}, map[int]bool{}
	pages := map[[2]int]int{}
	for _, j := range t.JointDegree {
		in[j.In], out[j.Out] = true, true
		pages[[2]int{j.In, j.Out}] += j.Pages
	}
	names := []string{"#in-degree"}
	for _, o := range sorted(out) {
		names = append(names, "#out "+bin(o))
	}
	all := table{Caption: "Pages by in-degree (rows) and out-degree (columns)", Columns: columns(names...)}
	for _, i := range sorted(in) {
		row := []string{bin(i)}
		for _, o := range sorted(out) {
			cell := "·"
			if n := pages[[2]int{i, o}]; n > 0 {
				cell = wording.Grouped(n)
			}
			row = append(row, cell)
		}
		all.Rows = append(all.Rows, cells(row...))
	}
	return []block{{Fold: &fold{Summary: "In- and out-degrees together", Blocks: t.table(all)}}}
}

// bin writes the degrees of the bin that begins with a power of two.
func bin(from int) string {
	if from < 2 {
		return wording.Grouped(from)
	}
	return wording.Grouped(from) + "–" + wording.Grouped(2*from-1)
}

// sorted returns the bins of a set, at most as many as there are powers of two.
func sorted(set map[int]bool) []int {
	var all []int
	for k := range set {
		all = append(all, k)
	}
	slices.Sort(all)
	return all[:min(len(all), 64)]
}

func (t *teller) cores() []block {
	if len(t.Cores.Distribution) == 0 {
		return nil
	}
	all := table{Caption: "Pages by core number", Columns: columns("#core number", "#pages")}
	all = filled(all, t.Cores.Distribution, rowsShown, inJSON, func(_ int, q [2]int) []text {
		return cells(wording.Grouped(q[0]), wording.Grouped(q[1]))
	})
	says := say("The densest part is the %d-core: %s, each with a link to or from at least %d others of them.", t.Cores.Max, pages(t.Cores.InMax), t.Cores.Max)
	return []block{{Fold: &fold{Summary: "Cores", Blocks: append(words(says), t.table(all)...)}}}
}
