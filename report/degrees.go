package report

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"sitegraph/report/chart"
	"sitegraph/site"
	"sitegraph/stats"
	"sitegraph/wording"
)

func (rep *siteReport) degrees() {
	const title = "How links are distributed"
	switch {
	case rep.Pages == 0:
		return
	case rep.Arcs == 0:
		rep.add("degrees", title, paragraphs("No page links to a page of the site."))
		return
	}
	table := newTable("Degrees (arcs)", "degree", "#mean", "#median", "#maximum", "#Gini")
	table.Rows = [][]text{degreeRow("in", rep.InDegree), degreeRow("out", rep.OutDegree)}
	rep.add("degrees", title, paragraphs(say("degrees", rep.Summary)),
		degree(&rep.Summary, "in-degree", "In-degree: how many pages link to a page", linksIn, rep.InDegree),
		degree(&rep.Summary, "out-degree", "Out-degree: how many pages a page links to", linksOut, rep.OutDegree),
		cumulativeDegrees(&rep.Summary), table.blocks(), measures(&rep.Summary),
		jointDegrees(&rep.Summary), cores(&rep.Summary))
}

// The axes of degrees have these names.
const (
	linksIn  = "pages that link to the page"
	linksOut = "pages that the page links to"
)

func degree(s *stats.Summary, name, title, axis string, d stats.Degrees) []block {
	sentences := []string{say("power law", d.PowerLaw)}
	if len(d.Distribution) > 0 && d.Distribution[0][0] == 0 {
		sentences = append(sentences, fmt.Sprintf("%s degree 0, which a logarithmic axis cannot show.",
			wording.Count(d.Distribution[0][1], "page has", "pages have")))
	}
	c := chart.Degrees{Bins: binPoints(d.Bins)}
	for _, q := range d.Distribution {
		c.Points = append(c.Points, chart.Point{X: float64(q[0]), Y: of(q[1], s.Pages)})
	}
	if d.PowerLaw.Verdict == "plausible" {
		c.Fit = fit(d.PowerLaw, s.Pages)
	}
	rows := newTable("Pages by degree, in bins", "#from", "#to", "#pages", "#share", "#share per degree")
	for _, b := range first(&rows, d.Bins, rowsShown, inJSON) {
		rows.add(b.From, b.To, b.Pages, share(of(b.Pages, s.Pages)), share(b.Density))
	}
	w := chart.Words{Title: title, Description: strings.TrimSpace(strings.Join(sentences, " ")), X: axis,
		Y: "share of the pages"}
	return slices.Concat(charted(name, chart.Distribution(w, c), rows), paragraphs(w.Description))
}

// cumulativeDegrees shows the share of pages with at least some in-degree and out-degree.
func cumulativeDegrees(s *stats.Summary) []block {
	var all []chart.Degrees
	rows := newTable("Share of the pages with at least that many arcs", "arcs", "#at least", "#share")
	for _, d := range []struct {
		name string
		stats.Degrees
	}{{"in-degree", s.InDegree}, {"out-degree", s.OutDegree}} {
		points := atLeast(d.Distribution, s.Pages)
		all = append(all, chart.Degrees{Name: d.name, Bins: points})
		for _, q := range first(&rows, points, rowsShown, inJSON) {
			rows.add(d.name, int(q.X), share(q.Y))
		}
	}
	w := chart.Words{Title: "Pages with at least a degree (cumulative)", X: "degree", Y: "share with it or more",
		Description: say("at least", s)}
	return charted("cumulative-degree", chart.Distributions(w, all), rows)
}

// atLeast returns the share of pages with at least each degree above 0.
func atLeast(distribution [][2]int, pages int) (points []chart.Point) {
	left := site.Sum(distribution, func(q [2]int) int { return q[1] })
	for _, q := range distribution {
		if q[0] > 0 {
			points = append(points, chart.Point{X: float64(q[0]), Y: of(left, pages)})
		}
		left -= q[1]
	}
	return points
}

// binPoints places each bin at the geometric mean of its ends.
func binPoints(bins []stats.DegreeBin) []chart.Point {
	return site.Each(bins, func(b stats.DegreeBin) chart.Point {
		return chart.Point{X: math.Sqrt(float64(b.From) * float64(b.To)), Y: b.Density}
	})
}

// fit returns the line of a power law, scaled to the share of its tail among all pages.
func fit(law stats.PowerLaw, all int) chart.Fit {
	return chart.Fit{Alpha: law.Alpha, From: float64(law.XMin), Share: of(law.Tail, all) * law.First()}
}

// pValue writes a p-value that is already rounded.
func pValue(value string) string { return "p\u00a0=\u00a0" + value }

func degreeRow(name any, d stats.Degrees) []text { return cells(name, d.Mean, d.Median, d.Max, d.Gini) }

func measures(s *stats.Summary) []block {
	a := s.Assortativity
	rows := newTable("Measures of the whole graph", "measure", "meaning", "#value")
	for _, row := range [][]any{
		{"density", "share of all possible arcs", share(s.Density)},
		{"reciprocity", "share of arcs with an arc back", share(s.Reciprocity)},
		{"self-loops", "pages that link to themselves", s.SelfLoops},
		{"clustering, global", "share of two-step paths that are part of a triangle", share(s.Clustering.Global)},
		{"clustering, mean", "the same for each page, averaged", share(s.Clustering.Mean)},
		{"assortativity, out to in", "do pages with many outgoing arcs link to pages with many incoming ones? −1 to 1",
			wording.Correlation(a.OutIn)},
		{"assortativity, out to out", "do they link to pages with many outgoing arcs?", wording.Correlation(a.OutOut)},
		{"assortativity, in to in", "do pages with many incoming arcs link to pages with many incoming ones?",
			wording.Correlation(a.InIn)},
		{"assortativity, in to out", "do they link to pages with many outgoing arcs?", wording.Correlation(a.InOut)},
		strongComponents(s),
		{"weak components", largestHolds(s.Weak.LargestShare), s.Weak.Count},
	} {
		rows.add(row...)
	}
	return titled("How pages are connected", rows.blocks())
}

func strongComponents(s *stats.Summary) []any {
	if reason := s.UnknownBecause("scc"); reason != "" {
		return []any{"strong components", "unknown: the crawl is incomplete, and " + reason, "–"}
	}
	return []any{"strong components", largestHolds(s.Components.LargestShare), s.Components.Count}
}

func largestHolds(share float64) string {
	return "the largest holds " + wording.Percent(share) + " of the pages"
}

func jointDegrees(s *stats.Summary) []block {
	in, out, counts := map[int]bool{}, map[int]bool{}, map[[2]int]int{}
	for _, j := range s.JointDegree {
		in[j.In], out[j.Out] = true, true
		counts[[2]int{j.In, j.Out}] += j.Pages
	}
	names := []string{"#in-degree"}
	names = append(names, site.Each(firstBins(out), func(o int) string { return "#out " + bin(o) })...)
	rows := newTable("Pages by in-degree (rows) and out-degree (columns)", names...)
	for _, i := range firstBins(in) {
		row := []any{bin(i)}
		for _, o := range firstBins(out) {
			cell := any("·")
			if n := counts[[2]int{i, o}]; n > 0 {
				cell = n
			}
			row = append(row, cell)
		}
		rows.add(row...)
	}
	return folded("In-degree and out-degree together", rows)
}

// bin writes the degrees of a bin, which begins with a power of two.
func bin(from int) string {
	if from < 2 {
		return wording.Grouped(from)
	}
	return wording.Grouped(from) + "–" + wording.Grouped(2*from-1)
}

func firstBins(set map[int]bool) []int {
	all := slices.Sorted(maps.Keys(set))
	return all[:min(len(all), 64)]
}

func cores(s *stats.Summary) []block {
	c := s.Cores
	rows := newTable("Pages by core number", "#core number", "#pages")
	for _, q := range first(&rows, c.Distribution, rowsShown, inJSON) {
		rows.add(q[0], q[1])
	}
	return folded("Cores", rows, say("core", c))
}
