package marketlab

import (
	"fmt"
	"slices"
	"strconv"

	"sitegraph/chart"
	"sitegraph/schedule/lab"
)

// tables returns the tables of a study: the measures of each scheme, the claims
// of the document, all measures with intervals, the paired differences of the
// schemes, and the document's measures by topic. Those without rows have
// nothing to compare with.
func (s *study) tables() []lab.Table {
	return []lab.Table{s.overview(), s.scoreCard(), s.means(), s.differences(), s.topics()}
}

// overview has a row for each scheme: the means of all measures.
func (s *study) overview() lab.Table {
	t := lab.Table{Name: "overview", Columns: []string{"scheme"}}
	for _, m := range measures {
		t.Columns = append(t.Columns, m.name)
	}
	for i, scheme := range s.schemes {
		row := []lab.Cell{lab.Text(scheme)}
		for j := range measures {
			row = append(row, number(lab.Mean(s.values[i][j])))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// bars shows one measure, in percent, for all schemes.
func (s *study) bars(measure string) chart.Chart {
	j := slices.IndexFunc(measures, func(m measureOf) bool { return m.name == measure })
	var bars []chart.Bar
	for i, scheme := range s.schemes {
		v := round(lab.Mean(s.values[i][j]))
		bars = append(bars, chart.Bar{Name: scheme, Value: v, Note: strconv.FormatFloat(v, 'f', 1, 64) + " %"})
	}
	return chart.Bars(chart.Words{
		Title: measure + " by scheme", Description: "The mean over all webs and topics, in percent.",
	}, bars)
}

// means has a row for each scheme and measure: mean over the webs and interval.
func (s *study) means() lab.Table {
	t := lab.Table{Name: "means", Columns: []string{"scheme", "measure", "mean", "low", "high"}}
	for i, scheme := range s.schemes {
		for j, m := range measures {
			row := append([]lab.Cell{lab.Text(scheme), lab.Text(m.name)}, estimate(s.values[i][j]).cells()...)
			t.Rows = append(t.Rows, row)
		}
	}
	return t
}

// differences has a row for each scheme but the first and each measure: the
// first scheme (the market) less that scheme, web by web.
func (s *study) differences() lab.Table {
	t := lab.Table{Name: "differences", Columns: []string{"schemes", "measure", "mean", "low", "high"}}
	for i := 1; i < len(s.schemes); i++ {
		for j, m := range measures {
			row := []lab.Cell{lab.Text(fmt.Sprintf("%s - %s", s.schemes[0], s.schemes[i])), lab.Text(m.name)}
			row = append(row, estimate(paired(s.values[0][j], s.values[i][j])).cells()...)
			t.Rows = append(t.Rows, row)
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

// claims are the document's averages, with and without the market, in percent.
var claims = []struct {
	measure       string
	with, without float64
}{{"CR", 85, 76}, {"RCR", 80, 72}, {"RR", 0.3, 0.8}}

// scoreCard sets the document's claims beside what was measured: the averages
// with the market and with separate visited sets, the difference in points
// with its interval, and the change relative to the second. The document's
// abstract says that RR falls by 5 %, which is neither the 0.5 points nor the
// 62.5 % of its averages. Empty if a scheme is missing.
func (s *study) scoreCard() lab.Table {
	t := lab.Table{Name: "score-card", Columns: []string{
		"measure", "claimed with", "claimed without", "claimed points", "claimed relative %",
		"with", "without", "points", "points low", "points high", "relative %", "relative % low", "relative % high",
	}}
	with, without := slices.Index(s.schemes, "market"), slices.Index(s.schemes, "separate")
	if with < 0 || without < 0 {
		return t
	}
	for j, m := range measures {
		for _, c := range claims {
			if c.measure != m.name {
				continue
			}
			a, b := s.values[with][j], s.values[without][j]
			row := []lab.Cell{lab.Text(m.name)}
			for _, v := range []float64{
				c.with, c.without, c.with - c.without, 100 * (c.with/c.without - 1), lab.Mean(a), lab.Mean(b),
			} {
				row = append(row, number(v))
			}
			row = append(row, estimate(paired(a, b)).cells()...)
			t.Rows = append(t.Rows, append(row, relative(a, b).cells()...))
		}
	}
	return t
}

// topics has a row for each topic and each of the document's three measures, as
// its tables 5 and 6, and recall: the means of all schemes.
func (s *study) topics() lab.Table {
	t := lab.Table{Name: "topics", Columns: append([]string{"topic", "measure"}, s.schemes...)}
	if len(s.topical) == 0 {
		return t
	}
	for k := range s.topical[0][0] {
		for j, m := range measures[:4] {
			row := []lab.Cell{lab.Text(topics[k].name), lab.Text(m.name)}
			for i := range s.schemes {
				row = append(row, number(s.topical[i][j][k]))
			}
			t.Rows = append(t.Rows, row)
		}
	}
	return t
}
