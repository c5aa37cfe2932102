package marketlab

import (
	"math"
	"slices"
	"strconv"

	"sitegraph/internal/lab"
	"sitegraph/report/chart"
)

// measureOf computes a number from a simulation.
type measureOf struct {
	name string
	of   func(t *task, c counts) float64
}

// measures begins with percentages. CR, RCR and RR are from the document's section 3. recall is the share of the
// pages on topic within reach that agents stored, distinct the number of those per visit, own the share of visits
// to pages on the agent's own keyword. The others are counts per simulation. VC counts visits, relevant distinct
// stored pages on topic.
var measures = []measureOf{
	{"CR", func(_ *task, c counts) float64 { return percent(c.onTopic, c.visited) }},
	{"RCR", func(_ *task, c counts) float64 { return percent(c.stored, c.visited) }},
	{"RR", func(_ *task, c counts) float64 { return percent(c.again, c.visited) }},
	{"recall", func(t *task, c counts) float64 { return percent(c.recalled, t.relevant) }},
	{"distinct", func(_ *task, c counts) float64 { return percent(c.recalled, c.visited) }},
	{"own", func(_ *task, c counts) float64 { return percent(c.own, c.visited) }},
	{"VC", func(_ *task, c counts) float64 { return float64(c.visited) }},
	{"relevant", func(_ *task, c counts) float64 { return float64(c.recalled) }},
	{"markets", func(_ *task, c counts) float64 { return float64(c.markets) }},
	{"offered", func(_ *task, c counts) float64 { return float64(c.offered) }},
	{"sold", func(_ *task, c counts) float64 { return float64(c.sold) }},
}

func measureNamed(name string) int {
	return slices.IndexFunc(measures, func(m measureOf) bool { return m.name == name })
}

func percent(part, whole int) float64 {
	if whole == 0 {
		return 0
	}
	return 100 * float64(part) / float64(whole)
}

func cells(i lab.Interval) []lab.Cell { return numbers(i.Mean, i.Low, i.High) }

// relative returns the change from the mean of b to the mean of a, in percent, or 0 if the mean of b is 0. It draws
// the same webs from both.
func relative(a, b []float64) lab.Interval {
	return lab.Bootstrap(len(a), func(sample []int) float64 {
		x, y := 0.0, 0.0
		for _, i := range sample {
			x, y = x+a[i], y+b[i]
		}
		if y == 0 {
			return 0
		}
		return 100 * (x/y - 1)
	})
}

func numbers(values ...float64) []lab.Cell {
	for i, x := range values {
		values[i] = round(x)
	}
	return lab.Numbers("%.4g", values...)
}

// round keeps nine significant digits. These numbers have fewer.
func round(x float64) float64 {
	if math.Abs(x) < 1e-9 {
		return 0 // a rounding error in the difference of equal means
	}
	r, _ := lab.Numbers("%.8e", x)[0].Number()
	return r
}

// tables returns the tables of a study. They have the measures of each scheme, the document's claims, all measures
// with intervals, the paired differences between schemes, and the document's measures by topic. A table is empty if
// its schemes did not run.
func (s *study) tables() []lab.Table {
	return []lab.Table{s.overview(), s.scoreCard(), s.means(), s.differences(), s.topics()}
}

// overview has a row with the means of all measures for each scheme.
func (s *study) overview() lab.Table {
	t := lab.Table{Name: "overview", Columns: []string{"scheme"}}
	for _, m := range measures {
		t.Columns = append(t.Columns, m.name)
	}
	for i, scheme := range s.schemes {
		row := []lab.Cell{lab.Text(scheme)}
		for j := range measures {
			row = append(row, numbers(lab.Mean(s.values[i][j]))...)
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// bars shows one measure, in percent, for all schemes.
func (s *study) bars(measure string) chart.Chart {
	j := measureNamed(measure)
	var bars []chart.Bar
	for i, scheme := range s.schemes {
		v := round(lab.Mean(s.values[i][j]))
		bars = append(bars, chart.Bar{Name: scheme, Value: v, Note: strconv.FormatFloat(v, 'f', 1, 64) + " %"})
	}
	return chart.Bars(chart.Words{
		Title: measure + " by scheme", Description: "The mean over all webs and topics, in percent.",
	}, bars)
}

// means has a row for each scheme and measure, with the mean over the webs and its interval.
func (s *study) means() lab.Table {
	return s.estimates("means", "scheme", s.schemes, func(i, j int) []float64 { return s.values[i][j] })
}

// differences subtracts each other scheme from the first (the market), web by web. It has a row for each difference
// and measure.
func (s *study) differences() lab.Table {
	var pairs []string
	for _, other := range s.schemes[1:] {
		pairs = append(pairs, s.schemes[0]+" - "+other)
	}
	return s.estimates("differences", "schemes", pairs, func(i, j int) []float64 {
		return paired(s.values[0][j], s.values[i+1][j])
	})
}

// estimates has a row for each name and measure. values returns a value per web.
func (s *study) estimates(table, column string, names []string, values func(name, measure int) []float64) lab.Table {
	t := lab.Table{Name: table, Columns: []string{column, "measure", "mean", "low", "high"}}
	for i, name := range names {
		for j, m := range measures {
			row := []lab.Cell{lab.Text(name), lab.Text(m.name)}
			t.Rows = append(t.Rows, append(row, cells(lab.Estimate(values(i, j)))...))
		}
	}
	return t
}

func paired(a, b []float64) []float64 {
	all := make([]float64, len(a))
	for i := range a {
		all[i] = a[i] - b[i]
	}
	return all
}

// claims are the document's averages with and without the market, in percent.
var claims = []struct {
	measure       string
	with, without float64
}{{"CR", 85, 76}, {"RCR", 80, 72}, {"RR", 0.3, 0.8}}

// scoreCard compares the document's claims with the measured averages of schemes market and separate. It has their
// difference in points with its interval, and the change relative to separate. It is empty without either scheme.
// The document's abstract says that RR falls by 5 %, but by its averages it falls by 0.5 points, or 62.5 %.
func (s *study) scoreCard() lab.Table {
	t := lab.Table{Name: "score-card", Columns: []string{
		"measure", "claimed with", "claimed without", "claimed points", "claimed relative %",
		"with", "without", "points", "points low", "points high", "relative %", "relative % low", "relative % high",
	}}
	with, without := slices.Index(s.schemes, "market"), slices.Index(s.schemes, "separate")
	if with < 0 || without < 0 {
		return t
	}
	for _, c := range claims {
		j := measureNamed(c.measure)
		a, b := s.values[with][j], s.values[without][j]
		t.Rows = append(t.Rows, slices.Concat([]lab.Cell{lab.Text(c.measure)},
			numbers(c.with, c.without, c.with-c.without, 100*(c.with/c.without-1), lab.Mean(a), lab.Mean(b)),
			cells(lab.Estimate(paired(a, b))), cells(relative(a, b))))
	}
	return t
}

// topics has a row for each topic and measure, with the means of all schemes. The measures are recall and the three
// of the document, as in its tables 5 and 6.
func (s *study) topics() lab.Table {
	t := lab.Table{Name: "topics", Columns: append([]string{"topic", "measure"}, s.schemes...)}
	if len(s.topical) == 0 {
		return t
	}
	for k := range s.topical[0][0] {
		for j, m := range measures[:4] {
			row := []lab.Cell{lab.Text(topics[k].name), lab.Text(m.name)}
			for i := range s.schemes {
				row = append(row, numbers(s.topical[i][j][k])...)
			}
			t.Rows = append(t.Rows, row)
		}
	}
	return t
}
